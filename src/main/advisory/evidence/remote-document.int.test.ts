// Promise: what an operator names by address is taken in like a file of it, or refused with one sentence that says why; nothing that a server answers, names or
// leads to gets further than that, and what a query holds is nowhere kept.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TaskBoard } from '../../console/task-board.ts';
import { type Loopback, listen } from '../../outgoing/testing/loopback.ts';
import { type TempStore, tempStore } from '../../store/testing/temp-store.ts';
import { advisory } from '../testing/documents.ts';
import { Evidence } from './evidence.ts';
import { documentUrl, RemoteDocuments, shownUrl } from './remote-document.ts';
import { zipOf } from './testing/zip.ts';
import { Uploads } from './uploads.ts';

const PROJECT = 'default';
const LIMIT = 200_000;
const GOOD = advisory({ id: 'GHSA-2222-3333-4444' });

type Route = (response: ServerResponse, request: IncomingMessage) => void;

let temp: TempStore;
let evidence: Evidence;
let remote: RemoteDocuments;
let server: Loopback;
let routes: Record<string, Route>;
let asked: { readonly path: string; readonly headers: IncomingMessage['headers'] }[];

beforeEach(async () => {
  temp = await tempStore('sqlite');
  const { store, clock } = temp;
  routes = {};
  asked = [];
  server = await listen((request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    asked.push({ path, headers: request.headers });
    const route = routes[path];
    if (route) route(response, request);
    else response.writeHead(404).end('not here');
  });
  remote = new RemoteDocuments({ clock, maxDocumentBytes: LIMIT });
  evidence = new Evidence({
    ...{
      store,
      clock,
      remote,
      ids: randomUUID,
      tasks: new TaskBoard(clock, randomUUID),
      onChange: () => undefined,
    },
    uploads: new Uploads(join(temp.dir, 'uploads'), clock),
  });
});
afterEach(async () => {
  await server.close();
  await remote.close();
  await temp[Symbol.asyncDispose]();
});

const gives =
  (body: string | Uint8Array, headers: Record<string, string> = {}): Route =>
  (response) =>
    response.writeHead(200, headers).end(body);
const leads =
  (to: string): Route =>
  (response) =>
    response.writeHead(302, { location: to }).end();

const add = (...paths: string[]) =>
  evidence.add({
    project: PROJECT,
    paths: [],
    urls: paths.map((path) => new URL(path, server.url).href),
    by: 'test',
  }).result;
const documents = async () =>
  (await evidence.documents({ project: PROJECT, offset: 0, limit: 100 })).documents;
async function reasons(): Promise<string[]> {
  const [newest] = await evidence.imports(PROJECT);
  return (await evidence.refusals(PROJECT, newest?.id ?? '')).map(({ reason }) => reason);
}

