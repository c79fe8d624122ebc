// An HTTP answer that is not a stream of ours, as an LlmError: its status, what it says, how long to wait.
// Reads at most a few KiB of the body and keeps less; never its headers.
import type { Response } from 'undici';
import { redact, withoutHidden } from '../../shared/redact.ts';
import { kindOfStatus, LlmError, type LlmErrorKind } from './llm-error.ts';

const MAX_BODY_BYTES = 16_384;
const MAX_SAID = 300;
const DAY_MS = 86_400_000;

/** @throws never; a body that breaks off is read as far as it came */
export async function readRefusal(response: Response): Promise<LlmError> {
  const { status, headers } = response;
  if (status >= 300 && status < 400) {
    await response.body?.cancel().catch(() => undefined);
    const place = originOf(headers.get('location'), response.url);
    return new LlmError('protocol', `answers with a redirect${place}: put its final address`, { status });
  }
  const said = whatItSays(withoutHidden(await readSome(response)));
  const kind = kindOfStatus(status);
  return new LlmError(kind, `${CLAUSES[kind]} (HTTP ${status})${said === '' ? '' : `: ${said}`}`, {
    status,
    retryAfterMs: retryAfterMs(headers.get('retry-after-ms'), headers.get('retry-after')),
  });
}

const CLAUSES: Readonly<Record<LlmErrorKind, string>> = {
  unauthenticated: 'refuses the key',
  not_found: 'is not there',
  rate_limited: 'asks for fewer requests',
  overloaded: 'is overloaded',
  server: 'failed',
  timeout: 'took too long',
  idle: 'stopped',
  aborted: 'was left',
  too_large: 'answered too much',
  bad_request: 'refuses the request',
  unreachable: 'cannot be reached',
  protocol: 'answers something else than this API',
};

function originOf(location: string | null, base: string): string {
  if (location === null || !URL.canParse(location, base)) return '';
  const { origin, pathname } = new URL(location, base);
  return ` to ${origin}${withoutHidden(pathname).slice(0, 100)}`;
}

async function readSome(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    while (reader && size < MAX_BODY_BYTES) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
      size += value.length;
    }
    await reader?.cancel();
  } catch {
    // What came before it broke is enough.
  }
  return Buffer.concat(chunks).subarray(0, MAX_BODY_BYTES).toString('utf8');
}

/** The one sentence of an error body, whichever API's. */
function whatItSays(body: string): string {
  const trimmed = body.trim();
  if (/^<(?:!doctype|html|head|body)/i.test(trimmed)) {
    const title = /<title[^>]{0,200}>([^<]{1,200})/i.exec(trimmed)?.[1];
    return title === undefined ? 'a web page' : `a web page titled "${onOneLine(title)}"`;
  }
  return onOneLine(messageIn(trimmed) ?? trimmed);
}

function messageIn(text: string): string | undefined {
  try {
    const parsed = JSON.parse(text) as { error?: unknown; message?: unknown; detail?: unknown };
    const inner = parsed.error as { message?: unknown } | string | null | undefined;
    const found = typeof inner === 'object' && inner !== null ? inner.message : inner;
    return [found, parsed.message, parsed.detail].find((one) => typeof one === 'string');
  } catch {
    return undefined;
  }
}

/** Text of others on one line, short. Secrets go before it is cut: half of one is one too. */
export function onOneLine(text: string): string {
  const line = redact(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return line.length <= MAX_SAID ? line : `${line.slice(0, MAX_SAID).toWellFormed()}…`;
}

/** Milliseconds of the two headers servers tell it by; at most a day. */
function retryAfterMs(exact: string | null, coarse: string | null): number | undefined {
  const ms = exact === null ? Number.NaN : Number.parseFloat(exact);
  const seconds = coarse === null ? Number.NaN : Number(coarse);
  const until = coarse === null ? Number.NaN : Date.parse(coarse) - Date.now();
  const wait = [ms, seconds * 1000, until].find((one) => Number.isFinite(one));
  return wait === undefined ? undefined : Math.min(DAY_MS, Math.max(0, Math.ceil(wait)));
}
