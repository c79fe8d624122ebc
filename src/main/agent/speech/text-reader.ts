// The text of an answer outside of markup: knows what is code, and holds back what may be a call that no markup announces until it is clear what it is.
// Says where a mark may begin and does not look further. Used by speech-reader.ts. Source: agent, Markup.
import { BareScan, type CallScan, FenceScan } from './call-scan.ts';
import { CodeScan } from './code-scan.ts';
import { type Mark, type MarkScan, WORD_MARKS } from './marks.ts';
import type { Pieces } from './pieces.ts';
import { Place } from './place.ts';
import type { Shown } from './shown.ts';
import type { SpokenCall } from './speech-event.ts';

/** What a character turned out to be: a mark that is spelled as a word, the beginning of one in brackets, or nothing of that kind. */
export type Found = { readonly mark: Mark; readonly written: string } | 'mark' | null;

export class TextReader {
  readonly #tools: ReadonlySet<string>;
  /** Beginnings of what may stand for a call without any markup. */
  readonly #words: ReadonlySet<string>;
  readonly #pieces: Pieces;
  readonly #shown: Shown;
  readonly #code = new CodeScan();
  readonly #place = new Place();
  #word: string | null = null;
  #scan: CallScan | null = null;

  constructor(tools: ReadonlySet<string>, pieces: Pieces, shown: Shown) {
    this.#tools = tools;
    this.#pieces = pieces;
    this.#shown = shown;
    const names = [...tools, ...WORD_MARKS.keys()];
    this.#words = new Set(names.flatMap((name) => Array.from(name, (_, at) => name.slice(0, at + 1))));
  }

  /** A tag here may be one that a sentence names. */
  get mayOnlyName(): boolean {
    return this.#scan === null && this.#place.mayOnlyName;
  }

  take(char: string): Found {
    if (this.#word !== null) return this.#inWord(this.#word, char);
    if (this.#scan) return this.#inScan(this.#scan, char);
    if (this.#code.isCode(char)) this.#literal(char);
    else if (char === '<' || char === '[') return 'mark';
    else if ((char === '`' || char === '~') && this.#place.atLineStart && !this.#pieces.isPlain)
      this.#begin(new FenceScan(this.#tools), char);
    else if (char === '{' && this.#mayCall) this.#begin(new BareScan(this.#tools), char);
    else if (this.#place.beginsWord && this.#words.has(char) && !this.#pieces.isPlain) this.#word = char;
    else this.#literal(char);
    return null;
  }

  /** A mark was taken out here. What was held in front of it ends there. */
  removed(): void {
    this.#shown.removed();
    this.#place.newLine();
    this.#code.newLine();
  }

  /** The answer, or this part of it, ends here. @returns whether anything was held back */
  settle(): boolean {
    const [word, scan] = [this.#word, this.#scan];
    if (word !== null) this.#noWord(word, '');
    if (scan) this.#settleScan(scan);
    return word !== null || scan !== null;
  }

  /** What looked like a mark is text. */
  noMark({ held, isBracket }: MarkScan): void {
    const scan = this.#scan;
    if (scan) {
      // What follows the call shows that it was none.
      this.#pieces.putBack(held, true);
      this.#release(scan);
    } else if (isBracket && this.#mayCall) {
      this.#pieces.putBack(held.slice(1), false);
      this.#begin(new BareScan(this.#tools), '[');
    } else this.text(held, this.#pieces.isPlain);
  }

  /** Shows the first character and looks at the others again. @param isPlain but not for calls */
  text(held: string, isPlain: boolean): void {
    this.#literal(held.charAt(0));
    this.#pieces.putBack(held.slice(1), isPlain);
  }

  made(calls: readonly SpokenCall[]): void {
    this.removed();
    for (const call of calls) this.#shown.call(call.name, call.arguments);
  }

  #literal(char: string): void {
    this.#code.take(char);
    this.#place.take(char);
    this.#shown.char(char);
  }

  /** A call without markup begins a line or follows a sentence. */
  get #mayCall(): boolean {
    return this.#place.beginsSentence && !this.#pieces.isPlain;
  }

  #begin(scan: CallScan, char: string): void {
    this.#scan = scan;
    this.#inScan(scan, char);
  }

  #inScan(scan: CallScan, char: string): Found {
    // Behind a whole call a mark may follow that ends the turn.
    if (scan.isComplete && char === '<') return 'mark';
    if (scan.take(char)) return null;
    // The last character is the one that broke it, and may begin something.
    if (scan.isCode) this.#pieces.putBack(char, false);
    this.#release(scan, scan.isCode ? -1 : undefined);
    return null;
  }

  /** It was text after all. */
  #release(scan: CallScan, end?: number): void {
    this.#scan = null;
    if (!scan.isCode) this.text(scan.held, true);
    else for (const char of scan.held.slice(0, end)) this.#literal(char);
  }

  #settleScan(scan: CallScan): void {
    const calls = scan.isComplete && !this.#place.announcesExample ? scan.calls() : null;
    if (!calls) {
      this.#release(scan);
      return;
    }
    this.#scan = null;
    // Thoughts run together, with the call right behind them, are no answer.
    if (!this.#place.beginsSentence && !this.#shown.hasWords) this.#shown.withdraw();
    this.made(calls);
  }

  #inWord(word: string, char: string): Found {
    const longer = word + char;
    const mark = WORD_MARKS.get(longer);
    if (mark) {
      this.#word = null;
      return { mark, written: longer };
    }
    if (this.#words.has(longer)) this.#word = longer;
    else if (char === '(' && this.#tools.has(word) && this.#callsHere(word)) {
      this.#word = null;
      this.#begin(new BareScan(this.#tools), word.charAt(0));
      this.#pieces.putBack(word.slice(1) + char, false);
    } else this.#noWord(word, char);
    return null;
  }

  /** Directly behind a sentence only a name that is no plain word is one: not `client.query(`. */
  #callsHere(word: string): boolean {
    return this.#place.beginsSentence || word.includes('_');
  }

  #noWord(word: string, char: string): void {
    this.#word = null;
    for (const shown of word) this.#literal(shown);
    this.#pieces.putBack(char, this.#pieces.isPlain);
  }
}
