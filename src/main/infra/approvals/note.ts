// One event of the agent's chain about an approval: which, on what, what exactly would run or ran, and its hash. Called by approvals.ts,
// begin.ts and begun.ts within their transactions.
import type { Clock } from '../../../shared/model/clock.ts';
import { DEFAULT_PROJECT } from '../../../shared/model/graph.ts';
import type { Json } from '../../store/audit/canonical-json.ts';
import { type AgentKind, appendAgentEvent } from '../../store/audit/chain.ts';
import { askedDigest, type NewApproval } from '../../store/hands/approvals.ts';
import type { StoreWriter } from '../../store/store.ts';
import { said } from './refuse.ts';

/** @param summary one plain line, without a secret */
export function note(
  writer: StoreWriter,
  clock: Clock,
  kind: AgentKind,
  actor: string,
  { id, plan, planHash, tool, host, session }: NewApproval,
  summary: string,
  more: Readonly<Record<string, Json>> = {},
): Promise<void> {
  const about = { approval: id, tool, host, session, plan_hash: planHash, resource: plan.resource.id };
  const payload = { summary, ...about, runs: plan.runs, risk: plan.risk, ...more };
  return appendAgentEvent(writer, clock.now(), { project: DEFAULT_PROJECT, kind, actor, payload });
}

/** What was asked, with a digest of all of it: its row can be held against it later. */
export function noteAsked(writer: StoreWriter, clock: Clock, asked: NewApproval): Promise<void> {
  return note(writer, clock, 'approval.asked', asked.askedBy, asked, said(asked.plan), {
    digest: askedDigest(asked),
  });
}
