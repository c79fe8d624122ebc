// Watches the text of one answer for a chant. Code fences and tables are left out, they repeat by nature; so is what is not
// made of words: rows of numbers, base64, rulers, brackets. Source: loops, Rule 6. Used by stream-watch.ts.
import { type Repetition, TailPeriod } from './tail-period.ts';

const NEWLINE = 0x0a;
const BACKSLASH = 0x5c;
const SMALL_N = 0x6e;
const SPACE = 0x20;
const TAB = 0x09;
const PIPE = 0x7c;
const BACKTICK = 0x60;
const TILDE = 0x7e;

/** What words are made of, as shares of a block; a longer word is none. */
const WORDS = { letters: 0.55, signs: 0.06, longest: 40 };

export class ChantText {
  readonly #period = new TailPeriod();
  #isLineStart = true;
  #ticks = 0;
  #isFence = false;
  #isTable = false;
  #before = 0;

  /** Takes the next piece of text; the first repetition that is a chant, if it brings one. */
  add(text: string): Repetition | null {
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      this.#place(unit);
      this.#before = unit;
      if (this.#isFence || this.#isTable) continue;
      const repetition = this.#period.add(unit);
      if (repetition && isWords(repetition.block)) return repetition;
    }
    return null;
  }

  /** The answer is over. */
  release(): void {
    this.#period.release();
  }

  /** Keeps account of lines, fences and tables. A newline may be an escape of JSON inside the text. */
  #place(unit: number): void {
    if (unit === NEWLINE || (unit === SMALL_N && this.#before === BACKSLASH)) {
      this.#isLineStart = true;
      this.#isTable = false;
      this.#ticks = 0;
      return;
    }
    const opensLine = this.#isLineStart;
    if (unit === BACKTICK || (unit === TILDE && (opensLine || this.#ticks > 0))) {
      if (this.#before !== unit) this.#ticks = 0;
      if (++this.#ticks === 3) this.#turnFence();
    } else {
      this.#ticks = 0;
      if (opensLine && unit === PIPE) this.#openTable();
    }
    if (unit !== SPACE && unit !== TAB) this.#isLineStart = false;
  }

  #turnFence(): void {
    this.#isFence = !this.#isFence;
    this.#period.reset();
  }

  #openTable(): void {
    this.#isTable = true;
    this.#period.reset();
  }
}

/** A block turned so that it begins with a sentence, or else with a word: where it was cut out of its chain says nothing. */
export function fromItsStart(block: string): string {
  const start = /[.!?:]["']?\s+|\n/.exec(block) ?? /\s+/.exec(block);
  const at = start ? start.index + start[0].length : 0;
  return block.slice(at) + block.slice(0, at);
}

/** Whether a block is said, not listed: mostly letters, few of the signs of code, in words of a usual length. */
export function isWords(block: string): boolean {
  const letters = block.match(/\p{L}/gu)?.length ?? 0;
  const signs = block.match(/[{}[\]()=;<>_|/\\]/g)?.length ?? 0;
  if (letters < WORDS.letters * block.length || signs > WORDS.signs * block.length) return false;
  if (/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]/.test(block)) return true;
  const words = (block + block).split(/\s+/);
  return words.length > 2 && words.every((word) => word.length <= WORDS.longest);
}
