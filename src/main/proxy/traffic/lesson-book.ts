// Ties what the memory made of a fact back to the request whose prompt taught it, so that the traffic log can say so.
// Bounded; a lesson that comes back too late is not shown. Used by proxy.ts.
import type { Provenance } from '../../../shared/model/graph.ts';
import type { CueTriple } from '../../graph/types.ts';
import type { TrafficLog } from './traffic-log.ts';

/** A fact after it went through the write path, in tokens. */
export interface LearnedFact {
  readonly provenance: Pick<Provenance, 'conversation' | 'segment'>;
  readonly outcome: {
    readonly status: string;
    readonly concept: string;
    readonly parent: string;
    readonly dimension: string;
    readonly isIsa: boolean;
  };
}

/** Segments whose lessons may still be on their way. */
const MAX_OPEN = 5000;

export class LessonBook {
  readonly #traffic: TrafficLog;
  /** Segment of a conversation -> request. */
  readonly #taughtBy = new Map<string, string>();

  constructor(traffic: TrafficLog) {
    this.#traffic = traffic;
  }

  /** A request's segment taught these; they are on their way to the memory. */
  note(requestId: string, provenance: LearnedFact['provenance'], triples: readonly CueTriple[]): void {
    this.#taughtBy.set(keyOf(provenance), requestId);
    if (this.#taughtBy.size > MAX_OPEN) this.#taughtBy.delete(this.#taughtBy.keys().next().value as string);
    for (const { subject, parent, dim, isIsa } of triples) {
      const text = factText({ concept: subject, parent, dimension: dim, isIsa });
      this.#traffic.setLearned(requestId, { text, status: 'queued' });
    }
  }

  /** The memory has dealt with a fact. */
  settle({ provenance, outcome }: LearnedFact): void {
    const requestId = this.#taughtBy.get(keyOf(provenance));
    if (requestId === undefined) return;
    this.#traffic.setLearned(requestId, { text: factText(outcome), status: outcome.status });
  }
}

const keyOf = ({ conversation, segment }: LearnedFact['provenance']): string => `${conversation}\n${segment}`;

const factText = (fact: Pick<LearnedFact['outcome'], 'concept' | 'parent' | 'dimension' | 'isIsa'>): string =>
  `${fact.concept} ${fact.isIsa ? '-isa' : '-ispart'} ${fact.parent} in context of ${fact.dimension}`;
