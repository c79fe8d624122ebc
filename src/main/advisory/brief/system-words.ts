// Whether an answer repeats the system text: so many words in a row of what a model is told are its, and no brief's. Knows every task's. Pure; linear.
// Called by judge-answer.ts. Source: advisory, Guardrails.
import type { Span } from '../cite/blocks.ts';
import { ANTI_INJECTION_DIRECTIVE, CITATION_DIRECTIVE } from '../prompt/assemble.ts';
import { FORM, TEMPLATES } from '../prompt/templates.ts';

/** Words in a row that nobody writes by chance. */
const ROW = 7;

interface Word extends Span {
  readonly word: string;
}

const wordsOf = (text: string): Word[] =>
  [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word, index }) => ({
    ...{ word: word.toLowerCase(), start: index, end: index + word.length },
  }));

function rowsOf(text: string): { readonly key: string; readonly start: number; readonly end: number }[] {
  const words = wordsOf(text);
  return words.slice(0, Math.max(0, words.length - ROW + 1)).map(({ start }, at) => ({
    ...{
      key: words
        .slice(at, at + ROW)
        .map(({ word }) => word)
        .join(' '),
      start,
    },
    end: words[at + ROW - 1]?.end ?? start,
  }));
}

const TOLD: ReadonlySet<string> = new Set(
  [...Object.values(TEMPLATES).flat(), ...FORM, ANTI_INJECTION_DIRECTIVE, CITATION_DIRECTIVE].flatMap(
    (line) => rowsOf(line).map(({ key }) => key),
  ),
);

/** The first place where an answer does; null where it does nowhere. */
export function systemWordsIn(text: string): Span | null {
  const found = rowsOf(text).find(({ key }) => TOLD.has(key));
  return found === undefined ? null : { start: found.start, end: found.end };
}
