// Whether a character of an answer stands in code: a fenced block or a span between backticks, where nothing is markup. Follows the characters one
// by one and holds nothing back. Used by speech-reader.ts. Source: agent, Markup.

type Open =
  | { readonly kind: 'span'; readonly ticks: number }
  | { readonly kind: 'fence'; readonly char: string; readonly ticks: number };

/** In front of a fence on its line: quotes and list marks. */
const LINE_LEAD = /[ \t\r>*+.)\d-]/;

export class CodeScan {
  #open: Open | null = null;
  #run = 0;
  #runChar = '';
  #runLeads = false;
  /** Only list marks and blanks on this line so far. */
  #isLead = true;
  /** Behind an opening fence, on its line. */
  #isInfo = false;
  /** Behind what may close the fence, on its line. */
  #closes = false;

  /** Whether the next character would stand in code. Settles what the ticks in front of it were. */
  isCode(next: string): boolean {
    if (this.#run > 0 && next !== this.#runChar) this.#settle();
    return this.#open !== null || this.#run > 0;
  }

  take(char: string): void {
    if (this.#run > 0 && char !== this.#runChar) this.#settle();
    if (char === '`' || char === '~') this.#tick(char);
    else if (char === '\n') this.newLine();
    else {
      if (!LINE_LEAD.test(char)) this.#isLead = false;
      if (this.#closes && char !== ' ' && char !== '\t' && char !== '\r') this.#closes = false;
    }
  }

  #tick(char: string): void {
    if (this.#run === 0) {
      this.#runChar = char;
      this.#runLeads = this.#isLead;
    }
    this.#run++;
    this.#isLead = false;
    this.#closes = false;
  }

  #settle(): void {
    const ticks = this.#run;
    const char = this.#runChar;
    this.#run = 0;
    const open = this.#open;
    if (open?.kind === 'span') {
      if (char === '`' && ticks === open.ticks) this.#open = null;
    } else if (open) {
      if (this.#isInfo) {
        // A fence has no ticks in its first line: it was a span.
        if (char === '`' && open.char === '`') this.#open = null;
      } else this.#closes = this.#runLeads && char === open.char && ticks >= open.ticks;
    } else if (this.#runLeads && ticks >= 3) {
      this.#open = { kind: 'fence', char, ticks };
      this.#isInfo = true;
    } else if (char === '`') this.#open = { kind: 'span', ticks };
  }

  /** A line begins; also where markup was taken out. */
  newLine(): void {
    if (this.#closes || this.#open?.kind === 'span') this.#open = null;
    this.#closes = false;
    this.#isInfo = false;
    this.#isLead = true;
  }
}
