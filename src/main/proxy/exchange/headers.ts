// Which headers cross the proxy, in the order and spelling they came in. Hop-by-hop headers are each side's own;
// Host and Content-Length are rewritten; ours (`X-Festinger-*`) stop here. Source: proxy, Fidelity.

const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Request headers that the proxy answers for itself. */
const OURS = new Set(['host', 'content-length', 'expect']);
const OUR_PREFIX = 'x-festinger-';

/** Header names and values in turn, as Node's `rawHeaders` has them. */
export type RawHeaders = readonly string[];

/** Names a `Connection` header declares as hop-by-hop. */
function connectionNames(raw: RawHeaders): Set<string> {
  const names = new Set<string>();
  for (let i = 0; i + 1 < raw.length; i += 2) {
    if (raw[i]?.toLowerCase() !== 'connection') continue;
    for (const name of (raw[i + 1] ?? '').split(',')) names.add(name.trim().toLowerCase());
  }
  return names;
}

/** Headers in order, without those of the connection and those that are dropped. */
export function keep(raw: RawHeaders, isDropped: (name: string, value: string) => boolean): string[] {
  const declared = connectionNames(raw);
  const kept: string[] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = (raw[i] as string).toLowerCase();
    if (HOP_BY_HOP.has(name) || declared.has(name) || isDropped(name, raw[i + 1] as string)) continue;
    kept.push(raw[i] as string, raw[i + 1] as string);
  }
  return kept;
}

export interface RequestHeaderOptions {
  /** The upstream's own headers: each replaces the client's of that name. */
  readonly upstream: readonly (readonly [string, string])[];
  /** Names to leave out beside, in lower case. */
  readonly without?: readonly string[];
}

/** The client's headers as they go upstream. */
export function requestHeaders(raw: RawHeaders, { upstream, without = [] }: RequestHeaderOptions): string[] {
  const replaced = new Set([...upstream.map(([name]) => name.toLowerCase()), ...without]);
  const kept = keep(raw, (name) => OURS.has(name) || name.startsWith(OUR_PREFIX) || replaced.has(name));
  for (const [name, value] of upstream) kept.push(name, value);
  return kept;
}

/** The first value of a header, or null. `name` in lower case. */
export function headerValue(raw: RawHeaders, name: string): string | null {
  for (let i = 0; i + 1 < raw.length; i += 2) {
    if (raw[i]?.toLowerCase() === name) return raw[i + 1] ?? null;
  }
  return null;
}
