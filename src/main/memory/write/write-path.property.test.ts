// Random sequences of facts, in arrays of random length, of what is retracted and what a person's prose says, against a
// model so naive that it can be read at a glance. What one process did, another knows when it writes.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fact, SOURCES, type Source } from '../../../shared/model/graph.ts';
import { fc, runsOnEach } from '../../../shared/testing/campaign.ts';
import type { CueChange } from '../../graph/types.ts';
import { START, TEST_DIALECTS } from '../../store/testing/temp-store.ts';
import { openConflicts } from '../testing/conflict-cases.ts';
import { fact, type TempMemory, tableFacts, tempMemory, told } from '../testing/temp-memory.ts';

interface Held extends Fact {
  readonly source: Source;
  /** Only an assistant said it. */
  readonly isGuess: boolean;
}

/**
 * What the memory promises, by the book: one place holds one fact, nobody is above himself, nobody overrules his betters, a person is
 * believed rather than an assistant, and who may overrule a fact says when it ends.
 */
class NaiveMemory {
  readonly places = new Map<string, Held>();
  /** Claim -> what waits. */
  readonly waiting = new Map<string, Held & { readonly ends: boolean; readonly isFirst: boolean }>();

  tell(told: Held): string {
    const { concept, parent, dimension, isIsa } = told;
    if (concept === parent) return 'refused SELF_FACT';
    if (concept === dimension) return 'refused ROOT_FACT';
    const held = this.places.get(placeOf(told));
    if (held && same(held, told)) return this.#confirm(held, told);
    if (held && told.source === 'inferred' && isIsa && held.isIsa) {
      if (parent.endsWith(`_${held.parent}`)) {
        if (!mayOverrule(told, held)) return this.#confirm(held, told);
        if (!this.#isAbove(concept, parent, dimension)) {
          if (told.isGuess && !held.isGuess) return this.#confirm(held, told);
          this.#put({ ...told, ...heardOf(held, told) });
          return 'refined';
        }
      } else if (held.parent.endsWith(`_${parent}`)) return this.#confirm(held, told);
    } else if (held?.isGuess && !told.isGuess && !this.#isAbove(concept, parent, dimension)) {
      this.places.delete(placeOf(told));
      this.#put(told);
      return 'corrected';
    }
    const collision = held
      ? NaiveMemory.#type(held, told)
      : this.#isAbove(concept, parent, dimension)
        ? 'cycle'
        : null;
    if (collision) return this.#wait(told, false, told.source !== 'inferred', collision);
    this.#put(told);
    return 'inserted';
  }

  retract(told: Held): string {
    const held = this.places.get(placeOf(told));
    if (held && same(held, told)) {
      if (!mayOverrule(told, held)) return this.#wait(told, true, true, 'correction');
      this.places.delete(placeOf(told));
      this.#settle();
      return 'retracted';
    }
    const claim = this.waiting.get(claimOf(told, false));
    if (!claim || !mayOverrule(told, claim)) return 'absent';
    this.waiting.delete(claimOf(told, false));
    return 'retracted';
  }

  hear(said: Held, change: CueChange | undefined): string {
    const { concept, parent, dimension } = said;
    if (change?.kind === 'ends') return this.retract(said);
    const held = this.places.get(placeOf(said));
    const isOther = held && !same(held, said) && concept !== parent && concept !== dimension;
    if (!change || !isOther) return this.tell(said);
    const isFrom = change.from === undefined || change.from === held.parent;
    if (!mayOverrule(said, held) || !isFrom || this.#isAbove(concept, parent, dimension))
      return this.#wait(said, false, true, 'correction');
    this.places.delete(placeOf(said));
    this.#put(said);
    return 'corrected';
  }

  #confirm(held: Held, told: Held): string {
    const { until: _, ...lasting } = held;
    this.places.set(placeOf(held), { ...lasting, ...heardOf(held, told) });
    return 'confirmed';
  }

  #put(fact: Held): void {
    this.places.set(placeOf(fact), fact);
    this.#settle();
  }

  /** A claim waits once, with the word of the most trusted who made it. */
  #wait(claim: Held, ends: boolean, isFirst: boolean, why: string): string {
    const key = claimOf(claim, ends);
    const before = this.waiting.get(key);
    const source = before ? moreTrusted(before, claim) : claim.source;
    this.waiting.set(key, { ...claim, source, ends, isFirst: isFirst || (before?.isFirst ?? false) });
    return `conflict ${why}`;
  }

  /** What is so waits no more. */
  #settle(): void {
    for (const [key, claim] of this.waiting) {
      const held = this.places.get(placeOf(claim));
      if ((held !== undefined && same(held, claim)) !== claim.ends) this.waiting.delete(key);
    }
  }

  static #type(held: Fact, told: Fact): string {
    if (held.isIsa !== told.isIsa) return 'misclassification';
    return held.isIsa ? 'isa_isa' : 'ispart_ispart';
  }

  #isAbove(concept: string, start: string, dimension: string): boolean {
    for (let at: string | undefined = start; at; at = this.places.get(`${dimension} ${at}`)?.parent) {
      if (at === concept) return true;
    }
    return false;
  }
}

