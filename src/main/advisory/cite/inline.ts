// What one stretch of prose holds: markers of citations, links and images, addresses, tags, code. Reads once from left to right with a stack of
// brackets, as CommonMark resolves them, so that what stands in code, in a link or behind a name is no marker. Used by reading.ts.
// Source: advisory, Guardrails.
import type { Span } from './blocks.ts';
import { bracketsAt } from './marker.ts';
import { addressEnd, autolinkAt, labelAt, resourceAt, tagAt } from './targets.ts';

export interface Marker extends Span {
  readonly isCaret: boolean;
}

export interface Link extends Span {
  readonly kind: 'link' | 'image' | 'address' | 'definition';
  /** Where it leads, as written. */
  readonly target: string;
}

export interface Inline {
  /** What is meant as a marker, well formed or not. */
  readonly markers: Marker[];
  readonly links: Link[];
  /** Tags of HTML and comments. */
  readonly markup: Span[];
  /** Between ticks, ticks included. */
  readonly code: Span[];
}

interface Opener {
  readonly at: number;
  readonly isImage: boolean;
  /** Markers found before it. */
  readonly markers: number;
}

/** A letter or digit of a name in front of a bracket makes it an index; scripts that set no blanks between words have no such names. */
const OF_NAME = /(?:[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}_$]|[\u0300-\u036f])/u;
const LETTER = /\p{L}/u;
const PLAIN = /[^\\`<!:[\]]+/y;
const PUNCTUATION = /[!-/:-@[-`{-~]/;
/** Between these tags nothing is the answer's own word: code, or the text of a link. */
const CLOSED_BY: Readonly<Record<string, string>> = {
  a: '</a',
  code: '</code',
  kbd: '</kbd',
  pre: '</pre',
  samp: '</samp',
  script: '</script',
  style: '</style',
  textarea: '</textarea',
};
/** Besides tags: what opens markup without a name, and what closes it. */
const MARKUP = [
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<![CDATA[', ']]>'],
  ['<!', '>'],
] as const;

/**
 * @param prose as long as the whole text
 * @param targets of definitions by their labels
 */
export function readInline(
  prose: string,
  { start, end }: Span,
  targets: ReadonlyMap<string, string>,
): Inline {
  // A text of its own: no search looks beyond it.
  const found = new InlineReader(prose.slice(start, end), targets).read();
  const moved = <S extends Span>(spans: readonly S[]): S[] =>
    spans.map((span) => ({ ...span, start: span.start + start, end: span.end + start }));
  return {
    markers: moved(found.markers),
    links: moved(found.links),
    markup: moved(found.markup),
    code: moved(found.code),
  };
}

class InlineReader {
  readonly #text: string;
  readonly #end: number;
  readonly #targets: ReadonlyMap<string, string>;
  readonly #found: Inline = { markers: [], links: [], markup: [], code: [] };
  readonly #openers: Opener[] = [];
  /** Openers below this make no link: a link holds none. */
  #closed = 0;
  #at = 0;
  /** Behind brackets with a name in or before them: what follows at once is an index or a label. */
  #behindNamed = -1;
  #lastLetter = -1;
  readonly #ticks: ReadonlyMap<number, number[]>;
  /** What does not follow any more, from here to the end. */
  readonly #missing = new Set<string>();

  constructor(text: string, targets: ReadonlyMap<string, string>) {
    this.#text = text;
    this.#end = text.length;
    this.#targets = targets;
    this.#ticks = tickRuns(text);
  }

  read(): Inline {
    while (this.#at < this.#end) this.#next(this.#text.charAt(this.#at));
    return this.#found;
  }

  #next(char: string): void {
    switch (char) {
      case '\\':
        this.#at += PUNCTUATION.test(this.#text.charAt(this.#at + 1)) ? 2 : 1;
        return;
      case '`':
        this.#code();
        return;
      case '<':
        this.#pointed();
        return;
      case '!':
        if (this.#text.charAt(this.#at + 1) === '[' && !this.#isMarker(this.#at + 1)) this.#push(true);
        else if (!this.#image()) this.#at++;
        return;
      case '[':
        this.#bracket();
        return;
      case ']':
        this.#close();
        return;
      case ':':
        this.#address();
        return;
      default:
        this.#plain();
    }
  }

  /** What stands between the signs that mean something. */
  #plain(): void {
    PLAIN.lastIndex = this.#at;
    const run = PLAIN.exec(this.#text)?.[0] ?? ' ';
    this.#at += run.length;
    if (LETTER.test(run)) this.#lastLetter = this.#at - 1;
  }

  #code(): void {
    const from = this.#at;
    let length = 1;
    while (this.#text.charAt(from + length) === '`') length++;
    const runs = this.#ticks.get(length);
    // Runs are stored from the last to the first: what lies behind us is given up for good.
    while (runs && (runs.at(-1) ?? Number.POSITIVE_INFINITY) < from + length) runs.pop();
    const close = runs?.at(-1);
    this.#at = close === undefined ? from + length : close + length;
    if (close === undefined) return;
    this.#found.code.push({ start: from, end: this.#at });
    this.#lastLetter = close;
  }

  #pointed(): void {
    const from = this.#at;
    const link = autolinkAt(this.#text, from, this.#end);
    if (link) {
      this.#found.links.push({ kind: 'address', start: from, end: link.end, target: link.target });
      this.#at = link.end;
      return;
    }
    const tag = tagAt(this.#text, from, this.#end);
    const end = tag?.end ?? this.#unnamed(from);
    if (end < 0) {
      this.#at++;
      return;
    }
    const closing = tag ? CLOSED_BY[tag.name] : undefined;
    this.#at = closing === undefined ? end : Math.max(end, this.#find(closing, end));
    this.#found.markup.push({ start: from, end: this.#at });
  }

  /** A comment and its like. */
  #unnamed(from: number): number {
    for (const [open, close] of MARKUP)
      if (this.#text.startsWith(open, from) && (open !== '<!' || LETTER.test(this.#text.charAt(from + 2)))) {
        const at = this.#find(close, from + open.length);
        return at < 0 ? -1 : at + close.length;
      }
    return -1;
  }

  /** The next place of a sign, -1 where there is none; what was once sought in vain is not sought again. */
  #find(sign: string, from: number): number {
    if (this.#missing.has(sign)) return -1;
    const at = this.#text.indexOf(sign, from);
    if (at >= 0) return at;
    this.#missing.add(sign);
    return -1;
  }

  #address(): void {
    const from = this.#at;
    this.#at++;
    if (!this.#text.startsWith('//', this.#at) || !LETTER.test(this.#text.charAt(from - 1))) return;
    let start = from;
    while (start > 0 && from - start < 32 && /[A-Za-z0-9+.-]/.test(this.#text.charAt(start - 1))) start--;
    const end = addressEnd(this.#text, from + 3, this.#end);
    this.#at = Math.max(end, from + 3);
    if (end > from + 3)
      this.#found.links.push({ kind: 'address', start, end, target: this.#text.slice(start, end) });
  }

  #isMarker(at: number): boolean {
    return bracketsAt(this.#text, at, this.#end) !== null;
  }

  /** `![1](…)`, and `![1]` where a definition makes it an image. */
  #image(): boolean {
    const from = this.#at + 1;
    const brackets = this.#text.charAt(from) === '[' ? bracketsAt(this.#text, from, this.#end) : null;
    if (!brackets) return false;
    const label = labelAt(this.#text, from, this.#end);
    const target = label ? this.#targets.get(label.label) : undefined;
    if (this.#link(this.#at, brackets.end, 'image')) return true;
    if (target === undefined) return false;
    this.#linked('image', this.#at, brackets.end, target);
    return true;
  }

  #bracket(): void {
    const from = this.#at;
    const brackets = bracketsAt(this.#text, from, this.#end);
    if (!brackets) {
      this.#push(false);
      return;
    }
    const { end, isCaret } = brackets;
    if (this.#link(from, end, 'link')) {
      this.#closed = this.#openers.length;
      return;
    }
    this.#at = end;
    const isBehindName = !isCaret && (this.#behindNamed === from || OF_NAME.test(this.#before(from)));
    if (isBehindName) this.#behindNamed = end;
    else if (!this.#isDefinition(from, end)) this.#found.markers.push({ start: from, end, isCaret });
  }

  #before(at: number): string {
    return this.#text.charAt(at - 1);
  }

  /** `[1]:` at the beginning of a line, whatever it defines. */
  #isDefinition(from: number, end: number): boolean {
    if (this.#text.charAt(end) !== ':' || end >= this.#end) return false;
    let at = from - 1;
    while (at >= 0 && (this.#text.charAt(at) === ' ' || this.#text.charAt(at) === '\t')) at--;
    return at < 0 || this.#text.charAt(at) === '\n' || this.#text.charAt(at) === '\r';
  }

  #push(isImage: boolean): void {
    this.#openers.push({ at: this.#at, isImage, markers: this.#found.markers.length });
    this.#at += isImage ? 2 : 1;
  }

  #close(): void {
    const end = this.#at + 1;
    const opener = this.#openers.pop();
    const canLink = opener !== undefined && (opener.isImage || this.#openers.length >= this.#closed);
    this.#closed = Math.min(this.#closed, this.#openers.length);
    if (canLink && this.#link(opener.at, end, opener.isImage ? 'image' : 'link')) {
      this.#found.markers.length = opener.markers;
      if (!opener.isImage) this.#closed = this.#openers.length;
      return;
    }
    this.#at = end;
    if (opener && (this.#lastLetter > opener.at || OF_NAME.test(this.#before(opener.at))))
      this.#behindNamed = end;
  }

  /** What makes a link of the text in brackets that ends here: `(target)`, `[label]` or `[]`, or a definition of the text itself. */
  #link(from: number, end: number, kind: 'link' | 'image'): boolean {
    const resource = resourceAt(this.#text, end, this.#end);
    if (resource) return this.#linked(kind, from, resource.end, resource.target);
    if (this.#targets.size === 0) return false;
    const open = kind === 'image' ? from + 1 : from;
    const isMarker = this.#isMarker(open);
    const own = labelAt(this.#text, open, this.#end);
    const ownTarget = own?.end === end ? this.#targets.get(own.label) : undefined;
    if (this.#text.startsWith('[]', end) && end + 2 <= this.#end)
      return ownTarget !== undefined && this.#linked(kind, from, end + 2, ownTarget);
    const label = labelAt(this.#text, end, this.#end);
    const target = label ? this.#targets.get(label.label) : undefined;
    // `[1][2]` are two markers, whatever is defined.
    if (label && target !== undefined && !(isMarker && this.#isMarker(end)))
      return this.#linked(kind, from, label.end, target);
    return ownTarget !== undefined && !isMarker && this.#linked(kind, from, end, ownTarget);
  }

  #linked(kind: 'link' | 'image', start: number, end: number, target: string): boolean {
    this.#found.links.push({ kind, start, end, target });
    this.#at = end;
    return true;
  }
}

/** Where runs of ticks begin, by their length, from the last to the first. */
function tickRuns(text: string): Map<number, number[]> {
  const runs = new Map<number, number[]>();
  for (let at = text.indexOf('`'); at >= 0; at = text.indexOf('`', at)) {
    const from = at;
    while (text.charAt(at) === '`') at++;
    const known = runs.get(at - from);
    if (known) known.push(from);
    else runs.set(at - from, [from]);
  }
  for (const places of runs.values()) places.reverse();
  return runs;
}
