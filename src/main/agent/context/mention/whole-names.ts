// Names that stand in a message as a whole, glued, joined or with blanks; the longest first. Pure. Called by mentions.ts.
// Source: agent, Context (fuzzy matching).
import { AFTER_OBJECT, AND, BEING, FUNCTION_WORDS, KINDS_OF, NAMED, NUMBERED, STORED } from './catalogue.ts';
import { atWork, ofKinds } from './kinds.ts';
import { type Candidate, MOST_WORDS, type Name, type Names } from './names.ts';
import { isDefinite, isNamedByWhatIsSaid, isSaidInGeneral, kindWordAt, kindWordBefore } from './signs.ts';
import type { Message, Span } from './text.ts';

const SHORT = 2;

export interface Whole extends Span {
  readonly of: readonly Candidate[];
}

export class WholeNames {
  readonly #message: Message;
  readonly #names: Names;
  readonly #isPlain: (word: string) => boolean;
  readonly #found: Whole[] = [];
  readonly #firsts = new Set<number>();
  readonly #lasts = new Set<number>();
  /** Words that one of them holds. */
  readonly covered = new Set<number>();

  constructor(message: Message, names: Names, isPlain: (word: string) => boolean) {
    this.#message = message;
    this.#names = names;
    this.#isPlain = isPlain;
  }

  read(): readonly Whole[] {
    /** Words of the dictionary that stand beside a name: `chat and api`. */
    const waiting: Whole[] = [];
    for (let first = 0; first < this.#message.atoms.length; first += 1)
      for (const { span, named } of this.#namedFrom(first)) {
        const judged = this.#judge(span, named);
        if (!judged) continue;
        const one = { ...span, of: judged.of };
        if (judged.isSure) this.#cover(one);
        else waiting.push(one);
        if (judged.isSure) break;
      }
    for (const one of waiting) if (this.#isBesideOne(one)) this.#cover(one);
    return this.#found;
  }

  #cover(one: Whole): void {
    for (let at = one.first; at <= one.last; at += 1) if (this.covered.has(at)) return;
    this.#found.push(one);
    this.#firsts.add(one.first);
    this.#lasts.add(one.last);
    // Whose backup it is, is meant too.
    if (one.of.every(({ kind }) => kind === 'backup')) return;
    for (let at = one.first; at <= one.last; at += 1) this.covered.add(at);
  }

  /** Spans that sound like a name, the longest first. */
  #namedFrom(first: number): { readonly span: Span; readonly named: readonly Name[] }[] {
    const message = this.#message;
    const found: { readonly span: Span; readonly named: readonly Name[] }[] = [];
    let key = '';
    for (let last = first; last < first + MOST_WORDS && last < message.atoms.length; last += 1) {
      if (last > first && !message.goesOn(last)) break;
      key += message.word(last);
      const named = this.#names.whole(key);
      if (named.length > 0) found.unshift({ span: { first, last }, named });
    }
    return found;
  }

