// Rows of words found among the words of a text: a row is read from its first word on, and each step looks a few words ahead
// within the sentence. Finds, and judges nothing. Linear in the words: a row has at most a dozen steps and looks at most eight
// words ahead at each. Used by injection.ts.
// Source: advisory, Guardrails.
import { foldedWord } from './fold.ts';
import { CLASSES, JOINTS, LEADERS, OPENERS, PHRASES, type PhraseRule } from './phrases.ts';
import { Vocabulary, type Word } from './words.ts';

interface Step {
  readonly words: ReadonlySet<string>;
  /** Words that may lie before it. */
  readonly gap: number;
  readonly optional: boolean;
  /** Its first word must follow a colon. */
  readonly colon: boolean;
  /** Nothing may follow in what is said. */
  readonly end: boolean;
}

interface Row extends PhraseRule {
  readonly steps: readonly Step[];
}

const COLON = ':';
const END = 'END';

function stepOf(text: string, gap: number): Step {
  const optional = text.endsWith('?');
  const names = (optional ? text.slice(0, -1) : text).split('|');
  const words = names.flatMap(
    (name) => CLASSES[name] ?? (name === COLON || name === END ? [] : [foldedWord(name)]),
  );
  return { words: new Set(words), gap, optional, colon: names.includes(COLON), end: names.includes(END) };
}

function rowOf(rule: PhraseRule): Row {
  const steps: Step[] = [];
  let gap = 0;
  for (const part of rule.row.split(' ')) {
    if (part.startsWith('..')) gap = Number(part.slice(2));
    else {
      steps.push(stepOf(part, gap));
      gap = 0;
    }
  }
  return { ...rule, steps };
}

const ROWS = PHRASES.map(rowOf);
const BY_FIRST = new Map<string, Row[]>();
for (const row of ROWS) {
  const [first, second] = row.steps;
  for (const word of [...(first?.words ?? []), ...(first?.optional ? (second?.words ?? []) : [])])
    BY_FIRST.set(word, [...(BY_FIRST.get(word) ?? []), row]);
}

export const VOCABULARY = new Vocabulary(
  ROWS.flatMap(({ steps }) => steps.flatMap(({ words }) => [...words])),
);
const LEADS: ReadonlySet<string> = new Set(LEADERS);
const JOINS: ReadonlySet<string> = new Set(JOINTS);
/** What an order begins with. */
const OPENS: ReadonlySet<string> = new Set([
  ...OPENERS,
  ...ROWS.flatMap(({ order, evidence, steps }) => (order && !evidence ? [...(steps[0]?.words ?? [])] : [])),
]);
/** Most words that lead to an order. */
const MOST_LEADERS = 8;

export interface PhraseHit {
  readonly rule: PhraseRule;
  /** Indexes of its first and its last word. */
  readonly first: number;
  readonly last: number;
}

/** Every row that is found, one hit at most for each row and first word; in order of the first word. */
export function phrasesIn(words: readonly Word[]): PhraseHit[] {
  const hits: PhraseHit[] = [];
  for (let at = 0; at < words.length; at++) {
    for (const row of BY_FIRST.get(words[at]?.text ?? '') ?? []) {
      if (isForbidden(row, words, at) || (row.order && !isOrder(words, at))) continue;
      const last = endOf(row, words, at);
      if (last >= 0) hits.push({ rule: row, first: at, last });
    }
  }
  return hits;
}

/** @returns the index of the last word, -1 where the row does not stand there */
function endOf({ steps }: Row, words: readonly Word[], at: number): number {
  /** Indexes of words at which the steps so far may have ended. */
  let ends = [at - 1];
  for (const [i, step] of steps.entries()) {
    const reached = new Set<number>(step.optional ? ends : []);
    for (const end of ends) {
      if (step.end && (words[end + 1]?.before ?? 'end') !== 'blank') reached.add(end);
      for (let next = end + 1; next <= end + 1 + (i === 0 ? 0 : step.gap); next++) {
        const word = words[next];
        if (word === undefined || (next > at && word.before === 'end')) break;
        if (step.words.has(word.text)) reached.add(next);
        if (step.colon && word.before === 'colon' && next > at) reached.add(next - 1);
      }
    }
    if (reached.size === 0) return -1;
    ends = [...reached];
  }
  return Math.max(...ends);
}

/** "do not ignore the previous instructions" asks for the opposite. */
function isForbidden({ steps }: Row, words: readonly Word[], at: number): boolean {
  if (!steps[0]?.words.has('ignore')) return false;
  const before = words[at - 1]?.text;
  return (
    words[at]?.before !== 'end' &&
    (before === 'not' || before === 'dont' || before === 'never' || before === 'cannot')
  );
}

/** Whether a word begins what is said, or only words that lead to an order stand before it, or it is joined to an order. */
export function isOrder(words: readonly Word[], at: number): boolean {
  for (let i = at; i >= 0 && i > at - MOST_LEADERS; i--) {
    const word = words[i];
    if (word === undefined) return false;
    if (i < at && !LEADS.has(word.text)) break;
    if (word.before !== 'blank') return i === at || word.text !== 'to';
  }
  return JOINS.has(words[at - 1]?.text ?? '') && beginsWithOrder(words, at - 1);
}

/** Most words between an order and what is joined to it. */
const MOST_JOINED = 30;

function beginsWithOrder(words: readonly Word[], at: number): boolean {
  let from = at;
  while (
    from > 0 &&
    at - from < MOST_JOINED &&
    words[from]?.before !== 'end' &&
    words[from]?.before !== 'colon'
  )
    from--;
  while (from < at && LEADS.has(words[from]?.text ?? '')) from++;
  return from < at && OPENS.has(words[from]?.text ?? '');
}
