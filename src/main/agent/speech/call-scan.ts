// What may turn out to be calls that a model wrote without markup: bare JSON, functions, one fenced block of JSON. Each is followed character by
// character and counts only as the last thing of an answer; the reader holds its text back meanwhile. Used by speech-reader.ts.
// Source: agent, Markup.
import { JsonScan } from './json-calls.ts';
import { isSpace } from './marks.ts';
import { NamedScan } from './named-calls.ts';
import type { SpokenCall } from './speech-event.ts';

/** Longest call that is held back or read, in characters. */
export const MAX_CALL = 262_144;

export interface CallScan {
  /** All of it so far. */
  readonly held: string;
  /** A block of code: if it is no call, nothing in it is markup either. */
  readonly isCode: boolean;
  /** The answer may end here. */
  readonly isComplete: boolean;
  /** @returns false when it can be no call; the character is held all the same */
  take(char: string): boolean;
  calls(): SpokenCall[] | null;
}

/** JSON, or functions: which of them shows the first character behind a bracket. */
export class BareScan implements CallScan {
  readonly isCode = false;
  readonly #tools: ReadonlySet<string>;
  #scan: JsonScan | NamedScan | null = null;
  held = '';

  constructor(tools: ReadonlySet<string>) {
    this.#tools = tools;
  }

  get isComplete(): boolean {
    return this.#scan?.isComplete ?? false;
  }

  take(char: string): boolean {
    this.held += char;
    if (this.held.length > MAX_CALL) return false;
    if (this.#scan) return this.#scan.take(char);
    if (char === '[' && this.held === '[') return true;
    if (isSpace(char)) return this.held.length < 64;
    this.#scan = char === '{' ? new JsonScan(this.#tools) : new NamedScan();
    const scan = this.#scan;
    return Array.from(this.held).every((held) => scan.take(held));
  }

  calls(): SpokenCall[] | null {
    return this.#scan?.calls(this.#tools) ?? null;
  }
}

/** Labels of a block that holds a call; one without a label may too. */
const CALL_LABELS: ReadonlySet<string> = new Set(['', 'json', 'tool_call', 'tool_calls', 'tool', 'function']);
const MAX_LABEL = 16;

export class FenceScan implements CallScan {
  readonly isCode = true;
  readonly #json: JsonScan;
  #phase: 'ticks' | 'label' | 'body' | 'closing' | 'behind' = 'ticks';
  /** What the fence is made of. */
  #tick = '';
  #ticks = 0;
  #closing = 0;
  #label = '';
  #atLineStart = true;
  held = '';

  constructor(tools: ReadonlySet<string>) {
    this.#json = new JsonScan(tools);
  }

  get isComplete(): boolean {
    return this.#phase === 'behind' || (this.#phase === 'closing' && this.#closing >= this.#ticks);
  }

  calls(): SpokenCall[] | null {
    return this.#json.calls();
  }

  take(char: string): boolean {
    this.held += char;
    if (this.held.length > MAX_CALL) return false;
    switch (this.#phase) {
      case 'ticks':
        return this.#opens(char);
      case 'label':
        return this.#labels(char);
      case 'body':
        return this.#within(char);
      case 'closing':
        return this.#closes(char);
      case 'behind':
        return isSpace(char);
    }
  }

  #opens(char: string): boolean {
    if (this.#ticks === 0) this.#tick = char;
    if (char === this.#tick) this.#ticks++;
    else {
      if (this.#ticks < 3) return false;
      this.#phase = 'label';
      return this.#labels(char);
    }
    return this.#ticks <= 16;
  }

  #labels(char: string): boolean {
    if (char === '\n') {
      this.#phase = 'body';
      return CALL_LABELS.has(this.#label.trim().toLowerCase());
    }
    this.#label += char;
    return char !== '`' && this.#label.length <= MAX_LABEL;
  }

  #within(char: string): boolean {
    if (this.#atLineStart && char === this.#tick && this.#json.isComplete) {
      this.#phase = 'closing';
      return this.#closes(char);
    }
    this.#atLineStart = char === '\n' || (this.#atLineStart && isSpace(char));
    return this.#json.take(char);
  }

  #closes(char: string): boolean {
    if (char === this.#tick) this.#closing++;
    else {
      this.#phase = 'behind';
      return this.#closing >= this.#ticks && isSpace(char);
    }
    return true;
  }
}
