// Finds citation markers such as `[1]`, `[^2]` or `[1, 3–5]` in a Markdown text, with their ids and positions, and reports malformed or out-of-range ones.
// Reads CommonMark with GFM's tables and footnotes. Called by `festinger explain citations`. Source: advisory, Guardrails. Reasons: decision 059.
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

export const DIALECTS = ['bracket', 'caret', 'both'] as const;
export type Dialect = (typeof DIALECTS)[number];

export interface Citation {
  /** As it stands in the text. */
  readonly marker: string;
  /** In the order they are written, each once. */
  readonly ids: readonly number[];
  /** In UTF-16 units; `end` is behind the closing bracket. */
  readonly start: number;
  readonly end: number;
}

export interface CitationFault {
  readonly code: 'citation_invalid';
  readonly marker: string;
  readonly start: number;
  /** `malformed`: its ids cannot be read, and it is no citation. `out_of_range`: it is a citation, and an id has no source. */
  readonly reason: 'malformed' | 'out_of_range';
}

export interface CitationOptions {
  /** How many sources there are, numbered from 1; without it no id is out of range. */
  readonly sources?: number;
  /** Which markers count: `[1]`, `[^1]` or both, which is the default. The others are text. */
  readonly dialect?: Dialect;
}

export interface Citations {
  readonly citations: readonly Citation[];
  readonly faults: readonly CitationFault[];
}

type Root = ReturnType<typeof fromMarkdown>;
type Node = Root | Root['children'][number];

/**
 * Emphasis tells nothing of markers, and takes time by the square. Literal addresses are left to SCAN: GFM's run on into the markers behind them, and the
 * transform of the library inserts nodes without positions.
 */
const UNREAD = ['attention', 'strikethrough', 'emailAutolink', 'protocolAutolink', 'wwwAutolink'];
const MARKDOWN = {
  extensions: [gfm(), { disable: { null: UNREAD } }],
  mdastExtensions: gfmFromMarkdown().filter(({ transforms }) => transforms === undefined),
};
const PROSE = new Set(['paragraph', 'heading', 'tableCell']);

/** Stands for each character of a block that is not its text: code, links, images, escapes. */
const HIDDEN = '\ufffc';
const ESCAPE_OR_POINT = /\\[!-/:-@[-`{-~]|</g;

const NUMBERS = String.raw`[\p{Nd}\s,;，、；\p{Pd}−]`;
const NAME = String.raw`[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}_$\u0300-\u036f]`;
const INSIDE = String.raw`[^\[\]]*`;
const END = '(?![^])';
const ONLY_MARKERS = new RegExp(String.raw`^(?:\[\^?${NUMBERS}+\])+$`, 'u');

/** Reads a block from left to right: what hides markers is consumed first, and a marker is the group of that name. */
const SCAN = new RegExp(
  [
    // HTML, whose `<` is the only one left: comments and their like, elements whose content is no text of the answer, other tags.
    String.raw`<!--[^]*?(?:-->|${END})|<\?[^]*?(?:\?>|${END})|<!\[CDATA\[[^]*?(?:\]\]>|${END})`,
    String.raw`<(?<tag>a|code|kbd|pre|samp|script|style|textarea)(?=[\s/>])[^]*?(?:<\/\k<tag>|${END})`,
    `<(?:[^>"']|"[^"]*"|'[^']*')*`,
    // An address keeps brackets it runs into, but not `[^`, nor any behind a full stop or a parenthesis.
    String.raw`(?<=\p{L}):\/\/(?:[^\s<>"'\x60*|\\\[\]${HIDDEN}\u3000-\u303f\uff01-\uff20]|(?<![.,:;!?_~)])\[(?!\^)[^\s\[\]]*\])*`,
    // Brackets behind a name or with a letter in them, and those that follow at once: indexes and labels.
    String.raw`(?:(?<=${NAME})\[|\[(?=[^\[\]\p{L}${HIDDEN}]*[\p{L}${HIDDEN}]))(?!\^)${INSIDE}\](?:\[(?!\^)${INSIDE}\])*`,
    // A marker: not `[1]:` at the beginning of a line, which defines; not a day. `[^1` may lack its bracket.
    String.raw`(?=\[)(?!(?<=^[ \t>]*)\[${INSIDE}\]:)(?<marker>${[
      String.raw`\[(?!\s*\d{4}-\d\d-\d\d\s*\])(?=[^\[\]\p{Nd}]*\p{Nd})${NUMBERS}+\]`,
      String.raw`\[\^(?:[^\[\]\r\n]*|${NUMBERS}*)\]`,
      String.raw`\[\^[0-9](?:[ \t]*[0-9,;–-])*`,
    ].join('|')})`,
  ].join('|'),
  'gimu',
);

/** Ids are u32, as those of sources are; 0 is none. */
const MAX_ID = 0xffff_ffff;
const MAX_RANGE = 1000;
/** Ids that the ranges of one text may name beyond their first ones: a megabyte of `[1-1000]` would fill the memory. */
const MAX_IN_RANGES = 100_000;
const ID = /^[1-9][0-9]{0,9}$/;
const LINE_END = /[\n-\r\u0085\u2028\u2029]/;

/**
 * @param text Markdown; the caller bounds its length.
 * @example citationsIn('So it is [1, 9].', { sources: 3 })
 * // citations: [{ marker: '[1, 9]', ids: [1, 9], start: 9, end: 15 }], faults: [{ code: 'citation_invalid', …, reason: 'out_of_range' }]
 */
export function citationsIn(
  text: string,
  { sources = Number.POSITIVE_INFINITY, dialect = 'both' }: CitationOptions = {},
): Citations {
  const citations: Citation[] = [];
  const faults: CitationFault[] = [];
  const allowance = { left: MAX_IN_RANGES };
  for (const { start, marker } of markersIn(text)) {
    if (dialect === (marker.startsWith('[^') ? 'bracket' : 'caret')) continue;
    const ids = idsOf(marker, allowance);
    if (ids) citations.push({ marker, ids, start, end: start + marker.length });
    if (!ids || ids.some((id) => id > sources))
      faults.push({ code: 'citation_invalid', marker, start, reason: ids ? 'out_of_range' : 'malformed' });
  }
  return { citations, faults };
}

function* markersIn(text: string): Generator<{ start: number; marker: string }> {
  // The parser drops a byte order mark and counts positions without it.
  const root = fromMarkdown(text.replace(/^\ufeff/, ' '), MARKDOWN);
  for (const block of nodesIn(root, ({ type }) => PROSE.has(type) || type === 'html')) {
    const from = spanOf(block).start;
    for (const { 0: found, index, groups } of textOf(block, text).matchAll(SCAN)) {
      const start = from + index;
      if (groups?.marker !== undefined) yield { start, marker: text.slice(start, start + found.length) };
    }
  }
}

/** The uppermost nodes of a tree that are wanted, in order. Deep nesting does not fill the stack. */
function* nodesIn(top: Node, isWanted: (node: Node) => boolean): Generator<Node> {
  const waiting = [top];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (isWanted(node)) yield node;
    else if ('children' in node) for (const child of node.children.toReversed()) waiting.push(child);
  }
}