  #judge(
    span: Span,
    named: readonly Name[],
  ): { readonly of: readonly Candidate[]; readonly isSure: boolean } | null {
    const fitting = named.filter((name) => this.#fits(span, name));
    const own = fitting.filter(({ isAlias }) => !isAlias);
    const names = own.length > 0 ? own : fitting;
    if (names.length === 0) return null;
    const kinds = kindWordAt(this.#message, span);
    const all = names.map(({ of }) => of);
    if (this.#isShort(span)) return this.#judgeShort(span, all);
    const ofKind = kinds === null ? [] : ofKinds(all, kinds);
    if (this.#message.isQuoted(span)) return { of: ofKind.length > 0 ? ofKind : atWork(all), isSure: true };
    if (isSaidInGeneral(this.#message, span)) return null;
    if (ofKind.length > 0) return { of: ofKind, isSure: true };
    if (!this.#isPlainSpan(span)) return { of: atWork(all), isSure: true };
    if (own.length === 0 || all.every(({ kind }) => STORED.has(kind))) return null;
    return { of: atWork(all), isSure: isNamedByWhatIsSaid(this.#message, span) };
  }

  /** One or two letters: in prose they are hardly ever a name. */
  #isShort({ first, last }: Span): boolean {
    const said = this.#message.atoms.slice(first, last + 1).map(({ text }) => text);
    return said.join('').length <= SHORT && !said.every((word) => /^\d+$/.test(word));
  }

  /** Named by quotes, or by a kind before it: `db`, container db; or `the db container`. */
  #judgeShort(span: Span, all: readonly Candidate[]) {
    const message = this.#message;
    const before = kindWordBefore(message, span.first);
    const kind = before ?? kindWordAt(message, span);
    const ofKind = kind === null ? [] : ofKinds(all, kind);
    const isMarkup = /[[*]$/.test(message.before(span.first));
    if (message.isQuoted(span) && !isMarkup)
      return { of: ofKind.length > 0 ? ofKind : atWork(all), isSure: true };
    const next = message.word(span.last + 1);
    const isClear =
      message.endsClause(span.last + 1) ||
      AFTER_OBJECT.has(next) ||
      NAMED.has(message.word(span.first - 1)) ||
      (message.word(span.first) === 'a' && BEING.has(next));
    const isName = FUNCTION_WORDS.has(message.word(span.first))
      ? before !== null && isClear
      : before !== null || isDefinite(message, span);
    return isName && ofKind.length > 0 ? { of: ofKind, isSure: true } : null;
  }

  #fits(span: Span, { written, words, isAlias }: Name): boolean {
    const message = this.#message;
    const borders = message.borders(span, (word) => KINDS_OF.has(word));
    if (borders === null) return false;
    if (/^\d+$/.test(written))
      return NUMBERED.has(message.word(span.first - 1)) || this.#isNumberOfGuest(span);
    if (written.startsWith('/')) return this.#isPath(span);
    const hasSigns = span.last > span.first || words.length > 1;
    if (borders === 'path' && !hasSigns && this.#isPlain(written)) return false;
    if (isAlias && words.length === 1 && this.#isPlain(written)) return false;
    return !this.#isSpread(span) || this.#sameWords(span, words);
  }

  /** `qm status 103`. */
  #isNumberOfGuest({ first }: Span): boolean {
    const program = this.#message.word(first - 2);
    return (program === 'qm' || program === 'pct') && this.#message.isBlank(first);
  }

  /** A whole path, not the beginning of a longer one. */
  #isPath({ first, last }: Span): boolean {
    const { text, atoms } = this.#message;
    const start = atoms[first]?.start ?? 0;
    const before = text.slice(Math.max(0, start - 2), start);
    return /^(?:[\s"'`(])?\/$/.test(before) && this.#message.glue(last + 1) === '';
  }

  /** Written with blanks. */
  #isSpread({ first, last }: Span): boolean {
    for (let at = first + 1; at <= last; at += 1) if (this.#message.isBlank(at)) return true;
    return false;
  }

  /** With blanks, the words are those of the name; but for a number behind its kind: `vm 104`. */
  #sameWords({ first, last }: Span, words: readonly string[]): boolean {
    const said = this.#message.atoms.slice(first, last + 1).map(({ text }) => text);
    if (said.length === 2 && NUMBERED.has(said[0] ?? '') && /^\d+$/.test(said[1] ?? '')) return true;
    return said.length === words.length && said.every((word, at) => word === words[at]);
  }

  #isPlainSpan(span: Span): boolean {
    const said = this.#message.atoms.slice(span.first, span.last + 1);
    if (said.length > 1 && !this.#isSpread(span)) return false;
    if (!said.every(({ text }) => this.#isPlain(text))) return false;
    if (said.length === 1) return true;
    return !(said.every(({ isCapital }) => isCapital) || isDefinite(this.#message, span));
  }

  /** `chat and api`, `hammer and beacon`. */
  #isBesideOne({ first, last }: Span): boolean {
    const message = this.#message;
    const behind = AND.has(message.word(first - 1)) && this.#lasts.has(first - 2);
    if (behind) return message.endsClause(last + 1);
    const ahead = AND.has(message.word(last + 1)) && this.#firsts.has(last + 2);
    return ahead && message.endsClause(first);
  }
}
