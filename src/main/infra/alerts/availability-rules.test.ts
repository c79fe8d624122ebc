// Promises: what should run and does not is found at the second look, whoever says that it should; a stop that was approved here, and whatever may be
// stopped, is not; what does not answer is found once, and not once for each thing in it.
import { describe, expect, it } from 'vitest';
import type { AlertRule, ResourceExpectation } from '../../../shared/model/alert.ts';
import type { ProviderState, Resource } from '../../../shared/model/resource.ts';
import { resource } from '../testing/fake-provider.ts';
import { unreachable } from '../unreachable.ts';
import type { AlertFacts, Finding } from './alert-facts.ts';
import { AlertRules } from './alert-rules.ts';

const LOOK_MS = 30_000;
const DAY_MS = 86_400_000;
const SHOULD_RUN = { shouldRun: true, reason: 'restart policy always' };

const provider = (name: ProviderState['name'], more: Partial<ProviderState> = {}): ProviderState => ({
  ...{ name, state: 'well', reason: null, lookedAt: 1, found: 1, ...more },
});

const web = (state: Resource['state'], more: Partial<Resource> = {}): Resource =>
  resource('docker_container:media:4f2c', {
    ...{ name: 'web', state, provider: 'containers', parent: 'host:media', targetHost: 'media' },
    expectation: SHOULD_RUN,
    ...more,
  });

/** A world that a test changes, looked at every 30 seconds. */
function world(standing: readonly Finding[] = []) {
  const rules = new AlertRules(standing);
  const facts = {
    now: 1_000_000_000,
    providers: [provider('containers'), provider('host'), provider('ssh')] as ProviderState[],
    said: new Map<string, ResourceExpectation['expected']>(),
    stopped: new Map<string, number>(),
  };
  const look = (...resources: Resource[]): Finding[] => {
    facts.now += LOOK_MS;
    const given: AlertFacts = {
      ...{ now: facts.now, providers: facts.providers, resources, upstreams: [], deadJobs: 0, callouts: [] },
      ...{ newestBackupAt: facts.now, programSince: 0, unknownOutcomes: [], exploited: [] },
      ...{ recent: () => null, askedAt: () => null },
      stoppedAt: (id) => facts.stopped.get(id) ?? null,
      expected(resourceId) {
        const expected = facts.said.get(resourceId);
        return expected ? { resourceId, expected, setBy: 'ada', setAt: 0 } : null;
      },
    };
    return [...rules.evaluate(given)];
  };
  const keys = (...resources: Resource[]) => look(...resources).map(({ key }) => key);
  return { facts, look, keys };
}

const unit = (more: Partial<Resource>) => resource('service:a:nginx', { kind: 'service', ...more });

describe('at the second look', () => {
  const cases: [string, Resource, [AlertRule, 'warning' | 'critical'] | null][] = [
    ['a container with a restart policy that is stopped', web('stopped'), ['down', 'critical']],
    ['one that has failed', web('failed'), ['down', 'critical']],
    ['one whose health check fails', web('degraded'), ['unhealthy', 'warning']],
    ['one that runs', web('running'), null],
    ['one that somebody paused', web('paused'), null],
    ['one that is being restarted', web('changing'), null],
    [
      'one that its policy lets be stopped',
      web('stopped', { expectation: { shouldRun: false, reason: '' } }),
      null,
    ],
    ['a failed one without a policy', withoutExpectation(web('failed')), null],
    ['an unhealthy one without a policy', withoutExpectation(web('degraded')), ['unhealthy', 'warning']],
    [
      'an enabled unit that is stopped',
      unit({ state: 'stopped', expectation: SHOULD_RUN }),
      ['down', 'critical'],
    ],
    ['a unit that is not enabled and stopped', unit({ state: 'stopped' }), null],
    ['a unit that is not enabled and has failed', unit({ state: 'failed' }), ['down', 'warning']],
    ['a job of systemd that is done', unit({ state: 'available', expectation: SHOULD_RUN }), null],
    [
      'a deployment with too few replicas',
      resource('k8s_deployment:c:ns/web', { state: 'degraded', expectation: SHOULD_RUN }),
      ['unhealthy', 'warning'],
    ],
    [
      'a host that does not answer',
      resource('host:nas', { state: 'unreachable', expectation: SHOULD_RUN }),
      ['unreachable', 'critical'],
    ],
    ['an upstream nobody configured', resource('upstream:ollama', { state: 'unreachable' }), null],
    [
      'an upstream that failed several times',
      resource('upstream:ollama', { state: 'degraded', expectation: SHOULD_RUN }),
      null,
    ],
  ];

  it.each(cases)('%s', (_what, one, expected) => {
    const { look } = world();
    expect(look(one), 'one look is not enough').toEqual([]);
    const found = look(one).map(({ rule, severity }) => [rule, severity]);
    expect(found).toEqual(expected ? [expected] : []);
  });

  it('it begins, and at the second look at which it is well again it ends', () => {
    const { keys } = world();
    const [s, r, c] = ['stopped', 'running', 'changing'] as const;
    const seen = [s, r, s, s, c, r, s, r, r, s, r, s, s].map((state) => keys(web(state)).length);
    expect(seen).toEqual([0, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1]);
  });

  it.each(['stopped', 'running'] as const)('looks within a moment count as one: %s', (state) => {
    const { facts, keys } = world();
    const other = web(state === 'running' ? 'stopped' : 'running');
    keys(other);
    const before = keys(other).length;
    const seen = [0, 1, 2].map(() => {
      facts.now -= LOOK_MS - 1000;
      return keys(web(state)).length;
    });
    expect(seen).toEqual([before, before, before]);
  });

  it('one that becomes another of the same resource leaves no gap between them', () => {
    const { look } = world();
    const rules = (['stopped', 'stopped', 'degraded', 'degraded'] as const).map((state) =>
      look(web(state)).map(({ rule }) => rule),
    );
    expect(rules).toEqual([[], ['down'], ['down'], ['unhealthy']]);
  });
});

