// Base64 as envelopes and PEM texts have it, read strictly: one text for the same bytes in each alphabet, so that nobody can change an envelope and have it read as
// before. Pure. Source: advisory, Outputs.

/**
 * The bytes that a text is the base64 of, in the standard or the URL-safe alphabet.
 * @returns null for anything else: both alphabets in one text, padding left out, bits behind the last byte, blanks and line ends
 */
export function bytesOfBase64(text: string): Uint8Array | null {
  // Node reads anything and skips what it does not know; what it read is written again and has to be the same.
  const bytes = Buffer.from(text, 'base64');
  const standard = bytes.toString('base64');
  if (text === standard) return bytes;
  return text === standard.replaceAll('+', '-').replaceAll('/', '_') ? bytes : null;
}

/** In the standard alphabet, padded. */
export const base64Of = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
