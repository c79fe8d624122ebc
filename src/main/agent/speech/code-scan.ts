// Whether a character of an answer stands in code: a fenced block or a span between backticks, where nothing is markup. Follows the characters one
// by one and holds nothing back. Used by speech-reader.ts.

/** In front of a fence on its line: quotes and list marks. */
const LINE_LEAD = /[ \t\r>*+.)\d-]/;

export class CodeScan {
  #open: { readonly isFence: boolean; readonly char: string; readonly ticks: number } | null = null;
  #run = { char: '', ticks: 0, leads: false };
  /** Only list marks and blanks on this line so far. */
  #isLead = true;
  /** Behind an opening fence, on its line. */
  #isInfo = false;
  /** Behind what may close the fence, on its line. */
  #closes = false;

  /** Whether the next character would stand in code. Settles what the ticks in front of it were. */
  isCode(next: string): boolean {
    if (next !== this.#run.char) this.#settle();
    return this.#open !== null || this.#run.ticks > 0;
  }

  take(char: string): void {
    if (char !== this.#run.char) this.#settle();
    if (char === '\n') {
      this.newLine();
      return;
    }
    const isTick = char === '`' || char === '~';
    if (isTick && this.#run.ticks === 0) this.#run = { char, ticks: 0, leads: this.#isLead };
    if (isTick) this.#run.ticks++;
    this.#isLead &&= !isTick && LINE_LEAD.test(char);
    this.#closes &&= char === ' ' || char === '\t' || char === '\r';
  }

  #settle(): void {
    const { char, ticks, leads } = this.#run;
    const open = this.#open;
    this.#run = { char: '', ticks: 0, leads: false };
    if (ticks === 0) return;
    if (!open) {
      this.#isInfo = leads && ticks >= 3;
      if (this.#isInfo || char === '`') this.#open = { isFence: this.#isInfo, char, ticks };
    } else if (open.isFence && !this.#isInfo) {
      this.#closes = leads && char === open.char && ticks >= open.ticks;
    } else if (char === '`' && (open.isFence ? open.char === '`' : ticks === open.ticks)) {
      // A span ends; so does what looked like a fence: that has no ticks in its first line.
      this.#open = null;
    }
  }

  /** A line begins; also where markup was taken out. */
  newLine(): void {
    if (this.#closes || this.#open?.isFence === false) this.#open = null;
    this.#closes = false;
    this.#isInfo = false;
    this.#isLead = true;
  }
}
