// Stretches of a turn in tags that a framework writes: from the first opening of a name to its last closing, since a tool's
// text may hold the closing tag itself; without a closing, to the end. One pass, no tag is looked at twice. Names:
// foreign-names.ts. Used by foreign.ts.

import type { Foreign, Range } from '../types.ts';
import { LIKELY, NOTES, PERSONS, SURE, TELLING, TEMPLATE_MARKS } from './foreign-names.ts';

/**
 * How a tag's name is taken: `sure` anywhere, `likely` at the start of a line or closed, `paired` (a name of several words
 * that nobody knows) when it is closed.
 */
type Kind = 'note' | 'sure' | 'likely' | 'paired';

interface Tag {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly form: 'opening' | 'closing' | 'empty';
}

/** Where the tags of one name stand. */
interface Places {
  readonly kind: Kind;
  readonly why: string;
  first: number;
  /** The first and the last opening that may be left open. */
  firstSolid: number;
  last: number;
  firstClosing: number;
  lastClosing: number;
  /** Harness notes, each from its opening to the next closing. */
  readonly notes: Foreign[];
}

const NEVER = -1;
/** A text with more tags that say something is markup; nobody writes it by hand. */
const MAX_TAGS = 8192;

/** A stretch in tags. `isHeadless`: only closings are there; its beginning was cut off. */
export interface Tagged extends Foreign {
  readonly isHeadless?: boolean;
}

/** @param quiet stretches whose author is known, in order and apart: in them a tag can only close what was opened before */
export function taggedStretches(text: string, quiet: readonly Range[]): Tagged[] {
  if (!text.includes('<') && !text.includes('[')) return [];
  const found = templateMark(text, quiet);
  const tags = new TagBook(text);
  let within = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    const tag = tagAt(text, at);
    if (tag === null) continue;
    while (within < quiet.length && (quiet[within] as Range).end <= at) within++;
    const isQuiet = (quiet[within]?.start ?? at + 1) <= at;
    if (!tags.take(tag, isQuiet))
      return [...found, { start: 0, end: text.length, kind: 'tool', isOpen: true, why: 'too many tags' }];
  }
  return [...found, ...tags.stretches()];
}

/** A chat template's marks: who says what behind the first cannot be known. */
function templateMark(text: string, quiet: readonly Range[]): Tagged[] {
  TEMPLATE_MARKS.lastIndex = 0;
  for (let mark = TEMPLATE_MARKS.exec(text); mark !== null; mark = TEMPLATE_MARKS.exec(text)) {
    const { index } = mark;
    const around = quiet.find(({ start, end }) => start <= index && index < end);
    if (around) TEMPLATE_MARKS.lastIndex = around.end;
    else if (!isQuoted(text, index))
      return [
        { start: index, end: text.length, kind: 'tool', isOpen: true, why: 'a mark of a chat template' },
      ];
  }
  return [];
}

/** Someone writes about the tag. */
const isQuoted = (text: string, at: number): boolean => text.charAt(at - 1) === '`';

const TAG = /<\s*(\/\s*)?([A-Za-z][\w.:-]{0,63})(?=[\s/>]|$)[^<>]*>?/y;

/** The tag that opens at `at`; null when it is none. Reads no further than to the next `<`. */
function tagAt(text: string, at: number): Tag | null {
  TAG.lastIndex = at;
  const match = TAG.exec(text);
  if (match === null) return null;
  const form = match[1] !== undefined ? 'closing' : match[0].endsWith('/>') ? 'empty' : 'opening';
  return { name: match[2] as string, start: at, end: TAG.lastIndex, form };
}

const SEVERAL = /[_:.-]|[a-z][A-Z]/;
const BETWEEN = /[_:.-]+|(?<=[a-z])(?=[A-Z])/;

