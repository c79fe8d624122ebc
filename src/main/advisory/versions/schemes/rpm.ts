// Versions of RPM packages, epoch:version-release: `~` sorts before the end, `^` behind it, other signs only separate, a number is after
// a word. A missing epoch is 0, and a release counts only where both have one. Called by the table in compare.ts.
// Source: decision 056.
import {
  firstOf,
  isDigit,
  isLetter,
  type Order,
  orderDigits,
  orderTexts,
  runEnd,
  type SchemeRules,
} from './rules.ts';

export interface Evr {
  readonly epoch: string;
  readonly version: string;
  /** Null where none is given. */
  readonly release: string | null;
}

const EVR = /^(?:([0-9]+):)?([A-Za-z0-9._+~^]+)(?:-([A-Za-z0-9._+~^]+))?$/;

export const rpm: SchemeRules<Evr> = {
  parse(text) {
    const found = EVR.exec(text);
    if (found === null) return null;
    const [, epoch = '0', version = '', release = null] = found;
    return { epoch, version, release };
  },
  order: (a, b) =>
    firstOf(
      orderDigits(a.epoch, b.epoch),
      orderParts(a.version, b.version),
      a.release === null || b.release === null ? 0 : orderParts(a.release, b.release),
    ),
};

const isSeparator = (char: string | undefined): boolean =>
  char !== undefined && !isDigit(char) && !isLetter(char) && char !== '~' && char !== '^';

/** Two versions, or two releases, segment by segment. */
function orderParts(a: string, b: string): Order {
  let left = 0;
  let right = 0;
  for (;;) {
    left = runEnd(a, left, isSeparator);
    right = runEnd(b, right, isSeparator);
    const signs = orderSigns(a[left], b[right]);
    if (signs === 'both') {
      left += 1;
      right += 1;
      continue;
    }
    if (signs !== null) return signs;
    if (left === a.length || right === b.length) {
      return left === a.length ? (right === b.length ? 0 : -1) : 1;
    }
    const isNumber = isDigit(a[left]);
    const leftEnd = runEnd(a, left, isNumber ? isDigit : isLetter);
    const rightEnd = runEnd(b, right, isNumber ? isDigit : isLetter);
    if (rightEnd === right) return isNumber ? 1 : -1;
    const order = (isNumber ? orderDigits : orderTexts)(a.slice(left, leftEnd), b.slice(right, rightEnd));
    if (order !== 0) return order;
    left = leftEnd;
    right = rightEnd;
  }
}

/** What `~` and `^` decide; `both` where the two have the same one, null where there is none. */
function orderSigns(a: string | undefined, b: string | undefined): Order | 'both' | null {
  if (a === '~' || b === '~') return a === b ? 'both' : a === '~' ? -1 : 1;
  if (a !== '^' && b !== '^') return null;
  if (a === b) return 'both';
  if (a === undefined) return -1;
  if (b === undefined) return 1;
  return a === '^' ? -1 : 1;
}
