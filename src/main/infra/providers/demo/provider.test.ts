// Promises of the demo's things: what is done to them really changes them, what lies in something goes and comes with it, what is broken does not start,
// and nothing is called proven that is not so.
import { beforeEach, describe, expect, it } from 'vitest';
import type { ActionName, Resource } from '../../../../shared/model/resource.ts';
import { Inspection, Resource as ResourceSchema } from '../../../../shared/model/resource.ts';
import { liveClock } from '../../testing/live-clock.ts';
import { DemoProvider } from './provider.ts';
import { CADDY, GUEST, JELLYFIN, NODE, PAPERLESS, TANK } from './things.ts';
import { World } from './world.ts';

const never = new AbortController().signal;
let provider: DemoProvider;
beforeEach(() => {
  provider = new DemoProvider(new World({ clock: liveClock, paceMs: 0 }));
});

const at = async (id: string): Promise<Resource> => {
  const found = await provider.find(id);
  if (!found) throw new Error(`no ${id}`);
  return found;
};
async function does(id: string, action: ActionName) {
  const request = { resource: await at(id), action, arguments: {} };
  await provider.plan(request);
  const outcome = await provider.act(request, { signal: never, progress: () => {} });
  return { ...outcome, ...(await provider.verify(request)) };
}
const logOf = async (id: string, tail = 5) => {
  const lines = [];
  for await (const { text } of provider.logs(await at(id), { tail, follow: false }, never)) lines.push(text);
  return lines;
};
const memoryOf = async (id: string) =>
  (await provider.metrics(await at(id))).find(({ metric }) => metric === 'memory')?.value ?? 0;

describe('the six things of the demo', () => {
  it('fit the shapes that every provider keeps to', async () => {
    const { resources } = await provider.discover();
    expect(resources).toHaveLength(6);
    for (const resource of resources) {
      expect(ResourceSchema.parse(resource)).toEqual(resource);
      expect(() => provider.inspect(resource).then(Inspection.parse)).not.toThrow();
    }
  });

  it('a restart is a new start: proven, another version, less memory, written into the log', async () => {
    const before = await at(JELLYFIN);
    const memory = await memoryOf(JELLYFIN);
    expect(await does(JELLYFIN, 'restart')).toMatchObject({ ok: true, summary: 'restarted' });
    const after = await at(JELLYFIN);
    expect(after.detail).toMatch(/^up 0 s/);
    expect(after.version).not.toBe(before.version);
    expect(await memoryOf(JELLYFIN)).toBeLessThan(memory / 3);
    expect((await logOf(JELLYFIN)).at(-1)).toContain('Kestrel is listening');
  });

  it('a plan has no effect, and what was never done is not proven', async () => {
    const request = { resource: await at(PAPERLESS), action: 'restart', arguments: {} } as const;
    expect(await provider.plan(request)).toMatchObject({ runs: 'docker restart paperless', undo: null });
    expect(await at(PAPERLESS)).toEqual(request.resource);
    expect((await provider.verify(request)).ok).toBe(false);
  });

  it('what lies in a guest stops with it and comes back with it, but for what was stopped before', async () => {
    await does(PAPERLESS, 'stop');
    expect((await does(GUEST, 'shutdown')).ok).toBe(true);
    expect([(await at(JELLYFIN)).state, (await at(JELLYFIN)).actions]).toEqual(['stopped', []]);
    const executor = provider.executor((await at(JELLYFIN)).reachableVia[0] ?? []);
    await expect(
      executor?.run({ argv: ['uptime'], timeoutMs: 1000, maxOutputBytes: 1000, writes: false }, never),
    ).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect((await does(GUEST, 'start')).ok).toBe(true);
    expect([(await at(JELLYFIN)).state, (await at(PAPERLESS)).state]).toEqual(['running', 'stopped']);
  });

  it('allows nothing that a thing does not allow as it is', async () => {
    await expect(does(JELLYFIN, 'start')).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    await expect(does(NODE, 'reboot')).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    const arguments_ = { timeout_s: 'soon' };
    const request = { resource: await at(JELLYFIN), action: 'restart' as const, arguments: arguments_ };
    await expect(provider.plan(request)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('a service whose configuration was broken does not start, says why, and does when it is mended', async () => {
    const place = provider.executor((await at(GUEST)).reachableVia[0] ?? []);
    const path = '/etc/caddy/Caddyfile';
    const before = await place?.readFile(path, 10_000, never);
    await place?.writeFile(
      path,
      Buffer.from('jellyfin.lan {\n\treverse_proxy 127.0.0.1:8096\n'),
      before?.digest ?? '',
      never,
    );
    await expect(does(CADDY, 'restart')).rejects.toMatchObject({
      code: 'EXECUTION_FAILED',
      message: expect.stringContaining('Caddyfile:1: the block that begins here is never closed'),
    });
    expect((await at(CADDY)).state).toBe('failed');
    expect((await logOf(CADDY)).at(-1)).toContain('never closed');
    const broken = await place?.readFile(path, 10_000, never);
    await place?.writeFile(path, before?.bytes ?? new Uint8Array(), broken?.digest ?? '', never);
    expect((await does(CADDY, 'restart')).ok).toBe(true);
  });

  it('files are the same by a bind mount and on the host; what another has changed is not written over', async () => {
    const inside = provider.executor((await at(JELLYFIN)).reachableVia[0] ?? []);
    const outside = provider.executor((await at(GUEST)).reachableVia[0] ?? []);
    const seen = await inside?.readFile('/config/system.xml', 10_000, never);
    await inside?.writeFile('/config/system.xml', Buffer.from('<a/>'), seen?.digest ?? '', never);
    const same = await outside?.readFile('/srv/jellyfin/config/system.xml', 10_000, never);
    expect(Buffer.from(same?.bytes ?? []).toString()).toBe('<a/>');
    const late = outside?.writeFile(
      '/srv/jellyfin/config/system.xml',
      Buffer.from('<b/>'),
      seen?.digest ?? '',
      never,
    );
    await expect(late).rejects.toMatchObject({ code: 'STALE_VERSION' });
    await expect(inside?.writeFile('/media/x', Buffer.from('x'), null, never)).rejects.toMatchObject({
      code: 'NOT_ALLOWED',
    });
    await expect(inside?.readFile('/config/none', 10, never)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('answers the programs that people look around with, and says what it has where there is another', async () => {
    const place = provider.executor((await at(NODE)).reachableVia[0] ?? []);
    const run = (...argv: [string, ...string[]]) =>
      place?.run({ argv, timeoutMs: 1000, maxOutputBytes: 4000, writes: false }, never);
    expect((await run('df', '-h'))?.stdout).toContain('78% /tank');
    expect(await run('rm', '-rf', '/')).toMatchObject({ exitCode: 127, stdout: '' });
    expect(provider.executor([{ via: 'local', target: 'host:here', words: 'this machine' }])).toBeNull();
  });

  it('a log that is followed has what is written meanwhile, and ends when nobody listens', async () => {
    const stop = new AbortController();
    const lines = provider
      .logs(await at(PAPERLESS), { tail: 1, follow: true }, stop.signal)
      [Symbol.asyncIterator]();
    expect((await lines.next()).value.text).toContain('5 tasks wait');
    const next = lines.next();
    await does(PAPERLESS, 'restart');
    expect((await next).value.text).toBe('stopping for a restart');
    stop.abort();
    while (!(await lines.next()).done);
    const none = provider.logs(await at(TANK), { tail: 1, follow: false }, never)[Symbol.asyncIterator]();
    await expect(none.next()).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  });
});
