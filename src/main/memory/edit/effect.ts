// What a draft would do, as people read it: true totals, the first lines of the difference, and what agents would be told of the
// concepts they meet most. Writes nothing; yields to the event loop. Called by graph-edits.ts. Source: console, Concepts.
import { setImmediate as yieldLoop } from 'node:timers/promises';
import type { EditsPreview } from '../../../shared/model/memory/graph-edit.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import { aliasOf } from '../../graph/recollect/lookup.ts';
import { type RenderedGraph, renderConcept } from '../../graph/recollect/recollection-line.ts';
import { type Draft, isOpen } from '../decide/draft.ts';
import { diffLines } from '../decide/preview.ts';
import { EDGES_PER_SLICE } from './find-edges.ts';
import { aliasIn } from './names.ts';

const LINES_SHOWN = 200;
const RECOLLECTIONS_SHOWN = 20;
const CONCEPTS_PER_SLICE = 100;

export type Effect = Pick<EditsPreview, 'totals' | 'diff' | 'recollections'>;

/** @param now epoch milliseconds */
export async function effectOf(
  draft: Draft,
  project: string,
  settings: Settings,
  now: number,
): Promise<Effect> {
  const retold = await retoldBy(draft, project, settings, now);
  const diff: EditsPreview['diff'] = [];
  for (const line of diffLines(draft)) {
    if (diff.length === LINES_SHOWN) break;
    diff.push(line);
  }
  const totals = { ...(await countSteps(draft)), ...countConflicts(draft), retold: retold.length };
  const met = (concept: number) => draft.graph.concept(concept)?.encounterCount ?? 0;
  const recollections = retold
    .sort((a, b) => met(b.concept) - met(a.concept) || a.concept - b.concept)
    .slice(0, RECOLLECTIONS_SHOWN)
    .map(({ concept, before, after }) => ({ concept: draft.tokenOf(concept), before, after }));
  return { totals, diff, recollections };
}

async function countSteps(draft: Draft) {
  const totals = { added: 0, ended: 0, moved: 0, confirmed: 0, dimensions: draft.roots.length };
  for (const [i, step] of draft.edges.entries()) {
    if (i % EDGES_PER_SLICE === 0) await yieldLoop();
    const edge = 'row' in step ? step.row : step.edge;
    // A dimension's root is no fact.
    if (edge.concept === edge.dim) continue;
    if (step.action !== 'mark') totals[COUNTED[step.action]]++;
  }
  return totals;
}

const COUNTED = {
  insert: 'added',
  restore: 'added',
  retire: 'ended',
  move: 'moved',
  confirm: 'confirmed',
} as const;

/** A claim that waits elsewhere from now on ends in one step and opens in another: it counts as neither. */
function countConflicts({ conflicts }: Draft): { readonly opened: number; readonly settled: number } {
  let opened = 0;
  let settled = 0;
  for (const step of conflicts) {
    if (step.action === 'open') {
      if (step.isCarried) settled--;
      else opened++;
    } else if (step.action !== 'count' && isOpen(step.row.status) && !isOpen(step.after.status)) settled++;
  }
  return { opened, settled };
}

interface Retold {
  readonly concept: number;
  readonly before: string | null;
  readonly after: string | null;
}

/** Concepts whose line agents would see otherwise; of a name that becomes another one's, that one's line counts. */
async function retoldBy(draft: Draft, project: string, settings: Settings, now: number): Promise<Retold[]> {
  const line = (graph: RenderedGraph, concept: number) =>
    renderConcept(graph, project, concept, settings, now)?.line ?? null;
  const retold: Retold[] = [];
  for (const [i, concept] of [...touched(draft, project)].entries()) {
    if (i % CONCEPTS_PER_SLICE === 0) await yieldLoop();
    const { graph } = draft;
    const before = graph.concept(concept) ? line(graph, aliasOf(graph, project, concept) ?? concept) : null;
    const after = line(draft, aliasIn(draft, project, concept) ?? concept);
    if (before !== after) retold.push({ concept, before, after });
  }
  return retold;
}

function touched(draft: Draft, project: string): Set<number> {
  const concepts = new Set<number>();
  for (const place of draft.changedPlaces()) if (place.project === project) concepts.add(place.concept);
  for (const step of draft.conflicts)
    concepts.add(step.action === 'open' ? step.conflict.concept : step.row.concept.id);
  return concepts;
}
