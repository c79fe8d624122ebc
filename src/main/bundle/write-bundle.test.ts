// Promise: the same files make the same bytes, in whatever order they are given; whoever has `tar` and `sha256sum` can look into a bundle and check it; and under
// its name there is a whole bundle or what was there before.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extract } from 'tar-stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../shared/model/envelope.ts';
import { chance, fc, runs } from '../../shared/testing/campaign.ts';
import { BundleNames, isReserved, nameFault } from './entry-name.ts';
import { readBundle } from './read-bundle.ts';
import {
  LONG_NAME,
  never,
  SAMPLE_FILES,
  sampleSources,
  sha256Of,
  signWith,
  sourceOf,
  verifyEnvelope,
} from './testing/sample-bundle.ts';
import { END_BLOCKS, entry, sumsEntry } from './testing/tar-bytes.ts';
import { verifyBundle } from './verify-bundle.ts';
import { type BundleSource, writeBundle } from './write-bundle.ts';

let dir: string;
let path: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'festinger-bundle-'));
  path = join(dir, 'a.tar');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const write = async (sources: readonly BundleSource[], more: object = {}) => {
  await writeBundle({ path, sources, overwrite: true, ...more }, never());
  return readFileSync(path);
};

/** Of the sample, signed. A change here is a change of the format: bundles that are about are no longer what we would write. */
const GOLDEN = '8f416e78e7b06f03719cc780a05a824a2317695ffda635cd88d8abfa8a9ad5bf';

describe('the same files', () => {
  it('make these very bytes', async () => {
    const bytes = await write(sampleSources(), { sign: signWith() });
    expect(sha256Of(bytes)).toBe(GOLDEN);
  });

  it('make the bytes that are made by hand of the same files', async () => {
    const files = { a: 'x', [LONG_NAME]: '{}', 'summary.md': 'y'.repeat(512) };
    const bytes = await write(Object.entries(files).map(([name, data]) => sourceOf(name, data)));
    const behind = LONG_NAME.indexOf('/decisions/');
    const byHand = [
      ...[
        sumsEntry(files),
        entry('a', 'x'),
        entry(LONG_NAME.slice(behind + 1), '{}', { prefix: LONG_NAME.slice(0, behind) }),
      ],
      ...[entry('summary.md', 'y'.repeat(512)), END_BLOCKS],
    ];
    expect(bytes.equals(Buffer.concat(byHand))).toBe(true);
  });

  it('make the same bytes in any order, with their sizes said or not, in pieces or whole', async () => {
    const random = chance('orders');
    const contents = new Map(SAMPLE_FILES.map((name, n) => [name, Buffer.alloc(n * 700, n)]));
    const pieces = (bytes: Buffer, step: number) =>
      async function* () {
        for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step);
      };
    const first = await write([...contents].map(([name, bytes]) => sourceOf(name, bytes)));
    for (let i = 0; i < 12; i++) {
      const shuffled = [...contents]
        .map(([name, bytes]) => ({ name, bytes, at: random() }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ name, bytes }) => ({
          ...{ name, open: pieces(bytes, 1 + Math.floor(random() * 900)) },
          ...(random() < 0.5 && { size: bytes.length }),
        }));
      expect((await write(shuffled)).equals(first)).toBe(true);
    }
  });

  it('make the same bytes in another place of the world, in a process of its own', () => {
    const program = `
      const { sampleSources, signWith, never } = await import(${JSON.stringify(new URL('testing/sample-bundle.ts', import.meta.url).href)});
      const { writeBundle } = await import(${JSON.stringify(new URL('write-bundle.ts', import.meta.url).href)});
      await writeBundle({ path: process.argv[1], sources: sampleSources().reverse(), sign: signWith() }, never());`;
    for (const [n, env] of [
      { TZ: 'Pacific/Kiritimati', LC_ALL: 'tr_TR.UTF-8' },
      { TZ: 'America/St_Johns', LC_ALL: 'C' },
    ].entries()) {
      const file = join(dir, `${n}.tar`);
      execFileSync(process.execPath, ['--input-type=module', '-e', program, file], {
        env: { ...process.env, ...env },
      });
      expect(sha256Of(readFileSync(file))).toBe(GOLDEN);
    }
  });

  it('of more than is held in memory make the same bytes, with their size said or not', async () => {
    const chunk = Buffer.alloc(300_000, 7);
    const big = async function* () {
      for (let i = 0; i < 9; i++) yield chunk;
    };
    const sources = (size?: number) => [
      { name: 'big', open: big, ...(size !== undefined && { size }) },
      sourceOf('small', 'x'),
      { name: 'too', open: big, ...(size !== undefined && { size }) },
    ];
    expect((await write(sources())).equals(await write(sources(2_700_000)))).toBe(true);
    expect(await verifyBundle(path)).toMatchObject({ ok: true, files: 3, bytes: 5_400_001 });
    expect(readdirSync(dir)).toEqual(['a.tar']);
  });
});

