// For tests: a container engine that resolves names as Docker does (a whole id, then a name, then the beginning of an id), at a
// socket or a port on loopback. Notes every call that would change something.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface EngineDouble extends AsyncDisposable {
  /** Empty when it listens on a port. */
  readonly socket: string;
  readonly port: number;
  /** `POST /containers/…/restart`, as they came. */
  readonly changes: string[];
  /** By their ids: changed by tests. */
  readonly containers: Map<string, { name: string }>;
  readonly volumes: Set<string>;
  /** Whether it answers at all. */
  answers: boolean;
}

export interface EngineDoubleOptions {
  /** Its `ID`; null: it refuses to tell. */
  readonly identity: string | null;
  readonly onPort?: boolean;
  /** Podman: another `ID` each time. */
  readonly podmanRoot?: string;
}

const IMAGE = `sha256:${'cd'.repeat(32)}`;
const NETWORK = '2f'.repeat(32);

export async function startEngineDouble(options: EngineDoubleOptions): Promise<EngineDouble> {
  const dir = mkdtempSync(join(tmpdir(), 'engine-double-'));
  const socket = options.onPort ? '' : join(dir, 'engine.sock');
  const changes: string[] = [];
  const containers: EngineDouble['containers'] = new Map();
  const volumes: EngineDouble['volumes'] = new Set();
  const state = { answers: true, asked: 0 };

  const idOf = (reference: string): string | undefined =>
    containers.has(reference)
      ? reference
      : ([...containers].find(([, { name }]) => name === reference)?.[0] ??
        [...containers.keys()].find((id) => id.startsWith(reference)));
  const inspection = (id: string) => ({
    ...{ Id: id, Name: `/${containers.get(id)?.name}`, Created: '2026-11-01T10:00:00Z', Image: IMAGE },
    State: { Status: 'running', ExitCode: 0, StartedAt: '2026-11-01T10:00:00Z' },
    ...{ HostConfig: {}, Config: { Image: 'web:1' } },
  });
  const info = () => ({
    Name: 'box',
    ...(options.podmanRoot
      ? { ID: String(state.asked++), DockerRootDir: options.podmanRoot, BuildahVersion: '1.28' }
      : { ID: options.identity, DockerRootDir: '/var/lib/docker' }),
  });
  const answer = (path: string): unknown => {
    const [, reference] = /^\/containers\/([^/]+)\/json$/.exec(path) ?? [];
    const id = reference === undefined ? undefined : idOf(reference);
    if (id) return inspection(id);
    if (path === '/containers/json') return [...containers.keys()].map((Id) => ({ Id, ImageID: IMAGE }));
    if (path === '/images/json') return [{ Id: IMAGE, RepoTags: ['web:1'], Created: 1, Size: 1 }];
    if (path === '/volumes')
      return {
        Volumes: [...volumes].map((Name) => ({ Name, Driver: 'local', Mountpoint: `${dir}/${Name}` })),
      };
    if (path === '/networks') return [{ Id: NETWORK, Name: 'backend', Driver: 'bridge' }];
    return path === '/info' && (options.identity !== null || options.podmanRoot) ? info() : undefined;
  };
  const server = createServer((request, response) => {
    request.resume();
    if (!state.answers) return;
    const path = (request.url ?? '').split('?')[0] ?? '';
    const changing = request.method !== 'GET';
    if (changing) changes.push(`${request.method} ${path}`);
    if (changing && request.method === 'DELETE')
      volumes.delete(decodeURIComponent(path.replace('/volumes/', '')));
    const found = changing ? {} : answer(path);
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found ?? { message: 'no such thing' }));
  });
  await new Promise<void>((resolve) =>
    options.onPort ? server.listen(0, '127.0.0.1', resolve) : server.listen(socket, resolve),
  );
  return {
    ...{ socket, changes, containers, volumes },
    port: options.onPort ? (server.address() as AddressInfo).port : 0,
    get answers() {
      return state.answers;
    },
    set answers(value) {
      state.answers = value;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
