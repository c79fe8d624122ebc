// Markers of citations in the text of a brief, as its reader presses them: found as the core finds them (advisory/cite), so that what counts as one there is one here.
// Pure. Called by sections.tsx, for react-markdown. Source: advisory, Guardrails.

/** What is drawn for one: an element that no answer can bring, since HTML of answers is shown as words. */
export const MARK = 'cite';

export interface Marker {
  readonly start: number;
  readonly end: number;
  /** In the order they are written. */
  readonly ids: readonly number[];
}

const BRACKETS = /\[\^?[\d\s,;–-]+\]/g;
const ID = /^[1-9]\d{0,9}$/;
/** A letter or digit of a name in front of a bracket makes it an index. */
const OF_NAME = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}_$]/u;
/** More than these side by side nobody presses: the marker stays words. */
const MOST = 40;

/** @param text as it is shown @param raw the same as it was written, where known: an escaped bracket begins no marker */
export function markersIn(text: string, raw: string = text): Marker[] {
  const escaped = raw === text ? [] : escapesOf(raw);
  // An entity made a bracket, and nobody knows which: then nothing is taken for a marker.
  if (raw !== text && escaped.length !== [...text].filter((sign) => sign === '[').length) return [];
  const found: Marker[] = [];
  let brackets = 0;
  let counted = 0;
  for (const { 0: marker, index: start } of text.matchAll(BRACKETS)) {
    for (; counted < start; counted++) if (text[counted] === '[') brackets++;
    const ids = escaped[brackets] || OF_NAME.test(text.charAt(start - 1)) ? null : idsOf(marker);
    if (ids !== null) found.push({ start, end: start + marker.length, ids });
  }
  return found;
}

/** Of each `[` in order, whether a stroke stands before it. */
function escapesOf(raw: string): boolean[] {
  const all: boolean[] = [];
  for (let at = 0; at < raw.length; at++) {
    if (raw[at] === '\\') {
      at++;
      if (raw[at] === '[') all.push(true);
    } else if (raw[at] === '[') all.push(false);
  }
  return all;
}

function idsOf(marker: string): number[] | null {
  const ids = new Set<number>();
  for (const part of marker.slice(marker.startsWith('[^') ? 2 : 1, -1).split(/[,;]/)) {
    const ends = part.split(/[-–]/).map((end) => (ID.test(end.trim()) ? Number(end) : 0));
    const [first = 0, last = first] = ends;
    if (ends.length > 2 || ends.includes(0) || last < first || last - first >= MOST) return null;
    for (let id = first; id <= last; id++) ids.add(id);
  }
  return ids.size > MOST ? null : [...ids];
}

interface Node {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: Node[];
  position?: { start: { offset?: number }; end: { offset?: number } };
}

/** Within these nothing is the brief's own word; and a marker is one already. */
const NOT_IN: ReadonlySet<string> = new Set(['a', 'code', 'pre', MARK]);

/** A rehype plugin: words become words and markers, each with its ids as `data-ids`. */
export const markCitations = () => (tree: unknown, file: { toString(): string }) => {
  const raw = file.toString();
  // A list and no recursion: how deep a text stands in itself is its writer's choice.
  const open: Node[] = [tree as Node];
  for (let node = open.pop(); node; node = open.pop()) {
    if (!node.children || NOT_IN.has(node.tagName ?? '')) continue;
    node.children = node.children.flatMap((child) => (child.type === 'text' ? cut(child, raw) : [child]));
    open.push(...node.children);
  }
};

function cut(node: Node, whole: string): Node[] {
  const { value = '', position } = node;
  const [from, to] = [position?.start.offset, position?.end.offset];
  const raw = from === undefined || to === undefined ? value : whole.slice(from, to);
  const markers = markersIn(value, raw);
  if (markers.length === 0) return [node];
  const parts: Node[] = [];
  let at = 0;
  const words = (end: number) => {
    if (end > at) parts.push({ type: 'text', value: value.slice(at, end) });
  };
  for (const { start, end, ids } of markers) {
    words(start);
    const properties = { dataIds: ids.join(' ') };
    const children = [{ type: 'text', value: value.slice(start, end) }];
    parts.push({ type: 'element', tagName: MARK, properties, children });
    at = end;
  }
  words(value.length);
  return parts;
}
