// Turns the pieces of a streamed answer into what may be shown, what was thought, and which tools it calls in writing. Where a piece is cut makes no
// difference. Holds back only what may be a mark or a call; never runs anything and knows no model by name. Called by the agentic loop for each answer.
import { blockBody, headerEnd } from './block-scans.ts';
import { MAX_CALL } from './call-values.ts';
import { CodeScan } from './code-scan.ts';
import { bare, fences, type Outcome, type Reading, react, tagged } from './held-scans.ts';
import { prefixesOf, type Scanned, scanMark } from './mark-scan.ts';
import { type Block, endsTurn, type Mark, TOKENS, WORD_MARKS } from './notations.ts';
import { Pieces } from './pieces.ts';
import { Place } from './place.ts';
import { Shown } from './shown.ts';
import type { SpeechEvent, SpokenCall } from './speech-event.ts';
import { callsAlone, callsInMarkup, toolNamed } from './spoken-calls.ts';

/** What follows a tag that a sentence only names: `(<think>)`. */
const ENCLOSED = /[.,;:!?)"'”’*_|/]/;
const ACTION = 'Action:';

/** Who speaks, in a token or a header that begins a turn: the model itself. */
const OWN_ROLE = /assistant|model/;

/** Whom gpt-oss calls, in the header of what it sends. */
const RECIPIENT = /\bto=(?:functions\.)?([A-Za-z_][\w-]{0,63})/;
const RECEIVED: Block = { kind: 'block', ends: new Set(['call', 'end', 'start', 'channel']), hasCalls: true };

type Mode = 'text' | 'thinking' | 'over';
const MODE_BEHIND: ReadonlyMap<string, Mode> = new Map<string, Mode>(
  Object.entries({ think: 'thinking', unthink: 'text', header: 'text', 'part end': 'text', over: 'over' }),
);

export class SpeechReader {
  readonly #tools: ReadonlySet<string>;
  /** Beginnings of words that may stand for a call, and of the tools' names. */
  readonly #words: ReadonlySet<string>;
  readonly #pieces = new Pieces();
  readonly #shown = new Shown();
  readonly #code = new CodeScan();
  #place = new Place();
  readonly #reading: Reading;
  #mode: Mode = 'text';

