// Which addresses may be talked to without TLS: only where nobody is in between. Pure. Called by the remote providers' settings.
// Source: agent, What it acts on.
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

export const isLoopback = (url: URL): boolean => LOOPBACK.has(url.hostname);
