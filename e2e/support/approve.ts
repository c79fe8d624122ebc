// Says yes to the card on the page, and waits until it is proven. For e2e.
import type { Page } from '@playwright/test';
import { expect } from './console-page.ts';

/** What came of the card on the page. */
export const outcomeOn = (page: Page) => page.getByRole('region', { name: 'What came of it' });

/** A card that has just come takes no press that was meant for something else: it is pressed until it is taken. */
export async function approveOn(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Approve' });
  await button.waitFor();
  await expect(async () => {
    // It may have been taken late: then there is nothing left to press.
    if ((await button.count()) > 0) await button.click({ timeout: 1000 });
    await expect(button).toHaveCount(0, { timeout: 1500 });
  }).toPass();
  await expect(outcomeOn(page).getByText('Verified')).toBeVisible({ timeout: 30_000 });
}