function withoutExpectation({ expectation: _, ...one }: Resource): Resource {
  return one;
}

describe('who says what should run', () => {
  it('the operator, against the configuration, both ways', () => {
    const { facts, look } = world();
    facts.said.set(web('stopped').id, 'any');
    look(web('stopped'));
    expect(look(web('stopped'))).toEqual([]);
    facts.said.set(web('stopped').id, 'running');
    const one = withoutExpectation(web('stopped'));
    look(one);
    expect(look(one)[0]?.message).toContain('should run: set by ada');
    facts.said.set(one.id, 'any');
    expect(look(one)).toEqual([]);
  });

  it('not after an approved stop, until it has run again', () => {
    const { facts, keys } = world();
    keys(web('running'));
    facts.stopped.set(web('running').id, facts.now);
    expect([keys(web('stopped')), keys(web('stopped'))]).toEqual([[], []]);
    keys(web('running'));
    keys(web('running'));
    keys(web('stopped'));
    expect(keys(web('stopped'))).toEqual([`down:${web('running').id}`]);
  });
});

describe('what does not answer', () => {
  const host = (state: Resource['state']) =>
    resource('host:nas', { state, provider: 'ssh', expectation: SHOULD_RUN });
  const nginx = unit({ state: 'stopped', provider: 'ssh', parent: 'host:nas', expectation: SHOULD_RUN });

  it('a host: one alert, and what is in it keeps what it had', () => {
    const { keys } = world();
    keys(host('running'), nginx);
    expect(keys(host('running'), nginx)).toEqual([`down:${nginx.id}`]);
    expect(keys(host('unreachable')), 'out of sight with its host').toEqual([`down:${nginx.id}`]);
    expect(keys(host('unreachable'))).toEqual(['unreachable:host:nas', `down:${nginx.id}`]);
    expect(keys(host('running'))).toHaveLength(2);
    expect(keys(host('running'))).toEqual([]);
  });

  it('an engine: one alert for the provider, none for its containers, also when they are not shown any more', () => {
    const { facts, look } = world();
    const all = ['a', 'b', 'c'].map((uid) =>
      web('running', { id: `docker_container:media:${uid}`, name: uid }),
    );
    look(...all);
    facts.providers = [provider('containers', { state: 'failed', reason: 'No answer at /run/podman.sock' })];
    const gone = all.map((one) => unreachable(one, 'No answer'));
    look(...gone);
    const [found, ...others] = look(...gone);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ key: 'unreachable:containers', severity: 'critical', resourceId: null });
    expect(found?.message).toContain('No answer at /run/podman.sock');
    expect(look()).toMatchObject([{ key: 'unreachable:containers', severity: 'critical' }]);
  });

  it('one of two engines: the provider is told of, with what it said', () => {
    const { facts, look } = world();
    facts.providers = [provider('containers', { reason: 'podman did not answer' })];
    const [gone, well] = [
      unreachable(web('running'), 'no'),
      web('running', { id: 'docker_container:media:2' }),
    ];
    look(gone, well);
    expect(look(gone, well)).toMatchObject([{ key: 'unreachable:containers', severity: 'critical' }]);
  });
});

describe('what was removed', () => {
  it('should run, and was not removed here: told for a day', () => {
    const { facts, keys } = world();
    keys(web('running'));
    expect(keys()).toEqual([]);
    expect(keys()).toEqual([`missing:${web('running').id}`]);
    facts.now += DAY_MS;
    keys();
    expect(keys()).toEqual([]);
  });

  it.each<[string, (w: ReturnType<typeof world>) => Resource[]]>([
    ['it was made anew under its name', () => [web('running', { id: 'docker_container:media:99' })]],
    ['an approved action removed it', ({ facts }) => facts.stopped.set(web('running').id, facts.now) && []],
    [
      'the operator says that it may be stopped',
      ({ facts }) => facts.said.set(web('running').id, 'any') && [],
    ],
    [
      'its provider did not see everything',
      ({ facts }) => {
        facts.providers = [provider('containers', { reason: 'a part did not answer' })];
        return [];
      },
    ],
    [
      'its machine does not answer',
      () => [resource('host:media', { state: 'unreachable', provider: 'ssh' })],
    ],
  ])('is nothing to tell where %s', (_what, change) => {
    const here = world();
    here.keys(web('running'), resource('host:media'));
    const rest = change(here);
    here.keys(...rest);
    expect(here.keys(...rest).filter((key) => key.startsWith('missing'))).toEqual([]);
  });

  it('a container of the same name on another machine is another one', () => {
    const { keys } = world();
    const other = web('running', {
      id: 'docker_container:attic:1',
      parent: 'host:attic',
      targetHost: 'attic',
    });
    keys(web('running'), other);
    keys(other);
    expect(keys(other)).toEqual([`missing:${web('running').id}`]);
  });

  it('is still told after a start of the program, until it is back', () => {
    const before = world();
    before.keys(web('running'));
    before.keys();
    const { keys } = world(before.look());
    expect(keys()).toEqual([`missing:${web('running').id}`]);
    const anew = web('running', { id: 'docker_container:media:99' });
    expect([keys(anew).length, keys(anew)]).toEqual([1, []]);
  });
});
