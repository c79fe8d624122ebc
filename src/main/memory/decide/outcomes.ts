// What each decision means for each kind of collision: one table, every outcome planned over a
// draft. Pure. An outcome that would break a rule of the graph throws NOT_ALLOWED and says what to do instead.
// Source: memory D6, Conflicts; decision.ts for the words.
import type { Decision, DecisionKind } from '../../../shared/model/decision.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import { type CollisionType, type Provenance, SOURCES } from '../../../shared/model/graph.ts';
import { checkFact } from '../../graph/columns/collision.ts';
import type { EdgeRow } from '../../graph/types.ts';
import type { StoredConflict } from '../../store/tables/conflicts.ts';
import { type Assent, retold } from '../write/confirmation.ts';
import type { Draft, PlacedFact } from './draft.ts';

/** A conflict as it is when it is decided. */
export interface Case {
  readonly draft: Draft;
  readonly conflict: StoredConflict;
  /** What stands at its place; nothing where a cycle was claimed or the place has emptied since. */
  readonly standing: EdgeRow | undefined;
  /** The edges that lead from the claim's parent back to its concept. */
  readonly cycle: readonly EdgeRow[];
  /** The word of the person who decides; a model lends a fact no trust. */
  readonly assent: Assent | undefined;
  /** Where an edge was told from last. */
  readonly provenanceOf: (edge: EdgeRow) => Provenance;
  /** The ids of the dimensions the decision names. */
  readonly dimensions: ReadonlyMap<string, number>;
}

type Outcome<K extends DecisionKind> = (it: Case, decision: Extract<Decision, { decision: K }>) => string;
type Row = { readonly [K in DecisionKind]: Outcome<K> };

const KNOWN_FACT: Row = {
  keep: (it) => {
    const edge = theStanding(it, 'replace lets the claim in, dismiss drops it');
    if (it.assent) it.draft.confirm(edge, [it.assent], []);
    const dropped = it.conflict.correction === 'ends' ? 'the correction' : claimed(it);
    return `${at(it)} ${name(it, edge.parent)} kept, ${dropped} dismissed`;
  },
  replace: (it, { givesWay }) => {
    if (it.cycle.length > 0 && givesWay === undefined) throw leadsBack(it);
    return letIn(it, givesWay);
  },
  split: (it, decision) =>
    splitApart(it, decision, theStanding(it, 'move the claim to its dimension instead')),
  move: (it, decision) => moveOne(it, decision, () => theStanding(it, 'replace lets the claim in')),
  dismiss: (it) => `${at(it)} ${claimed(it)} dismissed`,
};

const RING: Row = {
  keep: (it) => {
    if (it.standing && it.assent) it.draft.confirm(it.standing, [it.assent], []);
    return `${at(it)} kept as it is, ${claimed(it)} dismissed`;
  },
  replace: (it, { givesWay }) => letIn(it, givesWay),
  split: (it, decision) => splitApart(it, decision, theContested(it)),
  move: (it, decision) => moveOne(it, decision, () => theContested(it)),
  dismiss: KNOWN_FACT.dismiss,
};

/** The claim is that the known fact is so no more: it stays, or it ends. There is nothing to put anywhere else. */
const ENDING: Row = {
  keep: KNOWN_FACT.keep,
  replace: (it, { givesWay }) => {
    if (givesWay !== undefined)
      throw notAllowed('A correction that ends a fact is in no cycle. Leave givesWay out.');
    const edge = theStanding(it, 'dismiss the correction');
    it.draft.retire(edge);
    return `${at(it)} ${claimed(it)} ended`;
  },
  split: (it) => theEndsOnly(it),
  move: (it) => theEndsOnly(it),
  dismiss: (it) => `${at(it)} ${claimed(it)} stays, the correction dismissed`,
};

/** The table. Operators may take any of them; what a model may propose is limited where models are asked. */
export const OUTCOMES: { readonly [T in CollisionType]: Row } = {
  isa_isa: KNOWN_FACT,
  ispart_ispart: KNOWN_FACT,
  misclassification: KNOWN_FACT,
  cycle: RING,
};

/** Whether a decision says that the claim is true. */
export const TAKES_CLAIM: { readonly [K in DecisionKind]: boolean } = {
  keep: false,
  replace: true,
  split: true,
  move: true,
  dismiss: false,
};

