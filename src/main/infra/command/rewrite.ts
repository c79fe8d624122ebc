// How a command that never ends is said so that it ends: words without what follows, with a bound; quoted for a shell. Pure; called by
// endless.ts.
// Source: decision 051.

/** @param rest the words behind the program's name. @returns null where nothing bounded says the same */
export type Rewrite = (rest: readonly string[]) => string | null;

export const noFollow = (rest: readonly string[], letters: string, valued: string): string[] =>
  rest.flatMap((word) => {
    if (/^--(follow|watch|retry|continuous|loop|seconds)/.test(word)) return [];
    if (!/^-[A-Za-z]/.test(word) || [...valued].includes(word[1] ?? '')) return [word];
    const left = [...word].filter((letter) => !letters.includes(letter)).join('');
    return left === '-' ? [] : [left];
  });

/** @param bound what bounds it, unless a word like `has` is there: before the other words, or behind them */
export const bounded =
  (
    start: string,
    letters: string,
    valued: string,
    has: RegExp,
    bound: string,
    at: 'before' | 'behind' = 'before',
  ): Rewrite =>
  (rest) => {
    const left = noFollow(rest, letters, valued);
    if (left.some((word) => has.test(word))) return say(start, left);
    return at === 'before' ? say(`${start} ${bound}`, left) : say(start, [...left, bound]);
  };

export const names = (rest: readonly string[]): string[] =>
  rest.filter((word) => !/^[-+]/.test(word)).slice(0, 4);

export const paged: Rewrite = (rest) => (names(rest).length === 0 ? null : say('head -n 200', names(rest)));

/** What `watch` would repeat, once. */
export function watched(rest: readonly string[]): string | null {
  let at = 0;
  while (rest[at]?.startsWith('-')) at += /^-(n|-interval)$/.test(rest[at] as string) ? 2 : 1;
  const left = rest.slice(at);
  return left.length === 0 ? null : left.length === 1 ? (left[0] as string) : say('', left);
}

export const say = (start: string, rest: readonly string[]): string =>
  [start, ...rest.map(quoted)].filter((word) => word !== '').join(' ');

/** @returns the word as a POSIX shell reads it back */
export const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
