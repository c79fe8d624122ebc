// Promise: the console goes out as the build compressed it to those who take that, and as it is to everybody else: the same bytes in the end, under a
// name of its own in caches, and never kept for the wrong one.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { precompress } from '../../../scripts/precompress.ts';
import { startTestCore, type TestCore } from '../core/testing/start-test-core.ts';

const SCRIPT = `console.log(${JSON.stringify('which of the two holds? '.repeat(400))});\n`;
const PAGE = `<!doctype html><title>console</title>${'<p>one and the same paragraph</p>'.repeat(100)}`;
const NOISE = Buffer.from(Array.from({ length: 3000 }, (_, n) => (n * 7919) % 251));

let core: TestCore;
const rendererDir = mkdtempSync(join(tmpdir(), 'festinger-compressed-'));
beforeAll(async () => {
  mkdirSync(join(rendererDir, 'assets'));
  writeFileSync(join(rendererDir, 'index.html'), PAGE);
  writeFileSync(join(rendererDir, 'assets', 'screen-abc.js'), SCRIPT);
  writeFileSync(join(rendererDir, 'assets', 'tiny-abc.js'), 'export {};');
  writeFileSync(join(rendererDir, 'assets', 'inter.woff2'), NOISE);
  await precompress(rendererDir);
  core = await startTestCore({ rendererDir });
});
afterAll(async () => {
  await core[Symbol.asyncDispose]();
  rmSync(rendererDir, { recursive: true });
});

/** The bytes as they went over the wire: fetch would undo what was done to them. */
async function get(path: string, accept: string | null, more: Record<string, string> = {}) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(`${core.core.consoleUrl}/console/${path}`, {
      headers: {
        authorization: `Bearer ${core.core.token}`,
        ...(accept === null ? {} : { 'accept-encoding': accept }),
        ...more,
      },
    })
      .on('response', resolve)
      .on('error', reject)
      .end();
  });
  const { headers, statusCode } = response;
  return {
    status: statusCode,
    body: await buffer(response),
    encoding: headers['content-encoding'],
    type: headers['content-type'],
    length: Number(headers['content-length']),
    etag: headers.etag,
    vary: headers.vary,
    cache: headers['cache-control'],
  };
}

const SCRIPT_TYPE = expect.stringMatching(/^(text|application)\/javascript; charset=utf-8$/i) as string;

it.each([
  ['what browsers send', 'gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['brotli alone', 'br', 'br', brotliDecompressSync],
  ['what proxies and old ones send', 'gzip', 'gzip', gunzipSync],
  ['brotli refused', 'br;q=0, gzip', 'gzip', gunzipSync],
] as const)('compressed for %s', async (_, accept, encoding, undo) => {
  const asset = await get('assets/screen-abc.js', accept);
  expect(asset).toMatchObject({ status: 200, encoding, type: SCRIPT_TYPE });
  expect(asset.vary).toMatch(/accept-encoding/i);
  expect(asset.cache).toBe('public, max-age=31536000, immutable');
  expect(asset.length).toBe(asset.body.length);
  expect(asset.length).toBeLessThan(SCRIPT.length / 4);
  expect(undo(asset.body).toString()).toBe(SCRIPT);
  for (const page of ['', 'index.html']) {
    const start = await get(page, accept);
    expect(start).toMatchObject({ encoding, type: expect.stringMatching(/^text\/html; charset=utf-8$/i) });
    expect(start.cache).toBe('no-cache');
    expect(undo(start.body).toString()).toBe(PAGE);
  }
});

it.each([
  ['nothing said', null],
  ['identity', 'identity'],
  ['both refused', 'br;q=0, gzip;q=0'],
  ['something else', 'zstd'],
] as const)('as it is for %s', async (_, accept) => {
  const asset = await get('assets/screen-abc.js', accept);
  expect(asset).toMatchObject({ status: 200, encoding: undefined, type: SCRIPT_TYPE });
  expect(asset.vary, 'a cache keeps it for these alone').toMatch(/accept-encoding/i);
  expect(asset.body.toString()).toBe(SCRIPT);
});

it('what is small or compressed already goes out as it is, to everybody', async () => {
  expect(await get('assets/tiny-abc.js', 'br')).toMatchObject({
    status: 200,
    encoding: undefined,
    length: 10,
  });
  const font = await get('assets/inter.woff2', 'br');
  expect(font).toMatchObject({ encoding: undefined, type: 'font/woff2' });
  expect(font.body.equals(NOISE)).toBe(true);
});

it('each form is known again by its own tag, and by no other', async () => {
  const [plain, small] = [await get('', null), await get('', 'br')];
  expect(plain.etag).toBeDefined();
  expect(small.etag).toBeDefined();
  expect(small.etag).not.toBe(plain.etag);
  const again = (accept: string | null, tag = '') => get('', accept, { 'if-none-match': tag });
  expect(await again(null, plain.etag)).toMatchObject({ status: 304, length: Number.NaN });
  expect(await again('br', small.etag)).toMatchObject({ status: 304 });
  expect(await again('br', plain.etag)).toMatchObject({ status: 200, encoding: 'br' });
  expect(await again(null, small.etag)).toMatchObject({ status: 200, encoding: undefined });
});

it('nobody gets a compressed page without being let in', async () => {
  const asset = await get('assets/screen-abc.js', 'br', { authorization: 'Bearer nobody' });
  expect(asset).toMatchObject({ status: 401, encoding: undefined });
});
