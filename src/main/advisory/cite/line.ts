// One line of markdown under a cursor that counts columns, tabs included, as CommonMark does; and what a line can begin. Knows no line beside its own.
// Used by blocks.ts. Source: advisory, Guardrails.

export class Line {
  readonly text: string;
  /** Where it begins in the whole text, in UTF-16 units. */
  readonly from: number;
  at = 0;
  #column = 0;
  /** Columns of a tab that were not used up by what stands before it. */
  #spare = 0;
  readonly #lastInk: number;

  constructor(text: string, from: number) {
    this.text = text;
    this.from = from;
    let last = text.length - 1;
    while (last >= 0 && isBlank(text.charCodeAt(last))) last--;
    this.#lastInk = last;
  }

  /** Nothing but blanks is left. */
  get isBlank(): boolean {
    return this.at > this.#lastInk;
  }

  /** Its end without the blanks behind it. */
  get inkEnd(): number {
    return this.#lastInk + 1;
  }

  /** Columns of blanks before the next sign. */
  get indent(): number {
    let width = this.#spare;
    let column = this.#column + this.#spare;
    for (let at = this.at; at < this.text.length; at++) {
      const code = this.text.charCodeAt(at);
      if (!isBlank(code)) break;
      const step = code === TAB ? 4 - (column % 4) : 1;
      width += step;
      column += step;
    }
    return width;
  }

  /** Goes over so many columns of blanks, or all there are. */
  skipColumns(count: number): void {
    let left = count;
    while (left > 0) {
      if (this.#spare > 0) {
        const used = Math.min(left, this.#spare);
        this.#spare -= used;
        this.#column += used;
        left -= used;
        continue;
      }
      const code = this.text.charCodeAt(this.at);
      if (!isBlank(code)) return;
      this.at++;
      if (code === TAB) this.#spare = 4 - (this.#column % 4);
      else {
        this.#column++;
        left--;
      }
    }
  }

  /** Goes over so many signs that are no blanks. */
  skipSigns(count: number): void {
    this.at += count;
    this.#column += count;
  }

  skipBlanks(): void {
    this.skipColumns(Number.POSITIVE_INFINITY);
  }
}

const TAB = 9;
const isBlank = (code: number): boolean => code === 32 || code === TAB;

export interface Fence {
  readonly sign: string;
  readonly length: number;
}

/** A fence that opens at this place: three or more ticks without one in what follows, or tildes. */
export function openingFence(text: string, at: number): Fence | null {
  const sign = text.charAt(at);
  if (sign !== '`' && sign !== '~') return null;
  const length = runLength(text, at);
  if (length < 3 || (sign === '`' && text.indexOf('`', at + length) >= 0)) return null;
  return { sign, length };
}

export function closesFence(text: string, at: number, { sign, length }: Fence): boolean {
  if (text.charAt(at) !== sign) return false;
  const run = runLength(text, at);
  return run >= length && text.slice(at + run).trim() === '';
}

function runLength(text: string, at: number): number {
  const sign = text.charCodeAt(at);
  let end = at + 1;
  while (end < text.length && text.charCodeAt(end) === sign) end++;
  return end - at;
}

/** Number of hashes of an ATX heading, 0 where there is none. */
export function headingLevel(text: string, at: number): number {
  if (text.charAt(at) !== '#') return 0;
  const level = runLength(text, at);
  const next = text.charAt(at + level);
  return level <= 6 && (next === '' || next === ' ' || next === '\t') ? level : 0;
}

/** Three or more of one sign and nothing else but blanks. */
export function isThematicBreak(text: string, at: number): boolean {
  const sign = text.charAt(at);
  if (sign !== '*' && sign !== '-' && sign !== '_') return false;
  let count = 0;
  for (let n = at; n < text.length; n++) {
    const char = text.charAt(n);
    if (char === sign) count++;
    else if (char !== ' ' && char !== '\t') return false;
  }
  return count >= 3;
}

/** The line under a heading of two lines. */
export function isUnderline(text: string, at: number): boolean {
  const sign = text.charAt(at);
  return (sign === '=' || sign === '-') && text.slice(at + runLength(text, at)).trim() === '';
}

export interface ItemMark {
  /** Signs of the mark itself. */
  readonly width: number;
  /** May stand in the middle of a paragraph: bullets, and what is counted from one. */
  readonly interrupts: boolean;
}

export function itemMark(text: string, at: number): ItemMark | null {
  const match = /(?:[-+*]|(\d{1,9})[.)])(?=[ \t]|$)/y;
  match.lastIndex = at;
  const found = match.exec(text);
  if (!found) return null;
  return { width: found[0].length, interrupts: found[1] === undefined || Number(found[1]) === 1 };
}

/** `[^label]:` of a footnote: its length, 0 where there is none. */
export function footnoteMark(text: string, at: number): number {
  const match = /\[\^[^\s[\]]{1,200}\]:/y;
  match.lastIndex = at;
  return match.exec(text)?.[0].length ?? 0;
}

/** What markup of no prose begins here, and what ends it, in lower case. */
export function openingMarkup(text: string, at: number): readonly string[] | null {
  if (text.charAt(at) !== '<') return null;
  const head = text.slice(at, at + 12).toLowerCase();
  if (/^<(?:pre|script|style|textarea)(?:[\s>]|$)/.test(head))
    return ['</pre>', '</script>', '</style>', '</textarea>'];
  if (head.startsWith('<!--')) return ['-->'];
  if (head.startsWith('<?')) return ['?>'];
  if (head.startsWith('<![cdata[')) return [']]>'];
  return /^<![a-z]/.test(head) ? ['>'] : null;
}

/** Cells between the pipes of a row, with their places in the line. */
export function cellsOf(text: string, at: number, end: number): { from: number; to: number }[] {
  const cells: { from: number; to: number }[] = [];
  let from = text.charAt(at) === '|' ? at + 1 : at;
  for (let n = from; n < end; n++) {
    const char = text.charAt(n);
    if (char === '\\') n++;
    else if (char === '|') {
      cells.push({ from, to: n });
      from = n + 1;
    }
  }
  if (from < end) cells.push({ from, to: end });
  return cells;
}

/** The row of dashes below the first row of a table: how many cells it has, 0 where it is none. */
export function delimiterCells(text: string, at: number, end: number): number {
  for (let n = at; n < end; n++) if (!'|:- \t'.includes(text.charAt(n))) return 0;
  const cells = cellsOf(text, at, end);
  const areDashes = cells.every(({ from, to }) => /^:?-+:?$/.test(text.slice(from, to).trim()));
  return areDashes && text.slice(at, end).includes('|') ? cells.length : 0;
}