describe('by address', () => {
  it('a document is taken in with the address it came from, and leaves nothing on the disk', async () => {
    routes['/osv/one'] = gives(GOOD, {
      'content-type': 'text/html',
      'content-disposition': 'attachment; filename="../../x.zip"',
    });
    expect(await add('/osv/one')).toMatchObject({ taken: 1, refused: 0 });
    const [one] = await documents();
    expect([one?.key, one?.origin, one?.firstSeen]).toEqual([
      'GHSA-2222-3333-4444',
      `${server.url}/osv/one`,
      temp.clock.now(),
    ]);
    expect(asked[0]?.headers).toMatchObject({
      'accept-encoding': 'identity',
      'user-agent': 'festinger-console',
    });
    expect(existsSync(join(temp.dir, 'uploads'))).toBe(false);
    expect(await add('/osv/one')).toMatchObject({ taken: 0, same: 1 });
  });

  it('an archive and a packed document are what their first bytes say, whatever they are called', async () => {
    routes['/latest'] = gives(zipOf([{ name: 'GHSA-2222-3333-4444.json', text: GOOD }]));
    routes['/packed.json'] = gives(gzipSync(advisory({ id: 'GHSA-3333-3333-4444' })));
    routes['/in-transit'] = gives(gzipSync(advisory({ id: 'GHSA-4444-3333-4444' })), {
      'content-encoding': 'gzip',
    });
    expect(await add('/latest', '/packed.json', '/in-transit')).toMatchObject({ taken: 3, refused: 0 });
    expect((await documents()).map(({ origin }) => origin).sort()).toEqual([
      `${server.url}/in-transit`,
      `${server.url}/latest!GHSA-2222-3333-4444.json`,
      `${server.url}/packed.json`,
    ]);
  });

  it.each<[string, Route, RegExp]>([
    [
      '401',
      (response) => response.writeHead(401).end(),
      /answers with status 401: it wants to know who asks/,
    ],
    ['404', (response) => response.writeHead(404).end(), /answers with status 404\./],
    ['500', (response) => response.writeHead(500).end('{"id": 1}'), /answers with status 500\./],
    ['no document', gives('<html>Sign in</html>'), /^This is XML or HTML, and only JSON is read\./],
    [
      'too long by its own word',
      (response) => response.writeHead(200, { 'content-length': String(LIMIT + 1) }).write('{"id": 1,'),
      /longer than 200000 bytes/,
    ],
    [
      'too long without a word',
      gives(' '.repeat(LIMIT + 1), { 'transfer-encoding': 'chunked' }),
      /longer than 200000 bytes/,
    ],
    [
      'a bomb of the transport',
      gives(gzipSync(Buffer.alloc(50_000_000, 0x20)), { 'content-encoding': 'gzip' }),
      /longer than 200000 bytes/,
    ],
    ['a bomb of its own', gives(gzipSync(Buffer.alloc(150_000_000, 0x20))), /Unpacked it is more than/],
    [
      'packed in a way nobody asked for',
      gives('x', { 'content-encoding': 'br' }),
      /packed in a way that is not read here/,
    ],
    ['packed, and damaged', gives('{"id": 1}', { 'content-encoding': 'gzip' }), /cannot be unpacked/],
    ['nothing', gives(''), /^It is empty\.$/],
    ['a circle', leads('/tried'), /leads elsewhere once more: 5 redirects are followed at most/],
    [
      'to metadata',
      leads('http://169.254.169.254/latest/meta-data/'),
      /169\.254\.169\.254 is a link-local or cloud metadata address/,
    ],
    ['to metadata in other digits', leads('http://2852039166/'), /link-local or cloud metadata/],
    ['to metadata in IPv6', leads('http://[::ffff:169.254.169.254]/'), /link-local or cloud metadata/],
    ['to a file', leads('file:///etc/passwd'), /file: is not followed/],
    ['to a user and password', leads('http://me:pw-of-mine@127.0.0.1/'), /carries a user name or password/],
    ['to nothing', leads('http://['), /no address/],
  ])('%s is refused with its reason, and the rest is taken', async (_what, route, reason) => {
    routes['/tried'] = route;
    routes['/good'] = gives(GOOD);
    expect(await add('/tried', '/good')).toMatchObject({ taken: 1, refused: 1 });
    expect(await reasons()).toEqual([expect.stringMatching(reason)]);
    expect((await reasons()).join()).not.toContain('pw-of-mine');
    expect(existsSync(join(temp.dir, 'uploads'))).toBe(false);
  });

  it('what breaks off in the middle is refused, counted or in pieces', async () => {
    routes['/counted'] = (response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('{"id":', () => response.destroy());
    };
    routes['/pieces'] = (response) => {
      response.write('{"id":', () => response.destroy());
    };
    expect(await add('/counted', '/pieces')).toMatchObject({ taken: 0, refused: 2 });
    for (const reason of await reasons())
      expect(reason).toMatch(/^127\.0\.0\.1:\d+: it (broke the connection off|sent another length)/);
  });

  it('five redirects are followed, and of the way nothing is kept', async () => {
    for (let n = 1; n < 5; n++) routes[`/${n}`] = leads(`/${n + 1}`);
    routes['/5'] = leads('/end?signature=hidden-in-the-way');
    routes['/end'] = gives(GOOD);
    expect(await add('/1')).toMatchObject({ taken: 1 });
    expect((await documents())[0]?.origin).toBe(`${server.url}/1`);
  });

  it.each<[string, Route, number, RegExp]>([
    ['says nothing at all', () => undefined, 30_000, /it said nothing for 30 s/],
    ['stops in the middle', (response) => void response.write('{"id":'), 30_000, /it said nothing for 30 s/],
  ])('a server that %s is given up', async (_what, route, ms, reason) => {
    const heard = Promise.withResolvers<void>();
    routes['/slow'] = (response, request) => {
      route(response, request);
      heard.resolve();
    };
    const ending = add('/slow');
    await heard.promise;
    temp.clock.advance(ms);
    expect(await ending).toMatchObject({ taken: 0, refused: 1 });
    expect(await reasons()).toEqual([expect.stringMatching(reason)]);
  });

  it('a server that drips for ever is given up in the end', async () => {
    let timer: NodeJS.Timeout | undefined;
    routes['/drips'] = (response) => {
      timer = setInterval(() => {
        response.write(' ');
        temp.clock.advance(20_000);
      }, 5);
    };
    try {
      expect(await add('/drips')).toMatchObject({ refused: 1 });
      expect(await reasons()).toEqual([expect.stringMatching(/not done within 600 s/)]);
    } finally {
      clearInterval(timer);
    }
  });

  it('an import that is cancelled asks no further and leaves nothing', async () => {
    const heard = Promise.withResolvers<void>();
    routes['/slow'] = () => heard.resolve();
    const tasks = new TaskBoard(temp.clock, randomUUID);
    const own = new Evidence({
      ...{ store: temp.store, clock: temp.clock, remote, ids: randomUUID, tasks, onChange: () => undefined },
      uploads: new Uploads(join(temp.dir, 'uploads'), temp.clock),
    });
    const { task, result } = own.add({
      project: PROJECT,
      paths: [],
      urls: [`${server.url}/slow`],
      by: 'test',
    });
    await heard.promise;
    tasks.cancel(task.id);
    await expect(result).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(existsSync(join(temp.dir, 'uploads'))).toBe(false);
  });

  it('is told, listed and kept without what its query holds', async () => {
    routes['/one'] = gives(GOOD);
    routes['/gone'] = (response) => response.writeHead(410).end();
    const query = '?token=hunter2-and-more&X-Amz-Signature=0a1b2c3d4e#also-this';
    const urls = [`${server.url}/one${query}`, `${server.url}/gone${query}`];
    const { task, result } = evidence.add({ project: PROJECT, paths: [], urls, by: 'test' });
    expect(await result).toMatchObject({ taken: 1, refused: 1 });
    const [row] = await evidence.imports(PROJECT);
    const told = JSON.stringify([
      task,
      row,
      await documents(),
      await evidence.refusals(PROJECT, row?.id ?? ''),
    ]);
    expect(told).toContain('/one?token=…&X-Amz-Signature=…');
    expect(told).not.toMatch(/hunter2|0a1b2c3d4e|also-this/);
  });
});

describe('an address', () => {
  it.each([
    ['ftp://a.example/x', /is not followed/],
    ['https://me:secret-of-mine@a.example/x', /carries a user name or password/],
    ['http://169.254.169.254/', /link-local/],
    ['http://[fe80::1]/x', /link-local/],
    ['http://[64:ff9b::a9fe:a9fe]/x', /link-local/],
    ['https://', /names a host/],
    ['not one at all', /names a host/],
  ])('%s is refused before anything is asked', (text, reason) => {
    let message = '';
    try {
      documentUrl(text);
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).toMatch(reason);
    expect(message).not.toContain('secret-of-mine');
  });

  it('is shown with the names of its query alone, each once, and within bounds', () => {
    expect(shownUrl(documentUrl('https://a.example/x/y.json?a=1&b=2&a=3#z'))).toBe(
      'https://a.example/x/y.json?a=…&b=…',
    );
    expect(shownUrl(documentUrl(`https://a.example/${'x/'.repeat(1500)}`)).length).toBeLessThanOrEqual(501);
  });
});
