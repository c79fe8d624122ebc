// One update of a conversation's block: which of the concepts a prompt names surface and are not shown yet, best first, and the line
// of each. Holds nothing beyond the update. Used by recollection.ts. Source: memory, Recollection, D7, D8, D10, D22, D23, D24.
import type { Settings } from '../../../shared/model/settings.ts';
import type { RecalledLine } from '../../../shared/model/traffic.ts';
import type { RecalledGraph } from '../columns/scoped-graph.ts';
import type { ConceptRow } from '../types.ts';
import { LASTING, type RenderedLine, renderConcept, renderZeroHit } from './recollection-line.ts';
import { recallScore, type SurfaceReason, saliency, surfaces } from './saliency.ts';

const DAY_MS = 86_400_000;

/** Concepts of the newest segment, and of all before it, that are looked at for what surfaces, and that are compared. */
const MOST_LOOKED_AT = 5000;
const MOST_WEIGHED = 1000;

/** The settings a block depends on; a change of one that its bytes depend on renders the block anew. */
export type BlockSettings = Pick<
  Settings,
  | 'saliency_read_threshold'
  | 'recollection_confidence_floor'
  | 'recollection_recency_days'
  | 'recollection_assistant_facts'
  | 'recency_half_life_days'
  | 'recollection_max_concepts'
  | 'recollection_max_chars'
  | 'recollection_max_zero_hits'
  | 'zero_hit_command'
>;

/** What a request's prompt names. */
export interface Mentions {
  /** Concept ids in the newest segment. */
  readonly newest: Iterable<number>;
  /** Concept ids below what the newest segment asks about (memory D24). */
  readonly asked?: Iterable<number>;
  /** Concept ids in the segments before it. */
  readonly older: Iterable<number>;
  /** Concept ids in the system prompt of a conversation's first request (memory D23). */
  readonly introduced?: Iterable<number>;
  /** Concept ids an agent may be asked about, most wanted first; those of which something is known are passed over (memory D22). */
  readonly askable?: Iterable<number>;
  /** Epoch milliseconds. */
  readonly now: number;
  /** A lower cap than the setting's, from the model's context length; see `charCap`. */
  readonly maxChars?: number;
}

export interface ShownLine extends RenderedLine {
  readonly concept: number;
  /** Kept with the line: a word that was asked about may be forgotten meanwhile. */
  readonly token: string;
  readonly kind: RecalledLine['kind'];
  readonly why: RecalledLine['why'];
  readonly stamp: number;
}

interface Candidate {
  readonly concept: ConceptRow;
  /** See recallScore. */
  readonly score: number;
  readonly why: SurfaceReason;
  readonly known: boolean;
  readonly place: Nearness;
}

/** Where a prompt names a concept, the nearest first, and its rank. */
const RANKS = { newest: 0, asked: 1, older: 2, introduced: 3, askable: 4 } as const;
type Nearness = keyof typeof RANKS;
const NEARNESSES = Object.keys(RANKS) as Nearness[];

/** One update's inputs, and what they say about a concept. */
export class UpdatePass {
  readonly graph: RecalledGraph;
  readonly settings: BlockSettings;
  readonly project: string;
  readonly maxChars: number;
  readonly #mentions: Mentions;

  constructor(graph: RecalledGraph, settings: BlockSettings, project: string, mentions: Mentions) {
    this.graph = graph;
    this.settings = settings;
    this.project = project;
    this.#mentions = mentions;
    this.maxChars = Math.min(settings.recollection_max_chars, mentions.maxChars ?? Number.POSITIVE_INFINITY);
  }

  /** Epoch milliseconds. */
  get now(): number {
    return this.#mentions.now;
  }

  /**
   * Concepts that surface and are not shown yet, best first, each once; unknown ones only while `askable`. A prompt may name
   * a whole vocabulary: the first of those it names are weighed.
   */
  candidates(shown: ReadonlyMap<number, unknown>, askable: boolean): Candidate[] {
    const found = new Map<number, Candidate>();
    for (const place of NEARNESSES) {
      if (place === 'askable' && !askable) break;
      let looked = 0;
      let left = MOST_WEIGHED;
      for (const id of this.#mentions[place] ?? []) {
        if (++looked > MOST_LOOKED_AT || left === 0) break;
        if (shown.has(id) || found.has(id)) continue;
        const candidate = this.#candidate(id, place);
        if (candidate === null) continue;
        found.set(id, candidate);
        left--;
      }
    }
    return [...found.values()].sort(byPriority);
  }

