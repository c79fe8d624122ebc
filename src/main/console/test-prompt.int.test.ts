// Promise: a test prompt that nobody can answer says what is wrong and what to do, never a bare status or JSON.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { systemClock } from '../core/clock.ts';
import { sendTestPrompt } from './test-prompt.ts';

async function refusedWith(status: number, body: string): Promise<string> {
  const server = createServer((_, response) => response.writeHead(status).end(body)).listen(0, '127.0.0.1');
  try {
    await new Promise((resolve) => server.once('listening', resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const sent = sendTestPrompt({ baseUrl, headers: {} }, systemClock, () => undefined);
    return await sent.then(
      () => 'sent',
      (error: Error) => error.message,
    );
  } finally {
    server.close();
  }
}

it.each([
  [
    502,
    '{"error":"upstream lab: connect ECONNREFUSED 127.0.0.1:9"}',
    /^No upstream answers \(upstream lab: connect ECONN.*Resources/,
  ],
  [502, 'not json', /^No upstream answers\. Look/],
  [401, '{"error":"who are you"}', /status 401: who are you\. .*a key/],
])('answered with %i %s', async (status, body, words) => {
  const said = await refusedWith(status, body);
  expect(said).toMatch(words);
  expect(said).not.toMatch(/[{}]|HTTP/);
});
