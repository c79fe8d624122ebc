// Random facts, retractions, decisions, edits, undos and redos, from two processes in turn, against the naive graph. After every step
// the tables hold what the model holds; whatever is refused changes nothing; what was just done can be taken back, and
// what was told since stays.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Action, Decision } from '../../../shared/model/decision.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type { Conflict, Source } from '../../../shared/model/graph.ts';
import { fc, runsOnEach } from '../../../shared/testing/campaign.ts';
import { TEST_DIALECTS } from '../../store/testing/temp-store.ts';
import type { Memory } from '../memory.ts';
import { openConflicts } from '../testing/conflict-cases.ts';
import { type NaiveDiff, NaiveGraph, type Said, words } from '../testing/naive-graph.ts';
import { fact, type TempMemory, tableFacts, tempMemory, told } from '../testing/temp-memory.ts';

/** A run on PostgreSQL costs five times one on SQLite. */

const name = fc.constantFrom('pa', 'pb', 'pc', 'dim1');
const dimension = fc.constantFrom('dim1', 'dim2', 'dim3');
const said = fc
  .tuple(name, fc.boolean(), name, dimension)
  .map(([concept, isIsa, parent, dim]) => fact(`${concept} ${isIsa ? 'isa' : 'ispart'} ${parent}`, dim));
const decision: fc.Arbitrary<Decision> = fc.oneof(
  fc.constantFrom<Decision>({ decision: 'keep' }, { decision: 'dismiss' }, { decision: 'replace' }),
  fc.record({
    decision: fc.constant('split' as const),
    existingDimension: dimension,
    newDimension: dimension,
  }),
  fc.record({
    ...{ decision: fc.constant('move' as const), dimension },
    which: fc.constantFrom('incoming' as const, 'existing' as const),
  }),
);
const pick = fc.nat({ max: 1000 });
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      ...{
        kind: fc.constant('tell' as const),
        facts: fc.array(said, { minLength: 2, maxLength: 8, size: 'max' }),
      },
      source: fc.constantFrom<Source>('gutask', 'inferred'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('decide' as const),
      pick,
      decision,
      giver: fc.boolean(),
      model: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('retire' as const), pick }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('retract' as const), pick, said }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('moveEdge' as const), pick, dimension, parent: name }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo' as const), pick }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('redo' as const), pick }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface Done {
  readonly id: number;
  /** What it changed, or what undoing or redoing it changed last. */
  diff: NaiveDiff;
  undone: boolean;
  /** When it was put in force last, by the run's count. */
  at: number;
}

const ada = { actor: 'ada', reason: '' };

/** One run: a project, its model, and what was done in it. */
class Run {
  readonly model = new NaiveGraph();
  readonly done: Done[] = [];
  readonly #t: TempMemory;
  readonly #project: string;
  /** Counts what was said and done. */
  #now = 0;
  /** When each fact was told last. */
  readonly #told = new Map<string, number>();
  /** When each fact may have been confirmed last by somebody's decision. */
  readonly #voiced = new Map<string, number>();

  constructor(t: TempMemory, project: string) {
    this.#t = t;
    this.#project = project;
  }

