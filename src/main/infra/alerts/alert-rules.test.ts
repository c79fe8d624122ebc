// Promises: each rule raises its alert once, at the value the design names, keeps when it began, and does not come and go on its
// boundary; what cannot be measured is neither better nor worse.
import { describe, expect, it } from 'vitest';
import type { ResourceExpectation } from '../../../shared/model/alert.ts';
import type { UnknownOutcome } from '../../../shared/model/approval.ts';
import type { ProviderState, Resource, Sample } from '../../../shared/model/resource.ts';
import type { UpstreamState } from '../../../shared/model/upstream.ts';
import { MINUTE, MinuteRing } from '../metrics/minute-ring.ts';
import { resource } from '../testing/fake-provider.ts';
import type { AlertFacts, ExploitedFact, Finding } from './alert-facts.ts';
import { AlertRules } from './alert-rules.ts';

const HOUR = 60 * MINUTE;

/** A world that a test changes and looks at. */
const world = Object.assign((...resources: Resource[]) => worldAfter([], ...resources), {
  after: worldAfter,
});

function worldAfter(standing: readonly Finding[], ...resources: Resource[]) {
  const rules = new AlertRules(standing);
  const rings = new Map<string, { ring: MinuteRing; unit: Sample['unit']; limit: number | null }>();
  const facts = {
    ...{ now: 1000 * HOUR, resources, upstreams: [] as UpstreamState[], deadJobs: 0 },
    ...{
      newestBackupAt: (1000 * HOUR) as number | null,
      programSince: 0,
      callouts: [] as { kind: string; message: string }[],
      unknownOutcomes: [] as UnknownOutcome[],
      exploited: [] as ExploitedFact[],
      asked: new Map<string, number>(),
      providers: [] as ProviderState[],
      expectations: new Map<string, ResourceExpectation['expected']>(),
      stopped: new Map<string, number>(),
    },
  };
  const look = () => {
    const given: AlertFacts = {
      ...facts,
      expected(id) {
        const expected = facts.expectations.get(id);
        return expected ? { resourceId: id, expected, setBy: 'ada', setAt: 0 } : null;
      },
      stoppedAt: (id) => facts.stopped.get(id) ?? null,
      askedAt: (upstream, model) => facts.asked.get(`${upstream} ${model}`) ?? null,
      recent(id, metric, minutes) {
        const kept = rings.get(`${id} ${metric}`);
        return kept
          ? { unit: kept.unit, limit: kept.limit, values: kept.ring.view(minutes, facts.now) }
          : null;
      },
    };
    return rules.evaluate(given);
  };
  const measure = (
    metric: Sample['metric'],
    value: number,
    unit: Sample['unit'] = 'percent',
    limit: number | null = 100,
  ) => {
    const key = `${resources[0]?.id} ${metric}`;
    const kept = rings.get(key) ?? { ring: new MinuteRing(unit === 'count'), unit, limit };
    rings.set(key, kept);
    kept.ring.add(value, facts.now);
  };
  /** A minute later, with that value; whether it stands, and how badly. */
  const next = (metric: Sample['metric'], value: number, unit?: Sample['unit'], limit?: number | null) => {
    facts.now += MINUTE;
    measure(metric, value, unit, limit);
    return look()[0]?.severity ?? null;
  };
  return { facts, look, next };
}

describe('a full disk', () => {
  it('is told over 90 %, critical over 97 %, and until it is below 88 %', () => {
    const { next } = world(resource('disk:a:/'));
    const seen = [90, 90.5, 89, 97.5, 96, 94, 88, 87.9, 89].map((value) => next('disk', value));
    expect(seen).toEqual([
      null,
      'warning',
      'warning',
      'critical',
      'critical',
      'warning',
      'warning',
      null,
      null,
    ]);
  });

  it('is found once, and while it cannot be measured', () => {
    const { next, look, facts } = world(resource('disk:a:/'));
    next('disk', 95);
    next('disk', 98);
    facts.now += 30 * MINUTE;
    const [alert, ...others] = look();
    expect(others).toEqual([]);
    expect(alert).toMatchObject({
      key: 'disk_full:disk:a:/',
      severity: 'critical',
      resourceId: 'disk:a:/',
    });
    facts.resources = [];
    expect(look()).toEqual([]);
  });
});

