// Promise: client keys are made and revoked on the command line the same way whether a Festinger runs or not, and a
// running one hears of it at once.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startTestCore } from '../core/testing/start-test-core.ts';
import { parseCommandLine } from './arguments.ts';
import { clientKey } from './client-key.ts';

function commandLine() {
  const dataDir = mkdtempSync(join(tmpdir(), 'festinger-client-key-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  /** What the command wrote on standard output. */
  const run = async (...words: string[]): Promise<string> => {
    const command = parseCommandLine(['client-key', ...words, '--data-dir', dataDir]);
    if (command.name !== 'client-key') throw new Error('another command');
    let said = '';
    await clientKey(command, { write: (text) => (said += text) }, { write: () => undefined });
    return said;
  };
  const json = async (...words: string[]) =>
    JSON.parse(await run(...words, '--json')) as Record<string, unknown>;
  return { dataDir, run, json };
}

it('makes keys before the first start, which open the door after it', async () => {
  const { dataDir, run, json } = commandLine();
  expect(await run()).toMatch(/There is no client key/);
  const made = await json('add', 'night', '--project', 'lab');
  expect(made).toEqual({
    id: 1,
    client: 'night',
    project: 'lab',
    key: expect.stringMatching(/^fk-/) as string,
  });
  await expect(run('add', 'night', '--project', 'home')).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  const second = (await run('add', 'night', '--project', 'lab')).trim();
  expect(second).toMatch(/^fk-[\w-]{43}$/);
  expect(await run('revoke', '1')).toBe('key 1 of night is revoked\n');

  await using road = await startTestCore({ dataDir });
  const status = async (key: unknown) =>
    (await road.call('/api/tags', { headers: { authorization: `Bearer ${key}` } })).status;
  expect([await status(made.key), await status(second)]).toEqual([401, 200]);
  // The same words, through the Festinger that runs now.
  expect(await json('revoke', '2')).toEqual({ id: 2, client: 'night', revoked: true });
  expect(await status(second)).toBe(401);
  const third = await json('add', 'night');
  expect(third).toMatchObject({ id: 3, project: 'lab' });
  expect(await status(third.key)).toBe(200);
  const listed = await run('list');
  expect(listed).toMatch(/^ {3}3 {2}fk-.{5}… {2}night \(lab only\) {2}since \d{4}-/);
  expect(listed.match(/revoked/g)).toHaveLength(2);
  expect(listed).not.toContain(String(third.key));
  await expect(run('revoke', '99')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