  async take(step: Step, memory: Memory): Promise<void> {
    switch (step.kind) {
      case 'tell':
        return this.#tell(step, memory);
      case 'decide':
        return this.#decide(step, memory);
      case 'retract':
        return this.#retract(step, memory);
      case 'retire':
        return this.#edit(step.pick, memory, { kind: 'retire' });
      case 'moveEdge':
        return this.#edit(step.pick, memory, {
          kind: 'move',
          dimension: step.dimension,
          parent: step.parent,
        });
      case 'undo':
      case 'redo':
        return this.#turn(step, memory);
    }
  }

  async check(): Promise<void> {
    const { facts, claims } = await this.#held();
    expect(facts).toEqual(this.model.factLines());
    expect(claims).toEqual(this.model.claimLines());
  }

  async #held(): Promise<{ facts: string[]; claims: string[] }> {
    const facts = (await tableFacts(this.#t.store, this.#project)).sort();
    const open = await openConflicts(this.#t, this.#project);
    return { facts, claims: open.map((conflict) => words(claimOf(conflict))).sort() };
  }

  async #tell({ facts, source }: Extract<Step, { kind: 'tell' }>, memory: Memory): Promise<void> {
    const outcomes = await memory.tell(this.#project, facts, told({ source }));
    for (const [i, outcome] of outcomes.entries()) {
      const one = facts[i] as Said;
      const expected = this.model.copy();
      const answer = expected.tell(one);
      this.#now += 1;
      if (!answer.startsWith('refused')) this.#told.set(words(one), this.#now);
      if (outcome.reason === 'DISMISSED') {
        // Only what would have been asked, was said in prose, and does not wait already.
        expect(source).toBe('inferred');
        expect(answer).toMatch(/^conflict/);
        expect(this.model.claimLines()).not.toContain(words(one));
      } else {
        expect(outcome.reason ? `${outcome.status} ${outcome.reason}` : outcome.status).toBe(answer);
        this.model.take(expected);
      }
    }
  }

  async #decide(step: Extract<Step, { kind: 'decide' }>, memory: Memory): Promise<void> {
    const open = await openConflicts(this.#t, this.#project);
    const conflict = open[step.pick % Math.max(open.length, 1)];
    if (!conflict) return;
    // What another process did is known once this one writes; a look before is made over the same state.
    await memory.tell(this.#project, [fact('self isa self')], told());
    const claim = claimOf(conflict);
    const { cycle } = await memory.decisions.options(conflict.id);
    expect(cycle.map(({ concept, parent }) => `${concept} ${parent}`)).toEqual(
      this.model.cycle(claim).map(({ concept, parent }) => `${concept} ${parent}`),
    );
    const named = step.giver ? cycle[step.pick % Math.max(cycle.length, 1)] : undefined;
    const decided: Decision =
      step.decision.decision === 'replace' && named
        ? { decision: 'replace', givesWay: named.edgeId }
        : step.decision;
    const giver = (decided.decision === 'replace' && named) || cycle.find(({ givesWay }) => givesWay);
    const given = this.model.cycle(claim).find(({ concept }) => concept === giver?.concept);
    const before = this.model.copy();
    const isAllowed = this.model.decide(claim, decided, conflict.collisionType === 'cycle', given);
    expect((await memory.decisions.preview(conflict.id, decided)).allowed).toBe(isAllowed);
    const proposal = step.model ? { proposal: { model: 'm', runId: null, reasoning: '' } } : {};
    const by = { ...ada, expectedVersion: conflict.version, ...proposal };
    await this.#act(isAllowed, before, () => memory.decisions.decide(conflict.id, decided, by));
    if (!isAllowed) return;
    this.#now += 1;
    for (const one of this.model.facts.values()) {
      if (one.concept === claim.concept) this.#voiced.set(words(one), this.#now);
    }
  }

  /** Somebody who overrules everybody says that one of the facts or claims, or something else, is not so. */
  async #retract({ pick, said }: Extract<Step, { kind: 'retract' }>, memory: Memory): Promise<void> {
    const known = [...this.model.facts.values(), ...this.model.waiting.values()];
    const chosen = known[pick % (known.length + 1)] ?? said;
    const before = this.model.copy();
    const answer = this.model.retract(chosen);
    const end = async () => {
      const outcome = await memory.retract(
        this.#project,
        { ...chosen, confidence: 1 },
        told({ source: 'operator' }),
      );
      expect(outcome.status).toBe(answer);
    };
    if (answer === 'absent') return end();
    await this.#act(true, before, async () => {
      await end();
      const [newest] = await memory.history.actions({ project: this.#project, limit: 1 });
      return newest as Action;
    });
  }

  async #edit(pick: number, memory: Memory, edit: Parameters<Memory['edits']['change']>[1]): Promise<void> {
    await memory.tell(this.#project, [fact('self isa self')], told());
    const facts = [...this.model.facts.values()];
    const chosen = facts[pick % Math.max(facts.length, 1)];
    if (!chosen) return;
    const { graph } = this.#graphOf(memory);
    const id = (token: string) => graph.conceptId(token) ?? 0;
    const edgeId = graph.edgeAt(this.#project, id(chosen.concept), id(chosen.dimension))?.edgeId ?? 0;
    const before = this.model.copy();
    this.model.facts.delete(`${chosen.dimension} ${chosen.concept}`);
    let isAllowed = true;
    if (edit.kind === 'move') {
      const moved = { ...chosen, dimension: edit.dimension ?? '', parent: edit.parent ?? '' };
      isAllowed = words(moved) !== words(chosen) && this.model.tell(moved) === 'inserted';
      if (!isAllowed) this.model.take(before);
    }
    const expected = { parent: chosen.parent, dimension: chosen.dimension, isIsa: chosen.isIsa };
    await this.#act(isAllowed, before, () => memory.edits.change(edgeId, edit, expected, ada));
  }

  /** Undoing and redoing: what came last always can be; what came earlier may have something in its way. */
  async #turn({ kind, pick }: Extract<Step, { kind: 'undo' | 'redo' }>, memory: Memory): Promise<void> {
    const candidates = this.done.filter(({ undone }) => undone === (kind === 'redo'));
    const chosen = candidates[pick % Math.max(candidates.length, 1)];
    if (!chosen) return;
    try {
      await memory.history[kind](chosen.id, ada);
    } catch (error) {
      expect(error).toBeInstanceOf(AppError);
      expect(['STALE_VERSION', 'NOT_ALLOWED'], String(error)).toContain((error as AppError).code);
      return;
    }
    chosen.undone = kind === 'undo';
    const before = this.model.copy();
    const [plain, ...others] = kind === 'undo' ? this.#without(chosen) : [this.#plainlyWithout(chosen)];
    const held = JSON.stringify(await this.#held());
    const found = others.find(
      (one) => JSON.stringify({ facts: one.factLines(), claims: one.claimLines() }) === held,
    );
    this.model.take(found ?? plain ?? before);
    chosen.diff = this.model.diffFrom(before);
    this.#now += 1;
    chosen.at = this.#now;
  }

  #plainlyWithout({ diff }: Done): NaiveGraph {
    const graph = this.model.copy();
    graph.takeBack(diff);
    return graph;
  }

  /**
   * What an undo may leave. What the action changed goes back, but no word is lost that somebody gave since: a fact that was
   * told stays, or waits where it cannot. Where the fact is an edge that the action moved there, or only a decision spoke
   * for it, either may be: the naive graph knows neither edges nor which decisions are in force.
   */
  #without(done: Done): NaiveGraph[] {
    const { added, removed, opened } = done.diff;
    const since = (one: Said, when: ReadonlyMap<string, number>) => (when.get(words(one)) ?? 0) > done.at;
    const isMoved = (one: Said) => removed.some(({ concept }) => concept === one.concept);
    const must = added.filter((one) => since(one, this.#told) && !isMoved(one));
    const mayStay = added.filter(
      (one) => !must.includes(one) && (since(one, this.#told) || since(one, this.#voiced)),
    );
    const raised = opened.filter((one) => since(one, this.#told));
    return subsets(mayStay).map((kept) => {
      const graph = this.#plainlyWithout(done);
      for (const one of raised) graph.wait(one);
      for (const one of [...must, ...kept]) graph.tell(one);
      return graph;
    });
  }

  async #act(isAllowed: boolean, before: NaiveGraph, act: () => Promise<{ id: number }>): Promise<void> {
    if (!isAllowed) {
      await expect(act()).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
      return;
    }
    const { id } = await act();
    this.#now += 1;
    const done: Done = { id, diff: this.model.diffFrom(before), undone: false, at: this.#now };
    this.done.push(done);
    await this.check();
    const after = this.model.copy();
    await this.#t.memory.history.undo(id, ada);
    this.model.take(before);
    await this.check();
    await this.#t.memory.history.redo(id, ada);
    this.model.take(after);
  }

  #graphOf(memory: Memory) {
    return memory === this.#t.memory
      ? this.#t
      : (this.#t as TempMemory & { other: { graph: TempMemory['graph'] } }).other;
  }
}

/** All of them, the empty one first. */
function subsets<T>([first, ...rest]: readonly T[]): T[][] {
  if (first === undefined) return [[]];
  const without = subsets(rest);
  return [...without, ...without.map((some) => [first, ...some])];
}

function claimOf(conflict: Conflict): Said {
  const { concept, dimension: dim, incoming } = conflict;
  return { concept, dimension: dim, parent: incoming.parent ?? '', isIsa: incoming.isIsa ?? false };
}

describe.each(TEST_DIALECTS)('any sequence on %s', (dialect) => {
  let t: TempMemory;
  let other: Awaited<ReturnType<TempMemory['another']>>;
  let runs = 0;
  beforeAll(async () => {
    t = await tempMemory(dialect);
    other = await t.another();
    Object.assign(t, { other });
  });
  afterAll(() => t[Symbol.asyncDispose]());

  it(
    'of facts, retractions, decisions, edits, undos and redos leaves what the model holds, in both processes',
    async () => {
      const steps = fc.array(fc.tuple(step, fc.boolean()), { minLength: 1, maxLength: 24, size: 'max' });
      await fc.assert(
        fc.asyncProperty(steps, async (sequence) => {
          const run = new Run(t, `run${runs++}`);
          for (const [one, isOther] of sequence) {
            await run.take(one, isOther ? other.memory : t.memory);
            await run.check();
          }
        }),
        { numRuns: runsOnEach(TEST_DIALECTS) },
      );
      for (const memory of [t.memory, other.memory]) {
        await memory.tell('last', [fact('self isa self')], told());
        expect(await memory.verify()).toMatchObject({ ok: true, problems: [] });
      }
    },
    runsOnEach(TEST_DIALECTS) * 10_000,
  );
});
