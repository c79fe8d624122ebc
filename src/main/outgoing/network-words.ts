// What went wrong between this machine and a server, in words of ours: never what the error itself says. Pure. Called by whoever asks a server.
// Source: agent, What it acts on; advisory, Evidence.
const NETWORK_WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'its name is not known here',
  EAI_AGAIN: 'its name cannot be looked up now',
  EHOSTUNREACH: 'there is no way to it from here',
  ENETUNREACH: 'there is no way to it from here',
  ECONNRESET: 'it broke the connection off',
  UND_ERR_SOCKET: 'it broke the connection off',
  UND_ERR_CONNECT_TIMEOUT: 'it does not answer',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'it sent another length than it said',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS there',
};
const CERTIFICATE_CODES = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/**
 * A clause that follows the server's name, without its full stop.
 * @param certificateHint what to do when its certificate is not known here, as a sentence without its full stop
 */
export function networkWords(error: unknown, certificateHint: string): string {
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string') return 'it cannot be reached';
  if (CERTIFICATE_CODES.has(code)) return `its certificate is not trusted (${code}). ${certificateHint}`;
  return NETWORK_WORDS[code] ?? `it cannot be reached (${code})`;
}
