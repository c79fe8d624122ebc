// Promise: a webhook or ntfy address that nothing would be sent to is refused when it is saved, by the same rule and with the same reason, over HTTP and in
// config.yaml; and what is in force stays.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfigText } from '../../settings/config.ts';
import { asOperator, set } from '../testing/client-calls.ts';
import { startTestCore, type TestCore } from '../testing/start-test-core.ts';

const KEYS = ['approval_webhook_url', 'approval_ntfy_url'] as const;

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core[Symbol.asyncDispose]());

const saved = async (key: string) =>
  (await asOperator<{ key: string; value: unknown }[]>(core, '/system/settings')).find(
    (row) => row.key === key,
  )?.value;

it.each(KEYS)('%s is refused when saved', async (key) => {
  await set(core, key, 'http://127.0.0.1:9/hook');
  const { port } = new URL(core.core.baseUrl);
  for (const [address, why] of [
    ['http://169.254.169.254/hook', /metadata/],
    ['http://[2002:a9fe:a9fe::1]/hook', /metadata/],
    ['http://metadata.google.internal/hook', /metadata/],
    [`http://127.0.0.1:${port}/hook`, /Festinger itself/],
    [`http://localhost:${port}/hook`, /Festinger itself/],
    [`http://[::ffff:127.0.0.1]:${port}/hook`, /Festinger itself/],
    ['gopher://example.com/', /http/],
    ['https://ada:pw@example.com/', /user name or password/],
  ] as const) {
    await expect(set(core, key, address), address).rejects.toMatchObject({
      answer: {
        status: 400,
        body: { error: { code: 'INVALID_INPUT', message: expect.stringMatching(why) } },
      },
    });
    expect(await saved(key)).toBe('http://127.0.0.1:9/hook');
  }
  await set(core, key, '');
  expect(await saved(key)).toBe('');
});

it.each(KEYS)('%s is refused in config.yaml', (key) => {
  const read = (address: string) => readConfigText(`settings:\n  ${key}: "${address}"\n`, 'config.yaml');
  expect(read('http://[64:ff9b::a9fe:a9fe]/hook')).toMatchObject({
    ok: false,
    problem: expect.stringMatching(`line 2: settings.${key}.*metadata`),
  });
  expect(read('https://ntfy.example.com/approvals').ok).toBe(true);
  expect(read('').ok).toBe(true);
});
