// Whether a shell's pattern could stand for a path, and a path without its detours. Pure; called by secrets.ts and blocked.ts.
// Source: decision 051.

/** Without `//`, `/./` and `x/..`. */
export function plainPath(text: string): string {
  if (!/\/[./]|\/$/.test(text)) return text;
  const isRooted = text.startsWith('/');
  const parts: string[] = [];
  for (const part of text.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '..' || !isRooted) parts.push(part);
  }
  return (isRooted ? '/' : '') + parts.join('/');
}

/** Whether a shell's pattern could be this name; a bracket counts as any character. Takes time in proportion to both. */
export const matches = (pattern: string, name: string): boolean => matchesSigns(signsOf(pattern), name);

/** A pattern with `?` for each bracket expression. */
export const signsOf = (pattern: string): string => pattern.replace(/\[[^\]]{1,64}\]/g, '?');

/** @param signs as `signsOf` gives them */
export function matchesSigns(signs: string, name: string): boolean {
  let p = 0;
  let n = 0;
  let star = -1;
  let from = 0;
  while (n < name.length) {
    const sign = signs[p];
    if (sign === '*') {
      star = p++;
      from = n;
    } else if (
      sign !== undefined &&
      (sign === name[n] || (sign === '?' && name[n] !== '/')) &&
      !hides(sign, name, n)
    ) {
      p++;
      n++;
    } else if (
      star !== -1 &&
      name[from] !== '/' &&
      !(name[from] === '.' && (from === 0 || name[from - 1] === '/'))
    ) {
      p = star + 1;
      n = ++from;
    } else return false;
  }
  while (signs[p] === '*') p++;
  return p === signs.length;
}

/** A leading dot is brought only by a dot. */
const hides = (sign: string, name: string, n: number): boolean =>
  sign === '?' && name[n] === '.' && (n === 0 || name[n - 1] === '/');
