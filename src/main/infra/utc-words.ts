// A time as people read it, in UTC: hosts lie in other zones than whoever looks at them. Pure.

/** `2026-11-24`. @param at epoch milliseconds */
export const utcDay = (at: number): string => first(at, 10);

/** `2026-11-24 14:02 UTC`. @param at epoch milliseconds */
export const utcMinute = (at: number): string => `${first(at, 16)} UTC`;

/** `2026-11-24 14:02:31 UTC`. @param at epoch milliseconds */
export const utcSecond = (at: number): string => `${first(at, 19)} UTC`;

const first = (at: number, length: number): string =>
  new Date(at).toISOString().slice(0, length).replace('T', ' ');