/**
 * Plans a decision.
 * @returns one line that says what it does
 * @throws AppError NOT_ALLOWED
 */
export function planOutcome(it: Case, decision: Decision): string {
  const { type, correction } = it.conflict;
  const row = correction === 'ends' ? ENDING : OUTCOMES[type];
  const outcome = row[decision.decision] as Outcome<DecisionKind>;
  return outcome(it, decision);
}

/** The edge of a cycle that gives way when nobody names one: the least trusted, least sure, longest unconfirmed. */
export function leastTrusted(cycle: readonly EdgeRow[]): EdgeRow | undefined {
  return [...cycle].sort(
    (a, b) =>
      SOURCES.indexOf(b.source) - SOURCES.indexOf(a.source) ||
      a.confidence - b.confidence ||
      a.lastConfirmed - b.lastConfirmed ||
      a.edgeId - b.edgeId,
  )[0];
}

/** The claim takes its place; what stands there, and the edge of a cycle that gives way, are retired. */
function letIn(it: Case, givesWay: number | undefined): string {
  const { draft, standing, cycle } = it;
  const gone: EdgeRow[] = [];
  if (cycle.length > 0) gone.push(givingWay(it, givesWay));
  else if (givesWay !== undefined) {
    throw notAllowed(`Edge ${givesWay} is in no cycle with this claim; there is none. Leave givesWay out.`);
  }
  if (standing) gone.push(standing);
  for (const edge of gone) draft.retire(edge);
  enterAtHome(it);
  const others = gone.filter((edge) => edge !== standing).map((edge) => `, ${told(it, edge)} gives way`);
  const what = standing ? `${name(it, standing.parent)} replaced by ${claimed(it)}` : `${claimed(it)} let in`;
  return `${at(it)} ${what}${others.join('')}`;
}

function givingWay(it: Case, edgeId: number | undefined): EdgeRow {
  const edge = edgeId === undefined ? leastTrusted(it.cycle) : it.cycle.find((one) => one.edgeId === edgeId);
  if (edge) return edge;
  const ids = it.cycle.map((one) => `${one.edgeId} (${told(it, one)})`).join(', ');
  throw notAllowed(`Edge ${edgeId} is not in the cycle. Its edges are ${ids}.`);
}

function splitApart(
  it: Case,
  decision: { readonly existingDimension: string; readonly newDimension: string },
  edge: EdgeRow,
): string {
  const forEdge = dimension(it, decision.existingDimension);
  const forClaim = dimension(it, decision.newDimension);
  if (forEdge === forClaim) {
    throw notAllowed(
      `Both facts would be in [${decision.newDimension}], where they collide again. Name two dimensions.`,
    );
  }
  const line = `${told(it, edge)} split into [${decision.existingDimension}] and [${decision.newDimension}]`;
  const stays = edge.dim === forEdge;
  const left = stays ? keepIn(it, edge) : relocate(it, edge, forEdge);
  const entered = forClaim === it.conflict.dimension.id ? enterAtHome(it) : enterAt(it, forClaim);
  return [line, left, entered].filter((part) => part !== '').join('; ');
}

function moveOne(
  it: Case,
  { dimension: token, which }: { readonly dimension: string; readonly which: 'incoming' | 'existing' },
  existing: () => EdgeRow,
): string {
  const to = dimension(it, token);
  const isHome = to === it.conflict.dimension.id;
  if (which === 'incoming') {
    if (isHome) throw notAllowed(`The claim is in [${token}] already. Name another dimension.`);
    const entered = enterAt(it, to);
    return [`${at(it)} ${claimed(it)} moved to [${token}]`, entered].filter((part) => part !== '').join('; ');
  }
  const edge = existing();
  if (edge.dim === to)
    throw notAllowed(`${told(it, edge)} is in [${token}] already. Name another dimension.`);
  const line = `${told(it, edge)} moved to [${token}], ${claimed(it)} let in`;
  const left = relocate(it, edge, to);
  enterAtHome(it);
  return left === '' ? line : `${line}; ${left}`;
}

function keepIn(it: Case, edge: EdgeRow): string {
  if (it.assent) it.draft.confirm(edge, [it.assent], []);
  return '';
}

