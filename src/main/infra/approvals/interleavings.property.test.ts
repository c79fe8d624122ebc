// Promise: whatever is proposed, approved, edited, denied, allowed by rule, locked, left to expire, changed underneath or killed, by two consoles, in
// whatever order and at the same time: no write happens twice for one word, without one, to another resource or another state of it than was approved,
// beside another one, or while it is marked "never touch". That the plays come to what they are about is counted, or all of this would be empty.
import { expect, it } from 'vitest';
import { fc, isLong, RUNS } from '../../../shared/testing/campaign.ts';
import { verifyChain } from '../../store/audit/chain.ts';
import { LEASE_MS } from '../../store/hands/executions.ts';
import { verifyHands } from '../../store/hands/verify-hands.ts';
import {
  TEST_DIALECTS,
  type TempStore,
  type TestDialect,
  tempStore,
} from '../../store/testing/temp-store.ts';
import { RulesAndLocks } from './rules-and-locks.ts';
import { askFor, type Console, consoleOver, World } from './testing/world.ts';

const RESOURCES = ['docker_container:here:a', 'docker_container:here:b'] as const;
const HOSTS = ['here', 'there'] as const;

type Nth = { readonly nth: number };
type Step =
  | { readonly kind: 'ask'; readonly resource: 0 | 1; readonly how: string; readonly on: 0 | 1 }
  /** `seen`: whose hash the word is given for; mostly its own. */
  | ({ readonly kind: 'approve' | 'edit'; readonly seen: number } & Nth)
  | ({ readonly kind: 'deny' | 'rule' | 'revoke' | 'release' } & Nth)
  | { readonly kind: 'change' | 'lock' | 'unlock'; readonly resource: 0 | 1 }
  | { readonly kind: 'crash' | 'sweep'; readonly on: 0 | 1 }
  | { readonly kind: 'hold'; readonly what: 'plan' | 'perform' | 'verify'; readonly is: boolean }
  | { readonly kind: 'wait'; readonly ms: number };

const either = fc.constantFrom(0 as const, 1 as const);
const nth = fc.nat(9);
const step = <K extends Step['kind'], More>(
  weight: number,
  kinds: readonly K[],
  more: { [Key in keyof More]: fc.Arbitrary<More[Key]> },
) => ({ weight, arbitrary: fc.record({ kind: fc.constantFrom(...kinds), ...more }) as fc.Arbitrary<never> });

const Step: fc.Arbitrary<Step> = fc.oneof(
  step(5, ['ask'], { resource: either, how: fc.constantFrom('hard', 'gently'), on: either }),
  step(8, ['approve'], { nth, seen: nth }),
  step(1, ['edit'], { nth, seen: nth }),
  step(1, ['deny', 'revoke'], { nth }),
  step(2, ['rule'], { nth }),
  step(8, ['release'], { nth }),
  step(2, ['change'], { resource: either }),
  step(2, ['lock', 'unlock'], { resource: either }),
  step(3, ['crash'], { on: either }),
  step(1, ['sweep'], { on: either }),
  step(4, ['hold'], { what: fc.constantFrom('plan', 'perform', 'perform', 'verify'), is: fc.boolean() }),
  step(1, ['wait'], { ms: fc.constantFrom(1000, 40_000, 301_000) }),
);

/** Something between the word and the work: what is approved is looked at twice, and held there. */
const Between: fc.Arbitrary<Step[]> = fc
  .record({ resource: either, nth, what: fc.array(Step, { minLength: 1, maxLength: 2 }) })
  .map(({ resource, nth, what }) => [
    { kind: 'unlock', resource },
    { kind: 'ask', resource, how: 'hard', on: resource },
    { kind: 'hold', what: 'plan', is: true },
    { kind: 'approve', nth: 0, seen: 0 },
    { kind: 'release', nth: 9 },
    ...what,
    { kind: 'release', nth },
    { kind: 'hold', what: 'plan', is: false },
    { kind: 'release', nth },
  ]);

const Steps: fc.Arbitrary<Step[]> = fc
  .array(fc.oneof({ weight: 6, arbitrary: Step.map((one) => [one]) }, { weight: 1, arbitrary: Between }), {
    minLength: 15,
    maxLength: 50,
  })
  .map((some) => some.flat());

/** How often plays came to what they are about. */
const met: Record<string, number> = {};

/** Everything that has no hand in the way gets its turn. */
async function settle(dialect: TestDialect): Promise<void> {
  for (let n = 0; n < 8; n++)
    await new Promise((resolve) => (dialect === 'sqlite' ? setImmediate(resolve) : setTimeout(resolve, 1)));
}

class Play {
  readonly world = new World();
  readonly temp: TempStore;
  readonly consoles: Console[] = [];
  /** What was said and is not answered yet, and by which console it will be; null: by the books. */
  readonly #said = new Map<Promise<unknown>, Console | null>();
  /** Hashes that somebody said yes to, by approval. */
  readonly words = new Map<string, Set<string>>();
  readonly #books: RulesAndLocks;
  #rules = 0;

