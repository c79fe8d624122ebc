// Promise: a database that an earlier version filled holds no word and no sentence with a secret in it after its first start
// with this one, in no byte of its file; facts stay, those a person told by their names too; the chain still verifies.
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { Picker } from '../../../shared/testing/secret-kinds.ts';
import { verifyChain } from '../audit/chain.ts';
import { appendEvents } from '../audit/events.ts';
import { ensureConcepts } from '../tables/concepts.ts';
import { readConfig } from '../tables/config.ts';
import { dumpOf } from '../testing/dump.ts';
import { TEST_DIALECTS, tempStore } from '../testing/temp-store.ts';

const draw = new Picker(11);
const token = () => `ghp_${draw.b62(36)}`.toLowerCase();
const WORD = token();
const WEAK = 'hunter2secret4711';
const INFERRED = token();
const TOLD = token();
const SENTENCE = `the password is ${WEAK} for the wiki`;
const JOB = `${token()}x`;

describe.each(TEST_DIALECTS)('purging on %s', (dialect) => {
  it('takes out what an earlier version kept', async () => {
    await using temp = await tempStore(dialect);
    const { store } = temp;
    await store.write(async (writer) => {
      const { db } = writer;
      const rows = await ensureConcepts(writer, [
        WORD,
        WEAK,
        INFERRED,
        TOLD,
        'gnommoweb',
        'repo',
        'k3sbox',
        'zibberwob',
      ]);
      const id = (name: string) => rows.find((row) => row.token === name)?.id ?? 0;
      const [dim] = await ensureConcepts(writer, ['type']);
      const edge = {
        project: 'default',
        parent_id: id('repo'),
        dim_id: dim?.id ?? 0,
        is_isa: true,
        confidence: 0.8,
      };
      const at = { last_confirmed: 1, valid_from: 1 };
      await db
        .insertInto('urd')
        .values([
          { ...edge, ...at, id: id(INFERRED), source: 'inferred' },
          { ...edge, ...at, id: id(TOLD), source: 'gutask' },
          { ...edge, ...at, id: id('gnommoweb'), source: 'inferred' },
        ])
        .execute();
      const entry = {
        source: 'inferred',
        client: 'c',
        conversation: 'a'.repeat(40),
        segment: 'b'.repeat(40),
        sentence: SENTENCE,
      };
      await db
        .insertInto('edge_provenance')
        .values({ edge_id: 1, entry: JSON.stringify(entry) })
        .execute();
      await db
        .insertInto('injection')
        .values({
          ...{
            request_id: 'r',
            at: 1,
            project: 'default',
            conversation: null,
            client: null,
            position: 'x',
            bytes: 1,
          },
          ...{ concepts: JSON.stringify([WORD, 'gnommoweb']), edge_ids: '[]', prefix_bytes: 0 },
        })
        .execute();
      const payload = {
        project: 'default',
        fact: { concept: JOB, parent: 'repo' },
        provenance: { sentence: SENTENCE },
      };
      await db
        .insertInto('job')
        .values({
          kind: 'other',
          job_key: 'k',
          payload: JSON.stringify(payload),
          run_at: 1,
          created_at: 1,
        } as never)
        .execute();
      const event = { at: 1, project: 'default', actor: 'c', edgeId: null, conflictId: null };
      await appendEvents(writer, [
        { ...event, kind: 'fact.inserted', payload: { concept: 'gnommoweb', parent: 'repo' } },
        { ...event, kind: 'fact.inserted', payload: { concept: INFERRED, parent: 'repo' } },
        { ...event, kind: 'fact.inserted', payload: { concept: TOLD, parent: 'repo' } },
        { ...event, kind: 'conflict.noted', payload: { note: SENTENCE } },
      ]);
      await sql`delete from config where key = 'store.purged'`.execute(db);
    });
    const before = await dumpOf(temp.location);
    for (const secret of [WORD, WEAK, INFERRED, JOB]) expect(before).toContain(secret);
    await store.close();

    const again = await temp.again();
    const after = await dumpOf(temp.location);
    for (const secret of [WORD, WEAK, INFERRED, JOB]) expect(after).not.toContain(secret);
    const tokens = (
      await again.reader
        .selectFrom('soas')
        .select('token')
        .where('common', '=', false as never)
        .execute()
    ).map((row) => row.token);
    // A word of letters that was only counted stays; one that may be a password goes; facts keep their places.
    expect(tokens).toEqual(expect.arrayContaining(['gnommoweb', 'zibberwob', TOLD]));
    expect(tokens).not.toContain('k3sbox');
    expect(tokens.filter((name) => name.startsWith('redacted_'))).toHaveLength(1);
    expect(
      (await again.reader.selectFrom('urd').select('edge_id').where('source', '!=', 'festinger').execute())
        .length,
    ).toBe(3);
    expect(await verifyChain(again.reader, 'memory')).toMatchObject({ ok: true });
    expect(await readConfig(again.reader, 'store.purged')).toBe('1');
    const [line] = temp.log.lines.filter(({ message }) => message.includes('earlier versions'));
    expect(line?.fields).toMatchObject({ forgotten: 3, renamed: 1, kept: [expect.any(Number)] });
    expect(JSON.stringify(temp.log.lines)).not.toContain(TOLD);
    // Events may be changed by nobody again.
    const change = again.write((writer) =>
      writer.db.updateTable('graph_event').set({ actor: 'x' }).execute(),
    );
    await expect(change).rejects.toThrow();
  });
});
