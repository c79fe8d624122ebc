// Promise: who follows the log and comes back after a cut is told what it missed, each request once, by the id that the wire itself
// carries, over the console's socket and over REST; and that it must read anew where another run of the program answers.
import { once } from 'node:events';
import { createORPCClient, getEventMeta } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Contract } from '../../shared/contract/index.ts';
import { startTestCore, type TestCore } from '../core/testing/start-test-core.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core[Symbol.asyncDispose]());

const send = (client: string) =>
  core.chat([{ role: 'user', content: 'hello' }], {}, { 'x-festinger-client': client });

/** Follows the log over a socket of its own. */
async function follow(lastEventId?: string) {
  const headers = { authorization: `Bearer ${core.core.token}` };
  const socket = new WebSocket(`${core.core.consoleUrl.replace('http', 'ws')}/rpc`, { headers });
  await once(socket, 'open');
  const link = new RPCLink({ websocket: socket as unknown as globalThis.WebSocket });
  const client: ContractRouterClient<Contract> = createORPCClient(link);
  const stream = await client.traffic.watch(undefined, { lastEventId });
  const next = async () => {
    const { done, value } = await stream.next();
    if (done) throw new Error('the stream ended');
    return { ...value, id: getEventMeta(value)?.id };
  };
  /** Clients of the requests that end from here on, until one of them is seen; and the id to come back with. */
  const ended = async (last: string) => {
    const seen = new Set<string>();
    for (;;) {
      const { rows = [], id } = await next();
      for (const { state, client: from } of rows) if (state === 'done') seen.add(from);
      if (seen.has(last)) return { clients: [...seen], id };
    }
  };
  return { next, ended, [Symbol.dispose]: () => socket.terminate() };
}

it('over the socket: what was missed, and what comes after it', async () => {
  let id: string | undefined;
  {
    using first = await follow();
    expect(await first.next()).toMatchObject({ gap: true, rows: [] });
    await send('before');
    ({ id } = await first.ended('before'));
  }
  await send('meanwhile');
  using second = await follow(id);
  expect(await second.ended('meanwhile')).toMatchObject({ clients: ['meanwhile'] });
  await send('after');
  expect(await second.ended('after')).toMatchObject({ clients: ['after'] });
});

it('over REST: the same, as events with ids', async () => {
  const read = async (headers: Record<string, string>) => {
    const answer = await fetch(`${core.core.consoleUrl}/api/console/traffic-watch`, {
      headers: { authorization: `Bearer ${core.core.token}`, ...headers },
    });
    let text = '';
    for await (const piece of (answer.body as ReadableStream<Uint8Array>).pipeThrough(
      new TextDecoderStream(),
    )) {
      text += piece;
      if (/^data: .*\n\n/m.test(text)) break;
    }
    return { id: /^id: (.*)$/m.exec(text)?.[1] ?? '', data: /^data: (.*)$/m.exec(text)?.[1] ?? '' };
  };
  const first = await read({});
  expect(JSON.parse(first.data)).toMatchObject({ gap: true, rows: [] });
  await send('by-rest');
  const second = await read({ 'last-event-id': first.id });
  expect(JSON.parse(second.data)).toMatchObject({ gap: false, rows: [{ client: 'by-rest' }] });
});

it('begins with a gap where another run of the program answers, and where the log was cleared', async () => {
  using first = await follow();
  const { id } = await first.next();
  await using other = await startTestCore();
  const before = core;
  core = other;
  using elsewhere = await follow(id);
  expect(await elsewhere.next()).toMatchObject({ gap: true });
  core = before;
  await core.operator('/api/console/traffic/clear', { method: 'POST' });
  expect(await first.next()).toMatchObject({ gap: true, held: 0 });
});
