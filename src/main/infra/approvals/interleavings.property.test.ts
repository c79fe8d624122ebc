// Promise: whatever is proposed, approved, edited, denied, locked, left to expire, changed underneath or killed, in whatever order and at the same time: no
// write happens twice for one word, without one, to another resource or another state of it than was approved, or while it is marked "never touch".
import { expect, it } from 'vitest';
import { fc, runsOnEach } from '../../../shared/testing/campaign.ts';
import { verifyChain } from '../../store/audit/chain.ts';
import { TEST_DIALECTS, type TempStore, tempStore } from '../../store/testing/temp-store.ts';
import { RulesAndLocks } from './rules-and-locks.ts';
import { askFor, type Console, consoleOver, World } from './testing/world.ts';

const RESOURCES = ['docker_container:here:a', 'docker_container:here:b'] as const;

type Step =
  | { readonly kind: 'ask'; readonly resource: 0 | 1; readonly how: 'hard' | 'gently' }
  | { readonly kind: 'approve' | 'deny' | 'edit'; readonly nth: number; readonly seen: number }
  | { readonly kind: 'change' | 'lock' | 'unlock'; readonly resource: 0 | 1 }
  | { readonly kind: 'release' | 'crash' | 'sweep' | 'settle' }
  | { readonly kind: 'wait'; readonly ms: number };

const resource = fc.constantFrom(0 as const, 1 as const);
const nth = fc.integer({ min: 0, max: 5 });
const Step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('ask' as const),
      resource,
      how: fc.constantFrom('hard', 'gently'),
    }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('approve' as const), nth, seen: nth }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('deny' as const, 'edit' as const), nth, seen: nth }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('change' as const, 'lock' as const, 'unlock' as const),
      resource,
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('release' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('crash' as const, 'sweep' as const, 'settle' as const) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(1000, 40_000, 301_000) }),
  },
);

/** Everything that has no hand in the way gets its turn. */
async function settle(): Promise<void> {
  for (let n = 0; n < 6; n++) await new Promise((resolve) => setTimeout(resolve, 0));
}

class Play {
  readonly world = new World();
  readonly temp: TempStore;
  console: Console;
  readonly said: Promise<unknown>[] = [];
  readonly locked = new Set<string>();
  faults: string[] = [];

  constructor(temp: TempStore, console: Console, world: World) {
    this.temp = temp;
    this.console = console;
    this.world = world;
  }

  async step(step: Step): Promise<void> {
    const { approvals } = this.console;
    const locks = new RulesAndLocks({
      ...{ store: this.temp.store, clock: this.temp.clock, ids: () => 'unused', onChange: () => undefined },
    });
    const isFine = (promise: Promise<unknown>) => void this.said.push(promise.catch(() => undefined));
    switch (step.kind) {
      case 'ask':
        isFine(askFor(this.console, this.world, RESOURCES[step.resource], { how: step.how }));
        break;
      case 'approve':
      case 'deny':
      case 'edit': {
        const all = await approvals.list({ limit: 6 });
        const [one, seen] = [all[step.nth], all[step.seen]];
        if (!one || !seen) return;
        const word = { by: 'grace', planHash: seen.planHash };
        if (step.kind === 'approve') isFine(approvals.approve(one.id, word));
        else if (step.kind === 'deny') isFine(approvals.deny(one.id, 'no', 'grace'));
        else isFine(approvals.edit(one.id, { ...one.arguments, how: 'edited' }, word));
        break;
      }
      case 'change':
        this.world.change(RESOURCES[step.resource]);
        break;
      case 'lock':
        await locks.lock({ id: RESOURCES[step.resource], name: 'x' }, '', 'grace');
        break;
      case 'unlock':
        await locks.unlock(RESOURCES[step.resource], 'grace').catch(() => undefined);
        break;
      case 'release':
        this.world.release();
        break;
      case 'settle':
        await settle();
        break;
      case 'sweep':
        isFine(approvals.sweep());
        break;
      case 'wait':
        this.temp.clock.advance(step.ms);
        break;
      case 'crash':
        this.console.kill();
        this.console = await consoleOver(this.temp, this.world);
        break;
      default:
        step satisfies never;
    }
    await settle();
  }

  /** Everything goes on, and comes to its end. */
  async end(): Promise<void> {
    this.world.holding.clear();
    const all = Promise.all(this.said);
    let over = false;
    void all.then(() => {
      over = true;
    });
    for (let n = 0; !over && n < 2000; n++) {
      this.world.release();
      await settle();
    }
    await all;
    while (this.world.release()) await settle();
    await this.console.approvals.close();
  }
}

it.each(TEST_DIALECTS)(
  'nothing is written twice, unapproved, elsewhere than approved, or locked, on %s',
  async (dialect) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(Step, { minLength: 5, maxLength: 40 }),
        fc.subarray(['plan', 'perform', 'verify'] as const),
        async (steps, holding) => {
          await using temp = await tempStore(dialect);
          const world = new World();
          const play = new Play(temp, await consoleOver(temp, world), world);
          for (const what of holding) world.holding.add(what);
          for (const step of steps) await play.step(step);
          await play.end();
          await isAsPromised(temp, world);
        },
      ),
      { numRuns: runsOnEach(TEST_DIALECTS) },
    );
  },
  600_000,
);

/** Holds what happened in the world against what is on record. */
async function isAsPromised(temp: TempStore, world: World): Promise<void> {
  const { reader } = temp.store;
  const executions = await reader.selectFrom('execution').selectAll().execute();
  const approvals = new Map(
    (await reader.selectFrom('approval').selectAll().execute()).map((row) => [row.id, row]),
  );
  const ran = executions.filter(({ state }) => state !== 'refused');
  for (const resourceId of RESOURCES) {
    const done = world.done.filter((one) => one.resource === resourceId);
    const words = ran.filter((one) => one.resource_id === resourceId);
    // Each write has a word of its own on this resource in this state, done this way: what is unknown may or may not have run.
    const left = words.map(({ approval_id, plan_hash, state }) => {
      const approval = approvals.get(approval_id);
      expect(approval).toMatchObject({ status: 'approved', plan_hash });
      const plan = JSON.parse(approval?.plan ?? '{}');
      return { what: `${plan.preconditions[0].digest} ${plan.runs}`, state };
    });
    for (const { version, how } of done) {
      const what = `version ${version} POST /containers/${resourceId}/${how}`;
      const at = left.findIndex((one) => one.what === what);
      expect(
        at,
        `${what} was done without a word for it; there are ${JSON.stringify(left)}`,
      ).toBeGreaterThanOrEqual(0);
      left.splice(at, 1);
    }
    for (const { state, what } of left) expect(state, what).toBe('unknown');
  }
  expect(new Set(executions.map(({ approval_id }) => approval_id)).size).toBe(executions.length);
  expect(executions.filter(({ state }) => state === 'started')).toEqual([]);
  expect(await verifyChain(reader, 'agent')).toMatchObject({ ok: true });
  await isNeverLocked(temp);
}

/** By the record: what was started while it was marked "never touch". */
async function isNeverLocked(temp: TempStore): Promise<void> {
  const events = await temp.store.reader.selectFrom('agent_event').selectAll().orderBy('id').execute();
  const locked = new Set<string>();
  for (const { kind, payload } of events) {
    const { resource } = JSON.parse(payload);
    if (kind === 'lock.set') locked.add(resource);
    if (kind === 'lock.lifted') locked.delete(resource);
    if (kind === 'execution.started') expect(locked, `${resource} was started`).not.toContain(resource);
  }
}
