// Promise: what is said of a container follows from the engine's answer alone, on Docker as on Podman, and its version changes when
// something does that an approval relies on, and not otherwise.
import { describe, expect, it } from 'vitest';
import { containerResource, sinceOf } from './container-resource.ts';
import { inspectionOf } from './inspection.ts';
import { ContainerInfo } from './shapes.ts';

const PLACE = {
  ...{ host: 'box', engine: 'docker', address: '/var/run/docker.sock', prefix: '' },
  ...{ hasOthers: false, dockerCommand: null },
};
const STARTED = '2026-11-24T14:02:11.5Z';

/** As Docker answers; what Podman leaves out is null there. */
function info(state: object = {}, config: object = {}, more: object = {}): ContainerInfo {
  return ContainerInfo.parse({
    Id: 'ab'.repeat(32),
    Name: '/web',
    Created: '2026-11-20T10:00:00Z',
    Path: 'nginx',
    Args: ['-g', 'daemon off;'],
    State: {
      Status: 'running',
      StartedAt: STARTED,
      FinishedAt: '0001-01-01T00:00:00Z',
      ExitCode: 0,
      ...state,
    },
    Image: `sha256:${'cd'.repeat(32)}`,
    RestartCount: 2,
    LogPath: '',
    Mounts: null,
    HostConfig: { NetworkMode: 'bridge', RestartPolicy: { Name: '', MaximumRetryCount: 0 } },
    Config: { Image: 'docker.io/library/nginx:1.27', Env: null, Labels: null, ...config },
    NetworkSettings: null,
    ...more,
  });
}
const resource = (...of: Parameters<typeof info>) => containerResource(info(...of), PLACE);

describe('a container', () => {
  it.each([
    [{ Status: 'running' }, 'running', 'image nginx:1.27, since 2026-11-24 14:02 UTC'],
    [
      { Status: 'running', Health: { Status: '' } },
      'running',
      'image nginx:1.27, since 2026-11-24 14:02 UTC',
    ],
    [{ Status: 'running', Health: { Status: 'unhealthy' } }, 'degraded', 'its health check fails'],
    [{ Status: 'paused' }, 'paused', 'paused'],
    [{ Status: 'restarting', ExitCode: 1 }, 'changing', 'being restarted after exit code 1'],
    [{ Status: 'exited', ExitCode: 0 }, 'stopped', 'with exit code 0'],
    [{ Status: 'exited', ExitCode: 143 }, 'stopped', 'with exit code 143'],
    [{ Status: 'exited', ExitCode: 1 }, 'failed', 'with exit code 1'],
    [{ Status: 'exited', ExitCode: 137, OOMKilled: true }, 'failed', 'out of memory'],
    [{ Status: 'dead' }, 'failed', 'dead'],
    [{ Status: 'created', StartedAt: '0001-01-01T00:00:00Z' }, 'stopped', 'never started'],
    [{ Status: 'something new' }, 'unknown', 'something new'],
  ] as const)('that is %j is %s, and says so', (state, expected, words) => {
    const made = resource(state);
    expect(made.state).toBe(expected);
    expect(made.detail).toContain(words);
  });

  it('has another version when it is started anew, renamed or set up differently, and the same when nothing changed', () => {
    const { version } = resource();
    expect(resource().version).toBe(version);
    expect(resource({}, {}, { RestartCount: 9 }).version).toBe(version);
    for (const other of [
      resource({ StartedAt: '2026-11-24T14:02:12Z' }),
      resource({ Status: 'paused' }),
      resource({}, {}, { Name: '/www' }),
      resource({}, {}, { HostConfig: { RestartPolicy: { Name: 'always', MaximumRetryCount: 0 } } }),
    ]) {
      expect(other.version).not.toBe(version);
    }
    expect(sinceOf(resource())).toBe(Date.parse(STARTED));
  });

  it('keeps secrets of its environment and its command line to itself', () => {
    const found = { kind: 'docker_container', resource: resource() } as const;
    const Env = ['API_TOKEN=ghx-81uyVaQ7p2Kd', 'MODE=fast', 'EMPTY'];
    const Args = ['--token', 'ghx-81uyVaQ7p2Kd', '--mode', 'fast'];
    const shown = inspectionOf(
      { ...found, info: info({}, { Env, Labels: { note: 'ghx-81uyVaQ7p2Kd' } }, { Args }) },
      PLACE,
    );
    expect(shown.environment).toEqual(['API_TOKEN', 'MODE', 'EMPTY']);
    expect(JSON.stringify(shown)).not.toContain('81uyVaQ7p2Kd');
    expect(shown.facts.find(({ label }) => label === 'command')?.value).toContain('--mode fast');
  });

  it('shows no command line that was not held against every value of its environment', () => {
    const found = { kind: 'docker_container', resource: resource() } as const;
    const shown = (Env: string[], Args: string[]) =>
      inspectionOf({ ...found, info: info({}, { Env }, { Args }) }, PLACE).facts.find(
        ({ label }) => label === 'command',
      )?.value;
    const many = Array.from({ length: 600 }, (_, n) => `NAME_${n}=value-of-${n}`);
    expect(shown(many, ['value-of-599'])).toMatch(/\[redacted\]$/);
    expect(shown(many, ['x'.repeat(4000)])).toMatch(/600 values .* too much to be shown$/);
    expect(shown([], ['x'.repeat(70_000)])).toMatch(/too long to be shown$/);
    // What is behind a long value comes into what is shown, and is looked at like the rest.
    const long = 'long-value-'.repeat(900);
    const secret = 'ghp_aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5';
    expect(shown([`LONG=${long}`], [long, secret])).not.toContain(secret.slice(0, 12));
  });

  it('shows its ports where they are, and its compose files whole', () => {
    const Ports = {
      '80/tcp': [
        { HostIp: '0.0.0.0', HostPort: '8080' },
        { HostIp: '::', HostPort: '8080' },
      ],
      '9/tcp': null,
    };
    const Labels = {
      'com.docker.compose.project.working_dir': '/srv/shop',
      'com.docker.compose.project.config_files': 'compose.yaml,/srv/other.yaml',
    };
    const seen = inspectionOf(
      {
        kind: 'docker_container',
        resource: resource(),
        info: info({}, { Labels }, { NetworkSettings: { Ports, Networks: null } }),
      },
      PLACE,
    );
    expect(seen.ports).toEqual(['80/tcp on 0.0.0.0:8080', '80/tcp on [::]:8080', '9/tcp, not published']);
    expect(seen.configPaths).toEqual(['/srv/shop/compose.yaml', '/srv/other.yaml']);
  });
});
