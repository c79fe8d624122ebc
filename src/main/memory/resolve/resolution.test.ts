// The promises of the job over time and over processes: each time of the schedule once, a run that lost its process goes
// on under its number, and nothing is applied twice, whoever wakes up late.
import { describe, expect, it } from 'vitest';
import type { ResolutionState } from '../../../shared/model/resolution.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../../shared/model/settings.ts';
import { ManualClock, TEST_DIALECTS, type TestDialect } from '../../store/testing/temp-store.ts';
import type { AskModel, ModelQuestion } from '../ask-model.ts';
import type { Memory } from '../memory.ts';
import { fact, type TempMemory, tableFacts, tempMemory, told } from '../testing/temp-memory.ts';
import { conflictDesk } from './conflict-desk.ts';
import { Resolution } from './resolution.ts';

const MINUTE = 60_000;
const BY = { startedBy: 'console', actor: 'operator' } as const;
const DISMISS = '{"decision":"dismiss","reasoning":"noise"}';

/** A model that answers each question when the test says so, or at once. */
class ScriptedModel implements AskModel {
  readonly questions: ModelQuestion[] = [];
  readonly #waiting: ((text: string) => void)[] = [];
  readonly #arrivals: (() => void)[] = [];
  holds = false;
  answer = DISMISS;

  problem = () => null;

  async ask(question: ModelQuestion) {
    this.questions.push(question);
    for (const arrived of this.#arrivals.splice(0)) arrived();
    const text = this.holds ? await this.#held(question) : this.answer;
    return { text, model: 'scripted', inputTokens: 10, outputTokens: 5, ms: 1 };
  }

  /** Resolves with the next question. */
  asked(): Promise<void> {
    return new Promise((resolve) => this.#arrivals.push(resolve));
  }

  release(text: string): void {
    for (const waiting of this.#waiting.splice(0)) waiting(text);
  }

  #held({ signal }: ModelQuestion): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#waiting.push(resolve);
      signal?.addEventListener('abort', () => reject(new Error('aborted')));
    });
  }
}

interface Rig extends AsyncDisposable {
  readonly it: TempMemory;
  readonly settings: Settings;
  /** A job as another process would have it. @param deaf its model does not hear that it should stop */
  process(options?: { memory?: Memory; clock?: ManualClock; deaf?: boolean }): {
    readonly job: Resolution;
    readonly model: ScriptedModel;
  };
  /** Puts a contradiction about the concept into the queue. */
  contradict(...concepts: string[]): Promise<void>;
}

async function rig(dialect: TestDialect): Promise<Rig> {
  const it = await tempMemory(dialect);
  const settings = { ...DEFAULT_SETTINGS, resolve_model_id: '1', resolution_schedule: '*/10 * * * *' };
  const jobs: Resolution[] = [];
  return {
    it,
    settings,
    process({ memory = it.memory, clock = it.temp.clock, deaf = false } = {}) {
      const model = new ScriptedModel();
      const { store, temp } = it;
      const ask: AskModel = deaf
        ? { problem: model.problem, ask: (question) => model.ask({ ...question, signal: undefined }) }
        : model;
      const job = new Resolution({
        ...{ store, clock, log: temp.log, settings: () => settings, ask },
        ...{ desk: conflictDesk(memory), runner: `process ${jobs.length + 1}` },
      });
      jobs.push(job);
      return { job, model };
    },
    async contradict(...concepts) {
      for (const concept of concepts) {
        await it.memory.tell('default', [fact(`${concept} isa repo`)], told());
        await it.memory.tell('default', [fact(`${concept} isa container`)], told());
      }
    },
    async [Symbol.asyncDispose]() {
      for (const job of jobs) await job.close();
      await it[Symbol.asyncDispose]();
    },
  };
}

/** Resolves with the state once it is as wanted. */
function reached(job: Resolution, wanted: (state: ResolutionState) => boolean): Promise<ResolutionState> {
  return new Promise((resolve, reject) => {
    const look = () => {
      job.state().then((state) => {
        if (!wanted(state)) return;
        stop();
        resolve(state);
      }, reject);
    };
    const stop = job.watch(look);
    look();
  });
}

const runsOf = async (job: Resolution) =>
  (await job.runs(20)).map(({ id, startedBy, status, done }) => `${id} ${startedBy} ${status} ${done}`);

