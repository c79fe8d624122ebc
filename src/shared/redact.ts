// The one notion of a secret: takes keys, tokens, passwords and what else opens a door out of text before it is stored,
// counted or shown, and says of a single word whether it is one. What secrets look like is in secret-shapes.ts, where they
// stand in secret-places.ts; secret-spans.ts says of what type each is. Linear in the text. Better a word too many than a key too few; not a guarantee.
// Source: memory D12, D25, proxy, Seeing it.
import { type FoundSpan, regionsOf, searchSlices } from './secret-spans.ts';
import { MARK, withoutHidden } from './secrets-in-use.ts';

export { isAskedFor } from './secret-places.ts';
export { isSecretWord } from './secret-shapes.ts';
export { HiddenInPieces, hideSecret, withoutHidden } from './secrets-in-use.ts';

/** Longest sentence kept as provenance, characters. */
const MAX_SENTENCE = 280;
/** What is left of `MARK` as a word; it is nobody's name. */
export const MARK_WORD = 'redacted';

/** The text without its secrets. Idempotent. */
export function redact(text: string): string {
  const steps = redactSlices(text);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/**
 * The same in steps of a few thousand characters, so that other work gets its turn in between.
 * @returns the text itself when nothing in it is a secret
 */
export function* redactSlices(text: string): Generator<void, string> {
  const open = withoutHidden(text);
  const spans: FoundSpan[] = [];
  yield* searchSlices(open, spans);
  return spans.length === 0 ? open : cut(open, spans);
}

/** The text with a mark in the place of every secret. */
function cut(text: string, spans: FoundSpan[]): string {
  let result = '';
  let done = 0;
  for (const [start, end] of regionsOf(text, spans)) {
    result += text.slice(done, start) + MARK;
    done = end;
  }
  return result + text.slice(done);
}

/** One sentence for provenance: redacted, on one line, at most 280 characters. */
export function redactSentence(sentence: string): string {
  // Cut roughly first, so that a megabyte is not searched for the sake of a line; a secret at the cut goes too.
  const line = redact(sentence.slice(0, 4 * MAX_SENTENCE))
    .replace(/\s+/g, ' ')
    .trim();
  return line.length <= MAX_SENTENCE ? line : `${line.slice(0, MAX_SENTENCE - 1).toWellFormed()}…`;
}