  #candidate(id: number, place: Nearness): Candidate | null {
    const known = this.#isKnown(id);
    if (known === (place === 'askable')) return null;
    const concept = this.graph.concept(id);
    if (concept === undefined || (!known && concept.common)) return null;
    const why = this.#why(concept, known, place);
    if (why === null) return null;
    return { concept, score: this.#score(concept, known, place === 'newest'), why, known, place };
  }

  #why(concept: ConceptRow, known: boolean, place: Nearness): SurfaceReason | null {
    if (known && place === 'asked') return 'asked_for';
    if (place === 'introduced') return known && this.#isToldOnPurpose(concept.id) ? 'introduced' : null;
    return surfaces(
      { ...concept, known, namedNow: place === 'newest' },
      this.settings.saliency_read_threshold,
    );
  }

  /** Whether an operator or `gutask` told something about the concept. */
  #isToldOnPurpose(id: number): boolean {
    return this.graph.edgesOf(this.project, id).some(({ source }) => LASTING.has(source));
  }

  #score(concept: ConceptRow, known: boolean, newest: boolean): number {
    const { now } = this.#mentions;
    const confirmed = known ? this.graph.newestConfirmation(this.project, concept.id) : 0;
    return recallScore(
      {
        saliency: saliency(concept.encounterCount, concept.common),
        novelty: concept.novelty,
        lastSeen: newest ? now : concept.lastSeen,
        lastConfirmed: confirmed === 0 ? null : confirmed,
      },
      now,
      this.settings.recency_half_life_days * DAY_MS,
    );
  }

  #isKnown(id: number): boolean {
    const { graph, project } = this;
    return (
      graph.hasFacts(project, id) || (graph.pendingCount > 0 && graph.pendingDims(project, id).length > 0)
    );
  }

  /** The line of a newcomer within `room` characters; null when there is nothing to show. */
  render({ concept, why, known }: Candidate, room: number): ShownLine | null {
    return known ? this.#facts(concept.id, why, room) : this.#zeroHit(concept.id, concept.token, why);
  }

  /** The line of a concept that was shown before, or asked about; null where nothing is known of it. */
  rerender({ concept, why }: ShownLine, room: number): ShownLine | null {
    return this.#isKnown(concept) ? this.#facts(concept, why, room) : null;
  }

  #facts(concept: number, why: ShownLine['why'], room: number): ShownLine | null {
    const { graph, project, settings } = this;
    const rendered = renderConcept(
      graph,
      project,
      concept,
      settings,
      this.#mentions.now,
      this.#lineCap(room),
    );
    if (rendered === null) return null;
    return {
      ...rendered,
      concept,
      token: graph.tokenOf(concept),
      kind: 'edges',
      why,
      stamp: graph.stamp(project, concept),
    };
  }

  /** No line takes more than half the block, so that one much-described concept leaves room for others. */
  #lineCap(room: number): number {
    return Math.min(room - 1, Math.floor(this.maxChars / 2));
  }

  #zeroHit(concept: number, token: string, why: ShownLine['why']): ShownLine {
    const line = renderZeroHit(token, this.settings.zero_hit_command);
    const stamp = this.graph.stamp(this.project, concept);
    return {
      concept,
      token,
      line,
      kind: 'zero_hit',
      why,
      stamp,
      edgeIds: [],
      until: Number.POSITIVE_INFINITY,
    };
  }
}

/** What is known before what is asked; the nearest place first; then by score; the token for a fixed order. */
function byPriority(a: Candidate, b: Candidate): number {
  return (
    Number(b.known) - Number(a.known) ||
    RANKS[a.place] - RANKS[b.place] ||
    b.score - a.score ||
    b.concept.lastSeen - a.concept.lastSeen ||
    (a.concept.token < b.concept.token ? -1 : 1)
  );
}
