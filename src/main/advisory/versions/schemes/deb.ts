// Versions of Debian and Ubuntu packages, epoch:upstream-revision, by Debian's policy: `~` before the end, letters before other signs,
// the revision behind the last hyphen. What dpkg refuses is no version. Called by the table in compare.ts.
// Source: decision 056.
import {
  firstOf,
  isDigit,
  isLetter,
  type Order,
  orderDigits,
  orderOf,
  runEnd,
  type SchemeRules,
} from './rules.ts';

interface DebVersion {
  readonly epoch: string;
  readonly upstream: string;
  /** Empty where none is given, which is as much as `0`. */
  readonly revision: string;
}

/** dpkg keeps an epoch in an int. */
const MOST_EPOCH = '2147483647';
const UPSTREAM = /^[0-9][A-Za-z0-9.+~:-]*$/;
const REVISION = /^[A-Za-z0-9.+~]+$/;
const EPOCH = /^[0-9]+$/;

export const deb: SchemeRules<DebVersion> = {
  parse(text) {
    const colon = text.indexOf(':');
    const epoch = colon < 0 ? '0' : text.slice(0, colon);
    const rest = text.slice(colon + 1);
    const hyphen = rest.lastIndexOf('-');
    const upstream = hyphen < 0 ? rest : rest.slice(0, hyphen);
    const revision = hyphen < 0 ? '' : rest.slice(hyphen + 1);
    if (!EPOCH.test(epoch) || orderDigits(epoch, MOST_EPOCH) > 0) return null;
    if (!UPSTREAM.test(upstream) || (hyphen >= 0 && !REVISION.test(revision))) return null;
    return { epoch, upstream, revision };
  },
  order: (a, b) =>
    firstOf(
      orderDigits(a.epoch, b.epoch),
      orderParts(a.upstream, b.upstream),
      orderParts(a.revision, b.revision),
    ),
};

/** Stretches without digits and numbers in turn. */
function orderParts(a: string, b: string): Order {
  let left = 0;
  let right = 0;
  while (left < a.length || right < b.length) {
    while (isSign(a[left]) || isSign(b[right])) {
      const order = orderOf(weightOf(a[left]) - weightOf(b[right]));
      if (order !== 0) return order;
      left += 1;
      right += 1;
    }
    const leftEnd = runEnd(a, left, isDigit);
    const rightEnd = runEnd(b, right, isDigit);
    const order = orderDigits(a.slice(left, leftEnd), b.slice(right, rightEnd));
    if (order !== 0) return order;
    left = leftEnd;
    right = rightEnd;
  }
  return 0;
}

const isSign = (char: string | undefined): boolean => char !== undefined && !isDigit(char);

/** The end, and a number, weigh nothing. */
function weightOf(char: string | undefined): number {
  if (char === undefined || isDigit(char)) return 0;
  if (char === '~') return -1;
  return isLetter(char) ? char.charCodeAt(0) : char.charCodeAt(0) + 256;
}
