// Which resources a message may mean, where nobody said so with an @: its words against their names, by three rules, on word borders. A word of the
// dictionary alone names nothing. Each resource by its id, five at most. Pure; time goes with the length of both. Source: agent, Context (fuzzy matching).
import type { Resource } from '../../../shared/model/resource.ts';

const MOST = 5;
const MOST_CHARS = 20_000;
const MIN_PREFIX = 4;

export type Candidate = Pick<Resource, 'id' | 'kind' | 'name' | 'aliases'>;

export interface Matched {
  readonly id: string;
  readonly rule: 'name' | 'part' | 'prefix';
}

/** What stands before or after a name and says that it is one. */
const KIND_WORDS: ReadonlySet<string> = new Set(
  'container containers service services vm guest node host machine server pod deployment model image volume network disk lxc unit stack upstream'.split(
    ' ',
  ),
);

export function mentionsIn(
  text: string,
  candidates: readonly Candidate[],
  isDictionaryWord: (word: string) => boolean,
): Matched[] {
  const words = wordsOf(text.slice(0, MOST_CHARS));
  const index = new Words(words);
  const found = candidates.flatMap((candidate) => {
    const rule = ruleFor(candidate, index, isDictionaryWord);
    return rule ? [{ id: candidate.id, rule, at: rule === 'name' ? 0 : rule === 'part' ? 1 : 2 }] : [];
  });
  // Whole names are surer than parts: where one is whole, parts of the same word mean nothing.
  const best = found.some(({ rule }) => rule === 'name')
    ? found.filter(({ rule }) => rule === 'name')
    : found;
  return best
    .toSorted((a, b) => a.at - b.at)
    .slice(0, MOST)
    .map(({ id, rule }) => ({ id, rule }));
}

interface Word {
  readonly text: string;
  /** In quotes, in backticks or after an @. */
  readonly marked: boolean;
}

const SPLIT = /[^\p{L}\p{N}_@`"'.:/-]+/u;

function wordsOf(text: string): Word[] {
  return text.split(SPLIT).flatMap((raw) => {
    const marked = /^[@`"']/.test(raw);
    const word = trimmed(raw.toLowerCase());
    return word === '' ? [] : [{ text: word, marked }];
  });
}

/** Without the quotes and points around it. */
function trimmed(word: string): string {
  let from = 0;
  let to = word.length;
  while (from < to && `@\`"'.:/-`.includes(word[from] ?? '')) from += 1;
  while (to > from && `\`"'.:/-`.includes(word[to - 1] ?? '')) to -= 1;
  const core = word.slice(from, to);
  return core.endsWith("'s") ? core.slice(0, -2) : core;
}

class Words {
  readonly all: readonly Word[];
  readonly places = new Map<string, number[]>();
  /** Each word by its first four letters. */
  readonly byStart = new Map<string, string[]>();

  constructor(all: readonly Word[]) {
    this.all = all;
    for (const [at, { text }] of all.entries()) {
      const places = this.places.get(text);
      if (places) places.push(at);
      else {
        this.places.set(text, [at]);
        const start = text.slice(0, MIN_PREFIX);
        this.byStart.set(start, [...(this.byStart.get(start) ?? []), text]);
      }
    }
  }

  /** Whether something says that the word at a place is a name. */
  isSaidToBeOne(word: string): boolean {
    return (this.places.get(word) ?? []).some((at) => {
      const around = [this.all[at - 1]?.text, this.all[at + 1]?.text];
      return this.all[at]?.marked === true || around.some((one) => one !== undefined && KIND_WORDS.has(one));
    });
  }
}

function ruleFor(
  { name, aliases }: Candidate,
  words: Words,
  isDictionaryWord: (word: string) => boolean,
): Matched['rule'] | null {
  for (const one of [name, ...aliases]) {
    const whole = one.toLowerCase();
    if (!words.places.has(whole)) continue;
    if (!isPlain(whole, isDictionaryWord) || words.isSaidToBeOne(whole)) return 'name';
  }
  const lower = name.toLowerCase();
  const parts = lower.split(/[-_.]/).filter((part) => part.length >= MIN_PREFIX);
  if (parts.length > 1 && parts.some((part) => words.places.has(part) && !isPlain(part, isDictionaryWord)))
    return 'part';
  const starts = words.byStart.get(lower.slice(0, MIN_PREFIX)) ?? [];
  const isPrefix = starts.some(
    (word) => word.length >= MIN_PREFIX && lower.startsWith(word) && !isPlain(word, isDictionaryWord),
  );
  return isPrefix ? 'prefix' : null;
}

const isPlain = (word: string, isDictionaryWord: (word: string) => boolean): boolean =>
  KIND_WORDS.has(word) || isDictionaryWord(word);
