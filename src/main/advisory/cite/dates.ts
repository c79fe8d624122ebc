// Days as answers and sources write them, in one spelling: `2024-03-29`, `29 March 2024`, `Mar. 29th, 2024`, `29.03.2024`, `03/29/2024`. A spelling that can
// be read two ways is both. Knows no calendar beyond the length of months. Used by entity-forms.ts. Source: advisory, Guardrails.
import type { Span } from './blocks.ts';

export interface FoundDate extends Span {
  /** `2024-03-29`, `2024-03` where no day is said, `--03-29` where no year is; more than one where the order is not clear. */
  readonly keys: readonly string[];
}

const MONTHS = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july'],
  ...['august', 'september', 'october', 'november', 'december'],
];
const MONTH =
  '(Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\\.?';
const DAY = '([0-3]?\\d)(?:st|nd|rd|th)?';

/** Each spelling, and how its groups are read. */
const SPELLINGS: readonly (readonly [RegExp, (groups: readonly string[]) => readonly string[]])[] = [
  [/(?<![\w.])(\d{4})-(\d{2})-(\d{2})(?![\d-])/g, ([y, m, d]) => day(y, m, d)],
  [/(?<![\w./])(\d{4})\/(\d{1,2})\/(\d{1,2})(?![\w/])/g, ([y, m, d]) => day(y, m, d)],
  [/(?<![\w.])(\d{1,2})\.(\d{1,2})\.(\d{4})(?![\w-]|\.\d)/g, ([d, m, y]) => day(y, m, d)],
  [/(?<![\w./])(\d{1,2})\/(\d{1,2})\/(\d{4})(?![\w/])/g, ([a, b, y]) => [...day(y, a, b), ...day(y, b, a)]],
  [
    new RegExp(`(?<![\\w.])${DAY}(?: of)? ${MONTH},? (\\d{4})(?!\\w)`, 'g'),
    ([d, m, y]) => day(y, monthOf(m), d),
  ],
  [new RegExp(`\\b${MONTH} ${DAY},? (\\d{4})(?!\\w)`, 'g'), ([m, d, y]) => day(y, monthOf(m), d)],
  [new RegExp(`\\b${MONTH},? (\\d{4})(?!\\w)`, 'g'), ([m, y]) => [`${y}-${monthOf(m)}`]],
  [new RegExp(`(?<![\\w.])${DAY}(?: of)? ${MONTH}(?!\\w)`, 'g'), ([d, m]) => yearless(monthOf(m), d)],
  [new RegExp(`\\b${MONTH} ${DAY}(?![\\w.])`, 'g'), ([m, d]) => yearless(monthOf(m), d)],
];

const monthOf = (name = ''): string =>
  String(MONTHS.findIndex((month) => month.startsWith(name.toLowerCase().slice(0, 3))) + 1).padStart(2, '0');

/** No day where there is no such day of a year that has 29 days in February. */
function day(year = '', month = '', date = ''): string[] {
  const [m, d] = [Number(month), Number(date)];
  if (m < 1 || m > 12 || d < 1 || d > new Date(Date.UTC(2024, m, 0)).getUTCDate()) return [];
  return [`${year}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`];
}

const yearless = (month: string, date = ''): string[] =>
  day('2024', month, date).map((key) => key.replace('2024', '-'));

/** All days in a text, in no order; none lies in another. */
export function datesIn(text: string): FoundDate[] {
  const found: FoundDate[] = [];
  let left = text;
  for (const [pattern, read] of SPELLINGS) {
    left = left.replace(pattern, (whole: string, ...rest: unknown[]) => {
      const at = rest.findIndex((value) => typeof value === 'number');
      const keys = read(rest.slice(0, at) as string[]);
      if (keys.length === 0) return whole;
      const start = rest[at] as number;
      found.push({ start, end: start + whole.length, keys });
      return ' '.repeat(whole.length);
    });
  }
  return found;
}

/** Also what a day says less exactly: its month, and its date without the year. */
export function lessExact(key: string): readonly string[] {
  return /^\d{4}-\d{2}-\d{2}$/.test(key) ? [key, key.slice(0, 7), `-${key.slice(4)}`] : [key];
}
