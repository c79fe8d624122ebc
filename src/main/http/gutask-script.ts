// `gutask` as a file for agents that have a shell but not our command: resources/gutask.sh with the address in it that it was
// asked for at. A Host header is the caller's word, and the file is run by a shell: only what is plainly an address is filled in.
// Pure. Called by agent-routes.ts.

const DEFAULT_URL_LINE = "default_url='http://127.0.0.1:11435'";

/** A name or an address, and a port: without one a proxy stands in front, perhaps with TLS, and its address is not ours to guess. */
const PLAIN_HOST = /^(?:\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,255}):\d{1,5}$/i;

/**
 * @param script resources/gutask.sh
 * @param host the request's Host header, which admission.ts let in
 * @returns the script, calling by default where it came from, or the usual place when the header is not plainly an address
 */
export function gutaskFor(script: string, host: string | undefined): string {
  if (host === undefined || !PLAIN_HOST.test(host)) return script;
  return script.replace(DEFAULT_URL_LINE, () => `default_url='http://${host}'`);
}
