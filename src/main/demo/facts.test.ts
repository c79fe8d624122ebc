// The seed must be told without a hitch: the story holds together, and each contradiction is of the type it is meant to be.
import { describe, expect, it } from 'vitest';
import { Provenance, SEED_DIMENSIONS } from '../../shared/model/graph.ts';
import { parseFact } from '../graph/fact-grammar.ts';
import { DEMO_CONFLICTS, DEMO_FACTS, demoProvenance } from './facts.ts';

interface Placed {
  readonly concept: string;
  readonly parent: string;
  readonly dim: string;
  readonly isIsa: boolean;
}

function parse(fact: string): Placed {
  const parsed = parseFact(fact);
  if (!parsed.ok) throw new Error(`${fact}: column ${parsed.column}: ${parsed.message}`);
  const { concept, parent, dimension, isIsa } = parsed.fact;
  return { concept, parent, dim: dimension, isIsa };
}

const place = ({ concept, dim }: Placed): string => `${concept} ${dim}`;

/** A naive world: one parent per concept and dimension, ancestors by walking. */
class World {
  readonly edges = new Map<string, Placed>();

  verdict(fact: Placed): string {
    const existing = this.edges.get(place(fact));
    if (existing) {
      if (existing.isIsa !== fact.isIsa) return 'misclassification';
      if (existing.parent === fact.parent) return 'confirmed';
      return fact.isIsa ? 'isa_isa' : 'ispart_ispart';
    }
    let above: string | undefined = fact.parent;
    while (above !== undefined && above !== fact.concept)
      above = this.edges.get(`${above} ${fact.dim}`)?.parent;
    return above === fact.concept ? 'cycle' : 'free';
  }
}

function tellStory(): World {
  const world = new World();
  for (const { fact } of DEMO_FACTS) {
    const placed = parse(fact);
    expect([fact, world.verdict(placed)]).toEqual([fact, 'free']);
    expect(placed.concept).not.toBe(placed.dim);
    world.edges.set(place(placed), placed);
  }
  return world;
}

describe('the demo story', () => {
  it('is told in order without a collision, a repetition or a root', () => {
    const world = tellStory();
    expect(world.edges.size).toBe(DEMO_FACTS.length);
    expect(DEMO_FACTS.length).toBeGreaterThanOrEqual(120);
    expect(DEMO_FACTS.length).toBeLessThanOrEqual(230);
  });

  it('uses all six seeded dimensions and three of its own', () => {
    const dims = new Set(DEMO_FACTS.map(({ fact }) => parse(fact).dim));
    for (const { token } of SEED_DIMENSIONS) expect(dims).toContain(token);
    expect([...dims].filter((dim) => !SEED_DIMENSIONS.some(({ token }) => token === dim))).toHaveLength(3);
  });

  it('has trees several levels deep and one concept with more than forty children', () => {
    const { edges } = tellStory();
    const depth = (concept: string, dim: string): number => {
      const edge = edges.get(`${concept} ${dim}`);
      return edge ? 1 + depth(edge.parent, dim) : 0;
    };
    expect(depth('ramanujan', 'geography')).toBeGreaterThanOrEqual(6);
    expect(depth('gnommoweb', 'membership')).toBeGreaterThanOrEqual(4);
    expect(depth('gnommoweb', 'tech')).toBeGreaterThanOrEqual(4);
    expect([...edges.values()].filter((edge) => edge.parent === 'agent_pool').length).toBeGreaterThan(40);
  });

  it('names what the seed names', () => {
    const { edges } = tellStory();
    expect(edges.get('gnommoweb glitch_university')).toMatchObject({ parent: 'repo', isIsa: true });
    expect(edges.get('gnommoweb runs-on')?.parent).toBe('ramanujan');
    expect(edges.get('dobby membership')?.parent).toBe('agent_pool');
    expect(edges.get('dobby tech')?.parent).toBe('python');
  });
});

describe('the contradictions', () => {
  it('collide with the story, eight to ten of them, in all four ways', () => {
    const world = tellStory();
    const verdicts = DEMO_CONFLICTS.map(({ fact }) => world.verdict(parse(fact)));
    expect(new Set(verdicts)).toEqual(new Set(['isa_isa', 'ispart_ispart', 'misclassification', 'cycle']));
    expect(verdicts.length).toBeGreaterThanOrEqual(8);
    expect(verdicts.length).toBeLessThanOrEqual(10);
  });
});

describe('provenance', () => {
  const now = Date.UTC(2026, 10, 21);

  it('is valid for every fact, in the past, and of several kinds', () => {
    for (const fact of [...DEMO_FACTS, ...DEMO_CONFLICTS]) {
      const provenance = Provenance.parse(demoProvenance(fact, now));
      expect(provenance.at).toBeLessThan(now);
      expect(provenance.sentence === null).toBe(fact.source !== 'inferred');
    }
    expect(new Set(DEMO_FACTS.map((fact) => fact.source)).size).toBeGreaterThanOrEqual(4);
    expect(new Set(DEMO_FACTS.map((fact) => fact.client)).size).toBeGreaterThanOrEqual(4);
  });

  it('says inferred facts as sentences which name both ends', () => {
    const heard = DEMO_FACTS.find(({ fact }) => fact.startsWith('ollama -ispart ramanujan'));
    expect(heard?.sentence).toBe('ollama runs on ramanujan.');
  });

  it('keeps facts that nobody commanded young enough to be recalled', () => {
    for (const fact of DEMO_FACTS) {
      if (fact.source === 'inferred' || fact.source === 'cloud_llm')
        expect(fact.hoursAgo).toBeLessThan(60 * 24);
    }
  });
});
