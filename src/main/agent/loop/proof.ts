// What was written and is not verified: code runs the resource's own postcondition once more. Called where the model does not look itself: at the end
// of a run, and between the steps of a plan. Source: agent D2; structure S4.

import type { EntryOf } from '../../../shared/model/assistant/transcript.ts';
import type { WriteOutcome } from '../../../shared/model/assistant/words.ts';
import type { WriteRecord } from '../../../shared/model/assistant/write-record.ts';
import type { Seen } from '../../infra/approvals/planned.ts';
import { type RunEnv, setFsm } from './env.ts';
import { proven, type Unproven } from './fsm.ts';

const VERIFY_MS = 10_000;
const OPEN: ReadonlySet<WriteOutcome> = new Set(['not_verified', 'verification_failed']);

type WriteEntry = EntryOf<'tool'> & { readonly write: WriteRecord; readonly approval_id: string };

/** Puts what it finds into the record of the run. @returns writes that are still unproven */
export async function verifyOpenWrites(env: RunEnv): Promise<readonly Unproven[]> {
  const { session, run, parts } = env;
  const { memory } = session;
  const open = session
    .entries()
    .filter(
      (entry): entry is WriteEntry => entry.kind === 'tool' && entry.run_id === run.id && isOpen(entry),
    );
  const ids = new Set([
    ...memory.fsm.unproven.map(({ approvalId }) => approvalId),
    ...open.map((entry) => entry.approval_id),
  ]);
  if (ids.size === 0) return [];
  const limit = new AbortController();
  const cancel = parts.clock.after(VERIFY_MS, () => limit.abort());
  try {
    const seen = new Map(
      await Promise.all([...ids].map(async (id) => [id, await verify(env, id, limit.signal)] as const)),
    );
    const isVerified = (id: string) => seen.get(id)?.ok === true;
    setFsm(env, proven(memory.fsm, new Set([...ids].filter(isVerified))));
    for (const entry of open) recordCheck(env, entry, seen.get(entry.approval_id));
  } finally {
    cancel();
  }
  return memory.fsm.unproven;
}

const isOpen = ({ write, approval_id }: EntryOf<'tool'>): boolean =>
  write !== null && approval_id !== null && OPEN.has(write.outcome);

function recordCheck({ session }: RunEnv, { id, write }: WriteEntry, seen: Seen | undefined): void {
  if (!seen || seen.ok === null) return;
  const outcome = seen.ok ? 'verified' : 'verification_failed';
  if (outcome === write.outcome) return;
  session.tell({
    type: 'write_checked',
    call_id: id,
    write: { what: write.what, outcome, detail: seen.evidence },
  });
}

async function verify(
  { parts, session }: RunEnv,
  approvalId: string,
  signal: AbortSignal,
): Promise<Seen | undefined> {
  try {
    const seen = await parts.cards.verifyAgain(approvalId, signal);
    const removed = session.memory.fsm.unproven.find((one) => one.approvalId === approvalId && one.removes);
    if (seen.ok !== null || !removed) return seen;
    const isGone = (await parts.known.find(removed.resourceId, signal)) === null;
    return isGone ? { ok: true, evidence: 'it is not there any more' } : seen;
  } catch {
    return undefined;
  }
}
