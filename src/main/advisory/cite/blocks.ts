// The blocks of an answer in markdown: paragraphs, headings, rows of tables, and all that is no prose (code in fences or by indent, comments, marks of
// containers). Follows CommonMark and its tables and footnotes; never recurses, and takes time in proportion. Used by reading.ts.
// Source: advisory, Guardrails.
import {
  cellsOf,
  closesFence,
  delimiterCells,
  type Fence,
  footnoteMark,
  headingLevel,
  isThematicBreak,
  isUnderline,
  itemMark,
  Line,
  openingFence,
  openingMarkup,
} from './line.ts';

export interface Span {
  /** In UTF-16 units of the whole text; `end` is behind the last. */
  readonly start: number;
  readonly end: number;
}

export interface Block extends Span {
  /** It came of a paragraph, and may begin with definitions. */
  readonly isFlowing: boolean;
  readonly kind: 'paragraph' | 'heading' | 'head-row' | 'row';
  /** Of a heading, 1 to 6; else 0. */
  readonly level: number;
  /** What is read by itself: cells of a row, else the block. */
  readonly parts: readonly Span[];
}

export interface Blocks {
  /** The text, with a blank for every unit that is no prose. As long as the text. */
  readonly prose: string;
  readonly blocks: readonly Block[];
  /** Lines of code, without marks of containers. */
  readonly code: readonly Span[];
  /** Comments and their like that begin a line, a span a line. */
  readonly markup: readonly Span[];
}

/** What blocks lie in: a quotation, or an item whose content is indented by so many columns. */
interface Container {
  readonly indent: number;
  readonly isQuote: boolean;
  isEmpty: boolean;
}

type Leaf =
  | { readonly kind: 'paragraph'; readonly start: number; readonly end: number; readonly last: Line }
  | { readonly kind: 'fence'; readonly fence: Fence }
  | { readonly kind: 'markup'; readonly ends: readonly string[] }
  | { readonly kind: 'table' };

/** Deeper than this nothing is nested: what looks like a container is text. It bounds the time a line takes. */
const MOST_NESTED = 48;
const LINES = /\r\n|\n|\r/g;

export function blocksOf(text: string): Blocks {
  const reader = new BlockReader();
  let from = 0;
  for (const { 0: end, index } of text.matchAll(LINES)) {
    reader.line(new Line(text.slice(from, index), from), end);
    from = index + end.length;
  }
  reader.line(new Line(text.slice(from), from), '');
  return reader.finish();
}

class BlockReader {
  readonly #containers: Container[] = [];
  readonly #blocks: Block[] = [];
  readonly #code: Span[] = [];
  readonly #markup: Span[] = [];
  readonly #prose: string[] = [];
  #leaf: Leaf | null = null;

  line(line: Line, end: string): void {
    const proseFrom = this.#read(line);
    this.#prose.push(' '.repeat(proseFrom), line.text.slice(proseFrom), end);
  }

  finish(): Blocks {
    this.#close();
    return { prose: this.#prose.join(''), blocks: this.#blocks, code: this.#code, markup: this.#markup };
  }

  /** @returns where in the line prose begins; its end where there is none. */
  #read(line: Line): number {
    const matched = this.#matched(line);
    const isWhole = matched === this.#containers.length;
    if (isWhole && this.#leaf?.kind === 'fence') return this.#inFence(line, this.#leaf.fence);
    if (isWhole && this.#leaf?.kind === 'markup') {
      return this.#behindMarkup(line, this.#leaf.ends);
    }
    if (!isWhole && this.#leaf?.kind !== 'paragraph') this.#leaf = null;
    return this.#open(line, matched);
  }

  /** How many of the open containers go on in this line; the cursor stands behind their marks. */
  #matched(line: Line): number {
    let count = 0;
    for (const container of this.#containers) {
      if (container.isQuote) {
        if (line.indent > 3 || line.isBlank) break;
        line.skipBlanks();
        if (!skipQuote(line)) break;
      } else if (line.isBlank) {
        if (container.isEmpty) break;
      } else if (line.indent >= container.indent) line.skipColumns(container.indent);
      else break;
      count++;
    }
    return count;
  }

  #inFence(line: Line, fence: Fence): number {
    const start = line.from + line.at;
    if (line.indent <= 3) line.skipBlanks();
    if (closesFence(line.text, line.at, fence)) this.#leaf = null;
    else this.#code.push({ start, end: line.from + line.text.length });
    return line.text.length;
  }

