// Promises of a model's vectors: every piece of prose gets one, once, whatever breaks off the pass; nothing of a wrong answer is kept; vectors of two models are never
// compared; a question goes on without the model where that is gone, slow or not through, and says so.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { madeAdvisory } from '../../../../bench/advisory/varied-advisories.ts';
import { answered, EMBED_MODEL, type EmbedServer, startEmbedServer } from '../../llm/testing/embed-server.ts';
import { newModel, type TempDesk, tempDesk } from '../../llm/testing/temp-desk.ts';
import { keepDocuments } from '../../store/evidence/documents.ts';
import type { JobQueue } from '../../store/jobs/job-queue.ts';
import type { Store } from '../../store/store.ts';
import { passTime, queueOver } from '../../store/testing/temp-jobs.ts';
import { ManualClock, TEST_DIALECTS } from '../../store/testing/temp-store.ts';
import { rowsOf } from '../evidence/rows.ts';
import { readDocument } from '../formats/read-document.ts';
import { HASHED } from './embed.ts';
import { EMBED, EMBED_PURPOSE } from './embed-job.ts';
import { EmbedWorker } from './embed-worker.ts';
import { ModelVectors, QUESTION_MS } from './model-vectors.ts';
import { searchEvidence } from './search.ts';

const PROJECT = 'default';
const maker = (digit: string) => `ollama:${EMBED_MODEL}@${digit.repeat(12)}`;

/** A process with a queue and vectors of its own. */
interface Program {
  readonly store: Store;
  readonly queue: JobQueue;
  readonly vectors: ModelVectors;
}