/**
 * Moves a known edge to another dimension. A place that is taken sends its fact down the write path instead.
 * @returns what else came of it, empty when it simply moved
 */
function relocate(it: Case, edge: EdgeRow, dim: number): string {
  const { draft, assent } = it;
  const { project, concept, parent, isIsa, confidence } = edge;
  const check = checkFact(draft, project, { concept, parent, dim, isIsa });
  switch (check.kind) {
    case 'free':
      draft.move(edge, { parent, dim }, assent);
      return '';
    case 'refused':
      throw isItsOwnDimension(it, concept);
    case 'confirmed':
    case 'collision': {
      draft.retire(edge);
      const provenance = retold(edge, it.provenanceOf(edge));
      return entering(it, { project, concept, parent, dim, isIsa, confidence, provenance });
    }
  }
}

/** The claim goes to a dimension other than the one it was made in. */
function enterAt(it: Case, dim: number): string {
  return entering(it, { ...claim(it), dim });
}

/** @returns what came of it, empty when it was simply inserted */
function entering(it: Case, fact: PlacedFact): string {
  const entered = it.draft.enter(fact, it.assent);
  switch (entered.status) {
    case 'refused':
      throw isItsOwnDimension(it, fact.concept);
    case 'inserted':
      return '';
    case 'confirmed':
      return `${told(it, entered.edge)} was known there`;
    case 'conflict':
      return `${name(it, fact.parent)} waits in [${name(it, fact.dim)}]`;
  }
}

/** The claim goes to the place it was made for, which has to be free by now. @throws AppError NOT_ALLOWED */
function enterAtHome(it: Case): string {
  const fact = claim(it);
  const check = checkFact(it.draft, fact.project, fact);
  if (check.kind === 'collision') {
    if (check.type === 'cycle') throw leadsBack(it);
    const there = check.existing ? told(it, check.existing) : 'another fact';
    throw notAllowed(`${there} stands in the way. Choose replace.`);
  }
  it.draft.enter(fact, it.assent);
  return '';
}

function claim(it: Case): PlacedFact {
  const { project, concept, dimension: home, incoming } = it.conflict;
  const { parentId: parent, isIsa, confidence, source, provenance } = incoming;
  return {
    ...{ project, concept: concept.id, parent, dim: home.id, isIsa, confidence },
    provenance: { ...provenance, source },
  };
}

function theEndsOnly(it: Case): never {
  throw notAllowed(
    `The correction only says that ${at(it)} ${claimed(it)} is so no more: keep it, end it (replace), or dismiss the correction.`,
  );
}

function theStanding(it: Case, instead: string): EdgeRow {
  if (it.standing) return it.standing;
  throw notAllowed(`Nothing stands at ${at(it)} any more: ${instead}.`);
}

/** What a cycle claim contradicts: the edge at its place, or else the cycle's least trusted one. */
function theContested(it: Case): EdgeRow {
  const edge = it.standing ?? leastTrusted(it.cycle);
  if (edge) return edge;
  throw notAllowed(
    `${claimed(it)} no longer leads back to ${it.conflict.concept.token}: replace lets it in.`,
  );
}

function leadsBack(it: Case): AppError {
  const way = it.cycle.map((edge) => `edge ${edge.edgeId} (${told(it, edge)})`).join(', ');
  return notAllowed(
    `${claimed(it)} leads back to ${it.conflict.concept.token} by ${way}. Choose replace and name the edge that gives way, or dismiss the claim.`,
  );
}

function isItsOwnDimension(it: Case, concept: number): AppError {
  return notAllowed(
    `${name(it, concept)} is that dimension itself and has no place in it. Name another one.`,
  );
}

function dimension(it: Case, token: string): number {
  const id = it.dimensions.get(token);
  if (id === undefined) throw new AppError('INTERNAL', `The dimension "${token}" got no id.`);
  return id;
}

function notAllowed(message: string): AppError {
  return new AppError('NOT_ALLOWED', message);
}

const name = (it: Case, id: number) => it.draft.tokenOf(id);
const at = (it: Case) => `${it.conflict.concept.token}: [${it.conflict.dimension.token}]`;
const claimed = (it: Case) => it.conflict.incoming.parent;
const told = (it: Case, edge: EdgeRow) =>
  `${name(it, edge.concept)}: [${name(it, edge.dim)}] ${name(it, edge.parent)}`;
