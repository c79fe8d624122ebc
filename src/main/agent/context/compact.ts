// Which results of old turns are shortened, and to what: the facts that were drawn from them, or their beginning. Each once, since what is short stays
// as it is. Pure. Source: agent, The loop (compaction).

const FACT_CHARS = 280;
const BEGINNING = 200;
const CUT = ' [truncated]';

export interface OldResult {
  readonly id: string;
  readonly turn: number;
  readonly content: string;
  /** What it is about; null for nothing in particular. */
  readonly resource: string | null;
}

export interface Shortened {
  readonly id: string;
  readonly content: string;
  /** Characters it had before. */
  readonly was: number;
}

export interface Compacting {
  /** The turn that is about to be sent. */
  readonly turn: number;
  /** Results of so many turns before it stay whole. */
  readonly keepTurns: number;
  /** What is no longer than this stays whole. */
  readonly minChars: number;
  /** Lines of what is known of a resource; empty for none. */
  factsOf(resource: string, maxChars: number): string;
}

export function compactOldResults(
  results: readonly OldResult[],
  { turn, keepTurns, minChars, factsOf }: Compacting,
): Shortened[] {
  return results.flatMap(({ id, turn: of, content, resource }) => {
    if (of >= turn - keepTurns || content.length <= minChars) return [];
    const facts = resource === null ? '' : factsOf(resource, FACT_CHARS);
    const short = facts === '' ? beginningOf(content) : `{"ok":true,"facts":${JSON.stringify(facts)}}`;
    return short.length < content.length ? [{ id, content: short, was: content.length }] : [];
  });
}

function beginningOf(content: string): string {
  const kept = content.slice(0, BEGINNING);
  // No half of a pair is left.
  return (kept.isWellFormed() ? kept : kept.slice(0, -1)) + CUT;
}