describe.each(TEST_DIALECTS)('vectors of a model in %s', (dialect) => {
  let desk: TempDesk;
  let server: EmbedServer;
  let program: Program;
  const open: Program[] = [];

  beforeEach(async () => {
    [desk, server] = await Promise.all([tempDesk(dialect), startEmbedServer()]);
    desk.llm.register(EMBED_PURPOSE);
    const model = { ...newModel('ollama', server.url), label: 'Vectors', modelName: EMBED_MODEL };
    desk.settings.evidence_embed_model_id = (await desk.llm.models.add(model)).id;
    program = start(desk.temp.store);
  });
  afterEach(async () => {
    await server[Symbol.asyncDispose]();
    for (const { queue, vectors } of open.splice(0)) {
      vectors.close();
      await queue.close();
    }
    await desk[Symbol.asyncDispose]();
  });

  /** @param clock of its own for one that stops: nobody renews its claims */
  function start(store: Store, clock = desk.temp.clock): Program {
    const { log } = desk.temp;
    const queue = queueOver(store, { clock, log });
    const { name: purpose } = EMBED_PURPOSE;
    const model = {
      isChosen: () => desk.settings.evidence_embed_model_id !== null,
      problem: () => desk.llm.ask.problem(purpose),
      maker: (signal: AbortSignal) => desk.llm.vectors.maker(purpose, signal),
      embed: (texts: readonly string[], signal: AbortSignal) =>
        desk.llm.vectors.embed({ purpose, texts, signal, timeoutMs: 60_000 }),
    };
    const ids = () => crypto.randomUUID();
    queue.register(EMBED, new EmbedWorker({ store, clock, ids, model, jobs: queue }));
    const onError = (error: unknown) => {
      throw error;
    };
    const vectors = new ModelVectors({ store, clock, ids, model, jobs: queue, onError });
    queue.start();
    const made = { store, queue, vectors };
    open.push(made);
    return made;
  }

  async function keep(texts: readonly string[]): Promise<void> {
    const documents = await Promise.all(
      texts.map(async (text) => {
        const read = await readDocument(Buffer.from(text));
        if (!read.ok) throw new Error(`${read.path} ${read.reason}`);
        return rowsOf(PROJECT, 'test', read);
      }),
    );
    await desk.temp.store.write((writer) => keepDocuments(writer, documents, desk.temp.clock.now()));
  }
  const advisories = (count: number) => Array.from({ length: count }, (_, n) => madeAdvisory(n));
  /** Of the one made up here, among many others. */
  const CRASH = JSON.stringify({
    ...{ id: 'GHSA-jfh8-c2jp-5v3q', modified: '2024-01-01T00:00:00Z', summary: 'Automobile wreck' },
    affected: [{ package: { ecosystem: 'npm', name: 'left-pad' } }],
  });

  async function pass(): Promise<void> {
    await program.vectors.want(PROJECT);
    await program.queue.settled();
  }
  const jobs = async () =>
    (await desk.temp.store.jobs.list({ kind: EMBED.name, limit: 50, offset: 0 })).jobs.map(
      ({ status, result, lastError }) => ({ status, said: result ?? lastError }),
    );
  const stored = () =>
    desk.temp.store.reader
      .selectFrom('evidence_vector')
      .select(['chunk', 'embedder', 'vector'])
      .orderBy('chunk')
      .execute();
  const prose = () =>
    desk.temp.store.reader
      .selectFrom('evidence_chunk')
      .select('id')
      .where('embedder', '=', HASHED)
      .orderBy('id')
      .execute();
  const search = (text: string) =>
    searchEvidence(desk.temp.store, {
      ...{ project: PROJECT, limit: 5, text, vectorOf: (asked: string) => program.vectors.ask(asked) },
    });
  /** Texts of pieces, without questions. */
  const sent = () => server.requests.flatMap(({ input }) => input.filter((text) => text !== 'car crash'));

  it('stand beside the built-in ones, one for each piece of prose, and find what is put in other words', async () => {
    await keep([...advisories(40), CRASH]);
    await pass();
    expect((await stored()).map(({ chunk, embedder }) => [chunk, embedder])).toEqual(
      (await prose()).map(({ id }) => [id, maker('a')]),
    );
    expect(new Set(sent()).size).toBe(41);
    expect(Math.max(...server.requests.map(({ input }) => input.length))).toBe(32);
    const answer = await search('car crash');
    expect([answer.embedder, answer.embedderProblem]).toEqual([maker('a'), null]);
    expect(answer.chunks[0]?.text).toContain('Automobile wreck');
    // The same question, the same order.
    expect(await search('car crash')).toEqual(answer);
    // Nothing in it has one of the words.
    desk.settings.evidence_embed_model_id = null;
    const without = await search('car crash');
    expect([without.embedder, without.embedderProblem]).toEqual([HASHED, null]);
    expect(without.chunks.some(({ text }) => text.includes('Automobile'))).toBe(false);
  });

  it('are made of what came since, and go with what is replaced', async () => {
    await keep(advisories(3));
    await pass();
    await keep([
      CRASH,
      madeAdvisory(1).replace('2024-05-01', '2024-06-01').replace('summary":"', 'summary":"new '),
    ]);
    expect((await search('car crash')).embedderProblem).toMatch(/^2 of 4 pieces have no vector of ollama:/);
    await pass();
    expect(sent().length).toBe(5);
    expect((await stored()).length).toBe(4);
    expect((await search('car crash')).embedderProblem).toBeNull();
  });

  it('of a text that was replaced while it was embedded are not kept', async () => {
    await keep([madeAdvisory(1)]);
    server.instead = async () => {
      server.instead = () => undefined;
      await keep([
        madeAdvisory(1).replace('2024-05-01', '2024-06-01').replace('summary":"', 'summary":"new '),
      ]);
      return undefined;
    };
    await pass();
    expect((await stored()).length).toBe(sent().length - 1);
    await pass();
    expect([sent().length, (await stored()).length]).toEqual([2, 1]);
  });

  it('go on after a process that was killed in the middle, with those that lack one', async () => {
    await keep(advisories(70));
    const reached = Promise.withResolvers<void>();
    server.instead = () => {
      if (server.requests.length < 2) return undefined;
      reached.resolve();
      // Whoever asked is gone before it is answered.
      return new Promise(() => undefined);
    };
    const killed = start(await desk.temp.again(), new ManualClock());
    await killed.vectors.want(PROJECT);
    await reached.promise;
    const before = await stored();
    expect(before.length).toBe(32);
    server.instead = () => undefined;
    const next = start(await desk.temp.again());
    await passTime(desk.temp, 11_000);
    next.queue.wake(EMBED.name);
    await expect.poll(async () => (await stored()).length, { timeout: 20_000 }).toBe(70);
    await next.queue.settled();
    // What was kept is asked for no more; what was under way is asked for once more.
    const texts = sent();
    expect([texts.length, new Set(texts).size]).toEqual([32 + 32 + 38, 70]);
    expect((await stored()).filter(({ chunk }) => before.some((one) => one.chunk === chunk))).toEqual(before);
  });

  it('of another very model take the place of those before, and the two are never compared', async () => {
    await keep([...advisories(5), CRASH]);
    await pass();
    const first = await stored();
    server.digest = 'b'.repeat(64);
    server.dimensions = 64;
    const between = await search('car crash');
    expect([between.embedder, between.embedderProblem]).toEqual([
      HASHED,
      `6 of 6 pieces have no vector of ${maker('b')} yet.`,
    ]);
    await pass();
    const second = await stored();
    expect(second.map(({ chunk, embedder }) => [chunk, embedder])).toEqual(
      first.map(({ chunk }) => [chunk, maker('b')]),
    );
    expect((await search('car crash')).embedder).toBe(maker('b'));
  });

  it('that are wrong in one text are refused whole, told, and tried no further than a few times', async () => {
    await keep(advisories(40));
    server.instead = ({ input }) =>
      input.length < 32 ? undefined : answered(input.map((_, n) => (n === 9 ? [1, null] : [1, 2])));
    await pass();
    for (let n = 0; n < 3; n++) {
      await passTime(desk.temp, 3_600_000);
      program.queue.wake(EMBED.name);
      await program.queue.settled();
    }
    expect(await stored()).toEqual([]);
    expect(await jobs()).toEqual([
      {
        status: 'dead',
        said: expect.stringMatching(/The model Vectors answered with a vector that is not all numbers/),
      },
    ]);
    expect((await search('heap buffer overflow')).chunks.length).toBeGreaterThan(0);
  });

  it('of another length under the same digest are refused', async () => {
    await keep(advisories(2));
    await pass();
    await keep([CRASH]);
    server.dimensions = 47;
    await pass();
    expect((await stored()).length).toBe(2);
    expect((await jobs()).find(({ status }) => status === 'waiting')?.said).toMatch(
      /vectors of 47 numbers where it had answered with 48; none of them was kept/,
    );
    // Neither is a question’s compared.
    expect((await search('car crash')).embedder).toBe(HASHED);
  });

  it('wait while the model is gone, with the reason, and are made once it is back', async () => {
    await keep(advisories(2));
    server.digest = null;
    await pass();
    expect(await jobs()).toEqual([
      {
        status: 'waiting',
        said: expect.stringMatching(/The model Vectors is not in the list of its server/),
      },
    ]);
    expect(program.queue.kind(EMBED.name)?.held()).toMatch(/is not in the list/);
    expect((await search('overflow')).embedderProblem).toMatch(/is not in the list/);
    server.digest = 'a'.repeat(64);
    program.queue.reconsider(EMBED.name);
    await program.queue.settled();
    expect((await stored()).length).toBe(2);
  });

  it('are made for so many pieces in one job; the next goes on behind it', async () => {
    const count = 2100;
    await keep(advisories(count));
    await pass();
    await expect.poll(async () => (await stored()).length, { timeout: 60_000 }).toBe(count);
    await program.queue.settled();
    expect((await jobs()).map(({ said }) => said?.split(' ')[0]).sort()).toEqual(['2048', '52']);
    expect(sent().length).toBe(count);
  });

  it('hold up no question: after 300 ms it goes on without, and the call goes on alone', async () => {
    await keep([...advisories(5), CRASH]);
    await pass();
    const loaded = Promise.withResolvers<undefined>();
    server.instead = () => loaded.promise;
    const asked = server.requests.length;
    const slow = search('car crash');
    await expect.poll(() => server.requests.length).toBe(asked + 1);
    desk.temp.clock.advance(QUESTION_MS);
    const answer = await slow;
    expect([answer.embedder, answer.embedderProblem]).toEqual([
      HASHED,
      'The model for vectors did not answer within 300 ms.',
    ]);
    loaded.resolve(undefined);
    await expect.poll(async () => (await search('car crash')).embedder).toBe(maker('a'));
  });

  it('are not asked for where nobody chose a model', async () => {
    desk.settings.evidence_embed_model_id = null;
    await keep(advisories(2));
    await program.vectors.want(PROJECT);
    await program.vectors.wantAll();
    expect(await program.vectors.ask('car crash')).toBeNull();
    await program.queue.settled();
    expect([await jobs(), server.requests]).toEqual([[], []]);
  });
});
