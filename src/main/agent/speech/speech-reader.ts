// Turns the pieces of a streamed answer into what may be shown, what was thought, and which tools it calls in writing. Where a piece is cut makes no
// difference. Holds back only what may be a mark or a call; never runs anything and knows no model by name. Called by the agentic loop for each
// answer. Source: agent, Markup.
import { Block } from './block.ts';
import { BareScan, type CallScan, FenceScan } from './call-scan.ts';
import { CodeScan } from './code-scan.ts';
import { Header } from './header.ts';
import { type Mark, MarkScan, WORD_MARKS } from './marks.ts';
import { callsInMarkup } from './markup-calls.ts';
import { Pieces } from './pieces.ts';
import { Place } from './place.ts';
import { Shown } from './shown.ts';
import type { SpeechEvent, SpokenCall } from './speech-event.ts';

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
  /** Beginnings of what may stand for a call without any markup. */
  readonly #words: ReadonlySet<string>;
  readonly #pieces = new Pieces();
  readonly #shown = new Shown();
  readonly #code = new CodeScan();
  readonly #place = new Place();
  #mode: 'text' | 'thinking' | 'over' = 'text';
  #block: Block | null = null;
  #header: Header | null = null;
  #mark: MarkScan | null = null;
  #doubt: Doubt | null = null;
  #word: string | null = null;
  #scan: CallScan | null = null;

  /** @param toolNames what may be called */
  constructor(toolNames: ReadonlySet<string>) {
    this.#tools = toolNames;
    const beginnings = [...toolNames, ...WORD_MARKS.keys()].flatMap((name) =>
      Array.from(name, (_, at) => name.slice(0, at + 1)),
    );
    this.#words = new Set(beginnings);
  }

  /** Markup was removed from this answer. */
  get cleaned(): boolean {
    return this.#shown.cleaned;
  }

  /** @returns what the piece makes known, in order */
  take(piece: string): SpeechEvent[] {
    this.#pieces.add(piece);
    this.#drain();
    return this.#shown.drain();
  }

  /** The answer is over. */
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
    else if (this.#word !== null) this.#inWord(this.#word, char);
    else if (this.#scan) this.#inScan(this.#scan, char);
    else this.#inText(char);
  }

  /** What is held back at the end of the answer. @returns whether there was anything */
  #settle(): boolean {
    if (this.#block) return this.#closeBlock(this.#block);
    if (this.#header) {
      this.#header = null;
      return true;
    }
    if (this.#mark) return this.#cutMark(this.#mark);
    if (this.#doubt) {
      const { tag, mark, behind } = this.#doubt;
      this.#doubt = null;
      this.#apply(mark, tag);
      this.#pieces.putBack(behind, false);
      return true;
    }
    if (this.#word !== null) return this.#noWord(this.#word, '');
    if (!this.#scan) return false;
    this.#settleScan(this.#scan);
    return true;
  }

  // --- text

  #inText(char: string): void {
    if (!this.#code.isCode(char)) {
      if (char === '<' || char === '[') {
        this.#mark = new MarkScan(char);
        return;
      }
      if ((char === '`' || char === '~') && this.#place.atLineStart && !this.#pieces.isPlain)
        return this.#begin(new FenceScan(this.#tools), char);
      if (char === '{' && this.#mayCall()) return this.#begin(new BareScan(this.#tools), char);
      if (this.#place.beginsWord && this.#words.has(char) && !this.#pieces.isPlain) {
        this.#word = char;
        return;
      }
    }
    this.#literal(char);
  }

  #literal(char: string): void {
    this.#code.take(char);
    this.#place.take(char);
    this.#shown.char(char);
  }

  /** A call without markup begins a line or follows a sentence, and is not announced as an example. */
  #mayCall(): boolean {
    return this.#place.beginsSentence && !this.#pieces.isPlain;
  }

  // --- calls without markup

  #begin(scan: CallScan, char: string): void {
    this.#scan = scan;
    this.#inScan(scan, char);
  }

  #inScan(scan: CallScan, char: string): void {
    // Behind a whole call a mark may follow that ends the turn.
    if (scan.isComplete && char === '<') this.#mark = new MarkScan(char);
    else if (!scan.take(char)) this.#noCall(scan);
  }

  /** It was text after all. */
  #noCall(scan: CallScan): void {
    this.#scan = null;
    if (!scan.isCode) return this.#text(scan.held);
    // Its last character is the one that broke it, and may begin something.
    for (const char of scan.held.slice(0, -1)) this.#literal(char);
    this.#pieces.putBack(scan.held.slice(-1), false);
  }

  #settleScan(scan: CallScan): void {
    const calls = scan.isComplete && !this.#place.announcesExample ? scan.calls() : null;
    this.#scan = null;
    if (calls) {
      // Thoughts run together, with the call right behind them, are no answer.
      if (!this.#place.beginsSentence && !this.#shown.hasWords) this.#shown.withdraw();
      return this.#made(calls);
    }
    if (!scan.isCode) return this.#text(scan.held);
    for (const char of scan.held) this.#literal(char);
  }

  /** Shows the first character and looks at the others again, but not for calls. */
  #text(held: string): void {
    this.#literal(held.charAt(0));
    this.#pieces.putBack(held.slice(1), true);
  }

  #inWord(word: string, char: string): void {
    const longer = word + char;
    const mark = WORD_MARKS.get(longer);
    if (mark) {
      this.#word = null;
      this.#apply(mark, longer);
    } else if (this.#words.has(longer)) this.#word = longer;
    else if (char === '(' && this.#tools.has(word) && this.#callsHere(word)) {
      this.#word = null;
      this.#begin(new BareScan(this.#tools), word.charAt(0));
      this.#pieces.putBack(word.slice(1) + char, false);
    } else this.#noWord(word, char);
  }

  /** Directly behind a sentence only a name that is no plain word is one: not `client.query(`. */
  #callsHere(word: string): boolean {
    return this.#place.beginsSentence || word.includes('_');
  }

  #noWord(word: string, char: string): boolean {
    this.#word = null;
    for (const shown of word) this.#literal(shown);
    this.#pieces.putBack(char, this.#pieces.isPlain);
    return true;
  }

  #made(calls: readonly SpokenCall[]): void {
    this.#removed();
    for (const call of calls) this.#shown.call(call.name, call.arguments);
  }

  // --- marks

  #inMark(scan: MarkScan, char: string): void {
    const found = scan.take(char);
    if (found === 'more') return;
    this.#mark = null;
    if (found === 'no' || !this.#counts(found.mark)) return this.#noMark(scan);
    const isNamed = found.isTag && this.#mode === 'text' && this.#scan === null && this.#place.mayOnlyName;
    if (isNamed) this.#doubt = { tag: scan.held, mark: found.mark, behind: '' };
    else this.#apply(found.mark, scan.held);
  }

  #counts(mark: Mark): boolean {
    if (mark.kind === 'inner rest') return this.#shown.cleaned;
    if (this.#mode !== 'thinking') return true;
    return mark.kind !== 'think' && mark.kind !== 'block' && mark.kind !== 'rest';
  }

  #noMark(scan: MarkScan): void {
    const { held } = scan;
    if (this.#mode === 'thinking') {
      this.#shown.thought(held.charAt(0));
      return this.#pieces.putBack(held.slice(1), true);
    }
    if (this.#scan) {
      // What follows the call shows that it was none.
      const call = this.#scan;
      this.#pieces.putBack(held, true);
      this.#scan = null;
      if (!call.isCode) return this.#text(call.held);
      for (const char of call.held) this.#literal(char);
      return;
    }
    if (scan.isBracket && this.#mayCall()) {
      this.#pieces.putBack(held.slice(1), false);
      return this.#begin(new BareScan(this.#tools), '[');
    }
    this.#literal(held.charAt(0));
    this.#pieces.putBack(held.slice(1), this.#pieces.isPlain);
  }

  #cutMark(scan: MarkScan): boolean {
    this.#mark = null;
    if (scan.isCutOff) {
      if (this.#scan) this.#settleScan(this.#scan);
      this.#removed();
    } else this.#noMark(scan);
    return true;
  }

  #inDoubt(doubt: Doubt, char: string): void {
    doubt.behind += char;
    const isSecond = doubt.behind.length > 1;
    if (!isSecond && (char === ' ' || char === '\t')) return;
    this.#doubt = null;
    const isNamed = isSecond ? /\p{L}/u.test(char) : ENCLOSED.test(char);
    if (isNamed) return this.#text(doubt.tag + doubt.behind);
    this.#apply(doubt.mark, doubt.tag);
    this.#pieces.putBack(doubt.behind, false);
  }

  #apply(mark: Mark, written: string): void {
    if (this.#scan) this.#settleScan(this.#scan);
    this.#removed();
    switch (mark.kind) {
      case 'think':
        this.#mode = 'thinking';
        return this.#shown.thoughtBegins();
      case 'unthink':
        if (this.#mode === 'text') this.#shown.wasThinking();
        this.#mode = 'text';
        return;
      case 'block':
        this.#block = new Block(mark, written);
        return;
      case 'role':
        if (this.#shown.hasText) this.#mode = 'over';
        else this.#header = new Header();
        return;
      case 'header':
        this.#mode = 'text';
        this.#header = new Header();
        return;
      case 'over':
        this.#mode = 'over';
        return;
      case 'part end':
        this.#mode = 'text';
        return;
      case 'rest':
      case 'inner rest':
    }
  }

  #removed(): void {
    this.#shown.removed();
    this.#place.newLine();
    this.#code.newLine();
  }

  // --- blocks, headers, thoughts

  #inBlock(block: Block, char: string): void {
    const result = block.take(char);
    if (result === 'more') return;
    this.#closeBlock(block);
    if (result === 'over') this.#mode = 'over';
  }

  #closeBlock(block: Block): boolean {
    this.#block = null;
    this.#made(block.hasCalls ? callsInMarkup(block.text, this.#tools) : []);
    return true;
  }

  #inHeader(header: Header, char: string): void {
    const next = header.take(char);
    if (next === 'more') return;
    this.#header = null;
    this.#place.newLine();
    if (next === 'thoughts') this.#apply({ kind: 'think' }, '');
    else if (next !== 'text') this.#apply(next, header.text);
  }

  #inThoughts(char: string): void {
    if (char === '<' || char === '[') this.#mark = new MarkScan(char);
    else this.#shown.thought(char);
  }
}
