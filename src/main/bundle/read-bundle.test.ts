// Promise: an archive that our writer cannot have made is refused, with the entry and the reason; nothing in it leads anywhere, and nothing it says of sizes is
// believed before it fits the file.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BundleRefusal, END, NO_BUNDLE, WHOLE } from './bundle-refusal.ts';
import { type ReadOptions, readBundle } from './read-bundle.ts';
import { LONG_NAME, never, SAMPLE_FILES, sampleSources, signWith } from './testing/sample-bundle.ts';
import { END_BLOCKS, entry, header, octal, padded, sumsEntry } from './testing/tar-bytes.ts';
import { writeBundle } from './write-bundle.ts';

let dir: string;
let path: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'festinger-bundle-'));
  path = join(dir, 'hostile.tar');
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Reads all of it. @returns names and contents */
async function readAll(bytes: Uint8Array, options: ReadOptions = {}): Promise<Record<string, string>> {
  writeFileSync(path, bytes);
  const found: Record<string, string> = {};
  for await (const one of readBundle(path, options)) {
    const pieces: Uint8Array[] = [];
    for await (const piece of one.bytes()) pieces.push(piece);
    found[one.name] = Buffer.concat(pieces).toString();
  }
  return found;
}

async function refusalOf(bytes: Uint8Array, options: ReadOptions = {}): Promise<BundleRefusal> {
  const read = readAll(bytes, options);
  await expect(read).rejects.toBeInstanceOf(BundleRefusal);
  return read.then(
    () => expect.unreachable(),
    (error: BundleRefusal) => error,
  );
}

const SUMS = sumsEntry({ a: 'x' });
const A = entry('a', 'x');
/** What lies between the list and the end. */
const around = (...parts: Uint8Array[]): Buffer => Buffer.concat([SUMS, ...parts, END_BLOCKS]);

it('made by hand as our writer makes it, it is read: what follows is refused for what it says', async () => {
  expect(await readAll(around(A))).toEqual({ SHA256SUMS: expect.any(String), a: 'x' });
});

describe('an entry', () => {
  it.each<[string, string, RegExp, Uint8Array[]]>([
    ['symbolic link', 'a', /symbolic link/, [header({ name: 'a', kind: '2', link: '/etc/passwd' })]],
    ['hard link', 'a', /hard link/, [header({ name: 'a', kind: '1', link: 'SHA256SUMS' })]],
    ['device', 'a', /a device/, [header({ name: 'a', kind: '3' })]],
    ['block device', 'a', /a device/, [header({ name: 'a', kind: '4' })]],
    ['pipe', 'a', /a pipe/, [header({ name: 'a', kind: '6' })]],
    ['folder', 'a/', /a folder/, [header({ name: 'a/', kind: '5' })]],
    ['folder with the sign of a file', 'a/', /that of a folder/, [header({ name: 'a/' })]],
    ['contiguous file', 'a', /contiguous/, [entry('a', 'x', { kind: '7' })]],
    ['file of an old tar', 'a', /old tar/, [entry('a', 'x', { kind: '\0' })]],
    ['pax header', 'PaxHeader', /pax/, [entry('PaxHeader', '18 path=../../evil\n', { kind: 'x' }), A]],
    ['global pax header', 'PaxHeader', /pax/, [entry('PaxHeader', '16 size=9999999\n', { kind: 'g' }), A]],
    [
      'long name of GNU',
      '././@LongLink',
      /long name/,
      [entry('././@LongLink', `${'a'.repeat(200)}\0`, { kind: 'L' }), A],
    ],
    ['long link of GNU', '././@LongLink', /long name/, [entry('././@LongLink', 'a\0', { kind: 'K' }), A]],
    ['sparse file', 'a', /sparse/, [entry('a', 'x', { kind: 'S' })]],
    ['kind nobody knows', 'a', /nobody knows/, [entry('a', 'x', { kind: '\xff' })]],
    ['absolute name', '/etc/a', /is absolute/, [entry('/etc/a', 'x')]],
    ['name that leads out', 'a/../../b', /"\.\." as a part/, [entry('a/../../b', 'x')]],
    ['prefix that leads out', '../a', /another way/, [entry('a', 'x', { prefix: '..' })]],
    ['name with control characters', 'a?[31mb', /other characters/, [entry('a\x1b[31mb', 'x')]],
    ['name with bytes beyond ASCII', '??', /other characters/, [entry('\xc3\xa4', 'x')]],
    ['empty name', '', /is empty/, [entry('', 'x')]],
    ['device of Windows', 'NUL', /device on Windows/, [entry('NUL', 'x')]],
    ['name twice', 'a', /twice/, [A, A]],
    ['name twice, but for its case', 'B', /twice/, [entry('b', ''), entry('B', '')]],
    ['file that is a folder', 'a/b', /folder that is a file/, [A, entry('a/b', '')]],
    ['name out of order', 'a', /out of order/, [entry('b', ''), A]],
    ['file behind a signature', 'a', /out of order/, [entry('signatures/b', ''), A]],
    ['second list', 'SHA256SUMS', /twice/, [SUMS]],
    [
      'size in base 256',
      'a',
      /octal/,
      [header({ name: 'a', size: `\x80${'\0'.repeat(10)}\x01` }), padded('x')],
    ],
    ['negative size', 'a', /octal/, [header({ name: 'a', size: '\xff'.repeat(12) })]],
    ['size with a sign', 'a', /octal/, [header({ name: 'a', size: '-0000000001 ' })]],
    ['size that ends with a zero', 'a', /octal/, [header({ name: 'a', size: '00000000001\0' }), padded('x')]],
    ['size with blanks in front', 'a', /octal/, [header({ name: 'a', size: '          1 ' }), padded('x')]],
    ['size without digits', 'a', /octal/, [header({ name: 'a', size: '\0'.repeat(12) })]],
    ['size beyond the file', 'a', /cut off/, [header({ name: 'a', size: octal(99_999) }), padded('x')]],
    ['size that takes the end in', 'a', /cut off/, [header({ name: 'a', size: octal(1500) }), padded('x')]],
    ['other permissions', 'a', /permissions/, [entry('a', 'x', { mode: '000755 ' })]],
    ['owner', 'a', /another owner/, [entry('a', 'x', { uid: '000001 ' })]],
    ['name of an owner', 'a', /name of an owner/, [entry('a', 'x', { owner: 'root' })]],
    ['time', 'a', /another time/, [entry('a', 'x', { mtime: octal(1) })]],
    ['target of a link on a file', 'a', /target of a link/, [entry('a', 'x', { link: 'b' })]],
    ['format of GNU', 'a', /another format/, [entry('a', 'x', { magic: 'ustar  \0' })]],
    ['no format at all', 'a', /another format/, [entry('a', 'x', { magic: '' })]],
    ['bytes behind the last field', 'a', /another end/, [entry('a', 'x', { end: 'x' })]],
    ['name with bytes behind its end', 'a', /another way/, [entry('a\0hidden', 'x')]],
    ['short name in two fields', 'b/a', /another way/, [entry('a', 'x', { prefix: 'b' })]],
    ['wrong checksum', 'a', /checksum/, [entry('a', 'x', { checksum: '000001 \0' }), A]],
    ['checksum without digits', 'a', /checksum/, [entry('a', 'x', { checksum: '' }), A]],
    [
      'checksum as GNU writes it',
      'a',
      /checksum/,
      [
        entry('a', 'x', {
          checksum: `${header({ name: 'a', size: octal(1) })
            .subarray(148, 154)
            .toString()}\0 `,
        }),
      ],
    ],
    [
      'last block that is not filled with zeros',
      'a',
      /fills its last block/,
      [Buffer.concat([A.subarray(0, 1023), Buffer.from('!')])],
    ],
  ])('that is a %s is refused', async (_, file, reason, parts) => {
    expect(await refusalOf(around(...parts))).toMatchObject({
      code: 'INVALID_INPUT',
      file,
      reason: expect.stringMatching(reason),
    });
  });
});

