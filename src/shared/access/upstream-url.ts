// The address of an upstream as people write it: a URL, with a path below which its routes are, or a bare host as in `OLLAMA_HOST`.
// Pure, without zod: used by the setting's schema and by the console's form. Source: proxy, Upstreams, Traps.

/** Of an Ollama, where `OLLAMA_HOST` names none and has no scheme. */
const OLLAMA_PORT = 11_434;

/** A host or an address, with or without a port, then perhaps a path. */
const BARE_HOST = /^(\[[\da-f:.]{2,45}\]|[\w.-]{1,253})(:\d{1,5})?(\/.*)?$/i;

/** Where a text leads; undefined for nowhere. A bare host is an Ollama's, and gets its scheme and port. */
function urlOf(text: string): URL | undefined {
  const trimmed = text.trim();
  const [, host, port = `:${OLLAMA_PORT}`, path = ''] = BARE_HOST.exec(trimmed) ?? [];
  const whole = host === undefined ? trimmed : `http://${host}${port}${path}`;
  return URL.canParse(whole) ? new URL(whole) : undefined;
}

/**
 * An address as it is stored: `http://host:port`, then the path if there is one, without a slash at the end. Undefined for none.
 * @example upstreamAddress('127.0.0.1') // http://127.0.0.1:11434
 * @example upstreamAddress('http://gpu/ollama/') // http://gpu/ollama
 */
export function upstreamAddress(text: string): string | undefined {
  const url = urlOf(text);
  return url && url.origin + url.pathname.replace(/\/+$/, '');
}

/** Why a text can't be an upstream's address, as a sentence; null when it can. */
export function upstreamUrlProblem(text: string): string | null {
  const url = urlOf(text);
  if (!url || !/^https?:$/.test(url.protocol))
    return `expected an http:// or https:// URL such as http://127.0.0.1:11434, or a host and port such as 127.0.0.1:11434, got "${text.slice(0, 200)}"`;
  if (url.username || url.password)
    return `give what opens it in headers, such as Authorization, and the server only: ${url.origin}`;
  if (url.search || url.hash) return `leave out what follows the path: ${upstreamAddress(text)}`;
  return null;
}