describe('what is written', () => {
  it('is what was given, whoever reads it: our reader, and another', async () => {
    const segment = fc.stringMatching(/^[A-Za-z0-9._-]{1,60}$/);
    const name = fc
      .array(segment, { minLength: 1, maxLength: 4 })
      .map((segments) => segments.join('/'))
      .filter((one) => nameFault(one) === null && !isReserved(one));
    const files = fc
      .array(fc.tuple(name, fc.uint8Array({ maxLength: 1600 })), { minLength: 1, maxLength: 9 })
      .map((all) => {
        const names = new BundleNames();
        return all.filter(([one]) => names.add(one) === null);
      });
    await fc.assert(
      fc.asyncProperty(files, async (all) => {
        await write(
          all.map(([one, bytes]) => sourceOf(one, bytes)),
          { sign: signWith() },
        );
        expect(await verifyBundle(path, { verifyEnvelope })).toMatchObject({ ok: true, files: all.length });
        const given = all
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([one, bytes]) => [one, Buffer.from(bytes).toString('hex')]);
        expect((await ours()).slice(1, -1)).toEqual(given);
        expect((await theirs()).slice(1, -1)).toEqual(given);
      }),
      { numRuns: runs(300) },
    );
  });

  async function ours(): Promise<[string, string][]> {
    const found: [string, string][] = [];
    for await (const { name, bytes } of readBundle(path)) {
      const pieces: Uint8Array[] = [];
      for await (const piece of bytes()) pieces.push(piece);
      found.push([name, Buffer.concat(pieces).toString('hex')]);
    }
    return found;
  }

  async function theirs(): Promise<[string, string][]> {
    const found: [string, string][] = [];
    const reader = extract();
    reader.on('entry', (header, stream, next) => {
      const pieces: Buffer[] = [];
      stream.on('data', (piece) => pieces.push(piece as Buffer));
      stream.on('end', () => {
        found.push([header.name, Buffer.concat(pieces).toString('hex')]);
        next();
      });
    });
    for await (const piece of createReadStream(path)) reader.write(piece);
    const ended = new Promise<void>((resolve) => reader.on('finish', () => resolve()));
    reader.end(null);
    await ended;
    return found;
  }

  const has = (program: string) => spawnSync(program, ['--version']).status === 0;

  it.skipIf(!has('tar') || !has('sha256sum'))('unpacks with tar and checks with sha256sum', async () => {
    await write(sampleSources(), { sign: signWith() });
    const out = join(dir, 'out');
    mkdirSync(out);
    execFileSync('tar', ['-C', out, '-xf', path]);
    const said = execFileSync('sha256sum', ['--strict', '-c', 'SHA256SUMS'], { cwd: out, encoding: 'utf8' });
    expect(said).toBe(SAMPLE_FILES.map((name) => `${name}: OK\n`).join(''));
    expect(readFileSync(join(out, LONG_NAME), 'utf8')).toBe('{}');
    const listed = execFileSync('tar', ['--utc', '--numeric-owner', '-tvf', path], { encoding: 'utf8' })
      .trim()
      .split('\n');
    for (const line of listed) expect(line).toMatch(/^-rw-r--r-- 0\/0 +\d+ 1970-01-01 00:00 /);
  });
});

describe('what is refused before anything is written', () => {
  it.each<[string, BundleSource[], RegExp]>([
    ['no files', [], /no files is none/],
    ['a name that leads out', [sourceOf('../a', '')], /"\.\.\/a" cannot be in a bundle/],
    ['a name twice', [sourceOf('a', ''), sourceOf('A', '')], /twice/],
    ['a file that is a folder', [sourceOf('a/b', ''), sourceOf('a', '')], /folder/],
    ['the name of the list', [sourceOf('sha256sums', '')], /kept for what attests/],
    ['the folder of the signatures', [sourceOf('signatures/a', '')], /kept for what attests/],
  ])('%s', async (_, sources, message) => {
    await expect(write(sources)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringMatching(message),
    });
    expect(readdirSync(dir)).toEqual([]);
  });

  it('a name that something has, unless it is to be replaced', async () => {
    writeFileSync(path, 'old');
    let opened = 0;
    const sources = [
      {
        ...sourceOf('a', ''),
        open: () => {
          opened += 1;
          return sourceOf('a', '').open();
        },
      },
    ];
    await expect(write(sources, { overwrite: false })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/already/),
    });
    expect([opened, readFileSync(path, 'utf8'), readdirSync(dir)]).toEqual([0, 'old', ['a.tar']]);
    await write(sources);
    expect(await verifyBundle(path)).toMatchObject({ ok: true });
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('a directory that is not there', async () => {
    path = join(dir, 'gone', 'a.tar');
    await expect(write(sampleSources())).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringMatching(/is not there/),
    });
  });
});

