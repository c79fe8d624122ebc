// Which upstream a request goes to. A pure function of what is known of each, so that the same state always gives the
// same choice; the pool calls it for every request and for everything that waits. Source: proxy, Upstreams.
import type { UpstreamMode } from '../../../shared/model/upstream.ts';

/** `ill`: the last probe failed; the others are the circuit's states. */
export type Standing = 'well' | 'ill' | 'half_open' | 'open';

/** Whether an upstream has a model, as far as is known. */
export type Knowledge = 'has' | 'unknown' | 'lacks';

/** An upstream as the choice sees it. */
export interface Candidate {
  readonly name: string;
  readonly mode: UpstreamMode;
  readonly standing: Standing;
  readonly weight: number;
  /** Null for no limit. */
  readonly slots: number | null;
  /** Slots in use; counted without a limit, too. */
  readonly busy: number;
  /** @param model canonical */
  knows(model: string): Knowledge;
  /** Whether it holds the model loaded. @param model canonical */
  isWarm(model: string): boolean;
}

export interface ChoiceWant {
  /** Canonical, null while unknown. */
  readonly model: string | null;
  readonly tried: ReadonlySet<string>;
  readonly usesSlot: boolean;
  readonly pinnedTo: string | null;
  /** Where the conversation's last request went: its prompt is in that one's cache. */
  readonly lastUpstream: string | null;
}

/** The upstream; or why there is none now: a slot comes free sooner or later, or nothing new goes there, or none is left. */
export type Choice<C> = C | 'wait' | 'draining' | 'none';

/** From so many requests on, an upstream without slots is no longer chosen for being warm or known. */
const CROWDED_FROM = 4;

const STANDINGS: Readonly<Record<Standing, number>> = { well: 0, ill: 1, half_open: 2, open: 3 };
const KNOWLEDGE: Readonly<Record<Knowledge, number>> = { has: 0, unknown: 1, lacks: 2 };
const NEVER = Number.POSITIVE_INFINITY;
const PAUSED_RANK = 100;

/**
 * Chooses by: mode, not tried, standing, knowledge of the model; among equals with a free slot the conversation's last
 * one, then a warm one, then the least busy by weight, then the configuration's order. One that is known to lack the
 * model is chosen only where no upstream has it or may have it: a "model not found" from the wrong upstream would hide
 * that the right one is down. When all of the best are full the request waits for them rather than for worse ones.
 */
export function chooseUpstream<C extends Candidate>(candidates: readonly C[], want: ChoiceWant): Choice<C> {
  const isNeeded = want.model !== null && candidates.length > 1 && want.pinnedTo === null;
  const worst = isNeeded ? worstTaken(candidates, want.model as string) : NEVER;
  let best = NEVER;
  let chosen: C | null = null;
  let isPaused = false;
  let isDraining = false;
  // Each is looked at once: a circuit may fall due meanwhile.
  for (const candidate of candidates) {
    if (!isEligible(candidate, want, worst)) continue;
    if (candidate.mode === 'draining') isDraining = true;
    else if (candidate.mode === 'paused' && want.usesSlot) isPaused = true;
    else {
      const rank = rankOf(candidate, want);
      if (rank > best) continue;
      if (rank < best) chosen = null;
      best = rank;
      if (hasPlace(candidate, want) && (chosen === null || isPreferred(candidate, chosen, want)))
        chosen = candidate;
    }
  }
  if (best === NEVER) return isPaused ? 'wait' : isDraining ? 'draining' : 'none';
  return chosen ?? 'wait';
}

/** The least knowledge that is good enough: `lacks` only where nobody knows better. */
function worstTaken(candidates: readonly Candidate[], model: string): number {
  return candidates.some((candidate) => candidate.knows(model) !== 'lacks')
    ? KNOWLEDGE.unknown
    : KNOWLEDGE.lacks;
}

function isEligible(candidate: Candidate, want: ChoiceWant, worst: number): boolean {
  if (want.pinnedTo !== null && candidate.name !== want.pinnedTo) return false;
  if (want.tried.has(candidate.name)) return false;
  return worst === NEVER || KNOWLEDGE[candidate.knows(want.model as string)] <= worst;
}

/** Smaller is better. What takes no slot goes to a paused upstream where there is no other. */
function rankOf(candidate: Candidate, { model }: ChoiceWant): number {
  const paused = candidate.mode === 'paused' ? PAUSED_RANK : 0;
  return (
    paused + STANDINGS[candidate.standing] * 3 + (model === null ? 0 : KNOWLEDGE[candidate.knows(model)])
  );
}

function hasPlace({ slots, busy }: Candidate, { usesSlot }: ChoiceWant): boolean {
  return !usesSlot || slots === null || busy < slots;
}

function isPreferred(candidate: Candidate, other: Candidate, want: ChoiceWant): boolean {
  const difference = pullOf(candidate, want) - pullOf(other, want);
  return difference !== 0 ? difference < 0 : loadWithOneMore(candidate) < loadWithOneMore(other);
}

const loadWithOneMore = ({ busy, weight }: Candidate): number => (busy + 1) / weight;

function pullOf(candidate: Candidate, { usesSlot, lastUpstream, model }: ChoiceWant): 0 | 1 | 2 {
  if (!usesSlot || (candidate.slots === null && candidate.busy >= CROWDED_FROM)) return 2;
  if (candidate.name === lastUpstream) return 0;
  return model !== null && candidate.isWarm(model) ? 1 : 2;
}
