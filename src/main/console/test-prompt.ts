// One small prompt through our own proxy, as an agent would send it: the operator's "does it work?".
import { request } from 'undici';
import type { Clock } from '../../shared/model/clock.ts';
import { AppError } from '../../shared/model/envelope.ts';
import type { TrafficRow } from '../../shared/model/traffic.ts';

export const TEST_CLIENT = 'console-test';
const DEFAULT_PROMPT = 'Say in one sentence that you are reachable.';
const TIMEOUT_MS = 120_000;

export interface TestPromptResult {
  ok: boolean;
  requestId: string | null;
  answer: string;
  ms: number;
}

/**
 * @param newestRow the newest logged request of a client.
 * @throws AppError UNAVAILABLE when there is no model to ask.
 */
export async function sendTestPrompt(
  options: {
    readonly baseUrl: string;
    /** What lets us in where a client key is asked for. */
    readonly headers: Record<string, string>;
    readonly model?: string | undefined;
    readonly prompt?: string | undefined;
  },
  clock: Clock,
  newestRow: (client: string) => TrafficRow | undefined,
): Promise<TestPromptResult> {
  const model = options.model ?? (await firstModel(options.baseUrl, options.headers));
  const started = clock.monotonic();
  const { statusCode, body } = await request(`${options.baseUrl}/api/chat`, {
    method: 'POST',
    headers: { ...options.headers, 'content-type': 'application/json', 'x-festinger-client': TEST_CLIENT },
    body: JSON.stringify({
      model,
      stream: false,
      messages: [{ role: 'user', content: options.prompt ?? DEFAULT_PROMPT }],
    }),
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
  });
  const answer = (await body.json()) as { message?: { content?: string }; error?: string };
  return {
    ok: statusCode === 200 && answer.error === undefined,
    requestId: newestRow(TEST_CLIENT)?.id ?? null,
    answer: answer.message?.content ?? answer.error ?? `HTTP ${statusCode}`,
    ms: clock.monotonic() - started,
  };
}

/** A loaded model answers soonest; else any that is there. */
async function firstModel(baseUrl: string, headers: Record<string, string>): Promise<string> {
  for (const path of ['/api/ps', '/api/tags']) {
    const { statusCode, body } = await request(baseUrl + path, {
      ...{ headers, headersTimeout: 5000, bodyTimeout: 5000 },
    });
    const text = await body.text();
    if (statusCode !== 200) throw new AppError('UNAVAILABLE', refusal(path, statusCode, text));
    const name = (JSON.parse(text) as { models?: Array<{ name?: string }> }).models?.[0]?.name;
    if (name) return name;
  }
  throw new AppError(
    'UNAVAILABLE',
    'The upstream has no model. Pull one first, for example with `ollama pull`.',
  );
}

/** Why there is no model to ask, and what to do: what we answer for an upstream that is not there is its reason as JSON. */
function refusal(path: string, status: number, text: string): string {
  const why = reasonIn(text).slice(0, 300);
  return status === 502
    ? `No upstream answers${why === '' ? '' : ` (${why})`}. Look whether the model server runs and whether its address in Resources is right; then try again.`
    : `The upstream refuses ${path} with status ${status}${why === '' ? '' : `: ${why}`}. Its own log says why; a key it wants is set with its address in Resources.`;
}

function reasonIn(text: string): string {
  try {
    const { error } = JSON.parse(text) as { error?: unknown };
    return typeof error === 'string' ? error : '';
  } catch {
    return '';
  }
}