function kindOf(name: string): Kind | null {
  const lower = name.toLowerCase();
  if (PERSONS.has(lower)) return null;
  if (NOTES.has(lower)) return 'note';
  if (SURE.has(lower)) return 'sure';
  if (LIKELY.has(lower)) return 'likely';
  if (!SEVERAL.test(name)) return null;
  return name.split(BETWEEN).some((word) => TELLING.has(word.toLowerCase())) ? 'sure' : 'paired';
}

/** The tags of a text that say something, by name. */
class TagBook {
  readonly #text: string;
  /** By the name as it is written; null for a name that says nothing. */
  readonly #spelled = new Map<string, Places | null>();
  readonly #names = new Map<string, Places>();
  #tags = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Writes a tag down; false when there are too many. */
  take(tag: Tag, isQuiet: boolean): boolean {
    let places = this.#spelled.get(tag.name);
    if (places === undefined) {
      places = this.#placesOf(tag.name);
      this.#spelled.set(tag.name, places);
    }
    if (places === null) return true;
    if (tag.form !== 'closing') {
      if (!isQuiet) this.#open(places, tag);
    } else if (!isQuiet || places.first !== NEVER) this.#close(places, tag);
    return ++this.#tags <= MAX_TAGS;
  }

  stretches(): Tagged[] {
    return [...this.#names.values()].flatMap((places) => stretchesOf(places, this.#text.length));
  }

  #placesOf(spelled: string): Places | null {
    const kind = kindOf(spelled);
    if (kind === null) return null;
    const name = spelled.toLowerCase();
    const known = this.#names.get(name);
    if (known) return known;
    const never = { first: NEVER, firstSolid: NEVER, last: NEVER, firstClosing: NEVER, lastClosing: NEVER };
    const places: Places = { kind, why: `in <${name}>`, ...never, notes: [] };
    this.#names.set(name, places);
    return places;
  }

  #close(places: Places, { start, end }: Tag): void {
    if (isQuoted(this.#text, start) && places.first === NEVER) return;
    if (places.firstClosing === NEVER) places.firstClosing = end;
    places.lastClosing = end;
    const { kind, last, notes } = places;
    if (kind !== 'note' || last === NEVER || last < (notes.at(-1)?.end ?? 0)) return;
    notes.push({ start: last, end, kind: 'note', isOpen: false, why: places.why });
  }

  #open(places: Places, { start, form }: Tag): void {
    if (isQuoted(this.#text, start)) return;
    if (places.first === NEVER) places.first = start;
    const staysOpen = form === 'opening' && (places.kind !== 'likely' || isLineStart(this.#text, start));
    if (!staysOpen) return;
    if (places.firstSolid === NEVER) places.firstSolid = start;
    // Of a note the first opening behind the last closing counts.
    if (places.kind !== 'note' || places.last <= places.lastClosing) places.last = start;
  }
}

/** Only white space and marks of a list or a quote stand in front of it on its line. */
function isLineStart(text: string, at: number): boolean {
  for (let before = at - 1; at - before <= 24; before--) {
    const unit = text.charAt(before);
    if (unit === '' || unit === '\n') return true;
    if (!' \t\r>*-#'.includes(unit)) return false;
  }
  return false;
}

function stretchesOf(places: Places, length: number): Tagged[] {
  const { kind, why, first, firstSolid, last, firstClosing, lastClosing, notes } = places;
  const isClosed = first !== NEVER && lastClosing > first;
  const closed: Tagged = { start: first, end: lastClosing, kind: 'tool', isOpen: false, why };
  if (kind === 'paired') return isClosed ? [closed] : [];
  // Closed before it was opened: the opening was cut off, or stands in what is not here.
  const isHeadless = kind !== 'likely' && firstClosing !== NEVER && (first === NEVER || firstClosing < first);
  const start = isHeadless ? 0 : isClosed ? first : firstSolid;
  if (last > lastClosing)
    return [...notes, { start, end: length, kind: 'tool', isOpen: true, isHeadless, why }];
  return isClosed || isHeadless ? [...notes, { ...closed, start, isHeadless }] : [];
}
