// Promises: an alert has one beginning and one end, over restarts of the program and while it comes and goes; who acknowledged or silenced it is not
// notified of it until it has ended and is back; a silence covers what is in its resource; consoles of one database keep their alerts apart; history is
// bounded.
import { describe, expect, it } from 'vitest';
import { Alert } from '../../../shared/model/alert.ts';
import type { UnknownOutcome } from '../../../shared/model/approval.ts';
import { readAlertHistory, saveAlert } from '../../store/hands/alerts.ts';
import { TEST_DIALECTS, type TempStore, tempStore } from '../../store/testing/temp-store.ts';
import type { AlertNotice } from '../approvals/callout-letter.ts';
import { resource } from '../testing/fake-provider.ts';
import { Alerts, type AlertsDeps } from './alerts.ts';

const LOOK_MS = 30_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const SHOULD_RUN = { shouldRun: true, reason: 'restart policy always' };
const WEB = 'docker_container:media:4f2c';
const PLACES = [
  resource('node:delly', { provider: 'proxmox' }),
  resource('lxc:delly:141', { provider: 'proxmox', parent: 'node:delly' }),
];

let ids = 0;

async function consoleOver(temp: TempStore, more: Partial<AlertsDeps> = {}) {
  const sent: string[] = [];
  const deps: AlertsDeps = {
    ...{
      store: temp.store,
      clock: temp.clock,
      ids: () => `alert-${String(++ids).padStart(6, '0')}`,
      host: 'here',
    },
    notifies: (severity) => severity === 'critical',
    notify: ({ event, alert }: AlertNotice) => void sent.push(`${event} ${alert.rule}`),
    ...{ onChange: () => undefined, redact: (text: string) => text },
    nameOf: (id) => (id === 'node:mistyped' ? null : id),
    ...more,
  };
  const alerts = new Alerts(deps);
  await alerts.load();
  const world = {
    ...{ state: 'running' as 'running' | 'stopped', deadJobs: 0, unknown: [] as UnknownOutcome[] },
    isInSight: true,
  };
  const look = async (state = world.state) => {
    world.state = state;
    temp.clock.advance(LOOK_MS);
    const place = { provider: 'containers', parent: 'lxc:delly:141' } as const;
    const web = resource(WEB, { name: 'web', state, expectation: SHOULD_RUN, ...place });
    const reason = 'no answer';
    await alerts.look({
      ...{
        resources: world.isInSight ? [...PLACES, web] : [],
        upstreams: [],
        callouts: [],
        exploited: [],
        deadJobs: world.deadJobs,
      },
      providers: [
        world.isInSight
          ? { name: 'containers', state: 'well', reason: null, lookedAt: 1, found: 1 }
          : { name: 'containers', state: 'failed', reason, lookedAt: 1, found: 0 },
      ],
      ...{ recent: () => null, askedAt: () => null, stoppedAt: () => null },
      ...{ newestBackupAt: temp.clock.now(), unknownOutcomes: world.unknown, programSince: 0 },
    });
    return alerts.list().map((alert) => Alert.parse(alert));
  };
  /** Looks as often as fit into so many minutes. */
  const pass = async (minutes: number, state = world.state) => {
    for (let n = 0; n < minutes * 2; n++) await look(state);
  };
  const up = async () => {
    await look('running');
    return await look('running');
  };
  const down = async () => {
    await look('stopped');
    const [alert] = await look('stopped');
    if (!alert) throw new Error('no alert');
    return alert;
  };
  return { alerts, world, sent, look, pass, up, down };
}

