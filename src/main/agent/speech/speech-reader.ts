// Turns the pieces of a streamed answer into what may be shown, what was thought, and which tools it calls in writing. Where a piece is cut makes no
// difference. Holds back only what may be a mark or a call; never runs anything and knows no model by name. Called by the agentic loop for each
// answer. Source: agent, Markup.
import { Block } from './block.ts';
import { Header } from './header.ts';
import { type Mark, MarkScan } from './marks.ts';
import { callsInMarkup } from './markup-calls.ts';
import { Pieces } from './pieces.ts';
import { Shown } from './shown.ts';
import type { SpeechEvent } from './speech-event.ts';
import { TextReader } from './text-reader.ts';

/** What follows a tag that a sentence only names: `(<think>)`. */
const ENCLOSED = /[.,;:!?)"'”’*_|/]/;

/** A tag, and what came behind it so far, before it is known whether it is one or is only named. */
interface Doubt {
  readonly tag: string;
  readonly mark: Mark;
  behind: string;
}

export class SpeechReader {
  readonly #tools: ReadonlySet<string>;
  readonly #pieces = new Pieces();
  readonly #shown = new Shown();
  readonly #text: TextReader;
  #mode: 'text' | 'thinking' | 'over' = 'text';
  #block: Block | null = null;
  #header: Header | null = null;
  #mark: MarkScan | null = null;
  #doubt: Doubt | null = null;

  /** @param toolNames what may be called */
  constructor(toolNames: ReadonlySet<string>) {
    this.#tools = toolNames;
    this.#text = new TextReader(toolNames, this.#pieces, this.#shown);
  }

  /** Markup was removed from this answer. */
  get cleaned(): boolean {
    return this.#shown.cleaned;
  }

  /**
   * @param piece as the model's stream brought it
   * @returns what it makes known, in order; nothing while it may still be a mark or a call
   */
  take(piece: string): SpeechEvent[] {
    this.#pieces.add(piece);
    this.#drain();
    return this.#shown.drain();
  }

  /** The answer is over. @returns what was held back */
  end(): SpeechEvent[] {
    while (this.#settle()) this.#drain();
    this.#shown.end();
    return this.#shown.drain();
  }

  #drain(): void {
    for (let char = this.#pieces.next(); char !== ''; char = this.#pieces.next()) this.#char(char);
  }

  #char(char: string): void {
    if (this.#block) this.#inBlock(this.#block, char);
    else if (this.#header) this.#inHeader(this.#header, char);
    else if (this.#mode === 'over') this.#shown.removed();
    else if (this.#mark) this.#inMark(this.#mark, char);
    else if (this.#mode === 'thinking') this.#inThoughts(char);
    else if (this.#doubt) this.#inDoubt(this.#doubt, char);
    else this.#inText(char);
  }

  #inText(char: string): void {
    const found = this.#text.take(char);
    if (found === 'mark') this.#mark = new MarkScan(char === '[' ? '[' : '<');
    else if (found) this.#apply(found.mark, found.written);
  }

  /** What is held back at the end of the answer. @returns whether there was anything */
  #settle(): boolean {
    if (this.#block) this.#closeBlock(this.#block);
    else if (this.#header) this.#header = null;
    else if (this.#mark) this.#cutMark(this.#mark);
    else if (this.#doubt) this.#mean(this.#doubt);
    else return this.#text.settle();
    return true;
  }

  // --- marks

  #inMark(scan: MarkScan, char: string): void {
    const found = scan.take(char);
    if (found === 'more') return;
    this.#mark = null;
    if (found === 'no' || !this.#counts(found.mark)) this.#noMark(scan);
    else if (found.isTag && this.#mode === 'text' && this.#text.mayOnlyName)
      this.#doubt = { tag: scan.held, mark: found.mark, behind: '' };
    else this.#apply(found.mark, scan.held);
  }

  /** Among thoughts only their end does. */
  #counts(mark: Mark): boolean {
    if (mark.kind === 'inner rest') return this.#shown.cleaned;
    if (this.#mode !== 'thinking') return true;
    return mark.kind !== 'think' && mark.kind !== 'block' && mark.kind !== 'rest';
  }

  #noMark(scan: MarkScan): void {
    if (this.#mode !== 'thinking') {
      this.#text.noMark(scan);
      return;
    }
    this.#shown.thought(scan.held.charAt(0));
    this.#pieces.putBack(scan.held.slice(1), true);
  }

  #cutMark(scan: MarkScan): void {
    this.#mark = null;
    if (!scan.isCutOff) {
      this.#noMark(scan);
      return;
    }
    this.#text.settle();
    this.#text.removed();
  }

  #inDoubt(doubt: Doubt, char: string): void {
    doubt.behind += char;
    const isSecond = doubt.behind.length > 1;
    if (!isSecond && (char === ' ' || char === '\t')) return;
    const isNamed = isSecond ? /\p{L}/u.test(char) : ENCLOSED.test(char);
    if (isNamed) {
      this.#doubt = null;
      this.#text.text(doubt.tag + doubt.behind, true);
    } else this.#mean(doubt);
  }

  /** It is a tag, and meant as one. */
  #mean({ tag, mark, behind }: Doubt): void {
    this.#doubt = null;
    this.#apply(mark, tag);
    this.#pieces.putBack(behind, false);
  }

  #apply(mark: Mark, written: string): void {
    this.#text.settle();
    this.#text.removed();
    switch (mark.kind) {
      case 'think':
        this.#mode = 'thinking';
        this.#shown.thoughtBegins();
        break;
      case 'unthink':
        if (this.#mode === 'text') this.#shown.wasThinking();
        this.#mode = 'text';
        break;
      case 'block':
        this.#block = new Block(mark, written);
        break;
      case 'role':
        if (this.#shown.hasText) this.#mode = 'over';
        else this.#header = new Header();
        break;
      case 'header':
        this.#mode = 'text';
        this.#header = new Header();
        break;
      case 'over':
        this.#mode = 'over';
        break;
      case 'part end':
        this.#mode = 'text';
        break;
      case 'rest':
      case 'inner rest':
    }
  }

  // --- blocks, headers, thoughts

  #inBlock(block: Block, char: string): void {
    const result = block.take(char);
    if (result === 'more') return;
    this.#closeBlock(block);
    if (result === 'over') this.#mode = 'over';
  }

  #closeBlock(block: Block): void {
    this.#block = null;
    this.#text.made(block.hasCalls ? callsInMarkup(block.text, this.#tools) : []);
  }

  #inHeader(header: Header, char: string): void {
    const next = header.take(char);
    if (next === 'more') return;
    this.#header = null;
    this.#text.removed();
    if (next === 'thoughts') this.#apply({ kind: 'think' }, '');
    else if (next !== 'text') this.#apply(next, header.text);
  }

  #inThoughts(char: string): void {
    if (char === '<' || char === '[') this.#mark = new MarkScan(char);
    else this.#shown.thought(char);
  }
}
