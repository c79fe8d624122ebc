// Finds in a turn what its speaker did not say: what a tool, a document or the framework put there, however it is wrapped.
// When in doubt it is a tool's. Asked for every turn by segment.ts, so by the learner, zero hits, recall and loops alike.
// Pure; a pass over tags (foreign-tags.ts), one over forms (foreign-forms.ts), one over lines (foreign-lines.ts). Source:
// memory, Segmenting.

import type { Foreign, Range } from '../types.ts';
import { formStretches } from './foreign-forms.ts';
import { openedStretches } from './foreign-lines.ts';
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
  const quiet = [...envelopes.filter(({ end }) => end < text.length), ...closed];
  quiet.sort((a, b) => a.start - b.start);
  const found: Foreign[] = [...tagged, ...openedStretches(read, quiet, mayHandOver), ...formStretches(read)];
  if (isDump) found.push({ start: MAX_CHARS, end: text.length, kind: 'tool', isOpen: true, why: 'a dump' });
  return found.length === 0 ? found : apart(found);
}

/**
 * The texts a speaker's turn consists of, as they are to be segmented: each by itself, but what one leaves open takes the
 * others with it (a framework writes `[read_file] Result:` and the file in two parts).
 */
export function wholeTexts(texts: readonly string[]): string[] {
  const from = texts.findIndex((text, n) => n < texts.length - 1 && foreignStretches(text).at(-1)?.isOpen);
  return from < 0 ? [...texts] : [...texts.slice(0, from), texts.slice(from).join('\n')];
}

/** Of stretches over each other a note counts first, then what is a tool's, then what is handed over. */
const RANK = { note: 0, tool: 1, material: 2 };

/** The stretches apart: at each edge the one that counts first goes on. */
function apart(found: readonly Foreign[]): Foreign[] {
  const edges = [...new Set(found.flatMap(({ start, end }) => [start, end]))].sort((a, b) => a - b);
  const coming = [...found].sort((a, b) => a.start - b.start);
  const open: Foreign[] = [];
  const left: Foreign[] = [];
  let next = 0;
  for (const [n, start] of edges.slice(0, -1).entries()) {
    while ((coming[next]?.start ?? Number.POSITIVE_INFINITY) <= start) open.push(coming[next++] as Foreign);
    for (let at = open.length - 1; at >= 0; at--) if ((open[at] as Foreign).end <= start) open.splice(at, 1);
    const one = open.toSorted((a, b) => RANK[a.kind] - RANK[b.kind])[0];
    if (one === undefined) continue;
    const end = edges[n + 1] as number;
    const before = left.at(-1);
    const isOpen = one.isOpen && end === one.end;
    if (before?.kind === one.kind && before.end === start) left[left.length - 1] = { ...before, end, isOpen };
    else left.push({ ...one, start, end, isOpen });
  }
  return left;
}
