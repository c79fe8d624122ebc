// Promise: a schedule begins an investigation at its time of the host's clock, and no other; a critical alert begins one as long as nobody looks into it;
// one at a time and so many an hour; what is let pass says why. Sessions are found by what was said in them.
import { describe, expect, it } from 'vitest';
import type { Alert } from '../../../shared/model/alert.ts';
import type { Entry } from '../../../shared/model/assistant/transcript.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import { resource } from '../../infra/testing/fake-provider.ts';
import { keepSession, listSessions, type StoredSession } from '../../store/assistant/sessions.ts';
import {
  TEST_DIALECTS,
  type TempStore,
  type TestDialect,
  tempStore,
} from '../../store/testing/temp-store.ts';
import { type Investigation, Schedules } from './schedules.ts';

const MINUTE_MS = 60_000;
const HOURLY = { title: 'Disks', message: 'Look at the disks.', cron: '0 * * * *', enabled: true };

function storedSession(id: string, startedBy: string, at: number, title = 'A session'): StoredSession {
  return {
    ...{
      id,
      host: 'here',
      title,
      pinned: false,
      profile: 'investigation',
      modelId: null,
      state: {},
      run: null,
    },
    ...{ startedBy, createdAt: at, updatedAt: at },
  };
}

let ids = 0;

async function rig(dialect: TestDialect, temp: TempStore, store = temp.store) {
  const begun: string[] = [];
  const wishes: Investigation[] = [];
  const noted = new Map<string, string>();
  const faults: unknown[] = [];
  const now = {
    alerts: [] as Alert[],
    perHour: 2,
    isBusy: false,
    onInvestigate: async (): Promise<unknown> => undefined,
  };
  const schedules = new Schedules({
    ...{ store, clock: temp.clock, ids: () => `id-${ids++}`, host: 'here' },
    alerts: {
      toInvestigate: () => now.alerts.filter(({ id }) => !noted.has(id)),
      noteInvestigation: async (id, session) => noted.set(id, session),
    },
    resourceOf: (id) => (id === 'disk:nas:/' ? resource(id, { name: '/' }) : null),
    ...{ perHour: () => now.perHour, watchesAlerts: () => true, isBusy: () => now.isBusy },
    async investigate(wish) {
      const { title, startedBy } = wish;
      await now.onInvestigate();
      wishes.push(wish);
      begun.push(title);
      const id = `session-${begun.length}`;
      await temp.store.write((writer) =>
        keepSession(writer, storedSession(id, startedBy, temp.clock.now()), []),
      );
      return id;
    },
    onFault: (error) => faults.push(error),
  });
  schedules.start();
  /** Moves on in looks of the clock, each waited for. */
  const pass = async (minutes: number) => {
    for (let n = 0; n < minutes * 3; n++) {
      const before = temp.clock.nextTimer;
      temp.clock.advance(20_000);
      if (before !== undefined) await expect.poll(() => temp.clock.nextTimer, { interval: 1 }).toBeDefined();
    }
  };
  return { ...{ schedules, begun, wishes, noted, faults, now, pass, dialect }, end: () => schedules.close() };
}

const alert = (id: string, resourceId: string | null = null): Alert => ({
  ...{ id, key: id, rule: 'disk_full', severity: 'critical', resourceId, resourceName: id, startedAt: 1 },
  ...{ message: 'is 95 % full', endedAt: null, acknowledged: null, silence: null, session: null },
});

