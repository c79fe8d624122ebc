// What was found so far, in code's own words, where a run ends without a model's: nothing is asked for it. Source: agent, The loop (budgets).
import type { RunEnv } from './env.ts';

const MOST_CHARS = 1500;

export function summaryOf({ session, run }: RunEnv, why: string): string {
  const facts = session.memory.knowledge.summary(MOST_CHARS).trim();
  const done = session
    .entries()
    .filter(
      (entry) =>
        entry.kind === 'tool' &&
        entry.run_id === run.id &&
        entry.status === 'done' &&
        entry.tool !== 'question',
    )
    .map((entry) => (entry.kind === 'tool' ? entry.tool : ''));
  if (done.length === 0) return `${why} No call had succeeded before that.`;
  const found = facts === '' ? '' : `\n\nWhat was found so far:\n\n${facts}`;
  return `${why} ${done.length} calls had succeeded.${found}`;
}
