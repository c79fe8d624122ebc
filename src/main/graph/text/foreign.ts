// Finds in a turn what its speaker did not say: what a tool, a document or the framework put there, however it is wrapped.
// When in doubt it is a tool's. Asked for every turn by segment.ts, so by the learner, zero hits, recall and loops alike.
// Pure; one pass over lines (foreign-labels.ts), one over tags (foreign-tags.ts). Source: memory, Segmenting.

import type { Foreign, Range } from '../types.ts';
import { formStretches } from './foreign-forms.ts';
import { labelledStretches } from './foreign-labels.ts';
import { taggedStretches } from './foreign-tags.ts';

/** A turn is read so far; behind it everything is a dump, nobody's word. */
const MAX_CHARS = 131_072;

/**
 * The stretches of a turn that are not its speaker's, in order and apart from each other.
 * @param envelopes stretches whose author is known, in order and apart: what is quoted in them opens nothing
 * @param mayHandOver whether its speaker may hand a text over without a known label: a person may
 */
export function foreignStretches(
  text: string,
  envelopes: readonly Range[] = [],
  mayHandOver = true,
): Foreign[] {
  const isDump = text.length > MAX_CHARS;
  const read = isDump ? text.slice(0, MAX_CHARS) : text;
  const tagged = taggedStretches(read, envelopes);
  // A tag that was only opened or only closed may be the tool's own, and so may what is never closed: labels count there.
  const closed = tagged.filter(({ isOpen, isHeadless }) => !isOpen && !isHeadless);
  const quiet = joined([...envelopes.filter(({ end }) => end < text.length), ...closed]);
  const found: Foreign[] = [
    ...tagged,
    ...labelledStretches(read, quiet, mayHandOver),
    ...formStretches(read),
  ];
  if (isDump) found.push({ start: MAX_CHARS, end: text.length, kind: 'tool', isOpen: true, why: 'a dump' });
  return found.length < 2 ? found : apart(found);
}

/** Ranges in order and apart. */
function joined(ranges: readonly Range[]): readonly Range[] {
  if (ranges.length < 2) return ranges;
  const apart: { start: number; end: number }[] = [];
  for (const { start, end } of [...ranges].sort((a, b) => a.start - b.start)) {
    const last = apart.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else apart.push({ start, end });
  }
  return apart;
}

/**
 * The texts a speaker's turn consists of, as they are to be segmented: each by itself, but what one leaves open takes the
 * others with it (a framework writes `[read_file] Result:` and the file in two parts).
 */
export function wholeTexts(texts: readonly string[]): string[] {
  const from = texts.findIndex((text, n) => n < texts.length - 1 && foreignStretches(text).at(-1)?.isOpen);
  return from < 0 ? [...texts] : [...texts.slice(0, from), texts.slice(from).join('\n')];
}

/** Notes cut what they stand in; of the rest what is a tool's wins over what is handed over. */
function apart(found: readonly Foreign[]): Foreign[] {
  const notes = union(found.filter(({ kind }) => kind === 'note'));
  const tools = union(found.filter(({ kind }) => kind === 'tool'));
  const material = without(union(found.filter(({ kind }) => kind === 'material')), tools);
  const rest = without([...tools, ...material], notes);
  return [...notes, ...rest].sort((a, b) => a.start - b.start);
}

function union(found: readonly Foreign[]): Foreign[] {
  const joined: Foreign[] = [];
  for (const one of [...found].sort((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last && one.start <= last.end) {
      const isOpen =
        one.end === last.end ? one.isOpen || last.isOpen : (one.end > last.end ? one : last).isOpen;
      joined[joined.length - 1] = { ...last, end: Math.max(last.end, one.end), isOpen };
    } else joined.push(one);
  }
  return joined;
}

/** What is left of stretches where others, in order and apart, are taken out. */
function without(stretches: readonly Foreign[], holes: readonly Foreign[]): Foreign[] {
  const left: Foreign[] = [];
  let hole = 0;
  for (const one of [...stretches].sort((a, b) => a.start - b.start)) {
    let from = one.start;
    while (from < one.end) {
      while ((holes[hole]?.end ?? Number.POSITIVE_INFINITY) <= from) hole++;
      const next = holes[hole];
      const until = Math.min(one.end, next?.start ?? one.end);
      if (until > from)
        left.push({ ...one, start: from, end: until, isOpen: one.isOpen && until === one.end });
      from = next && next.start < one.end ? next.end : one.end;
    }
  }
  return left;
}
