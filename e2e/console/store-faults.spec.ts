// The database file goes away under the running program: Overview says so within seconds, and that it is well again after.
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../support/console-page.ts';

test('a database file that is moved away is said on Overview with what to do, and so is its return', async ({
  open,
  festinger,
}) => {
  const { page, go, expectAccessible } = await open();
  await go('overview');
  const file = join(festinger.dataDir, 'festinger.db');
  renameSync(file, `${file}.away`);
  try {
    await expect(page.getByText(/is not there any more; it was deleted or moved/).first()).toBeVisible({
      timeout: 10_000,
    });
    await expect(page.getByText(/Agents are still served from memory/).first()).toBeVisible();
    await expectAccessible('a lost database');
  } finally {
    renameSync(`${file}.away`, file);
  }
  await expect(page.getByText(/is not there any more/)).toHaveCount(0, { timeout: 10_000 });
});
