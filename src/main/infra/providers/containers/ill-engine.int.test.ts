// Promise: an engine that hangs, halts in its answer or goes away is told in time, and in words that say what to do.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { AppError } from '../../../../shared/model/envelope.ts';
import { startPodman } from '../../testing/podman.ts';
import { openContainers } from './containers.ts';

declare module 'vitest' {
  interface TaskMeta {
    skipReason?: string;
  }
}

const signal = () => AbortSignal.timeout(20_000);
const open = (socket: string, timeoutMs = 10_000) =>
  openContainers({
    config: [{ name: 'ill', socket }],
    ...{ hostname: 'box', env: {}, home: '/none', timeoutMs },
  });

async function refused(promise: Promise<unknown>): Promise<AppError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppError)) throw new Error(`it was not refused: ${error}`);
  return error;
}

/** A socket that takes connections. @param answer what becomes of them */
async function listening(
  answer: (socket: Socket) => void,
): Promise<AsyncDisposable & { readonly path: string }> {
  const dir = mkdtempSync(join(tmpdir(), 'engine-'));
  const path = join(dir, 'ill.sock');
  const server = createServer((socket) => {
    socket.on('error', () => undefined).resume();
    answer(socket);
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return {
    path,
    async [Symbol.asyncDispose]() {
      // Only ends once every connection has: none of ours may be left open.
      await new Promise((resolve) => server.close(resolve));
      rmSync(dir, { recursive: true });
    },
  };
}

it('that hangs is given up in time, in words that name the socket, and its connection is closed', async () => {
  await using silent = await listening(() => undefined);
  const error = await refused(open(silent.path, 150).discover(signal()));
  expect(error.code).toBe('UNAVAILABLE');
  expect(error.message).toContain(silent.path);
  expect(error.message).toContain('in time');
});

it('that hangs in the middle of its answer is given up as well', async () => {
  await using halting = await listening((socket) =>
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n[{"Id":'),
  );
  expect((await refused(open(halting.path, 150).discover(signal()))).code).toBe('UNAVAILABLE');
});

it('that answers something else than its API says is told so, and where', async () => {
  await using odd = await listening((socket) =>
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 15\r\n\r\n[{"Id":"none"}]'),
  );
  const error = await refused(open(odd.path).discover(signal()));
  expect(error.code).toBe('EXECUTION_FAILED');
  expect(error.message).toContain('0.Id');
});

it('that was named and is not there is told with what to start', async () => {
  const error = await refused(open('/no/such/engine.sock').discover(signal()));
  expect(error.code).toBe('UNAVAILABLE');
  expect(error.message).toContain('systemctl start podman.socket');
});

it('that is there nowhere is off, and says where it was looked for', async () => {
  const nowhere = openContainers({
    config: undefined,
    ...{ hostname: 'box', env: {}, home: '/none', realSocket: async () => null },
  });
  const { resources, off } = await nowhere.discover(signal());
  expect([resources, off]).toEqual([[], expect.stringContaining('/var/run/docker.sock')]);
  expect((await refused(nowhere.find('docker_container:box:0123456789ab', signal()))).message).toBe(off);
});

it('that goes away while a log is followed ends it with an error, and the next call says what to do', async (context) => {
  const started = await startPodman();
  if ('missing' in started) {
    context.task.meta.skipReason = started.missing;
    return context.skip(started.missing);
  }
  await using engine = started;
  const provider = open(engine.socket);
  await engine.started('left', ['sh', '-c', 'while true; do echo tick; sleep 1; done']);
  const left = (await provider.discover(signal())).resources.find(({ name }) => name === 'left');
  if (!left) throw new Error('not found');
  const log = provider.logs(left, { tail: 1, follow: true }, signal())[Symbol.asyncIterator]();
  await log.next();
  await engine.down();
  const rest = async () => {
    while (!(await log.next()).done);
  };
  expect((await refused(rest())).code).toBe('UNAVAILABLE');
  const error = await refused(provider.find(left.id, signal()));
  expect(error.code).toBe('UNAVAILABLE');
  expect(error.message).toContain('systemctl start podman.socket');
});
