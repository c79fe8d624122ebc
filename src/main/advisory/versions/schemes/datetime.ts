// Moments by RFC 3339, in the order of time, whatever their offset and however many digits a second has. A day that the calendar lacks is
// none. Called by the table in compare.ts.
// Source: decision 056.
import { firstOf, orderOf, orderTexts, type SchemeRules, withoutLastZeros } from './rules.ts';

interface Moment {
  /** Since 1970, UTC. */
  readonly seconds: number;
  /** Digits of a second, without zeros at the end. */
  readonly fraction: string;
}

const FORM =
  /^([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]+))?(?:[Zz]|([+-])([0-9]{2}):([0-9]{2}))$/;

export const datetime: SchemeRules<Moment> = {
  parse(text) {
    const found = FORM.exec(text);
    if (found === null) return null;
    const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1, 7).map(Number);
    const [offsetHours, offsetMinutes] = [Number(found[9] ?? 0), Number(found[10] ?? 0)];
    if (hour > 23 || minute > 59 || second > 59 || offsetHours > 23 || offsetMinutes > 59) return null;
    const days = daysUntil(year, month, day);
    if (days === null) return null;
    const offset = (offsetHours * 60 + offsetMinutes) * 60 * (found[8] === '-' ? -1 : 1);
    return {
      seconds: days * 86_400 + hour * 3600 + minute * 60 + second - offset,
      fraction: withoutLastZeros(found[7] ?? ''),
    };
  },
  order: (a, b) => firstOf(orderOf(a.seconds - b.seconds), orderTexts(a.fraction, b.fraction)),
};

/** @returns null where the month has no such day */
function daysUntil(year: number, month: number, day: number): number | null {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() / 86_400_000 : null;
}