/** With a bit of one byte turned. */
function damaged(bytes: Uint8Array, at: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ 128;
  return changed;
}

describe('an archive', () => {
  const whole = () => around(A);
  it.each<[string, string, RegExp, () => Uint8Array]>([
    ['empty', NO_BUNDLE, /is empty/, () => Buffer.alloc(0)],
    ['zeros alone', WHOLE, /nothing in it/, () => END_BLOCKS],
    ['text', NO_BUNDLE, /^It is text\. A bundle is the \.tar/, () => Buffer.from('{"a":1}\n'.repeat(900))],
    ['text in other letters', NO_BUNDLE, /^It is text/, () => Buffer.from('Bündel für «Döbby»\n')],
    ['one byte', NO_BUNDLE, /^It is text/, () => Buffer.from('x')],
    ['one byte of nothing', NO_BUNDLE, /^It is no tar/, () => Buffer.from([7])],
    ['anything else', NO_BUNDLE, /^It is no tar/, () => Buffer.alloc(9000, 7)],
    [
      'the public key',
      NO_BUNDLE,
      /give it as the key, beside the bundle/,
      () => Buffer.from('-----BEGIN PUBLIC KEY-----\n'),
    ],
    ['a database', NO_BUNDLE, /It is a database/, () => padded('SQLite format 3\0')],
    ['cut in its first name', END, /cut off/, () => Buffer.from('SHA25')],
    ['cut in its first header', END, /cut off/, () => SUMS.subarray(0, 400)],
    ['damaged where its name stands', '?HA256SUMS', /checksum/, () => damaged(whole(), 0)],
    ['damaged where its format stands', 'SHA256SUMS', /checksum/, () => damaged(whole(), 257)],
    [
      'of another tar without a format',
      'old',
      /old tar.*Another program made this tar/,
      () => Buffer.concat([entry('old', 'x', { kind: '\0', magic: '' }), END_BLOCKS]),
    ],
    ['without its list', 'a', /SHA256SUMS has to be/, () => Buffer.concat([A, END_BLOCKS])],
    ['without an end', 'a', /cut off/, () => Buffer.concat([SUMS, A])],
    ['with half an end', 'a', /cut off/, () => Buffer.concat([SUMS, A, Buffer.alloc(512)])],
    [
      'with bytes behind its end',
      END,
      /1 bytes stand behind/,
      () => Buffer.concat([whole(), Buffer.from([0])]),
    ],
    [
      'padded to a record, as tar does',
      END,
      /7168 bytes stand behind/,
      () => Buffer.concat([whole(), Buffer.alloc(7168)]),
    ],
    ['followed by another', END, /not empty/, () => Buffer.concat([whole().subarray(0, -512), whole()])],
    [
      'followed by another behind its end',
      END,
      /bytes stand behind/,
      () => Buffer.concat([whole(), whole()]),
    ],
    [
      'with an end that is not empty',
      END,
      /not empty/,
      () => Buffer.concat([SUMS, A, Buffer.alloc(1024, 1)]),
    ],
    ['packed with gzip', NO_BUNDLE, /gunzip unpacks it.*Unpack it first/, () => gzipSync(whole())],
    ['packed with zstd', NO_BUNDLE, /unzstd unpacks it/, () => zstdCompressSync(whole())],
    ['zip', NO_BUNDLE, /unzip unpacks it/, () => Buffer.from('PK\x03\x04 and so on')],
  ])('that is %s is refused', async (_, file, reason, bytes) => {
    expect(await refusalOf(bytes())).toMatchObject({ file, reason: expect.stringMatching(reason) });
  });

  it('that is no file, or not there, is said to be so, and nobody waits for a pipe', async () => {
    const read = (name: string) => readBundle(join(dir, name)).next();
    mkdirSync(join(dir, 'folder'));
    execFileSync('mkfifo', [join(dir, 'pipe')]);
    await expect(read('pipe')).rejects.toMatchObject({ file: NO_BUNDLE, reason: 'It is no file.' });
    await expect(read('folder')).rejects.toMatchObject({
      ...{ file: NO_BUNDLE, reason: expect.stringMatching(/^It is a folder/) },
    });
    await expect(read('gone')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('of other makers is refused: what tar makes of the same files', async () => {
    writeFileSync(join(dir, 'SHA256SUMS'), 'x');
    execFileSync('tar', ['-C', dir, '-cf', path, 'SHA256SUMS']);
    expect(await refusalOf(readFileSync(path))).toMatchObject({
      file: 'SHA256SUMS',
      reason: expect.stringMatching(/^Its header.*unpacked and packed again/),
    });
  });
});

describe('bounds', () => {
  it.each([
    ['entries', { entries: 1 }, /one too many/],
    ['bytes of one file', { entryBytes: 67 }, /68 bytes, and 67 are read of one file/],
    ['bytes of all', { totalBytes: 68 }, /68 bytes are read in all/],
  ])('of %s are kept', async (_, limits, reason) => {
    expect(await refusalOf(around(A), { limits })).toMatchObject({ reason: expect.stringMatching(reason) });
    await readAll(around(A), { limits: { entries: 2, entryBytes: 68, totalBytes: 69 } });
  });

  it('eight gigabytes that are not there are refused before one byte of them is read', async () => {
    expect(await refusalOf(around(header({ name: 'a', size: '77777777777 ' })))).toMatchObject({
      reason: expect.stringMatching(/cut off/),
    });
  });
});

describe('a bundle of ours', () => {
  it('gives its entries in order, with their bytes, or without when nobody reads them', async () => {
    const file = join(dir, 'ours.tar');
    await writeBundle({ path: file, sources: sampleSources(), sign: signWith() }, never());
    const names: string[] = [];
    for await (const { name } of readBundle(file)) names.push(name);
    expect(names).toEqual(['SHA256SUMS', ...SAMPLE_FILES, 'signatures/key-of-ones.dsse.json']);
    expect((await readAll(readFileSync(file)))[LONG_NAME]).toBe('{}');
  });

  it('that changes between being verified and being read is refused', async () => {
    const sums = new Map([['a', '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881']]);
    expect(await readAll(around(A), { sums })).toMatchObject({ a: 'x' });
    const changed = /changed since it was verified/;
    expect(await refusalOf(around(entry('a', 'y')), { sums })).toMatchObject({
      file: 'a',
      reason: expect.stringMatching(changed),
    });
    expect(await refusalOf(around(entry('b', 'x')), { sums })).toMatchObject({ file: 'b' });
    expect(await refusalOf(around(), { sums })).toMatchObject({ file: WHOLE });
  });

  it('that is cut while it is read ends with a refusal, not in silence', async () => {
    const big = 'x'.repeat(2_000_000);
    writeFileSync(path, around(entry('a', big)));
    const read = (async () => {
      for await (const one of readBundle(path))
        for await (const _ of one.bytes()) truncateSync(path, 600_000);
    })();
    await expect(read).rejects.toMatchObject({ file: 'a', reason: expect.stringMatching(/cut off/) });
  });

  it('stops when it is told to, with what it was told', async () => {
    const abort = new AbortController();
    const read = (async () => {
      for await (const _ of readBundle(path, { signal: abort.signal })) abort.abort(new Error('No more.'));
    })();
    await expect(read).rejects.toThrow('No more.');
  });
});
