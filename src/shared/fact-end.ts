// How the end of a fact is written for people and agents. Pure, without a schema: the console's page uses it too.

const DAY_MS = 86_400_000;

/**
 * `2026-12-24` for a fact that holds to the end of that day (UTC), else the minute: `2026-12-24T18:00Z`.
 * @param until from when on the fact holds no more, epoch milliseconds
 */
export function endWords(until: number): string {
  if (until % DAY_MS === 0) return new Date(until - DAY_MS).toISOString().slice(0, 10);
  return `${new Date(until).toISOString().slice(0, 16)}Z`;
}
