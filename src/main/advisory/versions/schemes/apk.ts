// Versions of Alpine packages by the grammar of apk-tools: numbers, a letter, suffixes, a commit, a revision. A part with a zero in front
// is compared as text. What apk calls invalid is no version. Called by the table in compare.ts.
// Source: decision 056.
import { type Order, orderDigits, orderOf, orderTexts, type SchemeRules } from './rules.ts';

/** Kinds of tokens in the order in which they may stand; where two versions part, the one whose next token is of an earlier kind is later. */
const INITIAL = 0;
const NUMBER = 1;
const LETTER = 2;
const SUFFIX = 3;
const SUFFIX_NUMBER = 4;
const COMMIT = 5;
const REVISION = 6;
const END = 7;

interface Token {
  readonly kind: number;
  readonly text: string;
}

/** Before the release, and after it. */
const BEFORE = ['alpha', 'beta', 'pre', 'rc'];
const AFTER = ['cvs', 'svn', 'git', 'hg', 'p'];
const SUFFIXES: readonly string[] = [...BEFORE, ...AFTER];

const FORM = /^([0-9]+)((?:\.[0-9]+)*)([a-z]?)((?:_[a-z]+[0-9]*)*)(?:~([0-9a-f]+))?(?:-r([0-9]+))?$/;

export const apk: SchemeRules<readonly Token[]> = {
  parse(text) {
    const found = FORM.exec(text);
    if (found === null) return null;
    const [, initial = '', numbers = '', letter = '', suffixes = '', commit, revision] = found;
    const tokens = [
      { kind: INITIAL, text: initial },
      ...split(numbers, '.').map((number) => ({ kind: NUMBER, text: number })),
      ...(letter === '' ? [] : [{ kind: LETTER, text: letter }]),
      ...split(suffixes, '_').flatMap(suffixTokens),
      ...(commit === undefined ? [] : [{ kind: COMMIT, text: commit }]),
      ...(revision === undefined ? [] : [{ kind: REVISION, text: revision }]),
    ];
    return tokens.some((token) => token.kind === SUFFIX && !SUFFIXES.includes(token.text)) ? null : tokens;
  },
  order(a, b) {
    for (let at = 0; at < a.length || at < b.length; at++) {
      const order = orderTokens(a[at] ?? NOTHING, b[at] ?? NOTHING);
      if (order !== 0) return order;
    }
    return 0;
  },
};

const NOTHING: Token = { kind: END, text: '' };

/** Each part follows its sign. */
const split = (text: string, sign: string): string[] => text.split(sign).slice(1);

function suffixTokens(suffix: string): Token[] {
  const [, word = '', number = ''] = /^([a-z]+)([0-9]*)$/.exec(suffix) ?? [];
  return [{ kind: SUFFIX, text: word }, ...(number === '' ? [] : [{ kind: SUFFIX_NUMBER, text: number }])];
}

const isBefore = ({ kind, text }: Token): boolean => kind === SUFFIX && BEFORE.includes(text);

function orderTokens(a: Token, b: Token): Order {
  if (a.kind !== b.kind) {
    return isBefore(a) ? -1 : isBefore(b) ? 1 : orderOf(b.kind - a.kind);
  }
  switch (a.kind) {
    case SUFFIX:
      return orderOf(SUFFIXES.indexOf(a.text) - SUFFIXES.indexOf(b.text));
    case NUMBER:
      return a.text.startsWith('0') || b.text.startsWith('0')
        ? orderTexts(a.text, b.text)
        : orderDigits(a.text, b.text);
    case LETTER:
    case COMMIT:
      return orderTexts(a.text, b.text);
    default:
      return orderDigits(a.text, b.text);
  }
}
