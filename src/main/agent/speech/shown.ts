// What of an answer is shown, as events: text in order, blanks around removed markup closed up, thoughts without blanks around them. Holds blanks
// back (few), nothing else; never looks for markup. Used by speech-reader.ts.
import { isSpace } from './notations.ts';
import type { SpeechEvent, SpokenCall } from './speech-event.ts';

/** Blanks that markup behind them may take along. */
const MAX_SPACE = 256;

export class Shown {
  #events: SpeechEvent[] = [];
  /** Of the last event, while it may grow. */
  #said = '';
  #saidType: 'text' | 'thinking' = 'text';
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
  /** The same, or a call was heard. */
  get hasAnswer(): boolean {
    return this.hasText || this.#hasCalls;
  }
  #hasCalls = false;
  cleaned = false;

  char(char: string): void {
    if (isSpace(char)) {
      this.#space += char;
      if (this.#space.length < 2 * MAX_SPACE) return;
      if (this.#spaceBefore === null) this.#say('text', this.#space.slice(0, -MAX_SPACE));
      this.#space = this.#space.slice(-MAX_SPACE);
      return;
    }
    if (this.#isLate) this.withdraw();
    const isShown = this.#spaceBefore === null || this.hasText;
    const gap = isShown ? this.#space || (this.#spaceBefore ?? '') : '';
    this.#say('text', gap + char);
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
    this.#say('thinking', this.#thoughtSpace + char);
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

  call(call: SpokenCall): void {
    if (this.#isLate) this.withdraw();
    this.#hasCalls = true;
    this.#add({ type: 'call', ...call });
  }

  /** What was shown was thinking, if anything comes that is not: an answer is never emptied by it. */
  wasThinking(): void {
    this.#isLate = this.hasText;
  }

  end(): void {
    if (this.#spaceBefore === null && this.#space !== '') this.#say('text', this.#space);
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
    this.#add({ type: 'retract' });
    this.hasText = false;
    this.hasWords = false;
  }

  #say(type: 'text' | 'thinking', text: string): void {
    if (type !== this.#saidType) this.#flush();
    this.#saidType = type;
    this.#said += text;
  }

  #add(event: SpeechEvent): void {
    this.#flush();
    this.#events.push(event);
  }

  #flush(): void {
    if (this.#said !== '') this.#events.push({ type: this.#saidType, text: this.#said });
    this.#said = '';
  }
}
