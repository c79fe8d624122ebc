// Finds a claim's words in the sentence it came from, so that they can be marked. Pure.
// A canonical token joins words with `_`; the sentence has them as people write: `glitch_university`, "Glitch University".

export interface Piece {
  readonly text: string;
  /** Index into the tokens asked for, or null for the words between. */
  readonly token: number | null;
}

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A token as a pattern: its parts with any blank, dash or underscore between them, as whole words. */
function pattern(token: string): string {
  const words = token.split(/[_\s]+/).filter((word) => word !== '');
  return words.map(literally).join('[\\s_-]+');
}

/**
 * Cuts a sentence at the tokens' occurrences, whatever their case. The pieces joined are the sentence again.
 * @param tokens canonical tokens, the more important first
 */
export function markWords(sentence: string, tokens: readonly string[]): Piece[] {
  const patterns = tokens.map(pattern);
  if (patterns.every((p) => p === '')) return [{ text: sentence, token: null }];
  const groups = patterns.map((p) => (p === '' ? '(?!)' : `(${p})`));
  const finder = new RegExp(`(?<![\\p{L}\\p{N}_-])(?:${groups.join('|')})(?![\\p{L}\\p{N}_-])`, 'giu');
  const pieces: Piece[] = [];
  const captured = patterns.flatMap((p, index) => (p === '' ? [] : [index]));
  let end = 0;
  for (const match of sentence.matchAll(finder)) {
    if (match.index > end) pieces.push({ text: sentence.slice(end, match.index), token: null });
    const group = captured.find((_, place) => match[place + 1] !== undefined);
    pieces.push({ text: match[0], token: group ?? null });
    end = match.index + match[0].length;
  }
  if (end < sentence.length) pieces.push({ text: sentence.slice(end), token: null });
  return pieces;
}
