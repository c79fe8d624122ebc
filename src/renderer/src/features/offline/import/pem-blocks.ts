// Public keys out of what was pasted or read from a file: as many as stand in it. Whether one is a key, the core says. Pure.

const BEGIN = '-----BEGIN';
const END = /-----END [A-Z ]{1,40}-----/;

/** What the core takes at most. */
export const MOST_KEYS = 8;
export const MOST_KEY_CHARACTERS = 8192;

/** @returns each block from its first line to its last; text that has none is one itself, for the core to say what is wrong with it */
export function pemBlocks(text: string): string[] {
  const pieces = text.split(BEGIN);
  const blocks = pieces.slice(1).map((piece) => {
    const end = END.exec(piece);
    return `${BEGIN}${end ? piece.slice(0, end.index + end[0].length) : piece.trimEnd()}\n`;
  });
  if (blocks.length > 0) return blocks;
  return text.trim() === '' ? [] : [text.trim()];
}

/** Why they cannot be sent; null where they can. */
export function faultOf(keys: readonly string[]): 'tooMany' | 'tooLong' | null {
  if (keys.length > MOST_KEYS) return 'tooMany';
  return keys.some((key) => key.length > MOST_KEY_CHARACTERS) ? 'tooLong' : null;
}
