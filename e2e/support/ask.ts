// Asks for something to be done to a resource, as a script would over HTTP: it waits for the operator. For e2e and screenshots.
import type { RunningFestinger } from './festinger.ts';

interface Asked {
  readonly ok: boolean;
  readonly error?: { readonly code: string; readonly details: { readonly approval_id: string } };
}

/** Asks as a script would. @returns the answer */
export async function ask(
  { baseUrl, token }: Pick<RunningFestinger, 'baseUrl' | 'token'>,
  resource: string,
  action: string,
  given: Record<string, unknown> = {},
): Promise<Asked> {
  const answer = await fetch(`${baseUrl}/api/ai/tools/control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ arguments: { resource, action, arguments: given } }),
  });
  return (await answer.json()) as Asked;
}
