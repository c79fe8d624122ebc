// What was said of an action's edges after it and still counts, and what it was built on that does not count any more.
// Reads only. Called by undo-edges.ts; taken-back.ts makes of it what an edge is without the action.
import type { Provenance, Source } from '../../../shared/model/graph.ts';
import type { StoreReader } from '../../store/store.ts';
import {
  type DeltaOfEdge,
  readActions,
  readOtherPartsOf,
  type StoredAction,
} from '../../store/tables/actions.ts';
import { readTestimonies, type StoredTestimony } from '../../store/tables/edge-testimonies.ts';
import { EdgeDelta, type EdgeRecord } from '../decide/deltas.ts';
import { type Assent, assentTo } from '../write/confirmation.ts';

export interface LaterTestimony extends Assent {
  readonly provenance: Provenance;
}

export interface Later {
  /** In the order in which they were said. */
  readonly testimonies: readonly LaterTestimony[];
  /** The edge before the first older action on it that was undone since; null when that one had made it. */
  readonly base?: EdgeRecord | null;
}

/** Which actions an undo or a redo takes out of force, and which it brings back. */
export interface Taking {
  readonly out: readonly number[];
  readonly back: number | null;
}

/** How sure a testimony was that does not say it: what its source is at least (memory, Cue scanner, Writing). */
const SURE: { readonly [S in Source]: number } = {
  operator: 1,
  gutask: 1,
  inferred: 0.65,
  festinger: 0.65,
  cloud_llm: 0.65,
};

const NOTHING: Later = { testimonies: [] };

/**
 * @param action what is reversed
 * @param heard the newest testimony for each of its edges when it was done; edges of older events are left out
 */
export async function readLater(
  reader: StoreReader,
  action: StoredAction,
  taking: Taking,
  heard: ReadonlyMap<number, number>,
): Promise<(edgeId: number) => Later> {
  const edgeIds = [...heard.keys()];
  const parts = Map.groupBy(await readOtherPartsOf(reader, edgeIds, action), (part) => part.edgeId);
  const testimonies = Map.groupBy(await testimoniesInForce(reader, edgeIds, taking), ({ edgeId }) => edgeId);
  return (edgeId) => {
    const since = heard.get(edgeId);
    if (since === undefined) return NOTHING;
    return laterOf(action, taking, since, parts.get(edgeId) ?? [], testimonies.get(edgeId) ?? []);
  };
}

function laterOf(
  action: StoredAction,
  taking: Taking,
  heard: number,
  parts: readonly DeltaOfEdge[],
  testimonies: readonly StoredTestimony[],
): Later {
  const read = parts.map((part) => ({ ...part, edge: EdgeDelta.parse(JSON.parse(part.payload)) }));
  const undone = read.find(
    ({ actionId, undoneBy, edge }) =>
      actionId < action.id && undoneBy !== null && undoneBy > action.id && edge.heard !== undefined,
  );
  const from = undone?.actionId ?? action.id;
  const since = undone?.edge.heard ?? heard;
  const said = testimonies.flatMap((one) =>
    one.id > since ? { order: one.id, testimony: laterTestimony(one) } : [],
  );
  const decided = read
    .filter(({ actionId, undoneBy }) => actionId > from && isInForce(taking, actionId, undoneBy))
    .flatMap(({ edge: { heard: then = 0, voices: assents = [] } }) =>
      assents.map((assent) => ({
        order: then + 0.5,
        testimony: { ...assent, provenance: bare(assent) },
      })),
    );
  const all = [...said, ...decided].sort((a, b) => a.order - b.order).map(({ testimony }) => testimony);
  return undone ? { testimonies: all, base: undone.edge.before } : { testimonies: all };
}

/** Testimonies of no action are in force whatever is undone. */
async function testimoniesInForce(
  reader: StoreReader,
  edgeIds: readonly number[],
  taking: Taking,
): Promise<StoredTestimony[]> {
  const testimonies = await readTestimonies(reader, edgeIds);
  const actions = await readActions(reader, [...new Set(testimonies.flatMap(({ action }) => action ?? []))]);
  const undoneBy = new Map(actions.map((action) => [action.id, action.undoneBy]));
  return testimonies.filter(
    ({ action }) => action === undefined || isInForce(taking, action, undoneBy.get(action) ?? null),
  );
}

function isInForce({ out, back }: Taking, actionId: number, undoneBy: number | null): boolean {
  return !out.includes(actionId) && (actionId === back || undoneBy === null);
}

function laterTestimony({ provenance, confidence }: StoredTestimony): LaterTestimony {
  return { ...assentTo(provenance, confidence ?? SURE[provenance.source]), provenance };
}

/** A decision leaves no provenance behind but whose it was. */
function bare({ source, at }: Assent): Provenance {
  return { source, client: null, conversation: null, role: null, segment: null, sentence: null, at };
}