const placeOf = ({ dimension, concept }: Fact) => `${dimension} ${concept}`;
const wordsOf = ({ concept, isIsa, parent, dimension }: Fact) =>
  `${concept} ${isIsa ? 'isa' : 'ispart'} ${parent} @${dimension}`;
const claimOf = (claim: Fact, ends: boolean) => `${wordsOf(claim)}${ends ? ' no more' : ''}`;
const same = (a: Fact, b: Fact) => wordsOf(a) === wordsOf(b);
const trust = ({ source }: Held) => SOURCES.indexOf(source);
const mayOverrule = (said: Held, held: Held) => trust(said) <= trust(held);
const moreTrusted = (a: Held, b: Held) => (trust(a) <= trust(b) ? a : b).source;
/** What one more testimony makes of a fact, whichever it says. */
function heardOf(held: Held, told: Held): Pick<Held, 'source' | 'isGuess'> & { until?: number } {
  const saysWhen = mayOverrule(told, held) && (held.isGuess || !told.isGuess) ? told : held;
  const { until } = saysWhen;
  return {
    ...{ source: moreTrusted(held, told), isGuess: held.isGuess && told.isGuess },
    ...(until === undefined ? {} : { until }),
  };
}
/** What is compared of a fact in the graph. */
const heldWords = (held: Held) =>
  `${wordsOf(held)}${held.isGuess ? ' ~' : ''}${held.until === undefined ? '' : ` until ${held.until}`}`;

// Dimensions are names like any other, so roots meet facts about their own concept.
const name = fc.constantFrom('pa', 'pb', 'pc', 'big_pa', 'big_pb', 'dim1', 'dim2');
const anyFact = fc
  .tuple(
    name,
    fc.boolean(),
    name,
    fc.constantFrom('dim1', 'dim2', 'type'),
    fc.double({ min: 0, max: 1, noNaN: true }),
  )
  .map(([concept, isIsa, parent, dimension, confidence]) =>
    fact(`${concept} ${isIsa ? 'isa' : 'ispart'} ${parent}`, dimension, confidence),
  );
/** As it is told: with an end or without. */
const anyTold = fc
  .tuple(anyFact, fc.constantFrom(undefined, START + 1e9, START + 2e9))
  .map(([said, until]): Fact => (until === undefined ? said : { ...said, until }));
const source = fc.constantFrom<Source>('gutask', 'inferred', 'operator');
const change = fc.option(
  fc.oneof(
    fc.constant<CueChange>({ kind: 'ends' }),
    fc.constant<CueChange>({ kind: 'now' }),
    fc.record({ kind: fc.constant('now' as const), from: name }),
  ),
  { nil: undefined },
);
/** A fact at a place that is taken, or of a claim that waits, for who picks one; a random one seldom meets what is known. */
const near = fc.option(
  fc.record({ pick: fc.nat(), as: fc.constantFrom('it', 'more', 'less', 'other', 'claim') }),
  { freq: 4, nil: undefined },
);
const step = fc.oneof(
  fc.record({ tell: fc.array(anyTold, { minLength: 1, maxLength: 12 }), source }),
  fc.record({ retract: anyFact, near, source }),
  // All of one segment, so that what changes a fact stands between plain statements.
  fc.record({
    hear: fc.array(fc.record({ said: anyFact, near, change }), { minLength: 1, maxLength: 8 }),
    role: fc.constantFrom('user', 'assistant'),
  }),
);
type Near = typeof near extends fc.Arbitrary<infer N> ? N : never;

/** The fact that was meant: `said`, or one near to what the model holds. */
function meant(model: NaiveMemory, said: Fact, by: Near): Fact {
  const of = [...(by?.as === 'claim' ? model.waiting : model.places).values()];
  const known = by && of[by.pick % of.length];
  if (!known) return said;
  const { concept, dimension, isIsa, parent } = known;
  const parents: Record<string, string> = {
    ...{ more: `big_${parent}`, less: parent.replace(/^big_/, ''), other: said.parent },
  };
  return { ...said, concept, dimension, isIsa, parent: parents[by.as] ?? parent };
}

/** What it is said to have been: mostly what it was. */
function meantChange(model: NaiveMemory, said: Fact, how: CueChange | undefined): CueChange | undefined {
  if (how?.kind !== 'now' || how.from === undefined || how.from.startsWith('p')) return how;
  return { kind: 'now', from: model.places.get(placeOf(said))?.parent ?? how.from };
}

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const answered = ({ status, reason }: { status: string; reason?: string | undefined }) =>
  reason ? `${status} ${reason}` : status;

