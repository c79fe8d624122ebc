// Journey of a file on another host: a change that was asked for over HTTP is looked at as a difference, approved and proven over ssh, and taken back
// the same way. Where there is no OpenSSH server, it is skipped and says why.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSshd, type TestSshd, whyNoSshd } from '../../src/main/infra/testing/sshd.ts';
import { approveOn, outcomeOn } from '../support/approve.ts';
import { expect, NOTHING_AHEAD, pages, test } from '../support/console-page.ts';
import { type RunningFestinger, startFestinger } from '../support/festinger.ts';

const missing = whyNoSshd();
let sshd: TestSshd | null = null;
let running: RunningFestinger | null = null;
let dir = '';

test.beforeAll(async () => {
  if (missing !== null) return;
  dir = mkdtempSync('/tmp/festinger-file-');
  sshd = await startSshd();
  running = await startFestinger(
    ['--demo', '--no-agents', '--no-sessions', '--no-evidence'],
    `hosts: ${JSON.stringify([sshd.host])}\n`,
  );
});
test.afterAll(async () => {
  await running?.stop();
  await sshd?.stop();
  if (dir !== '') rmSync(dir, { recursive: true, force: true });
});

test('a file over ssh is changed as its difference says, and back', async ({ browserOfOurs }) => {
  test.skip(missing !== null, missing ?? '');
  if (running === null) return;
  const path = join(dir, 'app.conf');
  const before = 'port = 80\nname = tide\n';
  writeFileSync(path, before);
  const { baseUrl, token } = running;
  const change = {
    action: 'replace',
    resource: 'host:delly',
    path,
    find: 'port = 80',
    replacement: 'port = 8080',
  };
  const answer = await fetch(`${baseUrl}/api/ai/tools/file_edit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ arguments: change }),
  });
  const asked = (await answer.json()) as { error: { code: string; details: { approval_id: string } } };
  expect(asked.error.code).toBe('APPROVAL_REQUIRED');

  const opened = pages(browserOfOurs);
  const { page, go, expectAccessible } = await opened.open(running, {}, async (fresh) => {
    await fresh.addInitScript(NOTHING_AHEAD);
  });
  await go(`approvals/${asked.error.details.approval_id}`);
  const card = page.getByRole('article');
  await expect(card).toContainText('taken out: port = 80');
  await expect(card).toContainText('added: port = 8080');
  await expect(card).toContainText('ssh');
  await expectAccessible('a difference');
  await approveOn(page);
  expect(readFileSync(path, 'utf8')).toBe('port = 8080\nname = tide\n');

  await outcomeOn(page).getByRole('button', { name: 'Take it back…' }).click();
  await expect(card).toContainText('taken out: port = 8080');
  await approveOn(page);
  expect(readFileSync(path, 'utf8')).toBe(before);
  await expect(outcomeOn(page).getByRole('button', { name: 'Take it back…' })).toHaveCount(0);
  expect(await opened.close()).toEqual([]);
});
