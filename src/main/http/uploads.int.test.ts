// Promise: what is sent to a route of ours arrives whole, however its bytes fall into packets, and an import is as long as it may be.
// Failed before: bodies were counted by a stream beside the one that was read, and it took what came before the reader was there:
// half of these 16 were refused as empty or never answered.
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestCore, type TestCore } from '../core/testing/start-test-core.ts';

let dataDir: string;
let core: TestCore;
/** An export of so many facts, as text: short, and longer than any buffer on the way. */
const FACTS = [3, 1500] as const;
const exported = new Map<number, string>();

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'festinger-uploads-'));
  core = await startTestCore({ dataDir });
  for (const count of FACTS) {
    const project = `of.${count}`;
    const told = Array.from({ length: count }, (_, n) => `thing${n} -isa sort${n}`);
    for (let from = 0; from < count; from += 500) {
      const { status } = await core.call('/iknowthat', {
        method: 'POST',
        headers: { 'x-festinger-project': project },
        body: JSON.stringify({ facts: told.slice(from, from + 500) }),
      });
      expect(status).toBe(200);
    }
    const answer = await fetch(`${core.core.baseUrl}/api/console/files/export?project=${project}`, {
      headers: { authorization: `Bearer ${core.core.token}` },
    });
    exported.set(count, await answer.text());
  }
}, 60_000);

afterAll(async () => {
  await core[Symbol.asyncDispose]();
  rmSync(dataDir, { recursive: true, force: true });
});

/** How a client may cut its request into writes. */
const PACKETS: readonly { readonly name: string; readonly of: (head: string, body: string) => string[] }[] = [
  { name: 'in one packet', of: (head, body) => [head + body] },
  { name: 'its head first', of: (head, body) => [head, body] },
  { name: 'its head with a piece', of: (head, body) => [head + body.slice(0, 100), body.slice(100)] },
  { name: 'in pieces', of: (head, body) => [head, ...(body.match(/[\s\S]{1,20000}/g) ?? [])] },
];

async function status(packets: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(core.core.baseUrl);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  socket.setTimeout(10_000, () => socket.destroy()).on('error', () => {});
  // It may be answered and closed before the last wait is over.
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  for (const packet of packets) {
    socket.write(packet);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  await closed;
  return answer.replace(/^HTTP\/1.1 (\d+)[\s\S]*?\r\n\r\n/, '$1 ');
}

const DOORS = [
  { name: 'a file', path: '/api/console/files/import?dry_run=1', body: (text: string) => text },
  {
    name: 'a call of the contract',
    path: '/api/console/transfer/import',
    body: (text: string) => JSON.stringify({ text, dryRun: true }),
  },
] as const;

const cases = DOORS.flatMap((door) =>
  FACTS.flatMap((count) => PACKETS.map((packets) => ({ door, count, packets }))),
);

it.each(cases)('$door.name of $count facts, $packets.name', async ({ door, count, packets }) => {
  const body = door.body(exported.get(count) as string);
  const head =
    `POST ${door.path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${core.core.token}\r\nConnection: close\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
  for (let n = 0; n < 3; n++) {
    const answer = await status(packets.of(head, body));
    expect(answer.slice(0, 300)).toMatch(/^200 /);
    expect(answer).toMatch(new RegExp(`"unchanged":${count}\\b`));
  }
});
