// What the agent's chain says was asked, decided, done, allowed and locked, gathered from its events in their order: what rows are held against.
// Reads only. Called by verify-hands.ts.
import { CHAINS } from '../audit/chain.ts';
import type { StoreReader } from '../store-access.ts';

const PAGE = 2000;

export interface Said {
  readonly actor: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface SaidOfApproval {
  asked?: Said;
  /** The first word that was said; and which. */
  decided?: Said & { readonly kind: string };
  /** What was asked in its place. */
  replacedBy?: string;
}

export interface SaidOfExecution {
  started?: Said;
  finished?: Said;
  unknown?: Said;
}

export interface HandsEvents {
  readonly approvals: ReadonlyMap<string, SaidOfApproval>;
  readonly executions: ReadonlyMap<string, SaidOfExecution>;
  readonly rules: ReadonlyMap<string, { made?: Said; revoked?: Said }>;
  /** By resource: the lock that holds; null when it was lifted. */
  readonly locks: ReadonlyMap<string, Said | null>;
}

export async function gatherHandsEvents(reader: StoreReader): Promise<HandsEvents> {
  const gathered = { approvals: new Map(), executions: new Map(), rules: new Map(), locks: new Map() };
  for (let after = 0; ; ) {
    const page = await reader
      .selectFrom(CHAINS.agent.table)
      .select(['id', 'kind', 'actor', 'payload'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    for (const { kind, actor, payload } of page) take(gathered, kind, { actor, payload: objectOf(payload) });
    const last = page.at(-1);
    if (page.length < PAGE || !last) return gathered;
    after = last.id;
  }
}

interface Gathering {
  readonly approvals: Map<string, SaidOfApproval>;
  readonly executions: Map<string, SaidOfExecution>;
  readonly rules: Map<string, { made?: Said; revoked?: Said }>;
  readonly locks: Map<string, Said | null>;
}

/** What is first said counts: a second word about the same thing changes nothing. */
function take({ approvals, executions, rules, locks }: Gathering, kind: string, said: Said): void {
  const { approval, execution, rule, resource } = said.payload;
  const [room, what] = kind.split('.');
  if (room === 'approval') {
    const of = entry(approvals, approval);
    if (what === 'asked') of.asked ??= said;
    else of.decided ??= { ...said, kind };
    if (said.payload.replaced_by !== undefined) of.replacedBy ??= String(said.payload.replaced_by);
  } else if (room === 'execution') {
    const of = entry(executions, execution);
    if (what === 'started' || what === 'finished' || what === 'unknown') of[what] ??= said;
  } else if (room === 'rule') {
    const of = entry(rules, rule);
    if (what === 'made' || what === 'revoked') of[what] ??= said;
  } else if (room === 'lock') locks.set(String(resource), what === 'set' ? said : null);
}

function entry<T extends object>(map: Map<string, T>, id: unknown): T {
  const key = String(id);
  const known = map.get(key);
  if (known) return known;
  const made = {} as T;
  map.set(key, made);
  return made;
}

/** A payload that is none says nothing; that it was changed, the chain tells. */
function objectOf(payload: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(payload);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