  /** @param toolNames what may be called */
  constructor(toolNames: ReadonlySet<string>) {
    this.#tools = toolNames;
    const names = [...toolNames].flatMap((name) => [name, `functions.${name}`, `default_api.${name}`]);
    this.#words = prefixesOf([...names, ...WORD_MARKS.keys(), ACTION]);
    this.#reading = this.#read();
    this.#reading.next();
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
    for (let char = this.#pieces.next(); char !== ''; char = this.#pieces.next()) this.#reading.next(char);
    return this.#shown.drain();
  }

  /** The answer is over. @returns what was held back */
  end(): SpeechEvent[] {
    while (!this.#reading.next(this.#pieces.next()).done);
    this.#shown.end();
    return this.#shown.drain();
  }

  *#read(): Reading {
    for (let char: string = yield; char !== ''; char = yield) {
      if (this.#mode === 'text') yield* this.#text(char);
      else if (this.#mode === 'over' && (char !== '<' || this.#shown.hasAnswer)) this.#shown.removed();
      else if (char === '<' || char === '[') yield* this.#mark(char);
      else this.#shown.thought(char);
    }
  }

  *#text(char: string): Reading {
    const mayCall = !this.#pieces.isPlain;
    if (this.#code.isCode(char)) this.#literal(char);
    else if (char === '<' || char === '[') yield* this.#mark(char);
    else if (mayCall && (char === '`' || char === '~') && this.#place.atLineStart)
      yield* this.#candidate(fences(char, this.#tools), char);
    else if (mayCall && char === '{' && this.#place.beginsSentence)
      yield* this.#candidate(bare(char, this.#tools), char);
    else if (mayCall && this.#place.beginsWord && this.#words.has(char)) yield* this.#word(char);
    else this.#literal(char);
  }

  #literal(char: string): void {
    this.#code.take(char);
    this.#place.take(char);
    this.#shown.char(char);
  }

  /** Shows the first character and looks at the others again. @param isPlain but not for calls */
  #release(held: string, isPlain: boolean): void {
    this.#literal(held.charAt(0));
    this.#pieces.putBack(held.slice(1), isPlain);
  }

  /** A mark was taken out here. */
  #removed(): void {
    this.#shown.removed();
    this.#place.newLine();
    this.#code.newLine();
  }

  #called(calls: readonly SpokenCall[]): void {
    this.#removed();
    for (const call of calls) this.#shown.call(call);
  }

  // --- calls that no markup announces

  *#word(first: string): Reading {
    let word = first;
    let char: string = yield;
    for (; char !== '' && this.#words.has(word + char); char = yield) word += char;
    const mark = WORD_MARKS.get(word);
    const isTool = char === '(' && toolNamed(word, this.#tools) !== null;
    if (word === ACTION && char !== '') yield* this.#candidate(react(char, this.#tools), word + char);
    // Directly behind a sentence only a name that is no plain word is a call: not `client.query(`.
    else if (isTool && (this.#place.beginsSentence || word.includes('_'))) {
      this.#pieces.putBack(word.slice(1) + char, false);
      yield* this.#candidate(bare(first, this.#tools), first);
    } else {
      if (!mark) for (const shown of word) this.#literal(shown);
      this.#pieces.putBack(char, this.#pieces.isPlain);
      if (mark) yield* this.#apply(mark, word);
    }
  }

  /** Holds back what the scan follows until it is clear whether it is calls. */
  *#candidate(scan: Reading<Outcome>, first: string, read = callsAlone): Reading {
    let held = first;
    let step = scan.next();
    for (let char = first; !step.done && held.length <= MAX_CALL; ) {
      char = yield;
      held += char;
      step = scan.next(char);
      // The answer is over: whatever the scan still waits for is not coming.
      if (char === '') while (!step.done) step = scan.next('');
    }
    const outcome = step.done ? step.value : 'no';
    const mark = outcome === 'mark' ? yield* scanMark('<', this.#tools, this.#words) : null;
    // The last character broke it, or is behind it, and may begin something.
    const at = outcome === 'no' || mark ? Math.max(1, held.length - 1) : held.length;
    const written = held.slice(0, at);
    const isOver = outcome !== 'no' && (!mark || mark.mark !== null) && this.#place.mayCall;
    const calls = isOver ? read(written.replace(/Observation[\s\S]?$/, ''), this.#tools) : null;
    if (!calls || calls.length === 0) {
      this.#pieces.putBack(mark?.held ?? held.slice(at), false);
      return this.#release(written, true);
    }
    // Thoughts run together, with the call right behind them, are no answer.
    if (!this.#place.beginsSentence && !this.#shown.hasWords) this.#shown.withdraw();
    this.#called(calls);
    if (outcome === 'invented') this.#mode = 'over';
    if (mark?.mark) yield* this.#apply(mark.mark, mark.held);
  }

  // --- marks

  *#mark(first: string): Reading {
    const isPlain = this.#pieces.isPlain;
    const scanned = yield* scanMark(first, this.#tools, this.#words);
    const { held, mark, isTag, isCutOff } = scanned;
    if (isCutOff && this.#mode === 'text') this.#removed();
    else if (!mark || !this.#counts(scanned)) yield* this.#noMark(held, isPlain);
    else if (!isTag || this.#mode !== 'text' || !this.#place.mayOnlyName || (yield* this.#isMeant(held)))
      yield* this.#apply(mark, held);
  }

  /** Among thoughts only their end does. */
  #counts({ mark, isTag }: Scanned): boolean {
    if (this.#mode === 'over') return mark?.kind === 'role';
    if (mark?.kind === 'inner rest') return this.#shown.cleaned;
    if (mark?.kind === 'block' && isTag && this.#place.announcesExample) return false;
    if (mark?.kind === 'tool')
      return this.#mode === 'text' && this.#place.atLineStart && !this.#pieces.isPlain;
    if (this.#mode !== 'thinking') return true;
    return mark?.kind !== 'think' && mark?.kind !== 'block' && mark?.kind !== 'rest';
  }

  *#noMark(held: string, isPlain: boolean): Reading {
    if (this.#mode === 'over') this.#pieces.putBack(held.slice(1), true);
    else if (this.#mode === 'thinking') {
      this.#shown.thought(held.charAt(0));
      this.#pieces.putBack(held.slice(1), true);
    } else if (held.startsWith('[') && this.#place.beginsSentence && !isPlain) {
      this.#pieces.putBack(held.slice(1), false);
      yield* this.#candidate(bare('[', this.#tools), '[');
    } else this.#release(held, isPlain);
  }

  /** Whether a tag is one, and not only named in a sentence; shows it in that case. */
  *#isMeant(tag: string): Reading<boolean> {
    let behind: string = yield;
    let last = behind;
    while (behind.length === 1 && (last === ' ' || last === '\t')) {
      last = yield;
      behind += last;
    }
    const isNamed = behind.length > 1 ? /\p{L}/u.test(last) : ENCLOSED.test(last);
    if (isNamed) this.#release(tag + behind, true);
    else this.#pieces.putBack(behind, false);
    return !isNamed;
  }

  *#apply(mark: Mark, written: string): Reading {
    if (mark.kind === 'tool') return yield* this.#candidate(tagged(mark.name), written, callsInMarkup);
    this.#removed();
    if (mark.kind === 'think') this.#shown.thoughtBegins();
    if (mark.kind === 'unthink') {
      if (this.#mode === 'text') this.#shown.wasThinking();
      this.#place = new Place();
    }
    const isOthers = mark.kind === 'role' && this.#shown.hasAnswer;
    this.#mode = isOthers ? 'over' : (MODE_BEHIND.get(mark.kind) ?? this.#mode);
    if (mark.kind === 'block') yield* this.#block(mark, written);
    if (mark.kind === 'header' || (mark.kind === 'role' && !isOthers)) yield* this.#header(mark, written);
  }

  *#block({ ends, hasCalls }: Block, opening: string): Reading {
    const { text, end } = yield* blockBody(ends);
    this.#called(hasCalls && text !== null ? callsInMarkup(opening + text, this.#tools) : []);
    if (endsTurn(end)) this.#mode = 'over';
    const header = TOKENS.get(end);
    if (header?.kind === 'header') yield* this.#header(header, end);
  }

  /** Before the model has said anything, a turn of somebody else is passed over, and its own that follows is read. */
  *#header({ kind }: Mark, written: string): Reading {
    const { held, behind } = yield* headerEnd();
    this.#pieces.putBack(behind, false);
    this.#removed();
    if (kind === 'role') this.#mode = OWN_ROLE.test((written + held).toLowerCase()) ? 'text' : 'over';
    const recipient = RECIPIENT.exec(held)?.[1];
    if (recipient !== undefined) yield* this.#block(RECEIVED, `${recipient} `);
    else if (held.includes('analysis')) yield* this.#apply({ kind: 'think' }, '');
  }
}
