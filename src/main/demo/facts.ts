// The demo's seed: facts that tell one coherent story, and a few that contradict it, each with who told it and when.
// Told through memory's write path like any other fact; the text of the story is in `story/chapters.ts`.
import type { Provenance, Source } from '../../shared/model/graph.ts';
import { sentenceOf } from './model/recollection-sentences.ts';
import { CHAPTERS, type Chapter, CONTRADICTIONS, SETTLED, type Settled } from './story/chapters.ts';

export interface DemoFact {
  /** In the grammar of `iknowthat`. */
  readonly fact: string;
  readonly source: Source;
  readonly client: string;
  /** What the one who told it said; null where it came as a command. */
  readonly sentence: string | null;
  readonly hoursAgo: number;
  /** 0 to 1. */
  readonly confidence: number;
}

const CONFIDENCE: Readonly<Record<Source, number>> = {
  operator: 1,
  gutask: 1,
  inferred: 0.8,
  cloud_llm: 0.85,
  festinger: 0.9,
};

const DEFAULT_DIMENSION = { '-isa': 'type', '-ispart': 'membership' } as const;

const LINE = /^(.+?) (-isa|-ispart) (.+?)(?: in context of (.+))?$/;

function tell(chapter: Chapter): DemoFact[] {
  const lines = chapter.facts.split('\n').map((line) => line.trim());
  return lines.filter(Boolean).map((fact, i) => ({
    fact,
    source: chapter.source,
    client: chapter.client,
    sentence: chapter.source === 'inferred' ? spoken(fact) : null,
    hoursAgo: Math.max(0.25, chapter.daysAgo * 24 - i),
    confidence: CONFIDENCE[chapter.source],
  }));
}

/** The sentence that a cue scanner would have read this fact out of. */
function spoken(fact: string): string | null {
  const [, concept, operator, parent, dimension] = LINE.exec(fact) ?? [];
  if (concept === undefined || parent === undefined) return null;
  const dim = dimension ?? DEFAULT_DIMENSION[operator === '-isa' ? '-isa' : '-ispart'];
  return sentenceOf({ concept, edges: [{ dim, parent, contested: false }] });
}

/** The story, in the order in which it is told: no fact of it collides with one before. */
export const DEMO_FACTS: readonly DemoFact[] = CHAPTERS.flatMap(tell);

/** Told after the story; every one of them collides with it. */
export const DEMO_CONFLICTS: readonly DemoFact[] = CONTRADICTIONS.flatMap(tell);

/** Contradictions that were decided, each with its decision. */
export const DEMO_SETTLED: readonly (Pick<Settled, 'decision' | 'reason'> & { readonly told: DemoFact })[] =
  SETTLED.map(({ source, client, daysAgo, fact, decision, reason }) => ({
    ...{ decision, reason },
    told: {
      ...{ fact, source, client, hoursAgo: daysAgo * 24, confidence: CONFIDENCE[source] },
      sentence: source === 'inferred' ? spoken(fact) : null,
    },
  }));

/**
 * Where a fact of the demo came from, as memory keeps it.
 * @param now epoch milliseconds; the fact's age counts back from here
 */
export function demoProvenance(fact: DemoFact, now: number): Provenance {
  const heard = fact.source === 'inferred';
  return {
    source: fact.source,
    client: fact.client,
    conversation: heard ? `demo-${fact.client}` : null,
    role: heard ? 'user' : null,
    segment: null,
    sentence: fact.sentence,
    at: Math.round(now - fact.hoursAgo * 3_600_000),
  };
}
