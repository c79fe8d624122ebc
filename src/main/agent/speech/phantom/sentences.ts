// Cuts a block of prose into sentences and these into words, with their places. Code and quoted text are one word each, whose content is not read as
// prose; contractions are two. Linear. Used by phantom.ts. Source: agent, D6 Phantom.

export interface Word {
  /** Lower case; of code, a name. */
  readonly text: string;
  readonly kind: 'word' | 'number' | 'code' | 'quote' | 'mark';
  /** It begins with a capital letter. */
  readonly isCapital: boolean;
}

export interface Sentence {
  readonly words: readonly Word[];
  readonly at: number;
  readonly end: number;
  readonly isQuestion: boolean;
  /** It ends in a colon: something follows that it announces. */
  readonly announces: boolean;
}

const LETTER = /[\p{L}\p{N}]/u;
const INNER = /[-_./:@%'’°+]/;
const MARKS = ',;:–—()|=→（）：，';
const NUMBER = /^(?:[\d.,:%]{1,32}|\d[\d.,]{0,16}(?:%|°?[a-z]{1,3}))$/;
const MAX_QUOTE = 300;
const MAX_WORD = 120;
const MAX_WORDS = 200;

/** Contractions, as the words they stand for. */
const CONTRACTED: ReadonlyMap<string, readonly string[]> = new Map([
  ["can't", ['can', 'not']],
  ["won't", ['will', 'not']],
  ["shan't", ['shall', 'not']],
  ['cannot', ['can', 'not']],
  ['ive', ['i', 'have']],
  ['im', ['i', 'am']],
]);
const ENDINGS: ReadonlyMap<string, string> = new Map([
  ["'ve", 'have'],
  ["'m", 'am'],
  ["'re", 'are'],
  ["'ll", 'will'],
  ["'d", 'would'],
]);
/** Behind these, `'s` is a verb; elsewhere somebody owns something. */
const WITH_VERB = new Set([
  'it',
  'that',
  'there',
  'here',
  'everything',
  'what',
  'this',
  'he',
  'she',
  'who',
  'nothing',
  'all',
]);

const CLOSING: Readonly<Record<string, string>> = { '"': '"', '“': '”', '«': '»', '„': '“' };

export function sentencesIn(text: string, from: number, to: number): Sentence[] {
  return new SentenceReader(text, from, to).read();
}

class SentenceReader {
  readonly #text: string;
  readonly #to: number;
  #at: number;
  #start: number;
  #words: Word[] = [];
  /** No closing quote or tick lies before this place. */
  #unclosed: Record<string, number> = {};
  readonly #sentences: Sentence[] = [];

  constructor(text: string, from: number, to: number) {
    this.#text = text;
    this.#at = from;
    this.#start = from;
    this.#to = to;
  }

  read(): Sentence[] {
    this.#lead();
    while (this.#at < this.#to) this.#next(this.#text.charAt(this.#at));
    this.#finish('');
    return this.#sentences;
  }

  /** List marks and headings are no words. */
  #lead(): void {
    const lead = /^\s{0,12}(?:[-*+•–]\s|\d{1,3}[.)]\s|#{1,6}\s)?(?:\[[ xX]\]\s)?/.exec(
      this.#text.slice(this.#at, this.#at + 32),
    );
    this.#at += Math.min(lead?.[0].length ?? 0, this.#to - this.#at);
    this.#start = this.#at;
  }

  #next(char: string): void {
    const closing = CLOSING[char];
    if (char === '`') this.#code();
    else if (closing !== undefined) this.#quote(char, closing);
    else if (char === "'" && !LETTER.test(this.#text.charAt(this.#at - 1))) this.#quote("'", "'");
    else if (char === ']' && this.#text.charAt(this.#at + 1) === '(') this.#link();
    else if (LETTER.test(this.#letterAt(this.#at)) || this.#opensPath(char)) this.#word();
    else this.#sign(char);
  }

  #sign(char: string): void {
    this.#at++;
    if ('.!?…'.includes(char)) this.#endsSentence(char);
    else if (MARKS.includes(char)) this.#add(char, 'mark', this.#at - 1);
    else if (char === '-' && this.#isSpace(this.#at) && this.#isSpace(this.#at - 2))
      this.#add('–', 'mark', this.#at - 1);
  }

  /** A letter, whole also where it takes two units. */
  #letterAt(at: number): string {
    return String.fromCodePoint(this.#text.codePointAt(at) ?? 32);
  }

  #opensPath(char: string): boolean {
    return (
      (char === '/' || char === '~') &&
      /[\w/.]/.test(this.#text.charAt(this.#at + 1)) &&
      this.#isSpace(this.#at - 1)
    );
  }

  #isSpace(at: number): boolean {
    return at < 0 || at >= this.#to || /\s/.test(this.#text.charAt(at));
  }

  #endsSentence(char: string): void {
    let end = this.#at;
    while (end < this.#to && '.!?…)"\'”’*_'.includes(this.#text.charAt(end)) && end - this.#at < 8) end++;
    if (!this.#isSpace(end)) return;
    const isQuestion = char === '?' || this.#text.slice(this.#at, end).includes('?');
    this.#at = end;
    this.#finish(isQuestion ? '?' : char);
  }

  #code(): void {
    let ticks = 1;
    while (this.#text.charAt(this.#at + ticks) === '`' && ticks < 8) ticks++;
    const from = this.#at + ticks;
    const end = this.#closing('`'.repeat(ticks), from);
    this.#add(this.#text.slice(from, end < 0 ? from : end), 'code', this.#at);
    this.#at = end < 0 ? from : end + ticks;
  }

  #quote(open: string, close: string): void {
    const from = this.#at + 1;
    const end = this.#closing(close, from);
    if (end < 0) {
      this.#at = from;
      return;
    }
    // A single word in quotes is a name.
    const content = this.#text.slice(from, end);
    this.#add(content, /\s/.test(content) || open !== "'" ? 'quote' : 'code', this.#at);
    this.#at = end + 1;
  }

  #closing(close: string, from: number): number {
    if ((this.#unclosed[close] ?? 0) > from) return -1;
    const limit = Math.min(this.#to, from + MAX_QUOTE);
    const found = this.#text.slice(from, limit).indexOf(close);
    if (found >= 0) return from + found;
    this.#unclosed[close] = limit - close.length;
    return -1;
  }

  /** `[text](address)`: the text was read already. */
  #link(): void {
    const end = this.#closing(')', this.#at + 2);
    this.#at = end < 0 ? this.#at + 2 : end + 1;
  }

  #word(): void {
    const from = this.#at;
    this.#at += this.#letterAt(from).length;
    while (this.#at < this.#to && this.#at - from < MAX_WORD) {
      const letter = this.#letterAt(this.#at);
      const isInner = INNER.test(letter) && LETTER.test(this.#letterAt(this.#at + 1));
      if (!LETTER.test(letter) && !isInner && letter !== '%') break;
      this.#at += letter.length;
    }
    this.#addWord(this.#text.slice(from, this.#at), from);
  }

  #addWord(raw: string, at: number): void {
    const text = raw.toLowerCase().replaceAll('’', "'");
    if (NUMBER.test(text)) this.#add(text, 'number', at);
    else for (const part of expanded(text)) this.#add(part, 'word', at);
  }

  #add(text: string, kind: Word['kind'], at: number): void {
    this.#words.push({ text, kind, isCapital: /^\p{Lu}/u.test(this.#text.slice(at, at + 2)) });
    if (this.#words.length >= MAX_WORDS) this.#finish('');
  }

  #finish(ending: string): void {
    if (this.#words.some(({ kind }) => kind !== 'mark')) {
      const announces = this.#words.at(-1)?.text === ':';
      this.#sentences.push({
        words: this.#words,
        at: this.#start,
        end: this.#at,
        isQuestion: ending === '?',
        announces,
      });
    }
    this.#words = [];
    while (this.#at < this.#to && /\s/.test(this.#text.charAt(this.#at))) this.#at++;
    this.#start = this.#at;
  }
}

function expanded(text: string): readonly string[] {
  const whole = CONTRACTED.get(text);
  if (whole) return whole;
  const cut = text.lastIndexOf("'");
  if (cut <= 0) return [text];
  const [before, ending] = [text.slice(0, cut), text.slice(cut)];
  if (ending === "'t" && before.endsWith('n')) return [before.slice(0, -1), 'not'];
  const verb = ENDINGS.get(ending);
  if (verb !== undefined) return [before, verb];
  if (ending === "'s") return WITH_VERB.has(before) ? [before, 'is'] : [before];
  return [text];
}
