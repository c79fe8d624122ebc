// Stretches of a turn in tags that a framework writes: from the first opening of a name to its last closing, since a tool's
// text may hold the closing tag itself; without a closing, to the end. One pass, no tag is looked at twice. Used by foreign.ts.

import type { Foreign, Range } from '../types.ts';
import { FRAMEWORK, NOTES, PERSONS, RETURNED, SURE, TEMPLATE_MARKS } from './foreign-names.ts';

/** How a tag's name is taken: `sure` closed or not, `known` too where it opens a line, `paired` when it is closed. */
type Kind = 'note' | 'sure' | 'known' | 'paired';

/** Where the tags of one name stand; -1 for nowhere. */
interface Places {
  readonly kind: Kind;
  readonly why: string;
  first: number;
  /** The last opening that may be left open; of a note, the first one behind the last closing. */
  lastOpening: number;
  firstClosing: number;
  lastClosing: number;
  /** Notes of a harness, each from its opening to the next closing. */
  readonly notes: Foreign[];
}

/** A text with more tags that say something is markup; nobody writes it by hand. */
const MAX_TAGS = 8192;

/** A stretch in tags. `isHeadless`: only closings are there; its beginning was cut off. */
export interface Tagged extends Foreign {
  readonly isHeadless?: boolean;
}

const TAG = /<\s*(\/\s*)?([A-Za-z][\w.:-]{0,63})(?=[\s/>]|$)[^<>]*>?/y;

/** @param quiet stretches whose author is known, in order and apart: in them a tag can only close what was opened before */
export function taggedStretches(text: string, quiet: readonly Range[]): Tagged[] {
  const found = templateMark(text, quiet);
  const names = new Map<string, Places | null>();
  let within = 0;
  let count = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    TAG.lastIndex = at;
    const match = TAG.exec(text);
    if (match === null) continue;
    const places = placesOf(match[2] as string, names);
    if (places === null) continue;
    while (within < quiet.length && (quiet[within] as Range).end <= at) within++;
    // Somebody writes about a tag in backticks.
    const isQuoted = (quiet[within]?.start ?? at + 1) <= at || text.charAt(at - 1) === '`';
    if (match[1] === undefined) {
      const mayStayOpen = !match[0].endsWith('/>') && (places.kind !== 'known' || opensLine(text, at));
      if (!isQuoted) open(places, at, mayStayOpen);
    } else if (!isQuoted || places.first >= 0) close(places, at, TAG.lastIndex);
    if (++count > MAX_TAGS) return [...found, tool(0, text.length, 'too many tags')];
  }
  for (const places of new Set(names.values())) if (places) found.push(...stretchesOf(places, text.length));
  return found;
}

/** People write about a tag within a line; a framework begins a line with it. */
const opensLine = (text: string, at: number): boolean =>
  /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, at - 40), at));

const tool = (start: number, end: number, why: string): Tagged => ({
  start,
  end,
  kind: 'tool',
  isOpen: true,
  why,
});

/** A chat template's marks: who says what behind the first cannot be known. One in backticks is written about. */
function templateMark(text: string, quiet: readonly Range[]): Tagged[] {
  TEMPLATE_MARKS.lastIndex = 0;
  for (;;) {
    const index = TEMPLATE_MARKS.exec(text)?.index;
    if (index === undefined) return [];
    const isQuoted = text.charAt(index - 1) === '`';
    if (isQuoted || quiet.some(({ start, end }) => start <= index && index < end)) continue;
    return [tool(index, text.length, 'a mark of a chat template')];
  }
}

const BETWEEN = /[_:.-]+|(?<=[a-z])(?=[A-Z])/;
const NAMED = new RegExp(`^(?:${RETURNED}|${FRAMEWORK})$`, 'i');

/** @param names by the name as it is written, and in lower case; null for a name that says nothing */
function placesOf(spelled: string, names: Map<string, Places | null>): Places | null {
  const known = names.get(spelled);
  if (known !== undefined) return known;
  const name = spelled.toLowerCase();
  const kind = kindOf(spelled, name);
  const never = { first: -1, lastOpening: -1, firstClosing: -1, lastClosing: -1 };
  const places = names.get(name) ?? (kind && { kind, why: `in <${name}>`, ...never, notes: [] });
  names.set(name, places).set(spelled, places);
  return places;
}

function kindOf(spelled: string, name: string): Kind | null {
  if (PERSONS.test(name)) return null;
  if (NOTES.has(name)) return 'note';
  const parts = spelled.split(BETWEEN);
  const isNamed = parts.some((part) => NAMED.test(part));
  return SURE.has(name) || (parts.length > 1 && isNamed) ? 'sure' : isNamed ? 'known' : 'paired';
}

function open(places: Places, at: number, mayStayOpen: boolean): void {
  if (places.first < 0) places.first = at;
  const isWithinNote = places.kind === 'note' && places.lastOpening > places.lastClosing;
  if (mayStayOpen && !isWithinNote) places.lastOpening = at;
}

function close(places: Places, at: number, end: number): void {
  const { kind, lastOpening, lastClosing, notes, why } = places;
  if (kind === 'note' && lastOpening > lastClosing)
    notes.push({ start: lastOpening, end, kind, isOpen: false, why });
  if (places.firstClosing < 0) places.firstClosing = at;
  places.lastClosing = end;
}

function stretchesOf(places: Places, length: number): Tagged[] {
  const { kind, why, first, lastOpening, firstClosing, lastClosing, notes } = places;
  const isClosed = first >= 0 && lastClosing > first;
  // Closed before it was opened: the opening was cut off, or stands in what is not here.
  const isHeadless = kind !== 'paired' && firstClosing >= 0 && (first < 0 || firstClosing < first);
  const start = isHeadless ? 0 : first;
  if (kind !== 'paired' && lastOpening > lastClosing)
    return [...notes, { ...tool(start, length, why), isHeadless }];
  return isClosed || isHeadless
    ? [...notes, { ...tool(start, lastClosing, why), isOpen: false, isHeadless }]
    : notes;
}
