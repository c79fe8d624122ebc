// Takes the repeated copies out of a history and keeps the last one, whole as the client wrote it: calls with their results,
// roles in turn, the newest words at the end. Only cuts; what is kept is not rewritten. Turns outside the copies are never
// touched, and where a copy holds anything else (a system message, a result of an older call) nothing is done.
// Source: loops, Step 4. Used by mitigate.ts.
import type { BodyIndex } from '../../body/body-scanner.ts';
import { roleOf } from '../../body/prompt-turns.ts';
import type { Edit } from '../../body/splice.ts';
import type { LoopFinding } from '../finding.ts';
import { isSaidToAgent } from './place-feedback.ts';

/** The cuts that leave one copy; null where the copies cannot be taken out. */
export function collapseCopies(finding: LoopFinding, { list, text }: BodyIndex): Edit[] | null {
  const { ranges, isCollapsible } = finding;
  const first = ranges[0];
  const kept = ranges.at(-1);
  if (!isCollapsible || !first || !kept || ranges.length < 2) return null;
  const parts = list ? list.turns : (text?.headings ?? []);
  const gone = parts.slice(first.from, kept.from);
  if (gone.length === 0 || gone.some(({ role }) => roleOf(role) === 'system')) return null;
  // The recollection may stand in the last user's turn, feedback behind the last that was said: both stay.
  const isGone = (at: number) => at >= first.from && at < kept.from;
  if (isGone(parts.findLastIndex(({ role }) => roleOf(role) === 'user'))) return null;
  if (isGone(parts.findLastIndex(({ role }) => isSaidToAgent(role)))) return null;
  const from = parts[first.from];
  const to = parts[kept.from];
  if (!from || !to) return null;
  return [{ start: from.start, end: to.start, bytes: Buffer.alloc(0) }];
}

/** The words that stand for what was taken out. */
export const collapsedNote = ({ copies }: LoopFinding): string => `(repeated ${copies} times)`;
