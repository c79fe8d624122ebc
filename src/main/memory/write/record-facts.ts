// Facts told: planned, and written with their events as one write. All or none.
// Source: memory, Writing, D1, D12, D13.

import { AppError } from '../../../shared/model/envelope.ts';
import type { FactOutcome } from '../../../shared/model/graph.ts';
import type { ConceptGraph } from '../../graph/columns/concept-graph.ts';
import { mayName } from '../../graph/text/name-rules.ts';
import type { StoreWriter } from '../../store/store.ts';
import { ensureConcepts } from '../../store/tables/concepts.ts';
import { touchEndOf } from '../../store/tables/edge-touches.ts';
import type { GraphChange } from '../read/graph-cache.ts';
import { factNames, isSecretFact, UNNAMED } from './fact-names.ts';
import { KnownSpelling } from './known-spelling.ts';
import { Overlay } from './overlay.ts';
import { type PlacedClaim, planFacts, type SaidFact } from './plan-facts.ts';
import { type HeldChain, transact, type Work, type WriteParts } from './transact.ts';
import { writePlan } from './write-plan.ts';

/** With more claims than this, everything is reloaded after a race rather than each claim's surroundings. */
const RELOAD_ALL_ABOVE = 200;

/** Written with an action, in the same transaction. */
export type Alongside = (writer: StoreWriter) => Promise<void>;

/** What was written with the facts, as the graph has to know it. */
export type WithFactsChange = Partial<Pick<GraphChange, 'head' | 'novelty'>>;

/** Written with facts, in the same transaction; knows what becomes of each. */
export type WithFacts = (writer: StoreWriter, outcomes: readonly FactOutcome[]) => Promise<WithFactsChange>;

/**
 * Records claims in order, in one transaction.
 * @param stops whether to stop before a claim that changes what is known, which is an action (memory D21)
 * @returns one outcome for each claim, up to where it stopped
 * @throws AppError UNAVAILABLE when the database cannot be used or other writers keep getting in between
 */
export function recordFacts(
  parts: WriteParts,
  claims: readonly SaidFact[],
  alongside: WithFacts = async () => ({}),
  stops = false,
): Promise<FactOutcome[]> {
  return transact(
    parts,
    (held) => writeClaims(parts.graph, held, claims, alongside, stops),
    () => rereadAround(parts, claims),
  );
}

async function rereadAround(parts: WriteParts, claims: readonly SaidFact[]): Promise<void> {
  if (claims.length > RELOAD_ALL_ABOVE) return parts.cache.load();
  const { graph } = parts;
  const places = claims.flatMap(({ project, fact }) => {
    const dim = graph.conceptId(fact.dimension);
    if (dim === undefined) return [];
    return [fact.concept, fact.parent, fact.dimension].flatMap((token) => {
      const concept = graph.conceptId(token);
      return concept === undefined ? [] : [{ project, concept, dim }];
    });
  });
  await parts.cache.reloadChains(places);
}

async function writeClaims(
  graph: ConceptGraph,
  { writer, now }: HeldChain,
  told: readonly SaidFact[],
  alongside: WithFacts,
  stops: boolean,
): Promise<Work<FactOutcome[]>> {
  const spelling = new KnownSpelling(graph);
  const claims = told.map((claim) => ({ ...withEnd(claim), fact: spelling.of(claim.project, claim.fact) }));
  const accepted = claims.filter((claim) => !refusalOf(claim));
  const newConcepts = await ensureConcepts(writer, unknownTokens(graph, accepted));
  const overlay = new Overlay(graph);
  for (const concept of newConcepts) overlay.addConcept(concept);
  const idOf = idsOf(overlay);
  const plan = await planFacts(
    overlay,
    accepted.map((claim) => placeClaim(claim, idOf)),
    stops,
  );
  const stoppedAt = accepted[plan.verdicts.length];
  const heard = stoppedAt ? claims.slice(0, claims.indexOf(stoppedAt)) : claims;
  const written = await writePlan(writer, graph, plan, now);
  const verdicts = plan.verdicts.values();
  const outcomes = heard.map((claim): FactOutcome => {
    const refused = refusalOf(claim);
    if (refused === 'SECRET_NAME') return { ...UNNAMED, status: 'refused', reason: refused };
    if (refused) return { ...factNames(claim.fact), status: 'refused', reason: refused };
    const verdict = verdicts.next().value;
    if (!verdict) throw new AppError('INTERNAL', 'A fact was planned without a verdict.');
    switch (verdict.status) {
      case 'refused':
        return { ...factNames(claim.fact), status: 'refused', reason: verdict.code };
      case 'conflict': {
        const counted = written.dismissed.get(verdict.conflict);
        if (counted !== undefined) {
          return { ...factNames(claim.fact), status: 'refused', reason: 'DISMISSED', conflictId: counted };
        }
        const conflictId = written.conflictIds.get(verdict.conflict);
        return { ...factNames(claim.fact), status: 'conflict', conflictId, reason: verdict.conflict.type };
      }
      default: {
        const { edgeId, until } = written.edges.get(verdict.edge) ?? {};
        return { ...factNames(claim.fact), status: verdict.status, edgeId, until };
      }
    }
  });
  const { edges, places, head, roots } = written;
  const changed = { concepts: newConcepts, edges: [...roots, ...edges.values()], places, head };
  const more = await alongside(writer, outcomes);
  const facts = outcomes.filter(({ status }) => status === 'inserted' || status === 'confirmed').length;
  const conflicts = outcomes.filter(({ status }) => status === 'conflict').length;
  return {
    result: outcomes,
    change: { ...changed, ...more, touch: touchEndOf(writer) },
    news: facts + conflicts > 0 ? { facts, conflicts } : undefined,
  };
}

/** The claim with the end of its fact among what is kept of who said it. */
export function withEnd<C extends SaidFact>(claim: C): C {
  const { until } = claim.fact;
  return until === undefined ? claim : { ...claim, provenance: { ...claim.provenance, until } };
}

/** Refusals that need no ids, so that a refused fact leaves no new word behind. */
export function refusalOf({
  fact,
  provenance,
}: SaidFact): 'SELF_FACT' | 'ROOT_FACT' | 'SECRET_NAME' | 'NAME_REFUSED' | null {
  const { concept, parent, dimension } = fact;
  if (isSecretFact(fact)) return 'SECRET_NAME';
  if (![concept, parent, dimension].every((name) => mayName(name, provenance.source))) return 'NAME_REFUSED';
  if (fact.concept === fact.parent) return 'SELF_FACT';
  return fact.concept === fact.dimension ? 'ROOT_FACT' : null;
}

function unknownTokens(graph: ConceptGraph, claims: readonly SaidFact[]): string[] {
  const unknown = new Set<string>();
  for (const { fact } of claims) {
    for (const token of [fact.concept, fact.parent, fact.dimension]) {
      if (graph.conceptId(token) === undefined) unknown.add(token);
    }
  }
  return [...unknown];
}

function idsOf(overlay: Overlay): (token: string) => number {
  return (token) => {
    const id = overlay.conceptId(token);
    if (id === undefined) throw new AppError('INTERNAL', `The token "${token}" got no id from the database.`);
    return id;
  };
}

function placeClaim(claim: SaidFact, idOf: (token: string) => number): PlacedClaim {
  const { concept, parent, dimension } = claim.fact;
  return { ...claim, concept: idOf(concept), parent: idOf(parent), dim: idOf(dimension) };
}
