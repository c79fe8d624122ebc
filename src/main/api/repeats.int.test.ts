// Promise: who repeats a write with its key, at once or later, over the console's socket or REST, makes one write. A client
// key is what is written here: each one made is another one, so that a second would show.
import { once } from 'node:events';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Contract } from '../../shared/contract/index.ts';
import { startTestCore, type TestCore } from '../core/testing/start-test-core.ts';

interface Keyed {
  readonly key?: string;
}

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core[Symbol.asyncDispose]());

async function openClient() {
  const headers = { authorization: `Bearer ${core.core.token}` };
  const socket = new WebSocket(`${core.core.consoleUrl.replace('http', 'ws')}/rpc`, { headers });
  await once(socket, 'open');
  const link = new RPCLink<Keyed>({
    websocket: socket as unknown as globalThis.WebSocket,
    headers: ({ context }) => (context.key === undefined ? {} : { 'idempotency-key': context.key }),
  });
  const client: ContractRouterClient<Contract, Keyed> = createORPCClient(link);
  return { client, [Symbol.dispose]: () => socket.close() };
}

const rest = (name: string, key: string) =>
  core.operator('/api/console/clients/keys', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ name }),
  });

it('over the socket: at once, later, and over another socket after this one broke', async () => {
  using first = await openClient();
  using second = await openClient();
  const asked = { name: 'socket' };
  const keyed = { context: { key: 'one' } };
  const both = await Promise.all([
    first.client.clients.addKey(asked, keyed),
    first.client.clients.addKey(asked, keyed),
  ]);
  first[Symbol.dispose]();
  const later = await second.client.clients.addKey(asked, keyed);
  expect(new Set([...both, later].map(({ key }) => key)).size).toBe(1);
  const other = await second.client.clients.addKey(asked, { context: { key: 'two' } });
  const unkeyed = await second.client.clients.addKey(asked);
  expect(unkeyed.client.keys).toHaveLength(3);
  expect(other.key).not.toBe(later.key);
  await expect(second.client.clients.addKey({ name: 'else' }, keyed)).rejects.toMatchObject({
    code: 'CONFLICT',
  });
  await expect(second.client.loops.clear({ conversation: 'c' }, keyed)).rejects.toMatchObject({
    code: 'CONFLICT',
  });
});

it('over REST: with Idempotency-Key, and 409 for another question', async () => {
  const [first, second] = await Promise.all([rest('rest', 'one'), rest('rest', 'one')]);
  expect(first).toMatchObject({ status: 200, body: { data: { client: { keys: [{}] } } } });
  expect(second.body).toEqual(first.body);
  expect((await rest('rest', 'one')).body).toEqual(first.body);
  expect(await rest('else', 'one')).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } });
  const { body } = await core.operator('/api/console/clients');
  expect(JSON.stringify(body)).not.toContain('else');
});

it('a failure is not an answer: the same key may try again', async () => {
  const revoke = (id: number) =>
    core.operator(`/api/console/clients/keys/${id}/revoke`, {
      method: 'POST',
      headers: { 'idempotency-key': `revoke ${id}` },
    });
  expect(await revoke(5)).toMatchObject({ status: 404 });
  for (const key of ['three', 'four']) await rest('rest', key);
  expect(await revoke(5)).toMatchObject({ status: 200 });
});
