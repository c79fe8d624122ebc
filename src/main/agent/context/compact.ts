// Which results of old turns are shortened, and to what: the facts that were drawn from them, or their beginning. Each once, since what was shortened
// stays as it is. What failed is never said to have worked, and whose words it was stays said. Pure. Source: agent, The loop (compaction).

const FACT_CHARS = 280;
const BEGINNING = 200;
const CUT = ' [truncated]';
/** As results of reads begin; between the two, whose words they are (agent/loop/results.ts). */
const WORKED = '{"ok":true,';
const DATA = '"data":';
const FACTS = '"facts":';
const MOST_HEAD = 600;

export interface OldResult {
  readonly id: string;
  readonly turn: number;
  readonly content: string;
  /** What was read; null for nothing in particular, and for what was no read. */
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
  /** Nothing is shortened while that would spare fewer characters. */
  readonly batchChars: number;
  /** Lines of what is known of a resource; empty for none. */
  factsOf(resource: string, maxChars: number): string;
}

export function compactOldResults(
  results: readonly OldResult[],
  { turn, keepTurns, minChars, batchChars, factsOf }: Compacting,
): Shortened[] {
  const short = results.flatMap(({ id, turn: of, content, resource }) => {
    if (of >= turn - keepTurns || content.length <= minChars) return [];
    if (content.endsWith(CUT) || headOf(content, FACTS) !== null) return [];
    const head = headOf(content, DATA);
    const facts = resource === null || head === null ? '' : factsOf(resource, FACT_CHARS);
    const kept = facts === '' ? beginningOf(content) : `${head}${FACTS}${JSON.stringify(facts)}}`;
    return kept.length < content.length ? [{ id, content: kept, was: content.length }] : [];
  });
  const spared = short.reduce((sum, { was, content }) => sum + was - content.length, 0);
  return spared < batchChars ? [] : short;
}

/** What stands before the first of both members of a result that worked; null where that is another. Within a string, their quotes would be escaped. */
function headOf(content: string, member: typeof FACTS | typeof DATA): string | null {
  if (!content.startsWith(WORKED)) return null;
  const head = content.slice(0, MOST_HEAD);
  const at = head.indexOf(member);
  const other = head.indexOf(member === FACTS ? DATA : FACTS);
  return at < 0 || (other >= 0 && other < at) ? null : head.slice(0, at);
}

function beginningOf(content: string): string {
  const kept = content.slice(0, BEGINNING);
  // No half of a pair is left.
  return (kept.isWellFormed() ? kept : kept.slice(0, -1)) + CUT;
}
