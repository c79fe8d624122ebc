// Connections that are ended at random points while three memories tell facts: what was acknowledged is there once,
// what was refused is not there at all, and nothing needs a person to go on.
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { AppError } from '../../../shared/model/envelope.ts';
import { chance } from '../../../shared/testing/campaign.ts';
import { START } from '../../store/testing/temp-store.ts';
import type { Memory } from '../memory.ts';
import { fact, type TempMemory, tableFacts, tempMemory, told, triple } from '../testing/temp-memory.ts';

const RUN_MS = 6000;

describe.skipIf('missing' in inject('postgres'))('a PostgreSQL that ends connections at random', () => {
  let t: TempMemory;
  let admin: pg.Client;
  beforeEach(async () => {
    t = await tempMemory('postgres');
    admin = new pg.Client(t.temp.database);
    await admin.connect();
  });
  afterEach(async () => {
    await admin.end();
    await t[Symbol.asyncDispose]();
  });

  const endSomebody = () =>
    admin.query(`select pg_terminate_backend(pid) from (
      select pid from pg_stat_activity where application_name = 'festinger' and datname = current_database()
      order by random() limit 1) as one`);

  it('loses nothing acknowledged, applies nothing twice and nothing that was refused', async () => {
    const memories = [t.memory, (await t.another()).memory, (await t.another()).memory];
    const until = performance.now() + RUN_MS;
    const random = chance('database loss');
    const fates = { acknowledged: [] as string[], refused: [] as string[], unknown: [] as string[] };
    const tell = async (memory: Memory, who: number) => {
      for (let n = 0; performance.now() < until; n++) {
        const concepts = Array.from({ length: 1 + (n % 3) }, (_, i) => `loss-${who}-${n}-${i}`);
        const facts = concepts.map((concept) => fact(`${concept} isa kind-${n % 7}`));
        memory.encounter(new Map([[`word-${who}-${n}`, 1]]), START);
        try {
          await memory.tell('p', facts, told());
          fates.acknowledged.push(...concepts);
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
          expect(error).toMatchObject({ code: 'UNAVAILABLE', retryable: true });
          const isUnknown = (error as AppError).details?.outcome === 'unknown';
          (isUnknown ? fates.unknown : fates.refused).push(...concepts);
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      }
    };
    const killing = (async () => {
      while (performance.now() < until) {
        await endSomebody();
        await new Promise((resolve) => setTimeout(resolve, random() * 120));
      }
    })();
    for (let n = 0; n < 50; n++) {
      const provenance = told({ conversation: 'c', segment: `s${n}` });
      t.memory.learn({ project: 'p', triples: [triple(`learnt-${n} isa thing`)], provenance });
    }
    await Promise.all([killing, ...memories.map(tell)]);

    expect(fates.acknowledged.length).toBeGreaterThan(20);
    for (const memory of memories) memory.retry();
    for (const memory of memories) await memory.idle();
    // What was claimed over a connection that was ended is free again after ten seconds, what failed five times waits sixteen, and what stands behind either waits with it.
    const learnt = async () => {
      for (const memory of memories) memory.retry();
      await t.memory.idle();
      return (await tableFacts(t.store, 'p')).filter((one) => one.startsWith('learnt-')).length;
    };
    await expect.poll(learnt, { timeout: 70_000 }).toBe(50);
    const stored = (await tableFacts(t.store, 'p')).map((one) => one.split(' ')[0] ?? '');
    expect(new Set(stored).size).toBe(stored.length);
    const isStored = new Set(stored);
    expect(fates.acknowledged.filter((concept) => !isStored.has(concept))).toEqual([]);
    expect(fates.refused.filter((concept) => isStored.has(concept))).toEqual([]);
    const inserted = await t.store.reader
      .selectFrom('graph_event')
      .select('edge_id')
      .where('kind', '=', 'fact.inserted')
      .where('project', '=', 'p')
      .execute();
    expect(new Set(inserted.map((row) => row.edge_id)).size).toBe(inserted.length);
    expect(inserted.length).toBe(stored.length);
    const counted = await t.store.reader
      .selectFrom('soas')
      .select((eb) => eb.fn.max('encounter_count').as('most'))
      .where('token', 'like', 'word-%')
      .executeTakeFirst();
    expect(counted?.most).toBe(1);
    for (const memory of memories) expect(await memory.verify()).toMatchObject({ ok: true, problems: [] });
  }, 120_000);
});
