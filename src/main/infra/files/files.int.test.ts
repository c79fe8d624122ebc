// Promises of edits: a file holds what was shown to the operator and nothing else, no secret is shown, and an edit is taken back only
// while nobody else has changed the file since.
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyPatch } from 'diff';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import { processorTime } from '../../../shared/testing/processor-time.ts';
import { systemClock, timeSortedIds } from '../../core/clock.ts';
import { LocalExecutor } from '../executors/local-executor.ts';
import { digestOf } from '../executors/local-files.ts';
import { programsHere } from '../executors/local-program.ts';
import { EditHistory } from './edit-history.ts';
import { type FileChange, planEdit } from './plan-edit.ts';

const PATH = '/etc/app.conf';
const content = (text: string | Uint8Array) => {
  const bytes = Buffer.from(text);
  return { bytes, size: bytes.length, digest: digestOf(bytes), mode: 0o644 };
};
const planned = (before: string | null, change: FileChange) =>
  planEdit({ path: PATH, current: before === null ? null : content(before), change });
const after = (before: string | null, change: FileChange) =>
  Buffer.from(planned(before, change).bytes).toString();

describe('a change', () => {
  it.each<[what: string, before: string | null, change: FileChange, after: string]>([
    ['written anew', 'a\n', { kind: 'write', text: 'b\n' }, 'b\n'],
    ['written where there was none', null, { kind: 'write', text: 'b' }, 'b'],
    ['written without its last line break', 'a\n', { kind: 'write', text: 'b' }, 'b\n'],
    ['written where none was at the end', 'a', { kind: 'write', text: 'b' }, 'b'],
    ['appended', 'a\n', { kind: 'append', text: 'b' }, 'a\nb\n'],
    ['appended where the last line is open', 'a', { kind: 'append', text: 'b' }, 'a\nb'],
    ['appended to nothing', '', { kind: 'append', text: 'b' }, 'b\n'],
    ['of a part', 'a\nb\nc\n', { kind: 'replace', find: 'b', with: 'x\ny' }, 'a\nx\ny\nc\n'],
    [
      'of a file with Windows line ends',
      'a\r\nb\r\n',
      { kind: 'append', text: 'c\nd' },
      'a\r\nb\r\nc\r\nd\r\n',
    ],
    [
      'found across Windows line ends',
      'a\r\nb\r\n',
      { kind: 'replace', find: 'a\nb', with: 'x\ny' },
      'x\r\ny\r\n',
    ],
    ['with a mark at its beginning', '\ufeffa\n', { kind: 'replace', find: 'a', with: 'b' }, '\ufeffb\n'],
  ])('%s comes out as meant', (_what, before, change, expected) => {
    expect(after(before, change)).toBe(expected);
  });

  it.each<[what: string, before: string | Uint8Array | null, change: FileChange, code: string]>([
    ['of what is not there', null, { kind: 'replace', find: 'a', with: 'b' }, 'NOT_FOUND'],
    ['of what does not stand there', 'x', { kind: 'replace', find: 'a', with: 'b' }, 'INVALID_INPUT'],
    ['of what stands there twice', 'aaa', { kind: 'replace', find: 'aa', with: 'b' }, 'INVALID_INPUT'],
    ['of nothing', 'x', { kind: 'replace', find: '', with: 'b' }, 'INVALID_INPUT'],
    ['that changes nothing', 'x\n', { kind: 'write', text: 'x' }, 'INVALID_INPUT'],
    ['of what is no text', new Uint8Array([255, 254]), { kind: 'append', text: 'x' }, 'NOT_ALLOWED'],
    ['of what holds a NUL', 'a\0', { kind: 'append', text: 'x' }, 'NOT_ALLOWED'],
    ['to what holds a NUL', 'a', { kind: 'append', text: '\0' }, 'INVALID_INPUT'],
    ['to what is too large', 'a', { kind: 'write', text: 'x'.repeat(1_000_001) }, 'PAYLOAD_TOO_LARGE'],
  ])('%s is refused', (_what, before, change, code) => {
    const current = before === null ? null : content(before);
    expect(() => planEdit({ path: PATH, current, change })).toThrow(expect.objectContaining({ code }));
  });

  it('is exactly what its difference says, where nothing is secret', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', '', 'd e'), { maxLength: 12 })
      .map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, text, (before, wanted) => {
        fc.pre(before !== wanted && !(before.endsWith('\n') && !wanted.endsWith('\n')));
        const { diff, bytes } = planned(before, { kind: 'write', text: wanted });
        expect(applyPatch(before, diff)).toBe(Buffer.from(bytes).toString());
      }),
      { numRuns: runs(1000) },
    );
  });
});