  /** Markup that is no prose may end in this line; what stands behind it is read. */
  #behindMarkup(line: Line, ends: readonly string[]): number {
    const rest = line.text.slice(line.at).toLowerCase();
    const places = ends.map((end) => [rest.indexOf(end), end.length] as const).filter(([at]) => at >= 0);
    const first = places.toSorted(([a], [b]) => a - b)[0];
    const start = line.from + line.at;
    line.skipSigns(first ? first[0] + first[1] : rest.length);
    if (start < line.from + line.at) this.#markup.push({ start, end: line.from + line.at });
    if (!first) return line.text.length;
    this.#leaf = null;
    return line.isBlank ? line.text.length : this.#text(line);
  }

  /** What begins in this line behind the containers that go on. */
  #open(line: Line, matched: number): number {
    let depth = matched;
    for (;;) {
      if (line.isBlank) {
        this.#end(depth);
        return line.text.length;
      }
      const inParagraph = this.#leaf?.kind === 'paragraph';
      const lead = line.indent;
      if (lead > 3) return inParagraph ? this.#text(line) : this.#indented(line, depth);
      line.skipBlanks();
      if (!this.#container(line, depth, lead, inParagraph && depth === this.#containers.length)) break;
      depth++;
    }
    return this.#leafAt(line, depth);
  }

  #indented(line: Line, depth: number): number {
    this.#begin(depth);
    this.#code.push({ start: line.from + line.at, end: line.from + line.inkEnd });
    return line.text.length;
  }

  #container(line: Line, depth: number, lead: number, interrupts: boolean): boolean {
    if (depth >= MOST_NESTED) return false;
    const { text, at } = line;
    if (skipQuote(line)) return this.#push(depth, { indent: 0, isQuote: true, isEmpty: false });
    const note = footnoteMark(text, at);
    if (note > 0) {
      line.skipSigns(note);
      return this.#push(depth, { indent: 4, isQuote: false, isEmpty: false });
    }
    const mark = itemMark(text, at);
    if (!mark || isThematicBreak(text, at)) return false;
    const isEmpty = text.slice(at + mark.width, line.inkEnd) === '';
    if (interrupts && (isEmpty || !mark.interrupts)) return false;
    line.skipSigns(mark.width);
    const gap = isEmpty || line.indent > 4 ? 1 : line.indent;
    line.skipColumns(gap);
    return this.#push(depth, { indent: lead + mark.width + gap, isQuote: false, isEmpty });
  }

  #push(depth: number, container: Container): boolean {
    this.#begin(depth);
    this.#containers.push(container);
    return true;
  }

  #leafAt(line: Line, depth: number): number {
    const { text, at } = line;
    const fence = openingFence(text, at);
    if (fence) {
      this.#begin(depth);
      this.#leaf = { kind: 'fence', fence };
      return text.length;
    }
    const level = headingLevel(text, at);
    if (level > 0) {
      this.#begin(depth);
      this.#blocks.push(blockOf('heading', line.from + at + level, line.from + line.inkEnd, level));
      return at + level;
    }
    const ends = openingMarkup(text, at);
    if (ends) {
      this.#begin(depth);
      this.#leaf = { kind: 'markup', ends };
      return this.#behindMarkup(line, ends);
    }
    return this.#below(line, depth);
  }

  /** What depends on the line above: underlines, tables, paragraphs that go on. */
  #below(line: Line, depth: number): number {
    const { text, at } = line;
    const isWhole = depth === this.#containers.length;
    const open = this.#leaf?.kind === 'paragraph' && isWhole;
    if (open && this.#tableBegins(line)) return text.length;
    if (open && isUnderline(text, at)) {
      this.#endHeading(text.charAt(at) === '=' ? 1 : 2);
      return text.length;
    }
    if (isThematicBreak(text, at)) {
      this.#begin(depth);
      return text.length;
    }
    // A paragraph goes on without the marks of what it lies in.
    if (this.#leaf?.kind === 'paragraph') return this.#text(line);
    if (!isWhole) this.#begin(depth);
    if (this.#leaf?.kind === 'table') {
      this.#row(line, 'row');
      return at;
    }
    return this.#text(line);
  }

  #text(line: Line): number {
    line.skipBlanks();
    for (const container of this.#containers) container.isEmpty = false;
    const start = line.from + line.at;
    const end = line.from + line.inkEnd;
    const open = this.#leaf?.kind === 'paragraph' ? this.#leaf : null;
    if (open === null) this.#close();
    this.#leaf = { kind: 'paragraph', start: open?.start ?? start, end, last: line };
    return line.at;
  }

  #endHeading(level: number): void {
    if (this.#leaf?.kind !== 'paragraph') return;
    this.#blocks.push({ ...blockOf('heading', this.#leaf.start, this.#leaf.end, level), isFlowing: true });
    this.#leaf = null;
  }

  /** The row of dashes: the last line above is the head of a table. */
  #tableBegins(line: Line): boolean {
    if (this.#leaf?.kind !== 'paragraph') return false;
    const { start, last: head } = this.#leaf;
    const cells = delimiterCells(line.text, line.at, line.inkEnd);
    if (cells === 0 || cellsOf(head.text, head.at, head.inkEnd).length !== cells) return false;
    const headFrom = head.from + head.at;
    if (start < headFrom) this.#blocks.push(blockOf('paragraph', start, headFrom, 0));
    this.#row(head, 'head-row');
    this.#leaf = { kind: 'table' };
    return true;
  }

  #row(line: Line, kind: 'head-row' | 'row'): void {
    const { text, at, from, inkEnd } = line;
    const parts = cellsOf(text, at, inkEnd).map((cell) => ({ start: from + cell.from, end: from + cell.to }));
    this.#blocks.push({ kind, isFlowing: false, level: 0, start: from + at, end: from + inkEnd, parts });
  }

  /** Something new begins so deep. */
  #begin(depth: number): void {
    this.#end(depth);
    for (const container of this.#containers) container.isEmpty = false;
  }

  /** What is open ends, but for so many containers: items stay open over a blank line. */
  #end(depth: number): void {
    this.#close();
    this.#containers.length = depth;
  }

  #close(): void {
    if (this.#leaf?.kind === 'paragraph')
      this.#blocks.push(blockOf('paragraph', this.#leaf.start, this.#leaf.end, 0));
    this.#leaf = null;
  }
}

const blockOf = (kind: Block['kind'], start: number, end: number, level: number): Block => ({
  ...{ kind, start, end, level, isFlowing: kind === 'paragraph' },
  parts: [{ start, end }],
});

/** `>` and the blank behind it. */
function skipQuote(line: Line): boolean {
  if (line.text.charAt(line.at) !== '>') return false;
  line.skipSigns(1);
  line.skipColumns(1);
  return true;
}
