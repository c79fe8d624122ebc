// Where in an answer's text the next character stands: at the start of a line, behind a sentence, inside quotes. Decides where a call may begin that no
// markup announces. Used by speech-reader.ts. Source: agent, Markup.
import { isSpace } from './notations.ts';

/** What encloses a tag that is only named, as in `(<think>)` or `between <think> and`. */
const ENCLOSES = /[ \t("'“‘*_|,/]/;
const EXAMPLE =
  /\b(?:example|examples|e\.g|for instance|looks? like|look like|syntax|format|template|schema|such as|something like)\b/i;
/** Lines of a page: headings, tables, fences. */
const PAGE = /^\s{0,8}(?:#{1,6}\s|\||`{3}|~{3})/;
const REMEMBERED = 160;
/** Longest lead-in of a call that no markup announces. */
const MAX_LEAD = 2000;

export class Place {
  atLineStart = true;
  /** The character before. */
  #last = '\n';
  /** The last visible one. */
  #ink = '';
  #said = '';
  #length = 0;
  #isPage = false;

  take(char: string): void {
    if (char === '\n') {
      this.atLineStart = true;
      this.#isPage ||= PAGE.test(lastLine(this.#said));
    } else if (!isSpace(char)) {
      this.atLineStart = false;
      this.#ink = char;
    }
    this.#last = char;
    this.#said += char;
    this.#length++;
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

  /** The last line announces an example. */
  get announcesExample(): boolean {
    return EXAMPLE.test(lastLine(this.#said.trimEnd()).slice(-REMEMBERED));
  }

  /** What was said so far is a lead-in, and no page with headings, tables or code that may end with an example. */
  get mayCall(): boolean {
    return !this.#isPage && this.#length <= MAX_LEAD && !this.announcesExample;
  }
}

const lastLine = (text: string): string => text.slice(text.lastIndexOf('\n') + 1);
