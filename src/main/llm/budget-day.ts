// The day a budget is for: the host's own calendar day.

const two = (value: number): string => String(value).padStart(2, '0');

/** `2026-11-21`. @param at epoch milliseconds */
export function localDay(at: number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** When the next day begins, epoch milliseconds. */
export function resetsAt(at: number): number {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1).getTime();
}
