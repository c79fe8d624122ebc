// Samples the main thread of a running Node program from outside, over its inspector, which listens only from the first time on;
// and tells from which source file a function of the build came. Used by bench/proxy.ts.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { SourceMap } from 'node:module';
import { basename, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SourceOf } from './parts.ts';

const SAMPLE_US = 250;

/** Arguments of a Node program that is to be sampled. @param port a free one */
export const sampledBy = (port: number): string[] => [
  `--inspect-port=127.0.0.1:${port}`,
  '--inspect-publish-uid=http',
];

/** One conversation with an inspector. */
class Inspector {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (message: { result?: unknown; error?: { message: string } }) => void>();
  #asked = 0;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const message = JSON.parse(String(data));
      this.#waiting.get(message.id)?.(message);
      this.#waiting.delete(message.id);
    });
  }

  /** @throws Error as the inspector answers it, or when it does not within 30 s */
  async ask<T>(method: string, params = {}): Promise<T> {
    const id = ++this.#asked;
    const { promise, resolve, reject } = Promise.withResolvers<{
      result?: unknown;
      error?: { message: string };
    }>();
    this.#waiting.set(id, resolve);
    this.#socket.send(JSON.stringify({ id, method, params }));
    const patience = setTimeout(
      () => reject(new Error(`${method}: no answer; the program stands still`)),
      30_000,
    );
    const { result, error } = await promise.finally(() => clearTimeout(patience));
    if (error) throw new Error(`${method}: ${error.message}`);
    return result as T;
  }

  close(): void {
    this.#socket.close();
  }
}

/** @throws Error when it does not listen within 10 s */
async function inspectorAt(port: number): Promise<Inspector> {
  for (let tries = 0; ; tries++) {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/json/list`);
      const [target] = (await answer.json()) as { webSocketDebuggerUrl: string }[];
      const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '');
      await once(socket, 'open');
      return new Inspector(socket);
    } catch (error) {
      if (tries === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** What a program's main thread does while `work` goes on. @param port it was started with `sampledBy(port)` */
export async function sampled(
  { pid, port }: { pid: number; port: number },
  work: () => Promise<unknown>,
): Promise<Profiler.Profile> {
  process.kill(pid, 'SIGUSR1'); // Node begins to listen for an inspector
  const inspector = await inspectorAt(port);
  try {
    // Makes V8 find the line ends of all scripts now: the profiler allocates them while it holds a lock that the collector's threads
    // wait for, and a collection in that moment stands still for ever (seen in Node 24.21).
    await inspector.ask('Debugger.enable');
    await inspector.ask('Debugger.disable');
    await inspector.ask('Profiler.enable');
    await inspector.ask('Profiler.setSamplingInterval', { interval: SAMPLE_US });
    await inspector.ask('Profiler.start');
    await work();
    const { profile } = await inspector.ask<{ profile: Profiler.Profile }>('Profiler.stop');
    await inspector.ask('Profiler.disable');
    return profile;
  } finally {
    inspector.close();
  }
}

/** Sources of the functions of `out/main`: built once more with source maps, which the program itself goes without. */
export function sourcesOfBuild(root: string): SourceOf {
  const folder = join(root, '.cache', 'bench-maps');
  rmSync(folder, { recursive: true, force: true });
  const tool = join(root, 'node_modules/electron-vite/bin/electron-vite.js');
  execFileSync(process.execPath, [tool, 'build', '--sourcemap', '--outDir', folder], {
    cwd: root,
    stdio: 'ignore',
  });
  const maps = new Map<string, SourceMap | null>();
  const mapOf = (url: string): SourceMap | null => {
    const name = basename(url);
    const path = join(folder, 'main', `${name}.map`);
    if (!existsSync(path)) throw new Error(`${name} is not of these sources: npm run build`);
    return new SourceMap(JSON.parse(readFileSync(path, 'utf8')));
  };
  const built = join(root, 'out', 'main');
  return ({ url, lineNumber, columnNumber }) => {
    if (!url.startsWith('file:')) return '';
    const path = fileURLToPath(url);
    if (path.startsWith(join(root, 'src'))) return relative(root, path);
    if (!path.startsWith(built)) return '';
    if (!maps.has(url)) maps.set(url, mapOf(url));
    const entry = maps.get(url)?.findEntry(lineNumber, columnNumber);
    const source = entry && 'originalSource' in entry ? entry.originalSource : '';
    return source === '' ? '' : relative(root, resolve(folder, 'main', source));
  };
}
