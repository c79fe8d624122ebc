// The blocks of an answer that are its own words: paragraphs, list items, headings, rows; no fenced code, no block quotes. Knows of each list whether it
// says what to do or what could be. Linear. Used by phantom.ts. Source: agent, D6 Phantom.
import { PLAN_WORDS } from './nouns.ts';

export interface Block {
  readonly from: number;
  readonly to: number;
  readonly isItem: boolean;
  /** An item of a list of steps, causes or ways: none of them is claimed. */
  readonly isPlanned: boolean;
}

export interface Prose {
  readonly blocks: readonly Block[];
  /** The answer shows code or data of its own. */
  readonly hasCode: boolean;
}

const FENCE = /^\s{0,12}(?:[-*+]\s{1,4}|\d{1,3}[.)]\s{1,4})?(```|~~~)/;
const ITEM = /^\s{0,12}(?:[-*+•–]|\d{1,3}[.)])\s/;
const HEADING = /^\s{0,3}#{1,6}\s/;
const CONTINUES = /^\s{0,12}[\p{Ll}("`]/u;
const RELEASE = /\b(?:release notes?|changelog|what['’]s new|new in)\b/i;
const ENDS = /[.!?:;…]["')*_]{0,3}\s{0,8}$/;

/** The lines of a text with their places. */
function* linesOf(text: string): Generator<{ line: string; from: number }> {
  for (let from = 0; from <= text.length; ) {
    const cut = text.indexOf('\n', from);
    const to = cut < 0 ? text.length : cut;
    yield { line: text.slice(from, to), from };
    from = to + 1;
  }
}

export function proseIn(text: string): Prose {
  const reader = new ProseReader(text);
  for (const { line, from } of linesOf(text)) reader.line(line, from);
  return reader.finish();
}

class ProseReader {
  readonly #text: string;
  readonly #blocks: Block[] = [];
  #open: { from: number; to: number; isItem: boolean } | null = null;
  #fence: string | null = null;
  #hasCode = false;
  /** What stands above a list says that it is planned. */
  #isPlan = false;

  constructor(text: string) {
    this.#text = text;
  }

  line(line: string, from: number): void {
    const fence = FENCE.exec(line.slice(0, 40))?.[1];
    if (this.#fence !== null) {
      if (fence === this.#fence) this.#fence = null;
      else if (line.trim() !== '') this.#hasCode = true;
      return;
    }
    if (fence !== undefined) {
      this.#close();
      this.#fence = fence;
      return;
    }
    const start = line.slice(0, 80);
    if (start.trim() === '' || start.trimStart().startsWith('>')) {
      this.#close();
      return;
    }
    const to = from + line.length;
    const isItem = ITEM.test(start);
    if (isItem || HEADING.test(start) || start.trimStart().startsWith('|') || !this.#continues(start))
      this.#close();
    if (this.#open) this.#open.to = to;
    else this.#open = { from, to, isItem };
  }

  finish(): Prose {
    this.#close();
    return { blocks: this.#blocks, hasCode: this.#hasCode };
  }

  /** A line that goes on with the one above. */
  #continues(start: string): boolean {
    if (!this.#open) return true;
    return (
      CONTINUES.test(start) &&
      !ENDS.test(this.#text.slice(Math.max(this.#open.from, this.#open.to - 16), this.#open.to))
    );
  }

  #close(): void {
    if (!this.#open) return;
    const { from, to, isItem } = this.#open;
    this.#open = null;
    this.#blocks.push({ from, to, isItem, isPlanned: isItem && this.#isPlan });
    if (!isItem) this.#isPlan = announcesPlan(this.#text.slice(Math.max(from, to - 240), to));
  }
}

/** The last sentence over a list: `Here is the plan:`, `Common causes`, `You could try:`; or what others did, in a release of theirs. */
function announcesPlan(end: string): boolean {
  const sentence = end.split(/[.!?]\s/).at(-1) ?? '';
  if (RELEASE.test(sentence)) return true;
  return (sentence.toLowerCase().match(/[a-z]{1,24}/g) ?? []).some((word) => PLAN_WORDS.has(word));
}
