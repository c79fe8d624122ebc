import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AppError } from '../../../shared/model/envelope.ts';
import { diskError, UNFINISHED, writeWholeFile } from './backup-file.ts';
import { openKeys, sealKeys } from './backup-format.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'festinger-file-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const never = () => new AbortController().signal;
async function* text(lines = 3) {
  for (let i = 0; i < lines; i++) yield `line ${i} ${(i * 0.618_034) % 1}\n`;
}

it('a file is there whole, for its owner alone, and its unfinished name is gone', async () => {
  const path = join(dir, 'a.gz');
  const bytes = await writeWholeFile(path, text(), never());
  expect(statSync(path)).toMatchObject({ size: bytes });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(gunzipSync(readFileSync(path)).toString()).toMatch(/^line 0 .*\nline 1 .*\nline 2 .*\n$/);
  expect(readdirSync(dir)).toEqual(['a.gz']);
});

it.skipIf(!existsSync('/dev/full'))('a full disk leaves nothing behind, and says what to do', async () => {
  const path = join(dir, 'a.gz');
  symlinkSync('/dev/full', path + UNFINISHED);
  await expect(writeWholeFile(path, text(20_000), never())).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    retryable: true,
    message: expect.stringMatching(/a\.gz cannot be used: the disk is full\. Free some space/),
  });
  expect(readdirSync(dir)).toEqual([]);
});

it('a missing directory, or a directory in the way, is named', async () => {
  await expect(writeWholeFile(join(dir, 'gone', 'a.gz'), text(), never())).rejects.toThrow(/is not there/);
  mkdirSync(join(dir, `b.gz${UNFINISHED}`));
  await expect(writeWholeFile(join(dir, 'b.gz'), text(), never())).rejects.toThrow(
    /a directory has that name/,
  );
});

it('an abort in the middle leaves nothing behind, and throws what it was aborted with', async () => {
  const abort = new AbortController();
  async function* endless() {
    for (let i = 0; ; i++) {
      if (i === 5) abort.abort(new AppError('CANCELLED', 'No more.'));
      yield `line ${i}\n`;
    }
  }
  await expect(writeWholeFile(join(dir, 'a.gz'), endless(), abort.signal)).rejects.toThrow('No more.');
  expect(readdirSync(dir)).toEqual([]);
});

it.each([
  ['EACCES', /Check the permissions/],
  ['EROFS', /read-only/],
  ['EDQUOT', /quota/],
])('%s is said in words', (code, words) => {
  const said = diskError(Object.assign(new Error('raw'), { code }), '/data/x');
  expect(said).toMatchObject({ code: 'UNAVAILABLE', message: expect.stringMatching(words) });
});

it('sealed keys open with their passphrase alone, however the same letters were typed', async () => {
  const sealed = await sealKeys({ '1': 'sk-secret' }, 'pass\u00e9 phrase');
  expect(JSON.stringify(sealed)).not.toContain('sk-secret');
  expect(await openKeys(sealed, 'passe\u0301 phrase')).toEqual({ '1': 'sk-secret' });
  await expect(openKeys(sealed, 'passe phrase')).rejects.toThrow(/passphrase does not open/);
  const forged = { ...sealed, data: Buffer.from('forged').toString('base64') };
  await expect(openKeys(forged, 'pass\u00e9 phrase')).rejects.toThrow(/passphrase does not open/);
});
