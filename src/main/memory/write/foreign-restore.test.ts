// Promise: when one process replaces the memory by a backup, every other one on the same database is of the new memory
// at its next look, whatever it had seen by then, and writes nothing under ids of the old one.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../shared/model/settings.ts';
import { loadBackup } from '../../store/backup/backup-load.ts';
import { writeBackup } from '../../store/backup/backup-write.ts';
import { START, TEST_DIALECTS } from '../../store/testing/temp-store.ts';
import { fact, type TempMemory, tempMemory, told } from '../testing/temp-memory.ts';

const never = new AbortController().signal;
const backupAt = (path: string) => ({ path, program: 'x', now: START, keys: null });

/** Two processes on PostgreSQL, and a backup of a memory that knows gnommoweb. */
async function place() {
  await using old = await tempMemory('sqlite');
  await old.memory.tell('default', [fact('gnommoweb isa repo'), fact('second isa thing')], told());
  const settings = { ...DEFAULT_SETTINGS, write_model_id: '1' };
  const t = await tempMemory('postgres', { settings: () => settings });
  const path = join(t.temp.dir, 'old.gz');
  await writeBackup(old.temp.location, backupAt(path), () => undefined, never);
  const restore = (meanwhile = () => {}) =>
    t.memory.replace(() => {
      meanwhile();
      return loadBackup(
        {
          ...{ place: t.temp.location, archive: path, safety: backupAt(join(t.temp.dir, 'before.gz')) },
          ...{ note: { at: START, actor: 'ada', name: 'old' }, sealedKeys: {} },
        },
        () => undefined,
        never,
      );
    });
  return { t, other: await t.another(), restore };
}

const shown = ({ graph }: Pick<TempMemory, 'graph'>) =>
  [...graph.edges()]
    .filter((edge) => edge.concept !== edge.dim)
    .map((edge) => `${graph.tokenOf(edge.concept)} ${graph.tokenOf(edge.parent)}`)
    .sort();

const words = (times: Record<string, number>) => new Map(Object.entries(times));

it.skipIf(!TEST_DIALECTS.includes('postgres'))(
  'a process that has seen no event yet notices a restore, and tells facts of the new memory',
  async () => {
    const { t, other, restore } = await place();
    await using _ = t;
    other.memory.encounter(words({ promptword: 1, another: 1, third: 1 }), START);
    await other.memory.idle();
    let replaced = 0;
    other.memory.on('replaced', () => replaced++);
    await restore();
    await other.memory.follow(await other.store.pulse());
    expect(replaced).toBe(1);
    expect(shown(other)).toEqual(['gnommoweb repo', 'second thing']);
    expect(await other.memory.tell('default', [fact('promptword isa tool')], told())).toMatchObject([
      { status: 'inserted' },
    ]);
    await t.memory.follow(await t.store.pulse());
    expect(shown(t)).toEqual(['gnommoweb repo', 'promptword tool', 'second thing']);
    for (const one of [t, other]) expect((await one.memory.verify()).problems).toEqual([]);
  },
);

it.skipIf(!TEST_DIALECTS.includes('postgres'))(
  'counts and new words that are written before a restore was noticed land on their own words',
  async () => {
    const { t, other, restore } = await place();
    await using _ = t;
    await other.memory.tell('default', [fact('aa isa bb')], told());
    other.memory.encounter(words({ aa: 7, bb: 5 }), START);
    await restore();
    other.memory.encounter(words({ fresh: 3 }), START);
    await other.memory.idle();
    // What could not be written under an id goes with the flush after the one that noticed.
    for (let n = 0; n < 3; n++) await other.memory.flush();
    const counts = await t.store.reader
      .selectFrom('soas')
      .where('encounter_count', '>', 0)
      .select(['token', 'encounter_count'])
      .orderBy('token')
      .execute();
    expect(Object.fromEntries(counts.map((row) => [row.token, row.encounter_count]))).toEqual({
      ...{ aa: 7, bb: 5, fresh: 3 },
    });
    expect((await other.memory.verify()).problems).toEqual([]);
  },
);

it.skipIf(!TEST_DIALECTS.includes('postgres')).each(['another process', 'this one'])(
  'a name heard before %s restored is asked about under its own id, or not yet',
  async (who) => {
    const { t, other, restore } = await place();
    await using _ = t;
    const hearer = who === 'this one' ? t : other;
    const say = (text: string) => {
      hearer.memory.encounter(words({ gizmo: 2 }), START);
      const piece = { project: 'default', client: 'agent', conversation: 'c1', segment: 's1', at: START };
      hearer.memory.hear({ ...piece, text, role: 'user', names: new Set(['gizmo']) });
    };
    say('gizmo is down again.');
    await hearer.memory.idle();
    // Often enough now, under the id that is gnommoweb's in the other memory.
    const again = () => say('gizmo has to be looked at.');
    await restore(who === 'this one' ? again : undefined);
    if (who !== 'this one') again();
    await hearer.memory.idle();
    const asked = () =>
      t.store.reader
        .selectFrom('concept_question')
        .innerJoin('soas', 'soas.id', 'concept_question.concept_id')
        .select('token')
        .execute();
    expect(await asked()).toEqual([]);
    for (let n = 0; n < 3; n++) {
      say(`gizmo is down, and that ${n + 2} times now.`);
      await hearer.memory.idle();
    }
    expect(await asked()).toEqual([{ token: 'gizmo' }]);
    expect((await hearer.memory.verify()).problems).toEqual([]);
  },
);
