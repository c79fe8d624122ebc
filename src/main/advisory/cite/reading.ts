// An answer in markdown, read once for all who judge it: its blocks, and within them markers, links, tags and code, in the order they stand. Judges
// nothing and never throws. Used by the files of this room and by their callers. Source: advisory, Guardrails.
import { type Block, blocksOf, type Span } from './blocks.ts';
import { type Link, type Marker, readInline } from './inline.ts';
import { definitionAt } from './targets.ts';

export interface Reading {
  readonly text: string;
  /** As long as the text: blanks for all that is no prose, definitions of links among it. */
  readonly prose: string;
  readonly blocks: readonly Block[];
  readonly markers: readonly Marker[];
  readonly links: readonly Link[];
  /** Tags and comments; those that begin a line come first. */
  readonly markup: readonly Span[];
  /** Lines of code, and code between ticks. */
  readonly code: readonly Span[];
  readonly ticked: readonly Span[];
}

/** @param text any string; half a surrogate pair is a sign like others. Linear. */
export function readBrief(text: string): Reading {
  const raw = blocksOf(text);
  const definitions: Link[] = [];
  const targets = new Map<string, string>();
  const blocks = raw.blocks
    .map((block) => (block.isFlowing ? withoutDefinitions(raw.prose, block, definitions, targets) : block))
    .filter(({ start, end }) => start < end);
  const prose = blanked(raw.prose, definitions);
  const markers: Marker[] = [];
  const links: Link[] = [];
  const markup: Span[] = [...raw.markup];
  const ticked: Span[] = [];
  for (const part of blocks.flatMap(({ parts }) => parts)) {
    const found = readInline(prose, part, targets);
    for (const marker of found.markers) markers.push(marker);
    for (const link of found.links) links.push(link);
    for (const span of found.markup) markup.push(span);
    for (const span of found.code) ticked.push(span);
  }
  const all = [...definitions, ...links].toSorted((a, b) => a.start - b.start);
  return { text, prose, blocks, markers, links: all, markup, code: raw.code, ticked };
}

/** A paragraph behind the definitions it begins with; empty where it is nothing else. */
function withoutDefinitions(
  prose: string,
  block: Block,
  definitions: Link[],
  targets: Map<string, string>,
): Block {
  let start = block.start;
  for (;;) {
    while (start < block.end && /\s/.test(prose.charAt(start))) start++;
    const found = prose.charAt(start) === '[' ? definitionAt(prose, start, block.end) : null;
    if (!found) break;
    definitions.push({ kind: 'definition', start, end: found.end, target: found.target });
    if (!targets.has(found.label)) targets.set(found.label, found.target);
    start = found.end;
  }
  return { ...block, start, parts: [{ start, end: block.end }] };
}

/** The text with blanks in place of the spans; ends of lines stay. */
export function blanked(text: string, spans: readonly Span[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end } of spans) {
    if (start < from) continue;
    pieces.push(text.slice(from, start), text.slice(start, end).replace(/[^\r\n]/g, ' '));
    from = end;
  }
  pieces.push(text.slice(from));
  return pieces.join('');
}