describe.each(TEST_DIALECTS)('the schedule on %s', (dialect) => {
  it('starts one run for each of its times, of however many processes see it come', async () => {
    await using r = await rig(dialect);
    const second = await r.it.another();
    const a = r.process();
    const b = r.process({ memory: second.memory });
    await r.contradict('alpha');
    a.job.start();
    b.job.start();
    for (let minute = 0; minute < 10; minute++) r.it.temp.clock.advance(MINUTE);
    const isDone = ({ last }: ResolutionState) => last?.status === 'done';
    // Whichever of them runs it tells its own watchers.
    await Promise.race([reached(a.job, isDone), reached(b.job, isDone)]);
    const first = (await a.job.runs(1))[0]?.id;
    await r.contradict('beta');
    for (let minute = 0; minute < 10; minute++) r.it.temp.clock.advance(MINUTE);
    const isNext = (state: ResolutionState) => isDone(state) && state.last?.id !== first;
    await Promise.race([reached(a.job, isNext), reached(b.job, isNext)]);
    await a.job.close();
    await b.job.close();
    const runs = await a.job.runs(20);
    expect(runs.map(({ startedBy, done }) => `${startedBy} ${done}`)).toEqual(['schedule 1', 'schedule 1']);
    expect(a.model.questions.length + b.model.questions.length).toBe(2);
  });

  it('starts nothing while paused or without a model, and says when it would next', async () => {
    await using r = await rig(dialect);
    const { job } = r.process();
    await r.contradict('alpha');
    const { clock } = r.it.temp;
    job.start();
    expect((await job.state()).nextAt).toBe(clock.now() + 10 * MINUTE);
    Object.assign(r.settings, { resolution_paused: true });
    for (let minute = 0; minute < 20; minute++) clock.advance(MINUTE);
    Object.assign(r.settings, { resolution_paused: false, resolve_model_id: null });
    for (let minute = 0; minute < 20; minute++) clock.advance(MINUTE);
    expect((await job.state()).nextAt).toBeNull();
    await job.close();
    expect(await runsOf(job)).toEqual([]);
  });

  it('follows a new pattern at once', async () => {
    await using r = await rig(dialect);
    const { job } = r.process();
    job.start();
    Object.assign(r.settings, { resolution_schedule: '*/3 * * * *' });
    job.changed();
    expect((await job.state()).nextAt).toBe(r.it.temp.clock.now() + 3 * MINUTE);
  });

  it('makes good once for times that passed while the program was off, if a conflict waited for them', async () => {
    await using r = await rig(dialect);
    r.it.temp.clock.advance(MINUTE);
    await r.contradict('alpha');
    r.it.temp.clock.advance(60 * MINUTE);
    const first = r.process();
    first.job.start();
    await reached(first.job, ({ last }) => last?.status === 'done');
    await first.job.close();
    expect(await runsOf(first.job)).toEqual(['1 schedule done 1']);
    await r.contradict('beta');
    const second = r.process();
    second.job.start();
    await second.job.close();
    expect(await runsOf(second.job), 'beta came after the last time').toHaveLength(1);
  });
});

describe.each(TEST_DIALECTS)('a decision of the job that somebody undid, on %s', (dialect) => {
  it('is never made again: the conflict waits for a person', async () => {
    await using r = await rig(dialect);
    await r.contradict('alpha');
    const { job, model } = r.process();
    await job.run(BY);
    await job.finished(1);
    const { memory } = r.it;
    const { resolution } = await memory.read.conflict(1);
    await memory.history.undo(resolution?.actionId ?? 0, { actor: 'operator', reason: 'no' });
    const { id } = await job.run(BY);
    expect(await job.finished(id)).toMatchObject({ status: 'done', total: 0 });
    expect(model.questions).toHaveLength(1);
    expect(await memory.read.conflict(1)).toMatchObject({ status: 'needs_human' });
  });
});