  private constructor(temp: TempStore) {
    this.temp = temp;
    const { store, clock } = temp;
    this.#books = new RulesAndLocks({
      ...{ store, clock, ids: () => `rule-${++this.#rules}`, onChange: () => undefined },
    });
  }

  static async over(temp: TempStore): Promise<Play> {
    const play = new Play(temp);
    for (const host of HOSTS) play.consoles.push(await consoleOver(temp, play.world, host));
    return play;
  }

  async step(step: Step): Promise<void> {
    await this.#take(step);
    await settle(this.temp.dialect);
  }

  async #take(step: Step): Promise<void> {
    const { world, temp } = this;
    switch (step.kind) {
      case 'ask':
        return this.#say(
          askFor(this.#on(step.on), world, RESOURCES[step.resource], { how: step.how }),
          this.#on(step.on),
        );
      case 'approve':
      case 'edit':
        return await this.#word(step);
      case 'deny': {
        const one = await this.#one(step.nth);
        return one && this.#say(this.#of(one.host).approvals.deny(one.id, 'no', 'grace'), this.#of(one.host));
      }
      case 'rule': {
        const one = await this.#one(step.nth);
        const wish = { resource: 'this', session: 'any', anyWord: [], expiresAt: null } as const;
        return one && this.#say(this.#books.makeRule({ approvalId: one.id, ...wish }, 'grace'), null);
      }
      case 'revoke':
        return this.#say(this.#books.revokeRule(`rule-${1 + (step.nth % (this.#rules + 1))}`, 'grace'), null);
      case 'change':
        return world.change(RESOURCES[step.resource]);
      case 'lock': {
        const id = RESOURCES[step.resource];
        await this.#books.lock({ id, name: 'x' }, '', 'grace');
        return world.lock(id);
      }
      case 'unlock': {
        const id = RESOURCES[step.resource];
        world.unlock(id);
        return await this.#books.unlock(id, 'grace').catch(() => undefined);
      }
      case 'release':
        world.release(step.nth);
        return;
      case 'hold':
        if (step.is) world.holding.add(step.what);
        else world.holding.delete(step.what);
        return;
      case 'sweep':
        return this.#say(this.#on(step.on).approvals.sweep(), this.#on(step.on));
      case 'wait':
        // As time goes by: whoever is at work says every few seconds that it lives.
        for (let left = step.ms; left > 0; left -= 5000) {
          temp.clock.advance(Math.min(left, 5000));
          if (step.ms < 100_000) await settle(temp.dialect);
        }
        return;
      case 'crash':
        this.#on(step.on).kill();
        this.consoles[step.on] = await consoleOver(temp, world, HOSTS[step.on]);
        return;
      default:
        step satisfies never;
    }
  }

  /** The operator says yes to one that waits, mostly to what it is; or makes another of it. */
  async #word({ kind, nth, seen }: Extract<Step, { kind: 'approve' | 'edit' }>): Promise<void> {
    const one = await this.#one(nth);
    if (!one) return;
    const other = seen > 7 ? await this.#one(seen) : one;
    const word = { by: 'grace', planHash: (other ?? one).planHash };
    const on = this.#of(one.host);
    if (kind === 'edit')
      return this.#say(on.approvals.edit(one.id, { ...one.arguments, how: 'edited' }, word), on);
    const words = this.words.get(one.id) ?? new Set();
    this.words.set(one.id, words.add(word.planHash));
    this.#say(on.approvals.approve(one.id, word), on);
  }

  /** One of those asked lately; those that wait come first. */
  async #one(at: number) {
    const rows = await this.temp.store.reader
      .selectFrom('approval')
      .select(['id', 'host', 'plan_hash as planHash', 'arguments', 'status'])
      .orderBy('asked_at', 'desc')
      .orderBy('id', 'desc')
      .limit(8)
      .execute();
    const waiting = rows.filter(({ status }) => status === 'pending');
    const among = waiting.length > 0 && at < 8 ? waiting : rows;
    const one = among[at % Math.max(1, among.length)];
    return one && { ...one, arguments: JSON.parse(one.arguments) as Record<string, unknown> };
  }

  #on = (at: number): Console => this.consoles[at] as Console;
  #of = (host: string): Console => this.#on(host === 'here' ? 0 : 1);

  #say(promise: Promise<unknown>, by: Console | null): void {
    const count = (what: string) => {
      met[what] = (met[what] ?? 0) + 1;
    };
    const answered = promise
      .then(undefined, ({ code = 'broke' }: { code?: string }) => count(code))
      .finally(() => this.#said.delete(answered));
    this.#said.set(answered, by);
  }

  /** Everything that still lives goes on, and comes to its end. */
  async end(): Promise<void> {
    this.world.holding.clear();
    // Who was killed answers nobody.
    const waits = () => [...this.#said.values()].some((by) => by === null || this.consoles.includes(by));
    while (waits() || this.world.held.length > 0) {
      this.world.release();
      await settle(this.temp.dialect);
    }
    // What a killed process had sent off before may be written after the new one has looked.
    await this.temp.store.write(async () => undefined);
    this.temp.clock.advance(LEASE_MS + 1);
    for (const { approvals } of this.consoles) await approvals.sweep();
    for (const { approvals } of this.consoles) await approvals.close();
  }
}

