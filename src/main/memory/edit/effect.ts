// What a draft would do, as people read it: true totals, the first lines of the difference, and what agents would be told of the
// concepts they meet most. Writes nothing; yields to the event loop. Called by graph-edits.ts. Source: console, Concepts.
import { setImmediate as yieldLoop } from 'node:timers/promises';
import { ALIAS_DIMENSION } from '../../../shared/model/graph.ts';
import type { EditsPreview } from '../../../shared/model/memory/graph-edit.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import type { CheckedGraph } from '../../graph/columns/collision.ts';
import { type RenderedGraph, renderConcept } from '../../graph/recollect/recollection-line.ts';
import { type Draft, isOpen } from '../decide/draft.ts';
import { diffLines } from '../decide/preview.ts';
import { EDGES_PER_SLICE } from './find-edges.ts';

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
  const totals = { ...(await countSteps(draft)), ...countConflicts(draft), retold: retold.count };
  const recollections = retold.most.map(({ concept, before, after }) => ({
    ...{ concept: draft.tokenOf(concept), before, after },
  }));
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
  /** How often it was met. */
  readonly met: number;
  readonly before: string | null;
  readonly after: string | null;
}

/** Concepts whose line agents would see otherwise, counted, and those met most; of a name that becomes another one's, that one's line counts. */
async function retoldBy(
  draft: Draft,
  project: string,
  settings: Settings,
  now: number,
): Promise<{ readonly count: number; readonly most: readonly Retold[] }> {
  const { graph } = draft;
  const aliases = draft.conceptId(ALIAS_DIMENSION) ?? 0;
  const line = (of: RenderedGraph & CheckedGraph, concept: number) => {
    const known = of.edgeAt(project, concept, aliases)?.parent ?? concept;
    return renderConcept(of, project, known, settings, now)?.line ?? null;
  };
  const seen = new Set<number>();
  let count = 0;
  let most: Retold[] = [];
  for (const concept of touched(draft, project)) {
    if (seen.has(concept)) continue;
    if (seen.size % CONCEPTS_PER_SLICE === 0) await yieldLoop();
    seen.add(concept);
    const before = graph.knows(concept) ? line(graph, concept) : null;
    const after = line(draft, concept);
    if (before === after) continue;
    count++;
    most.push({ concept, met: graph.encounters(concept), before, after });
    if (most.length > 2 * RECOLLECTIONS_SHOWN) most = mostMet(most);
  }
  return { count, most: mostMet(most) };
}

const mostMet = (retold: readonly Retold[]): Retold[] =>
  retold.toSorted((a, b) => b.met - a.met || a.concept - b.concept).slice(0, RECOLLECTIONS_SHOWN);

/** Concepts the draft says something else of, some of them more than once. */
function* touched(draft: Draft, project: string): Iterable<number> {
  for (const place of draft.changedPlaces()) if (place.project === project) yield place.concept;
  for (const step of draft.conflicts)
    yield step.action === 'open' ? step.conflict.concept : step.row.concept.id;
}
