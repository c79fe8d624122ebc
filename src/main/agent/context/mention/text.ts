// A message as a row of words, each with what stands before it: what is glued together, quoted, part of a path or of an address. Judges no names. Pure;
// time goes with the length. Called by mentions.ts. Source: agent, Context (fuzzy matching).

export interface Atom {
  /** In small letters. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly isCapital: boolean;
}

/** Words from `first` to `last`, both included. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

const ATOM = /[\p{L}\p{N}]+/gu;
const URL_START = /[a-z][a-z0-9+.-]{0,15}:\/\//gi;
const URL_END = /[\s"'<>()[\]`]/;
const FENCE = '```';
/** In these languages a name is one of a program's own. */
const PROGRAMS: ReadonlySet<string> = new Set(
  'python py js javascript ts typescript go java rust c cpp csharp ruby php sql html css'.split(' '),
);
const QUOTES: Readonly<Record<string, string>> = {
  ...{ '`': '`', '"': '"', "'": "'", '[': ']', '„': '“', '“': '”', '‘': '’', '«': '»', '*': '*' },
};
const CLAUSE_END = /[.!?;:,\n()]/;

export class Message {
  readonly text: string;
  readonly atoms: readonly Atom[];
  /** Where words of an address stand: their index, and that of the first of its host. */
  readonly #hosts = new Map<number, number>();

  constructor(text: string) {
    this.text = withoutPrograms(text);
    this.atoms = [...this.text.matchAll(ATOM)].map(({ 0: raw, index }) => ({
      ...{ text: raw.toLowerCase(), start: index, end: index + raw.length },
      isCapital: raw[0] !== raw[0]?.toLowerCase(),
    }));
    this.#markAddresses();
  }

  word(at: number): string {
    return this.atoms[at]?.text ?? '';
  }

  /** What stands before a word; behind the last one, the rest. */
  before(at: number): string {
    return this.text.slice(this.atoms[at - 1]?.end ?? 0, this.atoms[at]?.start ?? this.text.length);
  }

  /** A word that another is glued to with one sign: that sign; else empty. */
  glue(at: number): string {
    if (at <= 0 || at >= this.atoms.length) return '';
    const between = this.before(at);
    return between.length === 1 && '-_./:@'.includes(between) ? between : '';
  }

  isBlank(at: number): boolean {
    return at > 0 && at < this.atoms.length && /^[ \t]{1,3}$/.test(this.before(at));
  }

  /** It may be of one name with the word before it. */
  goesOn(at: number): boolean {
    return this.glue(at) !== '' || this.isBlank(at);
  }

  endsClause(at: number): boolean {
    return at <= 0 || at >= this.atoms.length || CLAUSE_END.test(this.before(at));
  }

  isQuoted({ first, last }: Span): boolean {
    const open = this.text[(this.atoms[first]?.start ?? 0) - 1] ?? ' ';
    const close = this.text[this.atoms[last]?.end ?? 0] ?? ' ';
    if (QUOTES[open] === close) return true;
    return open === '@' && /^\s?$/.test(this.text[(this.atoms[first]?.start ?? 0) - 2] ?? ' ');
  }

  /** Stands alone, or is the first part of a host's name, or one of a path. `path`: of a path. `null`: within something longer. */
  borders(span: Span, isKindWord: (word: string) => boolean): 'free' | 'path' | null {
    const host = this.#hosts.get(span.first);
    if (host !== undefined) return host === span.first ? 'free' : null;
    const [left, right] = [this.glue(span.first), this.glue(span.last + 1)];
    const isKindBefore = isKindWord(this.word(span.first - 1));
    if ((left === '-' || left === '_' || left === '.') && !(left === '-' && isKindBefore)) return null;
    if ((right === '-' || right === '_') && !isKindWord(this.word(span.last + 1))) return null;
    if (left === '/' && isKindBefore) return 'free';
    return this.#isInPath(span) ? 'path' : 'free';
  }

  #isInPath({ first, last }: Span): boolean {
    const before = this.text[(this.atoms[first]?.start ?? 0) - 1];
    return before === '/' || this.text[this.atoms[last]?.end ?? this.text.length] === '/';
  }

  #markAddresses(): void {
    let at = 0;
    for (const { 0: scheme, index } of this.text.matchAll(URL_START)) {
      const host = index + scheme.length;
      const length = this.text.slice(host, host + 2000).search(URL_END);
      const end = length < 0 ? Math.min(this.text.length, host + 2000) : host + length;
      while ((this.atoms[at]?.start ?? Number.POSITIVE_INFINITY) < index) at += 1;
      const begin = at;
      while ((this.atoms[at]?.start ?? Number.POSITIVE_INFINITY) < host) at += 1;
      const first = at;
      while ((this.atoms[at]?.start ?? Number.POSITIVE_INFINITY) < end) at += 1;
      for (let each = begin; each < at; each += 1) this.#hosts.set(each, first);
    }
  }
}

/** Without what stands in fences of a programming language; as long as before. */
function withoutPrograms(text: string): string {
  const parts = text.split(FENCE);
  return parts
    .map((part, at) => {
      const language = at % 2 === 1 ? part.slice(0, 12).split('\n')[0]?.trim().toLowerCase() : undefined;
      return language !== undefined && PROGRAMS.has(language) ? '\n'.repeat(part.length) : part;
    })
    .join(FENCE);
}
