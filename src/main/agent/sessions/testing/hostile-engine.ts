// For tests: a container engine at a socket that somebody else has filled: names, labels, environment and logs say whatever they like. Answers what the
// containers provider asks for, and notes every call that would change something.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface HostileEngine extends AsyncDisposable {
  readonly socket: string;
  /** What all its texts say from now on. */
  say(words: string): void;
  /** `POST /containers/…/restart`, as they came. */
  readonly changes: readonly string[];
}

const ID = 'ab'.repeat(32);
const IMAGE = `sha256:${'cd'.repeat(32)}`;

export async function startHostileEngine(): Promise<HostileEngine> {
  const dir = mkdtempSync(join(tmpdir(), 'hostile-engine-'));
  const socket = join(dir, 'engine.sock');
  const changes: string[] = [];
  let words = 'nothing yet';
  const inspection = () => ({
    ...{ Id: ID, Name: '/web', Created: '2026-11-01T10:00:00Z', Path: 'serve', Args: [words], Image: IMAGE },
    State: { Status: 'running', ExitCode: 0, StartedAt: '2026-11-01T10:00:00Z' },
    ...{ RestartCount: 0, LogPath: `/var/lib/${words}`, Mounts: [] },
    HostConfig: { NetworkMode: 'bridge', RestartPolicy: { Name: words } },
    Config: {
      Image: words,
      Env: [`NOTE=${words}`],
      Labels: { note: words },
      User: words,
      WorkingDir: `/${words}`,
    },
    NetworkSettings: { Ports: {}, Networks: { [words]: { IPAddress: '172.17.0.2', NetworkID: ID } } },
  });
  const answers: Readonly<Record<string, () => unknown>> = {
    '/containers/json': () => [{ Id: ID, ImageID: IMAGE, Mounts: [] }],
    [`/containers/${ID}/json`]: inspection,
    '/images/json': () => [{ Id: IMAGE, RepoTags: [`web:${words}`], RepoDigests: [], Created: 1, Size: 1 }],
    '/volumes': () => ({ Volumes: [{ Name: words.slice(0, 200), Driver: 'local', Mountpoint: null }] }),
    '/networks': () => [{ Id: ID, Name: words.slice(0, 200), Driver: 'bridge' }],
    '/version': () => ({ Version: words, ApiVersion: '1.44' }),
    '/info': () => ({ Name: words }),
  };
  const server = createServer((request, response) => {
    request.resume();
    const path =
      (request.url ?? '')
        .split('?')[0]
        ?.replace(/^\/v[\d.]+/, '')
        .replace(/\/(?:ab){6,}/, `/${ID}`) ?? '';
    if (request.method !== 'GET' && request.method !== 'HEAD') changes.push(`${request.method} ${path}`);
    if (path === `/containers/${ID}/logs`) {
      const line = Buffer.from(`2026-11-01T10:00:00.000000000Z ${words.replaceAll('\n', ' ')}\n`);
      const head = Buffer.from([1, 0, 0, 0, 0, 0, 0, 0]);
      head.writeUInt32BE(line.length, 4);
      response.end(Buffer.concat([head, line]));
      return;
    }
    const answer = answers[path];
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ? answer() : { message: words }));
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  return {
    ...{ socket, changes },
    say(said) {
      words = said;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(dir, { recursive: true });
    },
  };
}
