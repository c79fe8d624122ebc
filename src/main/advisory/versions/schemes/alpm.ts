// Versions of Arch Linux packages, epoch:version-release, as pacman orders them: segments as in RPM, but letters that follow a number
// sort before its end, and it counts how many signs separate. Called by the table in compare.ts.
// Source: decision 056.
import {
  firstOf,
  isDigit,
  isLetter,
  type Order,
  orderDigits,
  orderOf,
  orderTexts,
  runEnd,
  type SchemeRules,
} from './rules.ts';

interface AlpmVersion {
  readonly epoch: string;
  readonly version: string;
  /** Null where none is given: then it does not count. */
  readonly release: string | null;
}

const FORM = /^(?:([0-9]+):)?([A-Za-z0-9@._+]+)(?:-([A-Za-z0-9@._+]+))?$/;

export const alpm: SchemeRules<AlpmVersion> = {
  parse(text) {
    const found = FORM.exec(text);
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
  char !== undefined && !isDigit(char) && !isLetter(char);

function orderParts(a: string, b: string): Order {
  let left = 0;
  let right = 0;
  while (left < a.length && right < b.length) {
    const leftStart = runEnd(a, left, isSeparator);
    const rightStart = runEnd(b, right, isSeparator);
    const signs = leftStart - left - (rightStart - right);
    left = leftStart;
    right = rightStart;
    if (left === a.length || right === b.length) break;
    if (signs !== 0) return orderOf(signs);
    const isOfRun = isDigit(a[left]) ? isDigit : isLetter;
    const leftEnd = runEnd(a, left, isOfRun);
    const rightEnd = runEnd(b, right, isOfRun);
    if (rightEnd === right) return isOfRun === isDigit ? 1 : -1;
    const order = (isOfRun === isDigit ? orderDigits : orderTexts)(
      a.slice(left, leftEnd),
      b.slice(right, rightEnd),
    );
    if (order !== 0) return order;
    left = leftEnd;
    right = rightEnd;
  }
  return orderRests(a[left], b[right]);
}

/** Letters are less than nothing, anything else is more. */
function orderRests(a: string | undefined, b: string | undefined): Order {
  if (a === undefined && b === undefined) return 0;
  return (a === undefined && !isLetter(b)) || isLetter(a) ? -1 : 1;
}
