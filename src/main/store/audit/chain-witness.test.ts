// Promise: what this console has once seen of the host's and the agent's chain cannot be cut off or written anew without being told, though every row
// that spoke of it goes with it and the chain grows again; another database is another matter.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { START, TEST_DIALECTS, type TempStore, tempStore } from '../testing/temp-store.ts';
import { appendAgentEvent, appendHostEvent, verifyChain } from './chain.ts';
import { ChainWitness } from './chain-witness.ts';

describe.each(TEST_DIALECTS)('what was seen of the chains on %s', (dialect) => {
  let temp: TempStore;
  let file: string;
  let witness: ChainWitness;
  const look = () => witness.look(temp.store.reader);
  const faults = () => witness.faults(temp.store.reader);
  const happen = async (what: string) => {
    await temp.store.write(async (writer) => {
      const event = { project: 'default', actor: 'ada', payload: { summary: what } };
      await appendHostEvent(writer, START, { ...event, kind: 'console.call' });
      await appendAgentEvent(writer, START, { ...event, kind: 'lock.set' });
    });
  };
  /** As whoever owns the database can. */
  const cut = (table: 'host_event' | 'agent_event', from: number) =>
    temp.store.write(async ({ db }) => {
      const unguard =
        dialect === 'sqlite'
          ? `drop trigger if exists ${table}_no_delete`
          : `alter table ${table} disable trigger ${table}_append_only`;
      await sql.raw(unguard).execute(db);
      await sql.raw(`delete from ${table} where id >= ${from}`).execute(db);
    });

  beforeEach(async () => {
    temp = await tempStore(dialect);
    file = join(temp.dir, 'chain-witness.json');
    witness = new ChainWitness(file, 'here');
    for (const what of ['one', 'two', 'three']) await happen(what);
  });
  afterEach(() => temp[Symbol.asyncDispose]());

  it('agrees with chains that nobody touched, before the first look and as they grow', async () => {
    expect(await faults()).toEqual([]);
    await look();
    await happen('four');
    expect(await faults()).toEqual([]);
    await look();
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      here: { host: { id: 4 }, agent: { id: 4 } },
    });
    expect(await faults()).toEqual([]);
  });

  it.each(['host', 'agent'] as const)(
    'tells what is cut off at the end of the %s’s, also once it has grown again',
    async (chain) => {
      await look();
      await cut(`${chain}_event`, 3);
      expect(await verifyChain(temp.store.reader, chain), 'the chain itself misses nothing').toMatchObject({
        ok: true,
      });
      const told = [
        expect.stringContaining(`event 3 of the ${chain}'s chain, which this console has seen, is not there`),
      ];
      expect(await faults()).toEqual(told);
      await look();
      expect(await faults()).toEqual(told);
      for (const what of ['another three', 'four', 'five']) await happen(what);
      await look();
      expect(await faults()).toEqual(told);
    },
  );

  it('tells that everything is gone, unless the file says nothing or speaks of another database', async () => {
    await look();
    await cut('agent_event', 1);
    expect(await faults()).toHaveLength(1);
    await look();
    expect(await faults()).toHaveLength(1);
    expect(await new ChainWitness(file, 'elsewhere').faults(temp.store.reader)).toEqual([]);
    rmSync(file);
    await look();
    expect(await faults()).toEqual([]);
  });

  it('a file that is none of ours is told, and not written over', async () => {
    for (const text of ['{', '{"here":{"agent":{"id":0,"hash":"x"}}}', '[]']) {
      writeFileSync(file, text);
      await look();
      expect(await faults()).toEqual([expect.stringContaining('cannot be read')]);
      expect(readFileSync(file, 'utf8')).toBe(text);
    }
  });
});