/** The source of a block, in which HIDDEN stands for all that is neither text nor HTML. */
function textOf(block: Node, text: string): string {
  const pieces: string[] = [];
  let at = spanOf(block).start;
  for (const node of nodesIn(block, ({ type }) => !PROSE.has(type))) {
    const { start, end } = spanOf(node);
    const source = text.slice(start, end);
    pieces.push(hidden(text.slice(at, start)));
    if (node.type === 'html' || node.type === 'footnoteReference') pieces.push(source);
    else pieces.push(isText(node, source) ? source.replace(ESCAPE_OR_POINT, hidden) : hidden(source));
    at = end;
  }
  return pieces.join('');
}

const hidden = (text: string): string => text.replace(/[^\r\n]/g, HIDDEN);

/** `[1]` and `[1][2]` stay markers where `[1]: url` or `[2]: url` is defined; `[1][]` and `[text][1]` are links. */
const isText = (node: Node, source: string): boolean =>
  node.type === 'text' || (node.type === 'linkReference' && ONLY_MARKERS.test(source));

function spanOf({ position }: Node): { start: number; end: number } {
  return { start: position?.start.offset ?? 0, end: position?.end.offset ?? 0 };
}

/**
 * The ids of a marker, in the order they are written, each once; null where it is malformed or its ranges exceed the allowance.
 * @example idsOf('[^1, 3–5]', { left: 1000 }) // [1, 3, 4, 5]
 */
function idsOf(marker: string, allowance: { left: number }): readonly number[] | null {
  if (!marker.endsWith(']') || LINE_END.test(marker)) return null;
  const ids = new Set<number>();
  for (const part of marker.slice(marker.startsWith('[^') ? 2 : 1, -1).split(/[,;]/)) {
    const ends = part.split(/[-–]/).map(idOf);
    const [first = 0, last = first] = ends;
    if (ends.length > 2 || ends.includes(null) || first === null || last === null) return null;
    if (last < first || last - first >= MAX_RANGE) return null;
    allowance.left -= last - first;
    if (allowance.left < 0) return null;
    for (let id = first; id <= last; id++) ids.add(id);
  }
  return [...ids];
}

function idOf(text: string): number | null {
  const digits = text.trim();
  const id = ID.test(digits) ? Number(digits) : 0;
  return id > 0 && id <= MAX_ID ? id : null;
}
