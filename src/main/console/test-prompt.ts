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
    if (statusCode !== 200)
      throw new AppError(
        'UNAVAILABLE',
        `The upstream answers ${path} with HTTP ${statusCode}: ${text.slice(0, 300)}`,
      );
    const name = (JSON.parse(text) as { models?: Array<{ name?: string }> }).models?.[0]?.name;
    if (name) return name;
  }
  throw new AppError(
    'UNAVAILABLE',
    'The upstream has no model. Pull one first, for example with `ollama pull`.',
  );
}
