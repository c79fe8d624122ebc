// For tests: what a project holds by the tables, and what it must hold by the record of events, read here without the
// program's own code for either. Where the two differ, something was lost or applied twice.
import type { Store } from '../../store/store.ts';

/** Facts and roots as `edge 7: pa isa pb @type`, open conflicts as `conflict 3`; both sorted. */
export interface Holdings {
  readonly edges: string[];
  readonly open: string[];
}

interface ShownFact {
  readonly concept: string;
  readonly parent: string;
  readonly dimension: string;
  readonly isIsa: boolean;
  readonly doNotUse: boolean;
}

const shown = (edgeId: number, { concept, parent, dimension, isIsa, doNotUse }: ShownFact) =>
  `edge ${edgeId}: ${concept} ${isIsa ? 'isa' : 'ispart'} ${parent} @${dimension}${doNotUse ? ' not used' : ''}`;

const isOpen = (status: string | undefined) => status === 'pending' || status === 'needs_human';

export async function tableHoldings({ reader }: Store, project: string): Promise<Holdings> {
  const rows = await reader
    .selectFrom('urd')
    .innerJoin('soas as c', 'c.id', 'urd.id')
    .innerJoin('soas as p', 'p.id', 'urd.parent_id')
    .innerJoin('soas as d', 'd.id', 'urd.dim_id')
    .where('project', '=', project)
    .select([
      'edge_id',
      'is_isa',
      'do_not_use',
      'c.token as concept',
      'p.token as parent',
      'd.token as dimension',
    ])
    .execute();
  const conflicts = await reader
    .selectFrom('resolution_queue')
    .where('project', '=', project)
    .select(['id', 'status'])
    .execute();
  const edges = rows.map(({ edge_id, is_isa, do_not_use, ...names }) =>
    shown(edge_id, { ...names, isIsa: Boolean(is_isa), doNotUse: Boolean(do_not_use) }),
  );
  const open = conflicts.filter(({ status }) => isOpen(status)).map(({ id }) => `conflict ${id}`);
  return { edges: edges.sort(), open: open.sort() };
}

type Payload = Record<string, unknown> & {
  readonly before?: Record<string, unknown> | null;
  readonly after?: Record<string, unknown> | null;
};

/** @throws Error naming the event that does not follow from those before it */
export async function recordHoldings({ reader }: Store, project: string): Promise<Holdings> {
  const events = await reader
    .selectFrom('graph_event')
    .where('project', '=', project)
    .select(['id', 'kind', 'edge_id', 'conflict_id', 'payload'])
    .orderBy('id')
    .execute();
  const edges = new Map<number, ShownFact>();
  const conflicts = new Map<number, string>();
  for (const { id, kind, edge_id, conflict_id, payload: json } of events) {
    const payload = JSON.parse(json) as Payload;
    const fault = followEvent(kind, { edges, conflicts }, edge_id ?? 0, conflict_id ?? 0, payload);
    if (fault) throw new Error(`event ${id} ${kind}: ${fault}; it says ${json}`);
  }
  return {
    edges: [...edges].map(([edgeId, place]) => shown(edgeId, place)).sort(),
    open: [...conflicts].flatMap(([id, status]) => (isOpen(status) ? [`conflict ${id}`] : [])).sort(),
  };
}

interface State {
  readonly edges: Map<number, ShownFact>;
  readonly conflicts: Map<number, string>;
}

function followEvent(
  kind: string,
  { edges, conflicts }: State,
  edgeId: number,
  conflictId: number,
  payload: Payload,
): string | null {
  const held = edges.get(edgeId);
  switch (kind) {
    case 'dimension.created': {
      const name = String(payload.dimension);
      const root = { concept: name, parent: name, dimension: name, isIsa: payload.isIsa === true };
      edges.set(edgeId, { ...root, doNotUse: false });
      return held ? 'the edge is there already' : null;
    }
    case 'fact.inserted':
      edges.set(edgeId, placeOf(payload));
      return held ? 'the edge is there already' : null;
    case 'fact.confirmed':
      return held && isSame({ ...placeOf(payload), doNotUse: held.doNotUse }, held)
        ? null
        : 'another edge is there';
    case 'edge.changed':
      return changeEdge(edges, edgeId, payload);
    case 'conflict.opened':
      if (isOpen(conflicts.get(conflictId))) return 'it is open already';
      conflicts.set(conflictId, 'pending');
      return null;
    case 'conflict.changed':
      if (payload.action === 'count') return isOpen(conflicts.get(conflictId)) ? null : 'it is not open';
      conflicts.set(conflictId, String(payload.after?.status ?? 'withdrawn'));
      return null;
    default:
      return null;
  }
}

function changeEdge(
  edges: Map<number, ShownFact>,
  edgeId: number,
  { before, after }: Payload,
): string | null {
  const held = edges.get(edgeId);
  if (before ? !held || !isSame(placeOf(before), held) : held !== undefined) {
    return `before it the edge is ${held ? shown(edgeId, held) : 'not there'}`;
  }
  if (after) edges.set(edgeId, placeOf(after));
  else edges.delete(edgeId);
  return null;
}

function placeOf(payload: Record<string, unknown>): ShownFact {
  const { concept, parent, dimension, isIsa, doNotUse } = payload;
  return {
    ...{ concept: String(concept), parent: String(parent), dimension: String(dimension) },
    ...{ isIsa: isIsa === true, doNotUse: doNotUse === true },
  };
}

function isSame(a: ShownFact, b: ShownFact): boolean {
  return shown(0, a) === shown(0, b);
}