describe.each(TEST_DIALECTS)('on %s', (dialect) => {
  it('a schedule begins at its time, once, and says when it will be the next time', async () => {
    await using temp = await tempStore(dialect);
    const { schedules, begun, faults, pass, end } = await rig(dialect, temp);
    const [saved] = await schedules.save(null, HOURLY, 'operator');
    expect(saved?.next_at).toBeGreaterThan(temp.clock.now());
    expect((saved?.next_at ?? 0) - temp.clock.now()).toBeLessThanOrEqual(60 * MINUTE_MS);
    const minutes = Math.ceil(((saved?.next_at ?? 0) - temp.clock.now()) / MINUTE_MS);
    await pass(minutes - 1);
    expect(begun).toEqual([]);
    await pass(2);
    expect(begun).toEqual(['Disks']);
    await pass(30);
    expect(begun).toEqual(['Disks']);
    const [after] = await schedules.list();
    expect(after).toMatchObject({ last_session_id: 'session-1', skipped: null });
    expect(after?.last_at).toBeGreaterThanOrEqual(saved?.next_at ?? 0);
    expect(faults).toEqual([]);
    end();
  });

  it('one that is off begins nothing, and one whose turn comes while another runs says that it was let pass', async () => {
    await using temp = await tempStore(dialect);
    const { schedules, begun, now, pass, end } = await rig(dialect, temp);
    await schedules.save(null, { ...HOURLY, title: 'Off', enabled: false }, 'operator');
    await schedules.save(null, HOURLY, 'operator');
    now.isBusy = true;
    await pass(61);
    expect(begun).toEqual([]);
    const [disks, off] = await schedules.list();
    expect(disks).toMatchObject({ title: 'Disks', skipped: 'Another investigation was under way.' });
    expect(off).toMatchObject({ title: 'Off', skipped: null, next_at: null });
    end();
  });

  it('so many an hour, by hand, by schedule and by alert together', async () => {
    await using temp = await tempStore(dialect);
    const { schedules, begun, now, pass, end } = await rig(dialect, temp);
    const [saved] = await schedules.save(null, { ...HOURLY, enabled: false }, 'operator');
    await schedules.runNow(saved?.id ?? '');
    now.alerts = [alert('nas')];
    await pass(1);
    expect(begun).toEqual(['Disks', 'nas: is 95 % full']);
    await expect(schedules.runNow(saved?.id ?? '')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    now.alerts = [alert('nas'), alert('web')];
    await pass(1);
    expect(begun).toHaveLength(2);
    // It is looked into as soon as the hour has room, as it still stands.
    await pass(60);
    expect(begun.slice(2)).toEqual(['web: is 95 % full']);
    end();
  });

  it('an alert begins one investigation, with its resource mentioned, and carries its session', async () => {
    await using temp = await tempStore(dialect);
    const { begun, wishes, noted, now, pass, end } = await rig(dialect, temp);
    now.alerts = [alert('nas', 'disk:nas:/')];
    await pass(10);
    expect(begun).toEqual(['nas: is 95 % full']);
    expect([...noted]).toEqual([['nas', 'session-1']]);
    const [wish] = wishes;
    const [mention] = wish?.mentions ?? [];
    expect(mention).toMatchObject({ id: 'disk:nas:/', kind: 'disk', name: '/' });
    expect(wish?.message.slice(mention?.start, mention?.end)).toBe('@/');
    expect(wish?.startedBy).toBe('alert: disk_full');
    end();
  });

  it('200 saved in parallel by two processes leave 50, and one that exists can still be changed', async () => {
    await using temp = await tempStore(dialect);
    const rigs = [await rig(dialect, temp), await rig(dialect, temp, await temp.again())];
    const saved = await Promise.allSettled(
      Array.from({ length: 200 }, (_, n) =>
        rigs[n % 2]?.schedules.save(null, { ...HOURLY, title: `s${n}` }, 'operator'),
      ),
    );
    expect(saved.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
    const [first, ...others] = (await rigs[0]?.schedules.list()) ?? [];
    expect(others).toHaveLength(49);
    const changed = await rigs[1]?.schedules.save(first?.id ?? '', { ...HOURLY, title: 'a' }, 'operator');
    expect(changed?.map(({ title }) => title)).toContain('a');
    for (const { end } of rigs) end();
  });

  it('investigations asked for in parallel begin one at a time, and no more than an hour allows', async () => {
    await using temp = await tempStore(dialect);
    const { schedules, begun, end } = await rig(dialect, temp);
    const [saved] = await schedules.save(null, { ...HOURLY, enabled: false }, 'operator');
    const run = await Promise.allSettled(Array.from({ length: 10 }, () => schedules.runNow(saved?.id ?? '')));
    expect(begun).toHaveLength(2);
    for (const one of run.filter(({ status }) => status === 'rejected'))
      expect(one).toMatchObject({ reason: { code: 'RATE_LIMITED' } });
    end();
  });

  it('a schedule that is changed or removed while its investigation begins stays so', async () => {
    await using temp = await tempStore(dialect);
    const { schedules, now, end } = await rig(dialect, temp);
    const [disks, other] = await schedules.save(null, HOURLY, 'operator').then(async () => {
      return await schedules.save(null, { ...HOURLY, title: 'Other' }, 'operator');
    });
    now.onInvestigate = async () => {
      await schedules.save(disks?.id ?? '', { ...HOURLY, title: 'Changed' }, 'operator');
      await schedules.remove(other?.id ?? '');
    };
    await schedules.runNow(disks?.id ?? '');
    expect(await schedules.list()).toMatchObject([{ title: 'Changed', last_session_id: 'session-1' }]);
    now.onInvestigate = () => schedules.remove(disks?.id ?? '');
    await schedules.runNow(disks?.id ?? '');
    expect(await schedules.list()).toEqual([]);
    end();
  });

  it('what is not there is told, and fifty are enough', async () => {
    await using temp = await tempStore(dialect);
    const { schedules, end } = await rig(dialect, temp);
    const calls = [
      () => schedules.remove('none'),
      () => schedules.runNow('none'),
      () => schedules.save('none', HOURLY, 'operator'),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    for (let n = 0; n < 50; n++) await schedules.save(null, { ...HOURLY, title: `s${n}` }, 'operator');
    await expect(schedules.save(null, HOURLY, 'operator')).rejects.toBeInstanceOf(AppError);
    end();
  });

  it('sessions are found by their titles and by what was said in them, and by nothing else of it', async () => {
    await using temp = await tempStore(dialect);
    const at = temp.clock.now();
    const common = { run_id: 'r', at };
    const entries: Entry[] = [
      {
        ...common,
        id: 'u',
        kind: 'user',
        text: 'Why is "nas" 100% slow?\nTell me',
        mentions: [],
        steering: false,
      },
      {
        ...common,
        ...{
          id: 'a',
          kind: 'answer',
          turn: 1,
          text: 'The disk is full.',
          thinking: 'Hidden thought',
          state: 'final',
        },
        ...{ replaced: null, model: 'm', input_tokens: 1, output_tokens: 1, cost: null, ms: 1 },
      } as Entry,
      { ...common, id: 'n', kind: 'notice', code: 'TIMEOUT', text: 'Too late' },
    ];
    await temp.store.write((writer) =>
      keepSession(
        writer,
        storedSession('one', 'operator', at, 'About storage'),
        entries.map((entry, seq) => ({ seq, entry, sent: null })),
      ),
    );
    const found = async (search: string) => (await listSessions(temp.store, { search, limit: 10 })).total;
    for (const words of ['STORAGE', 'why is "NAS"', '100% slow?\ntell', 'disk is full', ''])
      expect(await found(words), words).toBe(1);
    for (const words of ['final', 'mentions', 'hidden thought', 'too late', 'user', '100_', '\\n'])
      expect(await found(words), words).toBe(0);
  });
});
