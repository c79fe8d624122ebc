// Whether approvals, executions, rules and locks are what the agent's chain says of them, and the other way round: a row that somebody changed,
// took out or put in, and events that were cut off at the end, which the chain alone cannot miss. Reads only; what it reads must be of one moment.
// Called by memory/history/verify-memory.ts. Source: agent, Approvals.
import { hash } from 'node:crypto';
import type { Selectable } from 'kysely';
import { canonicalJson } from '../audit/canonical-json.ts';
import type { ApprovalTable, ExecutionTable } from '../schema.ts';
import type { StoreReader } from '../store-access.ts';
import { digestOfAsked, NOT_DECIDED } from './approvals.ts';
import {
  gatherHandsEvents,
  type HandsEvents,
  type SaidOfApproval,
  type SaidOfExecution,
} from './hands-events.ts';

const PAGE = 500;

/** @returns what is wrong, a line each */
export async function verifyHands(reader: StoreReader): Promise<string[]> {
  const events = await gatherHandsEvents(reader);
  return [
    ...(await verifyApprovals(reader, events)),
    ...(await verifyExecutions(reader, events)),
    ...(await verifyRules(reader, events)),
    ...(await verifyLocks(reader, events)),
  ];
}

async function verifyApprovals(reader: StoreReader, { approvals }: HandsEvents): Promise<string[]> {
  const faults = new Faults('approval', approvals.keys());
  for (let after = ''; ; ) {
    const page = await reader
      .selectFrom('approval')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    for (const row of page) faults.note(row.id, approvalFault(row, approvals.get(row.id) ?? {}));
    const last = page.at(-1);
    if (page.length < PAGE || !last) return faults.all();
    after = last.id;
  }
}

function approvalFault(
  row: Selectable<ApprovalTable>,
  { asked, decided, replacedBy }: SaidOfApproval,
): string | null {
  if (!asked) return 'no event says that it was asked';
  if (asked.payload.digest !== digestOfAsked(row)) return 'it is not as it was asked';
  if (row.replaced_by !== (replacedBy ?? null)) return 'another one waits in its place than its event says';
  if (row.status === 'pending') return decided ? `it waits, and its event says ${decided.kind}` : null;
  if (!decided) return `it is ${row.status}, and no event says so`;
  const kinds =
    row.status === 'replaced' ? ['approval.replaced', 'approval.edited'] : [`approval.${row.status}`];
  if (!kinds.includes(decided.kind)) return `it is ${row.status}, and its event says ${decided.kind}`;
  if (row.decided_by !== decided.actor) return 'somebody else decided it than its event says';
  const { summary } = decided.payload;
  const reason = row.status === 'approved' || summary === NOT_DECIDED ? null : summary;
  if ((row.reason ?? null) !== (reason ?? null)) return 'its reason is not the one of its event';
  const rule = decided.actor.startsWith('rule ') ? decided.actor.slice('rule '.length) : null;
  return row.rule === rule ? null : 'its rule is not the one of its event';
}

async function verifyExecutions(reader: StoreReader, { executions }: HandsEvents): Promise<string[]> {
  const faults = new Faults('execution', executions.keys());
  for (let after = ''; ; ) {
    const page = await reader
      .selectFrom('execution')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    for (const row of page) faults.note(row.id, executionFault(row, executions.get(row.id) ?? {}));
    const last = page.at(-1);
    if (page.length < PAGE || !last) return faults.all();
    after = last.id;
  }
}

function executionFault(row: ExecutionTable, { started, finished, unknown }: SaidOfExecution): string | null {
  if (!started) return 'no event says that it was started';
  const begun = started.payload;
  const isSame =
    begun.approval === row.approval_id &&
    begun.plan_hash === row.plan_hash &&
    begun.host === row.host &&
    begun.resource === row.resource_id;
  if (!isSame) return 'it is not what its event says was started';
  const isOver = finished !== undefined || unknown !== undefined;
  if (row.state === 'started') return isOver ? 'it runs, and its event says that it is over' : null;
  if (row.state === 'unknown')
    return unknown && !finished && unknown.payload.summary === row.summary
      ? null
      : 'it is unknown, and its events say otherwise';
  if (!finished) return `it is ${row.state}, and no event says so`;
  const { result, summary, exit_code, verified, evidence, output_digest } = finished.payload;
  const told = { result, summary, exit_code, verified, evidence, output_digest };
  const stored = {
    ...{ result: row.state, summary: row.summary ?? row.state, exit_code: row.exit_code },
    ...{ verified: row.verified, evidence: row.evidence },
    output_digest: row.output && hash('sha256', row.output),
  };
  return (Object.keys(stored) as (keyof typeof stored)[]).every((key) => (told[key] ?? null) === stored[key])
    ? null
    : 'what came of it is not what its event says';
}

async function verifyRules(reader: StoreReader, { rules }: HandsEvents): Promise<string[]> {
  const faults = new Faults('rule', rules.keys());
  const rows = await reader.selectFrom('approval_rule').selectAll().orderBy('id').execute();
  for (const row of rows) {
    const { made, revoked } = rules.get(row.id) ?? {};
    const { matches, session, expires_at } = made?.payload ?? {};
    const isAsMade =
      made?.actor === row.made_by &&
      canonicalJson((matches ?? null) as never) === canonicalJson(JSON.parse(row.matches)) &&
      (session ?? null) === row.session &&
      (expires_at ?? null) === row.expires_at;
    if (!made) faults.note(row.id, 'no event says that it was made');
    else if (!isAsMade) faults.note(row.id, 'it is not as it was made');
    else if ((revoked?.actor ?? null) !== row.revoked_by)
      faults.note(row.id, 'it and its events differ on whether it was revoked');
    else faults.note(row.id, null);
  }
  return faults.all();
}

async function verifyLocks(reader: StoreReader, { locks }: HandsEvents): Promise<string[]> {
  const faults = new Faults(
    'lock on',
    [...locks].flatMap(([id, said]) => (said ? [id] : [])),
  );
  const rows = await reader.selectFrom('resource_lock').selectAll().orderBy('resource_id').execute();
  for (const row of rows) {
    const said = locks.get(row.resource_id);
    const fault = said
      ? said.actor === row.locked_by
        ? null
        : 'somebody else set it than its event says'
      : 'no event says that it was set';
    faults.note(row.resource_id, fault);
  }
  return faults.all();
}

/** What is wrong with each, and which of those that events speak of are not there. */
class Faults {
  readonly #what: string;
  readonly #missing: Set<string>;
  readonly #lines: string[] = [];

  constructor(what: string, said: Iterable<string>) {
    this.#what = what;
    this.#missing = new Set(said);
  }

  note(id: string, fault: string | null): void {
    this.#missing.delete(id);
    if (fault !== null) this.#lines.push(`${this.#what} ${id}: ${fault}`);
  }

  all(): string[] {
    return [
      ...this.#lines,
      ...[...this.#missing].map((id) => `${this.#what} ${id}: its events are there, and it is not`),
    ];
  }
}