describe('what goes wrong on the way leaves nothing behind, and what was there stays', () => {
  const failing = (chunks: number, how: () => void): BundleSource => ({
    name: 'b',
    async *open() {
      for (let i = 0; i < chunks; i++) yield Buffer.alloc(400_000);
      how();
    },
  });
  const boom = () => {
    throw new Error('Boom.');
  };

  it.each<[string, object, RegExp]>([
    ['a source at once', { sources: [sourceOf('a', 'x'), failing(0, boom)] }, /Boom/],
    ['a source after megabytes', { sources: [sourceOf('a', 'x'), failing(9, boom)] }, /Boom/],
    [
      'a source after megabytes, its size said',
      { sources: [{ ...failing(9, boom), size: 9_000_000 }] },
      /Boom/,
    ],
    [
      'a source with more than it said',
      { sources: [{ ...sourceOf('a', 'four'), size: 3 }] },
      /was to have 3 bytes, and has more/,
    ],
    [
      'a source with less than it said',
      { sources: [{ ...sourceOf('a', 'four'), size: 5 }] },
      /was to have 5 bytes, and has 4/,
    ],
    [
      'a source larger than any may be',
      { sources: [{ ...sourceOf('a', ''), size: 9 * 1024 ** 3 }] },
      /larger than one may be/,
    ],
    ['the signer', { sources: sampleSources(), sign: async () => boom() }, /Boom/],
    [
      'a signature with a name that leads out',
      { sources: sampleSources(), sign: signWith('../x') },
      /cannot be a signature/,
    ],
    [
      'more signatures than are read',
      {
        sources: sampleSources(),
        sign: async () => Array.from({ length: 17 }, (_, n) => ({ file: `${n}`, text: '' })),
      },
      /16 signatures at most/,
    ],
  ])('%s', async (_, order, message) => {
    writeFileSync(path, 'old');
    await expect(write([], order)).rejects.toThrow(message);
    expect([readdirSync(dir), readFileSync(path, 'utf8')]).toEqual([['a.tar'], 'old']);
  });

  it.each([
    ['its size said', 90_000_000],
    ['its size not said', undefined],
  ])('an abort in the middle of a file, %s: with what it was aborted with', async (_, size) => {
    const abort = new AbortController();
    const source: BundleSource = {
      name: 'b',
      ...(size !== undefined && { size }),
      async *open() {
        for (let i = 0; ; i++) {
          if (i === 5) abort.abort(new AppError('CANCELLED', 'No more.'));
          yield Buffer.alloc(400_000);
        }
      },
    };
    await expect(writeBundle({ path, sources: [source] }, abort.signal)).rejects.toThrow('No more.');
    expect(readdirSync(dir)).toEqual([]);
  });

  it('an abort while it is signed', async () => {
    const abort = new AbortController();
    const sign = async () => {
      abort.abort(new AppError('CANCELLED', 'No more.'));
      return [{ file: 'k', text: '' }];
    };
    await expect(writeBundle({ path, sources: sampleSources(), sign }, abort.signal)).rejects.toThrow(
      'No more.',
    );
    expect(readdirSync(dir)).toEqual([]);
  });

  it('something that has come under the name meanwhile', async () => {
    const source = failing(1, () => writeFileSync(path, 'theirs'));
    await expect(write([source], { overwrite: false })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect([readdirSync(dir), readFileSync(path, 'utf8')]).toEqual([['a.tar'], 'theirs']);
  });

  it('a file that may not grow any further, said in words', () => {
    const program = `
      const { sourceOf, never } = await import(${JSON.stringify(new URL('testing/sample-bundle.ts', import.meta.url).href)});
      const { writeBundle } = await import(${JSON.stringify(new URL('write-bundle.ts', import.meta.url).href)});
      await writeBundle({ path: process.argv[1], sources: [sourceOf('a', Buffer.alloc(5e6))] }, never()).catch(({ code, message }) => console.log(code, message));`;
    const said = execFileSync(
      'sh',
      ['-c', 'ulimit -f 100; exec "$@"', 'sh', process.execPath, '--input-type=module', '-e', program, path],
      { encoding: 'utf8' },
    );
    expect(said).toMatch(/^UNAVAILABLE .* cannot be used: it would be larger than/);
    expect(readdirSync(dir)).toEqual([]);
  });
});

it('two that write to one name at once: one of them is there, whole', async () => {
  await Promise.all([write([sourceOf('a', 'x'.repeat(9000))]), write([sourceOf('b', 'y'.repeat(9000))])]);
  expect(await verifyBundle(path)).toMatchObject({ ok: true, files: 1, bytes: 9000 });
  expect(existsSync(path) && readdirSync(dir)).toEqual(['a.tar']);
});