describe('a difference', () => {
  const SECRET = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';
  it('shows no secret, and says where one changes', () => {
    const before = `user = a\npassword = hunter2hunter2\ntoken: ${SECRET}\n`;
    const { diff, hiddenLines } = planned(before, {
      kind: 'replace',
      find: 'hunter2hunter2',
      with: 'correct-horse-9',
    });
    expect(diff).not.toMatch(/hunter2|correct-horse|ghp_/);
    expect(diff.split('\n').filter((line) => line.includes('is not shown'))).toEqual([
      expect.stringMatching(/^-password/),
      expect.stringMatching(/^\+password/),
    ]);
    expect(hiddenLines).toBe(2);
  });

  it('shows no key of many lines, old or new', () => {
    const key = (body: string) => `-----BEGIN PRIVATE KEY-----\n${body}\n${body}\n-----END PRIVATE KEY-----`;
    const { diff } = planned(`a\n${key('QUJDREVGR0hJSktMTU5PUA')}\nb\n`, {
      kind: 'write',
      text: `a\n${key('WllYV1ZVVFNSUVBPTk1MSw')}\nc\n`,
    });
    expect(diff).not.toMatch(/QUJD|WllY/);
    expect(diff).toMatch(/\n-b\n/);
    expect(diff).toMatch(/\n\+c\n/);
    expect(diff).toMatch(/is not shown/);
  });

  it('of two large files that share nothing takes less than a second of the processor', () => {
    const lines = (mark: string) => Array.from({ length: 40_000 }, (_, n) => `${mark} ${n}`).join('\n');
    const computed = processorTime();
    const { diff } = planned(`${lines('old')}\n`, { kind: 'write', text: lines('new') });
    expect(computed()).toBeLessThan(1000);
    expect(diff).toContain('+new 39999');
  });
});

describe('an edit that was made', () => {
  let dir = '';
  let history: EditHistory;
  const local = new LocalExecutor([{ via: 'local', target: 'host:here', words: 'here' }], {
    programs: programsHere(systemClock),
    ids: timeSortedIds(systemClock),
  });
  const going = new AbortController().signal;
  beforeEach(() => {
    dir = realpathSync(mkdtempSync(join(tmpdir(), 'festinger-edits-')));
    history = new EditHistory(dir, { count: 3, bytes: 10_000 });
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  async function edited(id: string, text: string): Promise<string> {
    const path = join(dir, 'file');
    const current = await local.readFile(path, 1000, going).catch(() => null);
    const plan = planEdit({ path, current, change: { kind: 'write', text } });
    history.keep(id, plan);
    await local.writeFile(path, plan.bytes, plan.expected, going);
    return path;
  }

  it('is taken back byte for byte, once', async () => {
    writeFileSync(join(dir, 'file'), 'before\r\n');
    const path = await edited('e1', 'after');
    expect(history.kept('e1')).not.toBeNull();
    await history.takeBack('e1', local, going);
    expect(readFileSync(path, 'utf8')).toBe('before\r\n');
    await expect(history.takeBack('e1', local, going)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is not taken back over what somebody wrote since, and a file it made is not removed', async () => {
    const path = await edited('e1', 'made\n');
    await expect(history.takeBack('e1', local, going)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    await edited('e2', 'again\n');
    writeFileSync(path, 'theirs');
    await expect(history.takeBack('e2', local, going)).rejects.toMatchObject({ code: 'STALE_VERSION' });
    expect([readFileSync(path, 'utf8'), history.kept('e2') !== null]).toEqual(['theirs', true]);
  });

  it('is kept for its user alone, and within bounds', async () => {
    for (const id of ['e1', 'e2', 'e3', 'e4']) await edited(id, `${id}\n`);
    const kept = readdirSync(join(dir, 'edits'));
    expect(kept).toHaveLength(3);
    expect(history.kept('e4')).not.toBeNull();
    for (const name of kept) expect(statSync(join(dir, 'edits', name)).mode & 0o777).toBe(0o600);
    expect(() => history.kept('../e4')).toThrow(/named by/);
  });
});
