// What of an answer is shown, as events: text in order, blanks around removed markup closed up, thoughts without blanks around them. Holds blanks
// back (few), nothing else; never looks for markup. Used by speech-reader.ts. Source: agent, Markup.
import { isSpace } from './notations.ts';
import type { SpeechEvent } from './speech-event.ts';

/** Blanks that markup behind them may take along. */
const MAX_SPACE = 256;

export class Shown {
  #events: SpeechEvent[] = [];
  #text = '';
  #thought = '';
  /** Blanks behind the last visible character; those before a removal, while it is the last thing. */
  #space = '';
  #spaceBefore: string | null = null;
  #thoughtSpace = '';
  #hasThought = false;
  #isLate = false;
  /** Some text was shown, and not withdrawn. */
  hasText = false;
  /** There was a blank in it: it is words, and not one long one. */
  hasWords = false;
  cleaned = false;

  char(char: string): void {
    if (isSpace(char)) {
      this.#space += char;
      if (this.#space.length >= 2 * MAX_SPACE) this.#letGoOfSpace();
      return;
    }
    this.#settleLate();
    this.#flushThought();
    const gap = this.#gap();
    this.#text += gap + char;
    this.hasWords ||= gap !== '';
    this.#space = '';
    this.#spaceBefore = null;
    this.hasText = true;
  }

  thought(char: string): void {
    if (isSpace(char)) {
      if (this.#hasThought && this.#thoughtSpace.length < MAX_SPACE) this.#thoughtSpace += char;
      return;
    }
    this.#flushText();
    this.#thought += this.#thoughtSpace + char;
    this.#thoughtSpace = '';
    this.#hasThought = true;
  }

  /** A new stretch of thoughts begins. */
  thoughtBegins(): void {
    this.#hasThought = false;
    this.#thoughtSpace = '';
  }

  /** Markup stood here. */
  removed(): void {
    this.cleaned = true;
    this.#spaceBefore ??= this.#space;
    this.#space = '';
  }

  call(name: string, args: string): void {
    this.#settleLate();
    this.#flush();
    this.#events.push({ type: 'call', name, arguments: args });
  }

  /** What was shown was thinking, if anything comes that is not: an answer is never emptied by it. */
  wasThinking(): void {
    this.#isLate = this.hasText;
  }

  end(): void {
    if (this.#spaceBefore === null && this.#space !== '') {
      this.#flushThought();
      this.#text += this.#space;
    }
    this.#space = '';
  }

  /** Events since the last time. */
  drain(): SpeechEvent[] {
    this.#flush();
    const events = this.#events;
    this.#events = [];
    return events;
  }

  /** Takes back all text so far. */
  withdraw(): void {
    this.#isLate = false;
    if (!this.hasText) return;
    this.#flush();
    this.#events.push({ type: 'retract' });
    this.hasText = false;
    this.hasWords = false;
  }

  #settleLate(): void {
    if (this.#isLate) this.withdraw();
  }

  /** Blanks in front of the next visible character. */
  #gap(): string {
    if (this.#spaceBefore === null) return this.#space;
    if (!this.hasText) return '';
    return this.#space === '' ? this.#spaceBefore : this.#space;
  }

  #letGoOfSpace(): void {
    const cut = this.#space.length - MAX_SPACE;
    if (this.#spaceBefore === null) {
      this.#flushThought();
      this.#text += this.#space.slice(0, cut);
    }
    this.#space = this.#space.slice(cut);
  }

  /** At most one of the two holds anything: each flushes the other first. */
  #flush(): void {
    this.#flushText();
    this.#flushThought();
  }

  #flushThought(): void {
    if (this.#thought !== '') this.#events.push({ type: 'thinking', text: this.#thought });
    this.#thought = '';
  }

  #flushText(): void {
    if (this.#text !== '') this.#events.push({ type: 'text', text: this.#text });
    this.#text = '';
  }
}
