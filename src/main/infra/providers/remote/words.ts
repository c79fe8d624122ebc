// Sizes and spans as a person reads them, and text of a far server on one short line. Owns no facts; pure.
// Called by the remote providers. Source: console, Words.
import { redact } from '../../../../shared/redact.ts';
import { utcMinute } from '../../utc-words.ts';

const BYTE_UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'] as const;
const MAX_READ = 2000;
const MAX_SAID = 300;

/** `1.5 GiB` */
export function sizeWords(bytes: number): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  while (value >= 1024 && unit < BYTE_UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${BYTE_UNITS[unit]}`;
}

const SPANS = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
] as const;

/** `3 hours`; of seconds. */
export function spanWords(seconds: number): string {
  for (const [length, word] of SPANS) {
    const count = Math.floor(seconds / length);
    if (count >= 1) return `${count} ${word}${count === 1 ? '' : 's'}`;
  }
  return `${Math.max(0, Math.floor(seconds))} s`;
}

/** `2026-11-24 02:00 UTC`; of epoch seconds. */
export function momentWords(seconds: number): string {
  const at = new Date(seconds * 1000);
  return Number.isNaN(at.getTime()) ? 'unknown time' : utcMinute(at.getTime());
}

/** What a far server says: no secret, on one line, short. */
export function saidWords(text: string): string {
  const line = redact(text.slice(0, MAX_READ))
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return line.length <= MAX_SAID ? line : `${line.slice(0, MAX_SAID).toWellFormed()}…`;
}