describe('a full memory', () => {
  it('is told after five whole minutes over 95 %, and until it is below 92 %', () => {
    const { next } = world(resource('host:a'));
    expect([96, 96, 96, 96, 96].map((value) => next('memory', value))).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
    expect([96, 93, 91].map((value) => next('memory', value))).toEqual(['critical', 'critical', null]);
  });

  it('is no alert when it was less for a minute, nor where nothing is full by a limit', () => {
    const { next } = world(resource('host:a'));
    expect([96, 96, 94, 96, 96, 96].map((value) => next('memory', value))).toEqual(Array(6).fill(null));
    const unlimited = world(resource('docker_container:a:1'));
    const bytes = Array.from({ length: 7 }, () => unlimited.next('memory', 9e9, 'bytes', null));
    expect(bytes).toEqual(Array(7).fill(null));
    const limited = world(resource('docker_container:a:1'));
    expect(Array.from({ length: 6 }, () => limited.next('memory', 98, 'bytes', 100)).at(-1)).toBe('critical');
  });
});

describe('what restarts again and again', () => {
  it('is told at the third time within ten minutes, and until ten minutes went by', () => {
    const { next } = world(resource('docker_container:a:1'));
    const count = (value: number) => next('restarts', value, 'count', null);
    expect([5, 6, 7, 8].map(count)).toEqual([null, null, null, 'warning']);
    const after = Array.from({ length: 12 }, () => count(8));
    // The tenth of them is ten minutes after the last restart.
    expect(after.indexOf(null)).toBe(9);
    expect(after.slice(9)).toEqual([null, null, null]);
  });

  it('is not told of three that are far apart, nor of a count that begins anew', () => {
    const { next } = world(resource('service:a:x'));
    const counts = [0, 1, ...Array(7).fill(1), 2, ...Array(7).fill(2), 3, 0, 0];
    expect(counts.map((value) => next('restarts', value, 'count', null))).toEqual(counts.map(() => null));
  });
});

describe('an upstream', () => {
  const upstream = (more: Partial<UpstreamState>): UpstreamState => ({
    ...{
      name: 'gpu1',
      url: 'http://gpu1:11434',
      setBy: 'file',
      headerNames: [],
      revision: null,
      weight: 1,
      slots: null,
      mode: 'open',
      ok: true,
      reason: null,
    },
    ...{ since: 0, version: null, circuit: 'closed', running: 0, loaded: [], offered: null, ...more },
  });
  const loaded = (expiresAt: number | null) => [
    { name: 'qwen3:8b', contextTokens: null, vramBytes: null, expiresAt },
  ];

  it('whose circuit is open is told until it is well again', () => {
    const { facts, look } = world(resource('upstream:gpu1'));
    const states = (['half_open', 'open', 'half_open', 'closed'] as const).map((circuit) => {
      facts.upstreams = [upstream({ circuit, reason: 'connection refused' })];
      return look()[0]?.message.includes('connection refused') ?? null;
    });
    expect(states).toEqual([null, true, true, null]);
    facts.upstreams = [upstream({ circuit: 'open' })];
    expect(look()[0]).toMatchObject({ rule: 'circuit_open', resourceId: 'upstream:gpu1' });
  });

  it('that puts out a wanted model before its time is told until it is back, or wanted no more', () => {
    const { facts, look } = world(
      resource('upstream:gpu1'),
      resource('model:gpu1:qwen3', { name: 'qwen3:8b', parent: 'upstream:gpu1' }),
    );
    facts.asked.set('gpu1 qwen3:8b', facts.now);
    facts.upstreams = [upstream({ loaded: loaded(facts.now + HOUR) })];
    expect(look()).toEqual([]);
    facts.upstreams = [upstream({ ok: false })];
    expect(look(), 'one that does not answer says nothing').toEqual([]);
    facts.upstreams = [upstream({})];
    expect(look()[0]).toMatchObject({ rule: 'model_evicted', resourceId: 'model:gpu1:qwen3' });
    facts.now += 11 * MINUTE;
    expect(look()).toEqual([]);
  });

  it('that puts a model out because its time is up, or nobody wants it, is no alert', () => {
    const { facts, look } = world();
    facts.upstreams = [upstream({ loaded: loaded(facts.now + MINUTE) })];
    look();
    facts.upstreams = [upstream({})];
    expect(look(), 'nobody wants it').toEqual([]);
    facts.asked.set('gpu1 qwen3:8b', facts.now);
    facts.upstreams = [upstream({ loaded: loaded(facts.now + MINUTE) })];
    look();
    facts.now += 2 * MINUTE;
    facts.upstreams = [upstream({})];
    expect(look(), 'its time was up').toEqual([]);
  });
});

