// Promise: whatever byte of a signed bundle is changed, left out or added, it is found, and the file is named that the byte lies in; a changed list is never taken
// for changed files; and without a key nothing is said about who made it.
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chance, isLong } from '../../shared/testing/campaign.ts';
import { END } from './bundle-refusal.ts';
import { readBundle } from './read-bundle.ts';
import type { SignStatement } from './signing.ts';
import {
  never,
  SAMPLE_FILES,
  sampleSources,
  sha256Of,
  signWith,
  verifyEnvelope,
} from './testing/sample-bundle.ts';
import { END_BLOCKS, entry, sumsEntry } from './testing/tar-bytes.ts';
import { verifyBundle } from './verify-bundle.ts';
import { writeBundle } from './write-bundle.ts';

let dir: string;
let path: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'festinger-verify-'));
  path = join(dir, 'a.tar');
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const write = (sign: SignStatement = signWith()) =>
  writeBundle({ path, sources: sampleSources(), sign, overwrite: true }, never());
const verified = () => verifyBundle(path, { verifyEnvelope });
const SIGNATURE = 'signatures/key-of-ones.dsse.json';

describe('a bundle as it was written', () => {
  beforeEach(async () => void (await write()));

  it('verifies, with who signed it and how much there is', async () => {
    const result = await verified();
    expect(result).toMatchObject({
      ok: true,
      files: 4,
      bytes: expect.any(Number),
      signedBy: ['key-of-ones'],
    });
    expect(result.ok && [...result.sums.keys()]).toEqual(SAMPLE_FILES);
  });

  it('without a key is compared with its own list, and nobody is said to have signed it', async () => {
    expect(await verifyBundle(path)).toMatchObject({ ok: true, signedBy: null });
  });
});

/** Where each byte of the sample lies, from sizes alone: in a header's name, or elsewhere in a file. */
async function places(): Promise<{ file: string; isHeadersName: boolean }[]> {
  const all: { file: string; isHeadersName: boolean }[] = [];
  for await (const { name, size } of readBundle(path)) {
    const bytes = 512 + Math.ceil(size / 512) * 512;
    for (let i = 0; i < bytes; i++) all.push({ file: name, isHeadersName: i < 100 || (i >= 345 && i < 500) });
  }
  for (let i = 0; i < 1024; i++) all.push({ file: END, isHeadersName: false });
  return all;
}

describe('one change', () => {
  let whole: Buffer;
  beforeAll(async () => {
    await write();
    whole = readFileSync(path);
  });
  beforeEach(() => writeFileSync(path, whole));

  it('of any byte is found, and names the file it lies in', { timeout: 600_000 }, async () => {
    const all = await places();
    expect(all.length).toBe(whole.length);
    const file = openSync(path, 'r+');
    const random = chance('flips');
    const wrong: unknown[] = [];
    for (const [at, place] of all.entries()) {
      const flips = isLong ? [1, 2, 4, 8, 16, 32, 64, 128, 255] : [1 + Math.floor(random() * 255)];
      for (const flip of flips) {
        writeSync(file, Buffer.from([(whole[at] ?? 0) ^ flip]), 0, 1, at);
        const result = await verified();
        // A signature is named by itself alone; where its name is what was changed, the folder is right.
        const named = !result.ok && result.file;
        const isRight =
          place.file === SIGNATURE && place.isHeadersName
            ? String(named).startsWith('signatures/')
            : named === place.file;
        if (!isRight) wrong.push({ at, flip, place, result });
      }
      writeSync(file, whole.subarray(at, at + 1), 0, 1, at);
    }
    expect(wrong).toEqual([]);
    expect(await verified()).toMatchObject({ ok: true });
  });

  it('of length is found: cut at any block and around it, a byte more or less anywhere', async () => {
    const wrong: unknown[] = [];
    const random = chance('lengths');
    const refused = async (bytes: Uint8Array, what: unknown) => {
      writeFileSync(path, bytes);
      if ((await verified()).ok) wrong.push(what);
    };
    for (let at = 0; at < whole.length; at += 512) {
      for (const length of [at, at + 1, at + 511]) await refused(whole.subarray(0, length), { length });
      const place = at + Math.floor(random() * 512);
      await refused(Buffer.concat([whole.subarray(0, place), whole.subarray(place + 1)]), { without: place });
      await refused(Buffer.concat([whole.subarray(0, place), Buffer.from([0]), whole.subarray(place)]), {
        more: place,
      });
      await refused(Buffer.concat([whole.subarray(0, at), whole.subarray(at + 512)]), { withoutBlock: at });
      await refused(
        Buffer.concat([whole.subarray(0, at), whole.subarray(at, at + 512), whole.subarray(at)]),
        { twice: at },
      );
    }
    expect(wrong).toEqual([]);
  });
});

/** A bundle made by hand, signed or not. */
const made = (sums: Record<string, string>, files: Record<string, string>, signature?: string) =>
  writeFileSync(
    path,
    Buffer.concat([
      sumsEntry(sums),
      ...Object.entries(files).map(([name, data]) => entry(name, data)),
      ...(signature === undefined ? [] : [entry('signatures/key.dsse.json', signature)]),
      END_BLOCKS,
    ]),
  );

