// Takes out everything that certain parties told and nobody else did, as one action: their facts end, their claims are withdrawn, and
// dimensions that held nothing else go. A claim of somebody else that waited against one of those facts is let in. What anybody else
// told too stays. Called through `memory.graphEdits` when the demo is removed. Source: console, First run; memory, Writing, D11.
import { setImmediate as yieldLoop } from 'node:timers/promises';
import type { Provenance } from '../../../shared/model/graph.ts';
import type { EdgeRow } from '../../graph/types.ts';
import type { StoreReader } from '../../store/store.ts';
import { listConflicts, type StoredConflict } from '../../store/tables/conflicts.ts';
import { readProvenance } from '../../store/tables/edges.ts';
import { type Draft, isEmpty, isOpen } from '../decide/draft.ts';
import type { Planning } from '../decide/planning.ts';
import type { ActionHead } from '../decide/write-action.ts';
import { type Carrying, carryClaims, settleOpened } from './carry-claims.ts';
import { EDGES_PER_SLICE } from './find-edges.ts';

export interface TakeOut {
  readonly project: string;
  /** Whether somebody whose word is to go told it. */
  readonly isTheirs: (provenance: Provenance) => boolean;
  readonly actor: string;
  readonly reason: string;
}

export interface TakenOut {
  readonly facts: number;
  readonly conflicts: number;
}

/** Told what is taken out; null where there is nothing. */
export async function planTakeOut(
  planning: Planning,
  { project, isTheirs, actor, reason }: TakeOut,
  told: (taken: TakenOut) => void,
): Promise<ActionHead | null> {
  const { draft, reader } = planning;
  const ended = await theirFacts(draft, reader, project, isTheirs);
  for (const edge of ended) draft.retire(edge);
  const waiting = await openConflicts(reader, project, planning.now);
  const conflicts = waiting.filter(({ incoming }) => isTheirs(incoming.provenance)).length;
  for (const concept of new Set(waiting.map((row) => row.concept.id)))
    await carryClaims(planning, { project, concept }, carrying(draft, concept, isTheirs), {
      actor,
      why: reason,
    });
  settleOpened(draft);
  endEmptyDimensions(draft, project, ended);
  told({ facts: ended.length, conflicts });
  if (isEmpty(draft)) return null;
  const summary = `${count(ended.length, 'fact')} and ${count(conflicts, 'conflict')} taken out`;
  return { project, kind: 'edit', actor, reason, summary };
}

/** Facts that nobody but them told. One of which nobody knows who told it is no one's to take out. */
async function theirFacts(
  draft: Draft,
  reader: StoreReader,
  project: string,
  isTheirs: TakeOut['isTheirs'],
): Promise<EdgeRow[]> {
  const edges: EdgeRow[] = [];
  let looked = 0;
  for (const edge of draft.graph.edges()) {
    if (looked++ % EDGES_PER_SLICE === 0) await yieldLoop();
    if (edge.project === project && edge.concept !== edge.dim) edges.push(edge);
  }
  const provenance = await readProvenance(
    reader,
    edges.map(({ edgeId }) => edgeId),
  );
  return edges.filter(({ edgeId }) => {
    const words = provenance.get(edgeId) ?? [];
    return words.length > 0 && words.every(isTheirs);
  });
}

const PAGE = 500;

async function openConflicts(reader: StoreReader, project: string, now: number): Promise<StoredConflict[]> {
  const open: StoredConflict[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const { rows } = await listConflicts(reader, { project, view: 'all', now, limit: PAGE, offset });
    open.push(...rows.filter(({ status }) => isOpen(status)));
    if (rows.length < PAGE) return open;
  }
}

function carrying(draft: Draft, concept: number, isTheirs: TakeOut['isTheirs']): Carrying {
  return (claim) => {
    if (claim.concept !== concept) return undefined;
    if (isTheirs(claim.provenance)) return null;
    const { dim, incoming } = claim;
    const stands = draft.edgeAt(claim.project, concept, dim) !== undefined;
    return stands ? undefined : { concept, parent: incoming.parent, dim, letIn: true };
  };
}

/** Those an operator gave a question of their own stay: somebody made them. */
function endEmptyDimensions(draft: Draft, project: string, ended: readonly EdgeRow[]): void {
  const waits = new Set(draft.conflicts.flatMap((step) => (step.action === 'open' ? step.conflict.dim : [])));
  for (const dim of new Set(ended.map((edge) => edge.dim))) {
    const root = draft.edgeAt(project, dim, dim);
    if (!root || draft.factsIn(project, dim) > 0 || waits.has(dim)) continue;
    if (draft.ownQuestion(project, dim) === null) draft.retire(root);
  }
}

const count = (many: number, what: string): string => `${many} ${what}${many === 1 ? '' : 's'}`;