describe('the program itself', () => {
  it('tells of jobs that were given up', () => {
    const { facts, look } = world();
    facts.deadJobs = 2;
    expect(look()[0]?.message).toContain('2 jobs were given up');
    facts.deadJobs = 0;
    expect(look()).toEqual([]);
  });

  it('tells of what was begun and whose end nobody knows, also on what is gone', () => {
    const one = resource('docker_container:media:4f2c');
    const { facts, look } = world(one);
    facts.unknownOutcomes = [
      { resourceId: one.id, resourceName: 'web', what: 'Restart web', startedAt: 0 },
      { resourceId: 'docker_image:gone', resourceName: 'gone', what: 'Remove gone', startedAt: 0 },
    ];
    expect(look().map(({ rule, resourceId, resourceName }) => [rule, resourceId, resourceName])).toEqual(
      expect.arrayContaining([
        ['outcome_unknown', one.id, 'web'],
        ['outcome_unknown', null, 'gone'],
      ]),
    );
    expect(look()[0]?.message).toContain('1970-01-01 00:00 UTC');
    facts.unknownOutcomes = [];
    expect(look()).toEqual([]);
  });

  it('tells of what is known to be exploited in what runs, with the day by which it is due and what to do', () => {
    const one = resource('docker_container:media:4f2c');
    const { facts, look } = world(one);
    const found = {
      key: 'a',
      project: 'default',
      vulnerability: 'CVE-1',
      component: 'left-pad 1.0.0',
      product: 'web',
    };
    facts.exploited = [
      { ...found, resourceId: one.id, dueAt: facts.now - 1, fixedIn: '1.2.3' },
      { ...found, key: 'b', project: 'other', resourceId: 'gone', dueAt: null, fixedIn: null },
    ];
    const alerts = look();
    expect(alerts.map(({ rule, resourceId, resourceName }) => [rule, resourceId, resourceName])).toEqual([
      ['exploited', one.id, one.name],
      ['exploited', null, 'web'],
    ]);
    expect(alerts.map(({ finding }) => finding)).toEqual(['a', undefined]);
    expect(alerts[0]?.message).toMatch(/was due on .*Update it to 1\.2\.3, or see Findings/);
    expect(alerts[1]?.message).toContain('No fix is known: see Findings');
    facts.exploited = [];
    expect(look()).toEqual([]);
  });

  it('tells who is not told of what waits, each by itself', () => {
    const { facts, look } = world();
    facts.callouts = [
      { kind: 'webhook', message: 'one' },
      { kind: 'ntfy', message: 'two' },
    ];
    expect(look().map(({ key, message }) => [key, message])).toEqual([
      ['callout_failed:webhook', 'one'],
      ['callout_failed:ntfy', 'two'],
    ]);
    facts.callouts = [];
    expect(look()).toEqual([]);
  });

  it('tells of a backup older than 26 hours, and of none only when it is older than that itself', () => {
    const { facts, look } = world();
    facts.newestBackupAt = facts.now - 26 * HOUR;
    expect(look()).toEqual([]);
    facts.newestBackupAt -= 1;
    expect(look()[0]).toMatchObject({ rule: 'backup_old', resourceId: null });
    facts.newestBackupAt = null;
    facts.programSince = facts.now - 25 * HOUR;
    expect(look()).toEqual([]);
    facts.now += 2 * HOUR;
    expect(look()[0]?.message).toContain('There is no backup');
  });
});

it('after a start of the program, what was measured before goes on until it is measured again', () => {
  const disk = resource('disk:a:/', { kind: 'disk', state: 'available' });
  const before = world(disk);
  before.next('disk', 95);
  const { look, next } = world.after(before.look(), disk);
  expect(look()).toMatchObject([{ key: 'disk_full:disk:a:/' }]);
  expect([89, 87].map((value) => next('disk', value))).toEqual(['warning', null]);
});