describe('the first file that fails is named', () => {
  const listed = { a: '1', b: '2', c: '3' };
  it.each<[string, Record<string, string>, { file: string; reason: string }]>([
    [
      'another content',
      { ...listed, b: 'x', c: 'y' },
      { file: 'b', reason: 'It is not what SHA256SUMS says it is.' },
    ],
    [
      'a file less, and another content behind it',
      { a: '1', c: 'y' },
      { file: 'b', reason: 'SHA256SUMS lists it, and it is not there.' },
    ],
    ['the last less', { a: '1', b: '2' }, { file: 'c', reason: 'SHA256SUMS lists it, and it is not there.' }],
    ['all of them less', {}, { file: 'a', reason: 'SHA256SUMS lists it, and it is not there.' }],
    [
      'a file more',
      { a: '1', aa: '', b: '2', c: '3' },
      { file: 'aa', reason: 'SHA256SUMS does not list it.' },
    ],
    ['a file more at the end', { ...listed, d: '' }, { file: 'd', reason: 'SHA256SUMS does not list it.' }],
    [
      'another name',
      { a: '1', bb: '2', c: '3' },
      { file: 'b', reason: 'SHA256SUMS lists it, and it is not there.' },
    ],
  ])('with %s', async (_, files, failure) => {
    made(listed, files);
    expect(await verifyBundle(path)).toEqual({ ok: false, ...failure });
  });

  it('also where the archive cannot be read any further behind it', async () => {
    writeFileSync(
      path,
      Buffer.concat([
        sumsEntry(listed),
        entry('a', 'x'),
        entry('b', '2', { checksum: '' }),
        entry('c', '3'),
        END_BLOCKS,
      ]),
    );
    expect(await verifyBundle(path)).toMatchObject({ ok: false, file: 'a' });
  });

  it('where a header cannot be believed, the list says what stands there', async () => {
    writeFileSync(
      path,
      Buffer.concat([
        sumsEntry(listed),
        entry('a', '1'),
        entry('q', '2', { checksum: '' }),
        entry('c', '3'),
        END_BLOCKS,
      ]),
    );
    expect(await verifyBundle(path)).toMatchObject({
      ok: false,
      file: 'b',
      reason: expect.stringMatching(/checksum/),
    });
  });
});

describe('signatures', () => {
  it('none, where a key is given, is a failure', async () => {
    await write(async () => []);
    expect(await verified()).toEqual({ ok: false, file: 'signatures/', reason: 'It is not signed.' });
  });

  it.each<[string, SignStatement, object]>([
    [
      'no list',
      signWith('k', (all) => all.slice(1)),
      { file: 'signatures/k', reason: 'It signs no SHA256SUMS.' },
    ],
    [
      'another list',
      signWith('k', () => [{ name: 'SHA256SUMS', sha256: sha256Of('') }]),
      { file: 'SHA256SUMS', reason: 'It is not what was signed (signatures/k).' },
    ],
    [
      'another file',
      signWith('k', (all) => [...all, { name: 'summary.md', sha256: sha256Of('') }]),
      { file: 'signatures/k', reason: 'It signs another summary.md than SHA256SUMS lists.' },
    ],
    [
      'a file that is not there',
      signWith('k', (all) => [...all, { name: 'x', sha256: sha256Of('') }]),
      { file: 'signatures/k' },
    ],
    [
      'nothing that can be read',
      async () => [{ file: 'k', text: '{}' }],
      { file: 'signatures/k', reason: 'It is no envelope.' },
    ],
    [
      'one that is right and one that is not',
      async (all) => [...(await signWith('a')(all)), { file: 'b', text: '' }],
      { file: 'signatures/b', reason: 'It is no envelope.' },
    ],
  ])('over %s are a failure', async (_, sign, failure) => {
    await write(sign);
    expect(await verified()).toMatchObject({ ok: false, ...failure });
  });

  it('over the list alone hold for everything', async () => {
    await write(signWith('k', (all) => all.slice(0, 1)));
    expect(await verified()).toMatchObject({ ok: true, signedBy: ['key-of-ones'] });
  });

  it('over another list than the one that is there: the list is named, not the files it no longer fits', async () => {
    let text = '';
    await write(async (all) => {
      const signed = await signWith('k')(all);
      text = signed[0]?.text ?? '';
      return signed;
    });
    made({ 'summary.md': 'new' }, { 'summary.md': 'old' }, text);
    expect(await verified()).toMatchObject({ ok: false, file: 'SHA256SUMS' });
  });

  it('are no more than a few, and are text', async () => {
    const files = Array.from({ length: 17 }, (_, n) =>
      entry(`signatures/s${String.fromCodePoint(97 + n)}`, '{}'),
    );
    writeFileSync(path, Buffer.concat([sumsEntry({ a: '1' }), entry('a', '1'), ...files, END_BLOCKS]));
    expect(await verifyBundle(path)).toMatchObject({
      ok: false,
      file: 'signatures/sq',
      reason: expect.stringMatching(/one too many/),
    });
    const bytes = Buffer.concat([
      sumsEntry({ a: '1' }),
      entry('a', '1'),
      entry('signatures/k', '??'),
      END_BLOCKS,
    ]);
    bytes.write('\xff\xff', bytes.indexOf('??'), 'latin1');
    writeFileSync(path, bytes);
    expect(await verified()).toMatchObject({ ok: false, file: 'signatures/k', reason: 'It is no text.' });
  });
});

it.each([
  ['a list of nothing', '', 'It lists no file.'],
  ['a list that is none', 'hello\n', 'Line 1 is not a hash in small letters, two blanks and a name.'],
])('%s is named itself', async (_, text, reason) => {
  writeFileSync(path, Buffer.concat([entry('SHA256SUMS', text), END_BLOCKS]));
  expect(await verifyBundle(path)).toEqual({ ok: false, file: 'SHA256SUMS', reason });
});

it('what the disk says is an error, and no verdict on the bundle', async () => {
  await expect(verifyBundle(join(dir, 'gone.tar'))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});
