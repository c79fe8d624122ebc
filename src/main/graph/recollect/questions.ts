// Questions the other way round: "What runs on pve1?" asks for what stands below a known concept. Tells from the words
// beside a name whether its sentence asks so, and in which dimensions to look. Looks at a bounded stretch around the name,
// so a text costs what its names cost. Pure. Source: memory D24. Used by mentions.ts.
import type { NameSpan } from './lookup.ts';

/** Characters of the sentence looked at before and behind a name. */
const BEFORE_CHARS = 160;
const BEHIND_CHARS = 48;

/** Dimensions to look in, the likeliest first. */
const HOSTED = ['runs-on', 'membership', 'geography'];
const INSIDE = ['membership', 'geography', 'runs-on'];
const OWNED = ['owned-by', 'membership'];
const BUILT = ['tech'];
const PLACED = ['geography', 'membership'];

const DETERMINERS = new Set('the a an my our your his her their its this that'.split(' '));
const ASKS = new Set(
  'what which who list show name enumerate everything anything all whatever every each many'.split(' '),
);
/**
 * What may stand between such a word and the link; anything else is what the sentence is about ("What is the load on pve1?").
 * Verbs of being somewhere, words for things in general, and what fills such questions.
 */
const FILLERS = new Set(
  (
    'is are was run runs running hosted deployed installed live lives living sit sits sitting located placed stand stands ' +
    'housed kept do does we i you have has got there that which else all of me us them these those everything anything ' +
    'currently now right today still also actually exactly and ' +
    'service services container containers app apps application applications thing things stuff vm vms guest guests machine machines ' +
    'host hosts server servers node nodes box boxes device devices database databases stack stacks system systems component ' +
    'components part parts member members piece pieces program programs job jobs workload workloads pod pods tool tools project ' +
    'projects repo repos repository repositories agent agents model models module modules package packages instance instances daemon ' +
    'daemons site sites lxc lxcs'
  ).split(' '),
);
/** Verbs of which the name is the subject: "what does pve1 host?" */
const SUBJECT_VERBS: Readonly<Record<string, readonly string[]>> = {
  host: HOSTED,
  run: HOSTED,
  serve: HOSTED,
  own: OWNED,
  maintain: OWNED,
  manage: OWNED,
  contain: INSIDE,
  include: INSIDE,
  hold: INSIDE,
  'consist of': INSIDE,
};
const DOES = new Set(['does', 'do', 'did', 'can']);

/** What stands between the rest of a sentence and a name below which it asks, longest first. */
const LINKS: readonly (readonly [words: readonly string[], dims: readonly string[]])[] = (
  [
    ['is part of,are part of,part of,parts of,member of,members of,inside,within,under,in', INSIDE],
    ['belong to,belongs to,belonging to', INSIDE.concat(OWNED)],
    ['owned by,run by,maintained by,managed by', OWNED],
    ['located in,located at,at', PLACED],
    ['built with,built on,written in,implemented in,powered by,made with', BUILT],
    ['hosted by,on top of,on', HOSTED],
  ] as const
)
  .flatMap(([links, dims]) => links.split(',').map((link) => [link.split(' '), dims] as const))
  .sort(([a], [b]) => b.length - a.length);

/** Words of a sentence in lower case, with the blanks and marks between them left out. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
}

/** The rest of its sentence before an offset, and behind one. */
function around(text: string, { start, end }: NameSpan): { before: string; behind: string } {
  const before = text.slice(Math.max(0, start - BEFORE_CHARS), start);
  const from = Math.max(...['.', '!', '?', '\n', ';', ':'].map((mark) => lastEnd(before, mark)));
  const behind = text.slice(end, end + BEHIND_CHARS);
  const to = behind.search(/[.!?;\n]/);
  return { before: before.slice(from), behind: to < 0 ? behind : behind.slice(0, to + 1) };
}

/** Where the sentence before the mark's last place ends; a dot within a word ends none. */
function lastEnd(text: string, mark: string): number {
  for (let at = text.lastIndexOf(mark); at >= 0; at = text.lastIndexOf(mark, at - 1)) {
    if (mark === '\n' || /\s/.test(text[at + 1] ?? ' ')) return at + 1;
    if (at === 0) break;
  }
  return 0;
}

/**
 * The dimensions in which a text asks for what stands below the concept it names at a span; null when it does not ask so.
 * @example askedBelow('What runs on pve1?', span of "pve1") // ['runs-on', 'membership', 'geography']
 */
export function askedBelow(text: string, span: NameSpan): readonly string[] | null {
  const { before, behind } = around(text, span);
  const words = wordsOf(before);
  while (words.length > 0 && DETERMINERS.has(words.at(-1) as string)) words.pop();
  const verb =
    SUBJECT_VERBS[wordsOf(behind).slice(0, 2).join(' ')] ?? SUBJECT_VERBS[wordsOf(behind)[0] ?? ''];
  if (verb !== undefined && DOES.has(words.at(-1) ?? '')) return asks(words) ? verb : null;
  const link = LINKS.find(([tail]) =>
    tail.every((word, i) => words[words.length - tail.length + i] === word),
  );
  return link !== undefined && asks(words.slice(0, words.length - link[0].length)) ? link[1] : null;
}

/** Whether the words end in a question for things, with nothing in it that it could be about instead. */
function asks(words: readonly string[]): boolean {
  for (let i = words.length - 1; i >= 0; i--) {
    const word = words[i] as string;
    if (ASKS.has(word)) return true;
    if (!FILLERS.has(word) && !DETERMINERS.has(word)) return false;
  }
  return false;
}
