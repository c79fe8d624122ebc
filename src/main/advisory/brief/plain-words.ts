// How briefs write what they hold: names without markup, days, lists, scores. The same everywhere: no locale, no time zone, no clock. Pure. Called by the statements of a brief
// and by its computed sources. Source: advisory, How a brief reads.

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** @example dayOf(Date.UTC(2021, 11, 10)) // '10 December 2021' */
export function dayOf(time: number): string {
  const date = new Date(time);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** Text of evidence letter for letter: signs of markdown are escaped. */
export const literal = (text: string): string => text.replace(/[\\`*_{}[\]<>|!~$&]|^#/g, '\\$&');

/** The same on one line: white space is one blank. */
export const plain = (text: string): string => literal(text.replace(/\s+/g, ' ').trim());

/** A name that stands out. */
export const emphasised = (text: string): string => `*${plain(text) || 'unnamed'}*`;

/** @example listOf(['a', 'b', 'c']) // 'a, b and c' */
export const listOf = (items: readonly string[]): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;

/** The first of them, and how many more there are. */
export const firstOf = (items: readonly string[], most: number, more: string): string =>
  items.length <= most
    ? listOf(items)
    : listOf([...items.slice(0, most), `${items.length - most} more ${more}`]);

/** Of a CVSS score: one digit behind the point, as everybody writes it. */
export const scoreOf = (cvss: number): string => `CVSS ${cvss.toFixed(1)}`;

/** @param share 0 to 1 @example percentOf(0.944) // '94%' */
export const percentOf = (share: number): string =>
  `${share >= 0.095 ? Math.round(share * 100) : Math.round(share * 1000) / 10}%`;

/** `not_affected` as people write it. */
export const statusOf = (status: string): string => plain(status.replaceAll('_', ' '));