it.each(TEST_DIALECTS)(
  'nothing is written twice, unapproved, elsewhere than approved, beside another or locked, on %s',
  async (dialect) => {
    const numRuns = isLong ? RUNS : dialect === 'sqlite' ? 90 : 16;
    await fc.assert(
      fc.asyncProperty(Steps, async (steps) => {
        await using temp = await tempStore(dialect);
        const play = await Play.over(temp);
        for (const one of steps) await play.step(one);
        await play.end();
        await isAsPromised(play);
      }),
      { numRuns },
    );
    if (dialect !== 'sqlite') return;
    // What a play must come to, now and then, for its end to say anything.
    const least = {
      done: 20,
      refused: 3,
      unknown: 3,
      STALE_VERSION: 40,
      LOCKED: 40,
      rule: 3,
      expired: 3,
    };
    for (const [what, times] of Object.entries(least))
      expect(met[what] ?? 0, `${what} in all plays: ${JSON.stringify(met)}`).toBeGreaterThanOrEqual(times);
    expect(met.broke, 'an error of nobody').toBeUndefined();
  },
  isLong ? 3_600_000 : 600_000,
);

/** Holds what happened in the world against what is on record, and against what was said. */
async function isAsPromised({ temp, world, words }: Play): Promise<void> {
  const { reader } = temp.store;
  const executions = await reader.selectFrom('execution').selectAll().execute();
  const rows = await reader.selectFrom('approval').selectAll().execute();
  const approvals = new Map(rows.map((row) => [row.id, row]));
  for (const { status } of rows) met[status] = (met[status] ?? 0) + 1;
  expect(world.faults).toEqual([]);
  for (const { approval_id: id, plan_hash: hash, resource_id, state, started_at } of executions) {
    met[state] = (met[state] ?? 0) + 1;
    const approval = approvals.get(id);
    expect(approval).toMatchObject({ status: 'approved', plan_hash: hash, resource_id });
    // In time, and to a word: an operator's on exactly that, or a rule's.
    expect(started_at, `${id} had expired`).toBeLessThan(approval?.expires_at ?? 0);
    if (approval?.rule == null) expect(words.get(id), `${id} was approved`).toContain(hash);
    else met.rule = (met.rule ?? 0) + 1;
  }
  for (const resourceId of RESOURCES) {
    const left = executions
      .filter(({ resource_id, state }) => resource_id === resourceId && state !== 'refused')
      .map(({ approval_id, state }) => {
        const plan = JSON.parse(approvals.get(approval_id)?.plan ?? '{}');
        return { what: `${plan.preconditions[0].digest} ${plan.runs}`, state };
      })
      // Of two that fit, the one that is known to have run did.
      .sort((a, b) => Number(a.state === 'unknown') - Number(b.state === 'unknown'));
    // Each write has a word of its own on this resource in this state, done this way: what is unknown may or may not have run.
    for (const { version, how } of world.done.filter(({ resource }) => resource === resourceId)) {
      const what = `version ${version} POST /containers/${resourceId}/${how}`;
      const at = left.findIndex((one) => one.what === what);
      expect(at, `${what} was done without a word for it; there are ${JSON.stringify(left)}`).not.toBe(-1);
      left.splice(at, 1);
    }
    for (const { state, what } of left) expect(state, what).toBe('unknown');
  }
  expect(new Set(executions.map(({ approval_id }) => approval_id)).size).toBe(executions.length);
  expect(executions.filter(({ state }) => state === 'started')).toEqual([]);
  expect(await verifyChain(reader, 'agent')).toMatchObject({ ok: true });
  expect(await verifyHands(reader)).toEqual([]);
  await isByTheRecord(temp);
}

/** By the record: nothing was started while it was marked "never touch", nor by a rule that was not in force. */
async function isByTheRecord(temp: TempStore): Promise<void> {
  const events = await temp.store.reader.selectFrom('agent_event').selectAll().orderBy('id').execute();
  const [locked, rules] = [new Set<string>(), new Set<string>()];
  for (const { kind, actor, payload } of events) {
    const { resource, rule } = JSON.parse(payload);
    if (kind === 'lock.set') locked.add(resource);
    if (kind === 'lock.lifted') locked.delete(resource);
    if (kind === 'rule.made') rules.add(`rule ${rule}`);
    if (kind === 'rule.revoked') rules.delete(`rule ${rule}`);
    if (kind !== 'execution.started') continue;
    expect(locked, `${resource} was started`).not.toContain(resource);
    if (actor.startsWith('rule ')) expect(rules, 'a rule that holds').toContain(actor);
  }
}