describe.each(TEST_DIALECTS)('the write path against the naive model, on %s', (dialect) => {
  let t: TempMemory;
  let other: Awaited<ReturnType<TempMemory['another']>>;
  let runs = 0;
  beforeAll(async () => {
    t = await tempMemory(dialect);
    other = await t.another();
  });
  afterAll(() => t[Symbol.asyncDispose]());

  it(
    'answers as the model does, and graph and tables hold exactly what the model holds',
    async () => {
      const steps = fc.array(fc.tuple(step, fc.boolean()), { minLength: 1, maxLength: 8 });
      await fc.assert(
        fc.asyncProperty(steps, async (sequence) => {
          const project = `run${runs++}`;
          const model = new NaiveMemory();
          for (const [one, isOther] of sequence)
            await take(project, model, one, isOther ? other.memory : t.memory);
          await t.memory.catchUp();
          const held = [...model.places.values()];
          expect((await tableFacts(t.store, project)).sort()).toEqual(held.map(wordsOf).sort());
          expect(graphFacts(project)).toEqual(held.map(heldWords).sort());
          expect((await waiting(project)).sort()).toEqual(
            [...model.waiting.values()].map((claim) => shown(claim, claim.source, claim.isFirst)).sort(),
          );
        }),
        { numRuns: runsOnEach(TEST_DIALECTS) },
      );
      await other.memory.catchUp();
      for (const { memory } of [t, other])
        expect(await memory.verify()).toMatchObject({ ok: true, problems: [] });
    },
    runsOnEach(TEST_DIALECTS) * 10_000,
  );

  async function take(
    project: string,
    model: NaiveMemory,
    one: Step,
    memory: TempMemory['memory'],
  ): Promise<void> {
    if ('tell' in one) {
      const outcomes = await memory.tell(project, one.tell, told({ source: one.source }));
      expect(outcomes.map(answered)).toEqual(
        one.tell.map((said) => model.tell({ ...said, source: one.source, isGuess: false })),
      );
    } else if ('retract' in one) {
      const said = meant(model, one.retract, one.near);
      const outcome = await memory.retract(project, said, told({ source: one.source }));
      expect(answered(outcome)).toBe(model.retract({ ...said, source: one.source, isGuess: false }));
    } else {
      const isGuess = one.role === 'assistant';
      const all = one.hear.flatMap(({ said, near: by, change: how }) => {
        // An assistant corrects nothing: what is so no more is nothing, what is so now a plain statement.
        if (isGuess && how?.kind === 'ends') return [];
        const { until: _, ...fact } = meant(model, said, by);
        return [{ said: fact, how: isGuess ? undefined : meantChange(model, fact, how) }];
      });
      const answers: string[] = [];
      const stop = memory.on('learned', ({ outcome }) => answers.push(answered(outcome)));
      // Said twice in one segment is learnt once.
      const key = ({ said, how }: (typeof all)[number]) => `${wordsOf(said)} ${JSON.stringify(how)}`;
      const heard = all.filter((item, i) => all.findIndex((first) => key(first) === key(item)) === i);
      const triples = all.map(({ said: { concept, parent, dimension, isIsa, confidence }, how }) => ({
        ...{ subject: concept, parent, dim: dimension, isIsa, confidence, sentence: '' },
        ...(how ? { change: how } : {}),
      }));
      memory.learn({
        ...{ project, triples },
        provenance: told({ role: one.role, conversation: project, segment: `s${runs++}` }),
      });
      await memory.idle();
      stop();
      expect(answers).toEqual(
        heard.map(({ said, how }) => model.hear({ ...said, source: 'inferred', isGuess }, how)),
      );
    }
  }

  const shown = (claim: Fact & { ends: boolean }, from: Source, isFirst: boolean) =>
    `${claimOf(claim, claim.ends)} by ${from}${isFirst ? ', first' : ''}`;

  async function waiting(project: string): Promise<string[]> {
    const open = await openConflicts(t, project);
    return open.map(({ concept, dimension, incoming, correction, priority }) =>
      shown(
        {
          ...{ concept, dimension, parent: incoming.parent ?? '', isIsa: incoming.isIsa ?? false },
          ...{ confidence: 0, ends: correction === 'ends' },
        },
        incoming.source ?? 'festinger',
        priority > 0,
      ),
    );
  }

  /** The project's facts as the graph has them; fails on two parents or a cycle, which a walk up would not survive. */
  function graphFacts(project: string): string[] {
    const facts: string[] = [];
    for (const edge of t.graph.edges()) {
      if (edge.project !== project || edge.concept === edge.dim) continue;
      const token = (id: number) => t.graph.tokenOf(id);
      expect(t.graph.ancestors(project, edge.concept, edge.dim)).not.toContain(edge.concept);
      expect(t.graph.edgesOf(project, edge.concept).filter((one) => one.dim === edge.dim)).toHaveLength(1);
      const said = `${token(edge.concept)} ${edge.isIsa ? 'isa' : 'ispart'} ${token(edge.parent)}`;
      const { isGuess = false, until, source } = edge;
      const held = { ...fact(said, token(edge.dim)), source, isGuess };
      facts.push(heldWords(until === undefined ? held : { ...held, until }));
    }
    return facts.sort();
  }
});
