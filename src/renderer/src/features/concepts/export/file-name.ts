// What a file of a view is called: dimension, concept and date. Pure.

/** As much of a name as file systems take gladly. */
const MOST = 60;

const plain = (name: string): string =>
  [...name.normalize('NFC').replace(/[^\p{L}\p{N}._-]/gu, '-')].slice(0, MOST).join('').replace(/^[.-]/, '_');

const two = (value: number): string => String(value).padStart(2, '0');

/** The day where the operator is. */
function dayOf(at: number): string {
  const day = new Date(at);
  return [day.getFullYear(), two(day.getMonth() + 1), two(day.getDate())].join('-');
}

interface Named {
  /** Null for all of them. */
  readonly dimension: string | null;
  readonly concept: string;
  /** The moment that is looked at; null for now. */
  readonly at: number | null;
  readonly now: number;
}

/** @returns `membership_gnommoweb_2026-11-21.svg`; of the past `…_as-of-2026-10-01.svg` */
export function fileName({ dimension, concept, at, now }: Named, extension: string): string {
  const day = at === null ? dayOf(now) : `as-of-${dayOf(at)}`;
  return `${plain(dimension ?? 'around')}_${plain(concept)}_${day}.${extension}`;
}
