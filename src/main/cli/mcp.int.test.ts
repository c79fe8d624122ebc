// Promise: `festinger mcp` is MCP on standard input and output and nothing else: each message is answered once, also where no console runs, something else
// answers or a key is missing; it survives what it cannot read, and ends when its input does.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { addKey, set } from '../core/testing/client-calls.ts';
import { startTestCore, type TestCore } from '../core/testing/start-test-core.ts';
import { call, overStdio } from '../mcp/testing/sdk-client.ts';
import { type Command, parseCommandLine } from './arguments.ts';
import { mcp } from './mcp.ts';

interface Said {
  readonly id?: unknown;
  readonly result?: Record<string, unknown>;
  readonly error?: {
    readonly code: number;
    readonly message: string;
    readonly data?: { readonly code: string };
  };
}

interface Bridge {
  readonly errors: string[];
  send(...messages: (object | string)[]): void;
  /** The next line that is said. */
  next(): Promise<Said>;
  /** Ends the input. @returns the code, and what was said since. */
  end(): Promise<{ code: number; rest: Said[] }>;
}

function bridge(...argv: string[]): Bridge {
  const [input, out] = [new PassThrough(), new PassThrough()];
  const errors: string[] = [];
  const command = parseCommandLine(['mcp', ...argv]) as Extract<Command, { name: 'mcp' }>;
  const ended = mcp(command, input, out, { write: (text: string) => errors.push(text) });
  onTestFinished(() => void input.end());
  const lines = (async function* () {
    let held = '';
    for await (const chunk of out) {
      const parts = (held + String(chunk)).split('\n');
      held = parts.pop() ?? '';
      yield* parts;
    }
  })();
  return {
    errors,
    send(...messages) {
      for (const one of messages) input.write(`${typeof one === 'string' ? one : JSON.stringify(one)}\n`);
    },
    async next() {
      const { value } = await lines.next();
      return JSON.parse(String(value)) as Said;
    },
    async end() {
      input.end();
      const code = await ended;
      out.end();
      const rest: Said[] = [];
      for await (const line of lines) rest.push(JSON.parse(line) as Said);
      return { code, rest };
    },
  };
}

const INITIALIZE = {
  ...{ jsonrpc: '2.0', id: 'first', method: 'initialize' },
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'My Editor (dev)', version: '1' },
  },
};
const PING = { jsonrpc: '2.0', id: 2, method: 'ping' };
const recalls = (id: number, text: string) => ({
  ...{ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'recall', arguments: { text } } },
});
const clientsOf = async (core: TestCore) =>
  JSON.stringify((await core.operator('/api/console/clients')).body);

it('hands messages on in the client’s name, answers each once, and ends with its input when all are answered', async () => {
  await using core = await startTestCore();
  await core.tell('bridgeweb -isa repo');
  const { send, next, end, errors } = bridge('--data-dir', core.dataDir);
  send(INITIALIZE);
  expect(await next()).toMatchObject({ id: 'first', result: { protocolVersion: '2025-06-18' } });
  send({ jsonrpc: '2.0', method: 'notifications/initialized' }, [PING, { ...PING, id: 3 }]);
  expect(await next()).toMatchObject([{ id: 2 }, { id: 3 }]);
  send(...[10, 11, 12].map((id) => recalls(id, 'bridgeweb')));
  const { code, rest } = await end();
  expect(code).toBe(0);
  expect(rest.map(({ id }) => id).toSorted()).toEqual([10, 11, 12]);
  for (const { result } of rest) expect(JSON.stringify(result)).toContain('bridgeweb: [type] repo');
  expect(errors).toEqual([]);
  expect(await clientsOf(core)).toContain('"My-Editor--dev-"');
});

it('speaks for a project', async () => {
  await using core = await startTestCore();
  const { send, next } = bridge('--url', core.core.baseUrl, '--project', 'home');
  await core.tell('default-web -isa repo');
  send(recalls(1, 'default-web'));
  expect(JSON.stringify(await next())).toContain('"known":false');
});

describe('what it cannot read or reach', () => {
  it('a line that is no JSON, or longer than a message, is said so, and the next is answered', async () => {
    await using core = await startTestCore();
    const { send, next, end } = bridge('--url', core.core.baseUrl);
    send('{"jsonrpc":', '', '   ');
    expect(await next()).toMatchObject({ id: null, error: { code: -32_700 } });
    send(recalls(4, 'x'.repeat(1_100_000)));
    expect(await next()).toMatchObject({
      id: null,
      error: { code: -32_700, message: expect.stringContaining('longer') as string },
    });
    send('7', 'null');
    for (const _ of [1, 2]) expect(await next()).toMatchObject({ id: null, error: { code: -32_700 } });
    send(PING);
    expect(await next()).toEqual({ jsonrpc: '2.0', id: 2, result: {} });
    expect(await end()).toEqual({ code: 0, rest: [] });
  });

  it('where nothing answers, says what to do, under the message’s id, and nothing of what wants no answer', async () => {
    const { send, next, end, errors } = bridge('--url', 'http://127.0.0.1:1');
    send(INITIALIZE);
    const refused = await next();
    expect(refused).toMatchObject({ id: 'first', error: { data: { code: 'UNAVAILABLE' } } });
    expect(refused.error?.message).toContain('festinger serve');
    send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect(await end()).toEqual({ code: 0, rest: [] });
    expect(errors.join('')).toContain('UNAVAILABLE');
  });

  it('says that what answers is not Festinger', async () => {
    await using core = await startTestCore();
    const { send, next } = bridge('--url', core.upstream.url);
    send(PING);
    const { id, error } = await next();
    expect([id, error?.message]).toEqual([2, expect.stringContaining('is not Festinger')]);
  });

  it('a console that comes up later, elsewhere, is found', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'festinger-bridge-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const { send, next } = bridge('--data-dir', dataDir);
    {
      await using _first = await startTestCore({ dataDir });
      send(PING);
      expect(await next()).toMatchObject({ id: 2, result: {} });
    }
    await using _second = await startTestCore({ dataDir });
    send(PING);
    expect(await next()).toMatchObject({ id: 2, result: {} });
  });
});

it('what the client cancels is hung up on and not answered', async () => {
  await using core = await startTestCore();
  const { send, end } = bridge('--url', core.core.baseUrl);
  send(recalls(5, 'anything'), {
    jsonrpc: '2.0',
    method: 'notifications/cancelled',
    params: { requestId: 5 },
  });
  expect(await end()).toEqual({ code: 0, rest: [] });
});

it('brings the key, and says that one is wanted', async () => {
  await using locked = await startTestCore();
  const { key } = await addKey(locked, 'keyed-editor');
  await set(locked, 'client_keys_required', true);
  const client = await overStdio(locked, [], { FESTINGER_CLIENT_KEY: key });
  expect((await call(client, 'i_know_that', { facts: ['stdioweb -isa repo'] })).isError).toBe(false);
  await client.close();
  // A key names who it is of, whatever the client calls itself.
  expect(await clientsOf(locked)).not.toContain('test-agent');
  await expect(overStdio(locked)).rejects.toThrow(/asks for a client key/);
});
