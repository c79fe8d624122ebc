// Promise: a key is accepted for an issuer, what it signed counts as that issuer's, and no more once the key is removed.
import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pae } from '../../src/main/advisory/signing/pae.ts';
import { test as base, expect, NOTHING_AHEAD, overflow, pages } from '../support/console-page.ts';
import { startFestinger } from '../support/festinger.ts';

const TYPE = 'application/vnd.in-toto+json';
const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });

/** A statement of ACME's, attested and signed. */
function signedStatement(): string {
  const predicate = {
    '@context': 'https://openvex.dev/ns/v0.2.0',
    '@id': 'https://acme.example/vex/1',
    author: 'ACME',
    timestamp: '2026-01-02T00:00:00Z',
    version: 1,
    statements: [
      {
        vulnerability: { name: 'CVE-2026-90002' },
        products: [{ '@id': 'pkg:npm/quillparse' }],
        status: 'fixed',
      },
    ],
  };
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    predicateType: 'https://openvex.dev/ns',
    subject: [],
    predicate,
  };
  const payload = Buffer.from(JSON.stringify(statement));
  const sig = sign('sha256', pae(TYPE, payload), privateKey).toString('base64');
  return JSON.stringify({
    payloadType: TYPE,
    payload: payload.toString('base64'),
    signatures: [{ keyid: 'acme-2026', sig }],
  });
}

base('a key is accepted for an issuer, shown with what it signed, and removed', async ({ browserOfOurs }) => {
  const running = await startFestinger(['--demo', '--no-agents', '--no-sessions', '--no-evidence']);
  const opened = pages(browserOfOurs);
  try {
    const { page, go, expectAccessible } = await opened.open(running, {}, async (fresh) => {
      await fresh.addInitScript(NOTHING_AHEAD);
    });
    const path = join(mkdtempSync(join(tmpdir(), 'festinger-signed-')), 'vex.intoto.json');
    writeFileSync(path, signedStatement());
    const imported = await fetch(`${running.baseUrl}/api/console/evidence/add`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${running.token}` },
      body: JSON.stringify({ paths: [path] }),
    });
    expect(imported.status).toBe(200);
    await go('findings?view=evidence');
    await page.getByRole('row').filter({ hasText: 'Statements of ACME' }).click();
    const detail = page.getByRole('complementary');
    await expect(detail).toContainText('Signed by a key that is not accepted: acme-2026.');

    const trust = page.getByRole('region', { name: 'Trusted issuers' });
    await expect(trust).toContainText('No trusted issuers.');
    await trust.getByRole('button', { name: 'Accept key…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Accept a key' });
    await expectAccessible('accepting a key');
    await dialog.getByLabel('Public key (PEM)').fill('-----BEGIN CERTIFICATE-----');
    await dialog.getByLabel('Issuers').fill('ACME; ACME Inc.');
    await dialog.getByRole('button', { name: 'Accept key' }).click();
    await expect(dialog).toContainText('This is a certificate.');
    await dialog
      .getByLabel('Public key (PEM)')
      .fill(publicKey.export({ format: 'pem', type: 'spki' }) as string);
    await dialog.getByRole('button', { name: 'Accept key' }).click();
    await expect(trust).toContainText('ACME; ACME Inc.');
    await expect(trust).toContainText('ECDSA P-256 key');
    await expect(async () => {
      await page.reload();
      await expect(trust).toContainText('1 document', { timeout: 1000 });
      await expect(detail).toContainText('Verified with the accepted key', { timeout: 1000 });
    }).toPass();
    await expectAccessible('trusted issuers');
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 800 });

    await trust.getByRole('button', { name: 'Remove the key of ACME; ACME Inc.' }).click();
    await trust.getByRole('button', { name: /count as unsigned$/ }).click();
    await expect(trust).toContainText('No trusted issuers.');
    expect(await opened.close()).toEqual([]);
  } finally {
    await running.stop();
  }
});
