// The check Ollama makes of Host and Origin, made here: since the proxy rewrites Host, Ollama's own can no longer see
// a rebound name. Pure. Source: proxy.md Traps; reference: the Ollama HTTP surface, "Host check" and "CORS".
import { isIP } from 'node:net';

const LOCAL_SUFFIXES = ['.localhost', '.local', '.internal'];
/** Browser-side callers Ollama allows without configuration. */
const LOCAL_ORIGIN =
  /^(?:https?:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\])(?::\d{1,5})?|(?:app|file|tauri|vscode-webview|vscode-file):\/\/.*)$/;

/** The host name of a `Host` header, without its port, in lower case. */
export function hostName(header: string): string {
  const bracketed = /^\[([^\]]*)\]/.exec(header);
  if (bracketed) return (bracketed[1] as string).toLowerCase();
  const colon = header.lastIndexOf(':');
  return (colon > 0 && header.indexOf(':') === colon ? header.slice(0, colon) : header).toLowerCase();
}

/**
 * Whether a `Host` header names this machine as a caller of it would: an address, a local name, or one of `names`
 * (host names in lower case, such as the machine's own). A name an attacker's DNS could point here is not.
 */
export function isOwnHost(header: string | undefined, names: readonly string[] = []): boolean {
  if (header === undefined || header === '') return true;
  const name = hostName(header);
  if (name === 'localhost' || isIP(name) !== 0 || names.includes(name)) return true;
  return LOCAL_SUFFIXES.some((suffix) => name.endsWith(suffix));
}

/** Whether an `Origin` header is absent or one that Ollama allows by itself, or stands in `origins`. */
export function isOwnOrigin(header: string | undefined, origins: readonly string[] = []): boolean {
  return header === undefined || LOCAL_ORIGIN.test(header) || origins.includes(header);
}
