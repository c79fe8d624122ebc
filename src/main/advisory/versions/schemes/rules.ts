// What a scheme of versions is to the rest of the room: how a text is read, and how two that were read are ordered; and the orders
// that several schemes are made of. Numbers are compared as digits, so none is too long. Called by the files beside it.
// Source: advisory, Deterministic tools.

export type Order = -1 | 0 | 1;

/** Methods, so that one table can hold schemes of different versions. */
export interface SchemeRules<V> {
  /** @param text without blanks around it, at most MAX_VERSION_CHARS long; null when it is no version of the scheme */
  parse(text: string): V | null;
  /** @param a,b what `parse` gave */
  order(a: V, b: V): Order;
}

export const orderOf = (difference: number): Order => (difference < 0 ? -1 : difference > 0 ? 1 : 0);

export const reversed = (order: Order): Order => (order === 0 ? 0 : order === 1 ? -1 : 1);

/** By code units, which is by bytes where a text is ASCII. */
export const orderTexts = (a: string, b: string): Order => (a < b ? -1 : a > b ? 1 : 0);

/** Two numbers in decimal digits, of any length, zeros in front ignored; an empty text is zero. */
export function orderDigits(a: string, b: string): Order {
  const left = withoutZeros(a);
  const right = withoutZeros(b);
  return left.length === right.length ? orderTexts(left, right) : orderOf(left.length - right.length);
}

/** Digits without the zeros in front; zero is the empty text. */
export function withoutZeros(digits: string): string {
  let from = 0;
  while (digits.charCodeAt(from) === ZERO) from += 1;
  return digits.slice(from);
}

const ZERO = 48;

export const isDigit = (char: string | undefined): boolean =>
  char !== undefined && char >= '0' && char <= '9';

export const isLetter = (char: string | undefined): boolean => char !== undefined && /[A-Za-z]/.test(char);

/** Where a run of characters ends. */
export function runEnd(text: string, from: number, isOfRun: (char: string | undefined) => boolean): number {
  let at = from;
  while (isOfRun(text[at])) at += 1;
  return at;
}

/** Digits behind a point: zeros at their end say nothing. */
export function withoutLastZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

export const isDigits = (text: string): boolean => /^[0-9]+$/.test(text);

/**
 * Two lists by their first difference.
 * @param absent stands in for what the shorter one lacks; without it the shorter one is less
 */
export function orderLists<T>(
  a: readonly T[],
  b: readonly T[],
  order: (a: T, b: T) => Order,
  absent?: T,
): Order {
  const length = Math.max(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const left = at < a.length ? a[at] : absent;
    const right = at < b.length ? b[at] : absent;
    if (left === undefined) return -1;
    if (right === undefined) return 1;
    const found = order(left, right);
    if (found !== 0) return found;
  }
  return 0;
}

/** The first order that is not 0. */
export function firstOf(...orders: readonly Order[]): Order {
  return orders.find((order) => order !== 0) ?? 0;
}

/** Lists end where they are equal to nothing. */
export function withoutLast<T>(list: readonly T[], isNothing: (value: T) => boolean): T[] {
  let end = list.length;
  while (end > 0 && isNothing(list[end - 1] as T)) end -= 1;
  return list.slice(0, end);
}