describe.each(TEST_DIALECTS)('on %s', (dialect) => {
  it('an alert begins, is acknowledged and ends, and history has all of it', async () => {
    await using temp = await tempStore(dialect);
    const { alerts, up, down } = await consoleOver(temp);
    const { id, startedAt } = await down();
    expect(startedAt).toBe(temp.clock.now());
    expect(await alerts.acknowledge(id, 'on it', 'ada')).toMatchObject({
      acknowledged: { by: 'ada', at: temp.clock.now(), note: 'on it' },
    });
    expect(await up()).toEqual([]);
    await expect(alerts.acknowledge(id, '', 'ada')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await alerts.history({ limit: 10 })).toEqual([
      expect.objectContaining({
        ...{ id, startedAt, endedAt: temp.clock.now(), rule: 'down', severity: 'critical' },
        acknowledged: expect.objectContaining({ note: 'on it' }),
      }),
    ]);
    expect(await alerts.history({ limit: 10, resourceId: 'other' })).toEqual([]);
  });

  it('one that stands when the program ends goes on after its next start, with what was said of it', async () => {
    await using temp = await tempStore(dialect);
    const first = await consoleOver(temp);
    const { id, startedAt } = await first.down();
    await first.alerts.acknowledge(id, 'known', 'ada');
    await first.alerts.silence({ resourceId: WEB, rule: null, reason: 'repair', minutes: 60 }, 'ada');
    await first.alerts.expect('docker_container:media:other', 'any', 'ada');
    temp.clock.advance(10 * MINUTE_MS);
    const second = await consoleOver(temp);
    const [goesOn] = await second.look('stopped');
    expect(goesOn).toMatchObject({ id, startedAt, acknowledged: { note: 'known' } });
    expect(goesOn?.silence).toMatchObject({ resourceId: WEB, reason: 'repair', createdBy: 'ada' });
    expect(second.alerts.expectations()).toMatchObject([{ expected: 'any', setBy: 'ada' }]);
    expect(second.sent, 'told of before').toEqual([]);
    await second.up();
    expect((await second.alerts.history({ limit: 10 })).map((one) => one.endedAt)).toEqual([
      temp.clock.now(),
    ]);
  });

  it('one that comes and goes is one alert, raised once and resolved once', async () => {
    await using temp = await tempStore(dialect);
    const { alerts, sent, pass, up, down } = await consoleOver(temp);
    const { id } = await down();
    for (let n = 0; n < 10; n++) {
      await up();
      await down();
    }
    expect(alerts.list().map((one) => one.id)).toEqual([id]);
    expect(await alerts.history({ limit: 10 })).toHaveLength(1);
    await pass(5, 'running');
    expect(sent).toEqual(['raised down']);
    await pass(2, 'running');
    expect(sent).toEqual(['raised down', 'resolved down']);
    // An hour later it would be told of again; within half an hour only if it stays.
    await down();
    expect(sent).toHaveLength(2);
    expect(await alerts.history({ limit: 10 })).toHaveLength(2);
    await pass(30, 'stopped');
    expect(sent).toEqual(['raised down', 'resolved down', 'raised down']);
  });

  it('a resolution that was due when the program ended is told after its next start', async () => {
    await using temp = await tempStore(dialect);
    const first = await consoleOver(temp);
    await first.down();
    await first.up();
    const second = await consoleOver(temp);
    await second.pass(6, 'running');
    expect([first.sent, second.sent]).toEqual([['raised down'], ['resolved down']]);
  });

  it('what is silenced or acknowledged stays listed and notifies nobody, until the silence ends', async () => {
    await using temp = await tempStore(dialect);
    const { alerts, sent, pass, down } = await consoleOver(temp);
    const [silence] = await alerts.silence(
      { resourceId: null, rule: 'down', reason: 'move', minutes: 10 },
      'ada',
    );
    expect(await down()).toMatchObject({ silence });
    await pass(8);
    expect([sent, alerts.toInvestigate()]).toEqual([[], []]);
    await pass(3);
    expect([sent, alerts.silences()]).toEqual([['raised down'], []]);
    expect(alerts.toInvestigate()).toHaveLength(1);
    await alerts.acknowledge(alerts.list()[0]?.id ?? '', '', 'ada');
    expect(alerts.toInvestigate()).toEqual([]);
    await pass(10, 'running');
    expect(sent).toEqual(['raised down']);
  });

  it('a silence can be ended, covers what it names alone, and ends in the future', async () => {
    await using temp = await tempStore(dialect);
    const { alerts, sent, look, down } = await consoleOver(temp);
    const until = temp.clock.now() + DAY_MS;
    await alerts.silence({ resourceId: 'other', rule: 'down', reason: 'x', until }, 'ada');
    const all = await alerts.silence({ resourceId: WEB, rule: 'down', reason: 'x', until }, 'ada');
    expect((await down()).silence?.until).toBe(until);
    const mine = all.find(({ resourceId }) => resourceId === WEB);
    expect(mine).toMatchObject({ createdBy: 'ada', reason: 'x', until });
    expect(await alerts.endSilence(mine?.id ?? '')).toHaveLength(1);
    await expect(alerts.endSilence(mine?.id ?? '')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await look('stopped');
    expect(sent).toEqual(['raised down']);
    await expect(
      alerts.silence({ resourceId: WEB, rule: null, reason: 'x', until: temp.clock.now() }, 'ada'),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(
      alerts.silence({ resourceId: 'node:mistyped', rule: null, reason: 'x', until: null }, 'ada'),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('a silence of a node covers the guests in it and their containers, also while they are out of sight', async () => {
    await using temp = await tempStore(dialect);
    const first = await consoleOver(temp, { notifies: () => true });
    const request = { resourceId: 'node:delly', rule: null, reason: 'new disk', until: null };
    const [silence] = await first.alerts.silence(request, 'ada');
    expect(await first.down(), 'it says which silence covers it').toMatchObject({ silence });
    expect(silence).toMatchObject({ resourceId: 'node:delly', reason: 'new disk', createdBy: 'ada' });
    expect([first.sent, first.alerts.toInvestigate()]).toEqual([[], []]);
    const second = await consoleOver(temp, { notifies: () => true });
    second.world.isInSight = false;
    await second.pass(30, 'stopped');
    expect(second.alerts.list()).toContainEqual(expect.objectContaining({ resourceId: WEB, silence }));
    expect(second.sent, 'the engine itself is not in the node').toEqual(['raised unreachable']);
  });

  it('a silence of a guest covers neither its node nor another guest', async () => {
    await using temp = await tempStore(dialect);
    const { alerts, down } = await consoleOver(temp);
    await alerts.silence({ resourceId: 'lxc:delly:7', rule: null, reason: 'x', minutes: 9 }, 'ada');
    await alerts.silence({ resourceId: 'node:delly', rule: 'disk_full', reason: 'x', minutes: 9 }, 'ada');
    expect((await down()).silence).toBeNull();
  });

  it('a silence without an end lasts until somebody ends it, over restarts and a year', async () => {
    await using temp = await tempStore(dialect);
    const first = await consoleOver(temp);
    await first.alerts.silence({ resourceId: WEB, rule: null, reason: 'short', minutes: 60 }, 'ada');
    await first.alerts.silence({ resourceId: WEB, rule: null, reason: 'for good', until: null }, 'ben');
    temp.clock.advance(400 * DAY_MS);
    const { alerts, sent, look, down } = await consoleOver(temp);
    expect((await down()).silence).toMatchObject({ reason: 'for good', until: null, createdBy: 'ben' });
    const [left, ...others] = alerts.silences();
    expect([left?.createdBy, others, sent]).toEqual(['ben', [], []]);
    await alerts.endSilence(left?.id ?? '');
    await look('stopped');
    expect(sent).toEqual(['raised down']);
  });

  it('one good look ends nothing, and an acknowledgement ends with its alert: what is back is told at once', async () => {
    await using temp = await tempStore(dialect);
    const { alerts, sent, look, up, down } = await consoleOver(temp);
    const { id } = await down();
    await alerts.acknowledge(id, 'known', 'ada');
    await look('running');
    expect(await look('stopped')).toMatchObject([{ id, acknowledged: { by: 'ada' } }]);
    await up();
    const again = await down();
    expect([again.id === id, again.acknowledged]).toEqual([false, null]);
    expect(sent).toEqual(['raised down', 'raised down']);
    expect(await alerts.history({ limit: 9 })).toMatchObject([
      { acknowledged: null },
      { id, acknowledged: { by: 'ada' } },
    ]);
    for (let n = 0; n < 5; n++) {
      await up();
      await down();
    }
    expect(sent, 'nobody acknowledged it: it comes and goes').toHaveLength(2);
  });

  it('severities that do not notify are not told of, and a warning that became critical loses its acknowledgement', async () => {
    await using temp = await tempStore(dialect);
    const { alerts, sent, look, world } = await consoleOver(temp);
    world.deadJobs = 1;
    const [warning] = await look();
    expect([warning?.severity, sent]).toEqual(['warning', []]);
    await temp.store.write((writer) =>
      saveAlert(writer, 'here', {
        ...{ id: 'disk', key: 'unreachable:containers', rule: 'unreachable', severity: 'warning' },
        ...{ resourceId: null, resourceName: 'Container engine', message: 'm', startedAt: 1, endedAt: null },
        acknowledged: { by: 'ada', at: 1, note: '' },
        ...{ parents: [], notified: null, notifiedAt: null, session: null, sessionAt: null },
      }),
    );
    const again = await consoleOver(temp);
    const failed = { name: 'containers', state: 'failed', reason: 'no', lookedAt: 1, found: 1 } as const;
    await again.alerts.look({
      ...{
        resources: [resource(WEB, { provider: 'containers', expectation: SHOULD_RUN })],
        providers: [failed],
      },
      ...{ upstreams: [], callouts: [], exploited: [], deadJobs: 0, unknownOutcomes: [], programSince: 0 },
      ...{ recent: () => null, askedAt: () => null, stoppedAt: () => null, newestBackupAt: temp.clock.now() },
    });
    expect(again.alerts.list()).toMatchObject([{ id: 'disk', severity: 'critical', acknowledged: null }]);
    expect(again.sent).toEqual(['raised unreachable']);
    expect(alerts.list()).toHaveLength(1);
  });

  it('two consoles of one database have alerts of their own', async () => {
    await using temp = await tempStore(dialect);
    const [here, there] = [await consoleOver(temp), await consoleOver(temp, { host: 'there' })];
    const [one, other] = [await here.down(), await there.down()];
    expect(one.key).toBe(other.key);
    await expect(there.alerts.acknowledge(one.id, '', 'ada')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await here.up();
    expect([here.alerts.list(), there.alerts.list().map(({ id }) => id)]).toEqual([[], [other.id]]);
    expect((await there.alerts.history({ limit: 10 })).map(({ id }) => id)).toEqual([other.id]);
  });

  it('is investigated once in six hours, also after a restart and a new beginning', async () => {
    await using temp = await tempStore(dialect);
    const first = await consoleOver(temp);
    const { id } = await first.down();
    expect(first.alerts.toInvestigate().map((one) => one.id)).toEqual([id]);
    expect(await first.alerts.noteInvestigation(id, 'session-1')).toMatchObject({ session: 'session-1' });
    expect(first.alerts.toInvestigate()).toEqual([]);
    await first.up();
    temp.clock.advance(3 * 60 * MINUTE_MS);
    const second = await consoleOver(temp);
    await second.down();
    expect([second.alerts.list().length, second.alerts.toInvestigate()]).toEqual([1, []]);
    temp.clock.advance(4 * 60 * MINUTE_MS);
    expect(second.alerts.toInvestigate()).toHaveLength(1);
  });

  it('history goes back 90 days and no further, and active ones stay whatever their age', async () => {
    await using temp = await tempStore(dialect);
    temp.clock.advance(200 * DAY_MS);
    const now = temp.clock.now();
    const stored = (id: string, startedAt: number, endedAt: number | null) => ({
      ...({
        id,
        key: `down:${id}`,
        rule: 'down',
        severity: 'critical',
        resourceId: id,
        resourceName: id,
      } as const),
      ...{ message: 'm', startedAt, endedAt, acknowledged: null, notified: null, notifiedAt: null },
      ...{ parents: [], session: null, sessionAt: null },
    });
    await temp.store.write(async (writer) => {
      await saveAlert(writer, 'here', stored('old', now - 91 * DAY_MS, now - 90 * DAY_MS));
      await saveAlert(writer, 'here', stored('young', now - 89 * DAY_MS, now - 88 * DAY_MS));
      await saveAlert(writer, 'there', stored('of another', now - 100 * DAY_MS, now - 99 * DAY_MS));
    });
    const { look } = await consoleOver(temp);
    await look();
    const rows = async (host: string) =>
      (await readAlertHistory(temp.store.reader, host, { limit: 9 })).map(({ id }) => id);
    expect([await rows('here'), await rows('there')]).toEqual([['young'], ['of another']]);
  });

  it('a look that cannot be written is written with the next', async () => {
    await using temp = await tempStore(dialect);
    const broken = { is: false };
    const store = {
      reader: temp.store.reader,
      write: (work: never) => (broken.is ? Promise.reject(new Error('no disk')) : temp.store.write(work)),
    } as AlertsDeps['store'];
    const { alerts, look } = await consoleOver(temp, { store });
    await look('stopped');
    broken.is = true;
    await expect(look('stopped')).rejects.toThrow('no disk');
    expect(alerts.list()).toHaveLength(1);
    expect(await alerts.history({ limit: 9 })).toEqual([]);
    broken.is = false;
    await look('stopped');
    expect(await alerts.history({ limit: 9 })).toHaveLength(1);
  });
});