describe.each(TEST_DIALECTS)('a run on %s', (dialect) => {
  it('that the program left when it closed goes on under its number after the next start', async () => {
    await using r = await rig(dialect);
    await r.contradict('alpha', 'beta', 'gamma');
    const first = r.process();
    first.model.holds = true;
    let asked = first.model.asked();
    const { id } = await first.job.run(BY);
    await asked;
    asked = first.model.asked();
    first.model.release(DISMISS);
    await asked;
    await first.job.close();
    expect(await runsOf(first.job)).toEqual([`${id} console running 1`]);

    const second = r.process();
    second.job.start();
    const state = await reached(second.job, ({ running }) => running === null);
    expect(state.last).toMatchObject({ id, status: 'done', total: 3, done: 3, runner: 'process 2' });
    expect(state.last?.counts.dismissed).toBe(3);
    expect(second.model.questions).toHaveLength(2);
    const journal = await second.job.journal({ limit: 10 });
    expect(journal.map(({ concept }) => concept)).toEqual(['gamma', 'beta', 'alpha']);
  });

  it('is taken over when its process sleeps, and what that one still meant to write is not', async () => {
    await using r = await rig(dialect);
    await r.contradict('alpha', 'beta');
    const second = await r.it.another();
    // A clock that stands still: no heartbeat leaves this process any more.
    const zombie = r.process({ clock: new ManualClock(), deaf: true });
    zombie.model.holds = true;
    const asked = zombie.model.asked();
    const { id } = await zombie.job.run(BY);
    await asked;
    const heir = r.process({ memory: second.memory });
    heir.job.start();
    await r.it.store.write((writer) =>
      writer.db.updateTable('resolution_run').set({ claimed_until: 1 }).execute(),
    );
    r.it.temp.clock.advance(5000);
    const { last } = await reached(heir.job, ({ running }) => running === null);
    expect(last).toMatchObject({ id, status: 'done', done: 2, runner: 'process 2' });

    const split = { decision: 'decompose', existing_dimension: 'a-type', new_dimension: 'b-type' };
    zombie.model.release(JSON.stringify(split));
    await zombie.job.close();
    expect(await tableFacts(r.it.store, 'default')).toEqual(['alpha isa repo @type', 'beta isa repo @type']);
    expect(await heir.job.journal({ limit: 10 })).toHaveLength(2);
    expect(await r.it.memory.verify()).toMatchObject({ ok: true });
  });

  it('is stopped from another process, and what was on its way is not written', async () => {
    await using r = await rig(dialect);
    await r.contradict('alpha', 'beta');
    const runner = r.process({ deaf: true });
    runner.model.holds = true;
    const asked = runner.model.asked();
    await runner.job.run(BY);
    await asked;
    const other = r.process();
    expect(await other.job.stop('operator (browser)')).toMatchObject({
      ...{ running: null, waiting: 2 },
      last: { status: 'stopped', error: 'Stopped by operator (browser).' },
    });
    const gone = reached(runner.job, ({ running }) => running === null);
    runner.model.release(DISMISS);
    await gone;
    await runner.job.close();
    expect(await other.job.journal({ limit: 10 })).toEqual([]);
    expect(await other.job.run(BY)).toMatchObject({ id: 2 });
    expect(await other.job.finished(2)).toMatchObject({ status: 'done', counts: { dismissed: 2 } });
  });

  it('tells its watchers every step', async () => {
    await using r = await rig(dialect);
    await r.contradict('alpha', 'beta');
    const { job } = r.process();
    let steps = 0;
    const stop = job.watch(() => {
      steps += 1;
    });
    const over = reached(job, ({ last }) => last?.status === 'done');
    await job.run(BY);
    await over;
    stop();
    expect(steps, 'start, two items, end').toBeGreaterThanOrEqual(4);
  });

  it('leaves conflicts that came in after its start for the next', async () => {
    await using r = await rig(dialect);
    await r.contradict('alpha');
    const { job, model } = r.process();
    model.holds = true;
    const asked = model.asked();
    await job.run(BY);
    await asked;
    await r.contradict('beta');
    model.holds = false;
    model.release(DISMISS);
    expect(await job.finished(1)).toMatchObject({ status: 'done', total: 1, done: 1 });
    expect((await job.state()).waiting).toBe(1);
  });

  it('is one for everybody who asks at once', async () => {
    await using r = await rig(dialect);
    await r.contradict('alpha');
    const jobs = [r.process(), r.process(), r.process()];
    for (const { model } of jobs) model.holds = true;
    const runs = await Promise.all(jobs.flatMap(({ job }) => [job.run(BY), job.run(BY)]));
    expect(new Set(runs.map(({ id }) => id)).size).toBe(1);
    expect(jobs.reduce((sum, { model }) => sum + model.questions.length, 0)).toBeLessThanOrEqual(1);
  });
});
