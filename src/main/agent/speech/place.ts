// Where in an answer's text the next character stands: at the start of a line, behind a sentence, inside quotes. Decides where a call may begin that no
// markup announces. Used by speech-reader.ts. Source: agent, Markup.
import { isSpace } from './notations.ts';

/** What encloses a tag that is only named, as in `(<think>)` or `between <think> and`. */
const ENCLOSES = /[ \t("'“‘*_|,/]/;
const EXAMPLE =
  /\b(?:example|examples|e\.g|for instance|looks? like|look like|syntax|format|template|schema|such as|something like)\b/i;
const REMEMBERED = 160;

export class Place {
  atLineStart = true;
  /** The character before. */
  #last = '\n';
  /** The last visible one. */
  #ink = '';
  #said = '';

  take(char: string): void {
    if (char === '\n') this.atLineStart = true;
    else if (!isSpace(char)) {
      this.atLineStart = false;
      this.#ink = char;
    }
    this.#last = char;
    this.#said += char;
    if (this.#said.length > 2 * REMEMBERED) this.#said = this.#said.slice(-REMEMBERED);
  }

  /** Markup was taken out here. */
  newLine(): void {
    this.atLineStart = true;
    this.#last = '\n';
  }

  get beginsSentence(): boolean {
    return this.atLineStart || (isSpace(this.#last) && '.!?'.includes(this.#ink));
  }

  /** The same, or directly behind a sentence. */
  get beginsWord(): boolean {
    return this.atLineStart || '.!?'.includes(this.#ink);
  }

  /** A tag here may be one that a sentence names. */
  get mayOnlyName(): boolean {
    return !this.atLineStart && ENCLOSES.test(this.#last);
  }

  /** Neither does the last line announce an example, nor is the answer so far an explanation. */
  get mayCall(): boolean {
    const line = this.#said.trimEnd().split('\n').at(-1) ?? '';
    return !EXAMPLE.test(line.slice(-REMEMBERED));
  }
}
