// Readiness is an answer that can be no: it follows the upstream, and says why.
import { expect, it } from 'vitest';
import { startTestCore } from './testing/start-test-core.ts';

it('/readyz is 200 while the upstream answers and 503 with the reason once it is gone; /healthz stays 200', async () => {
  await using road = await startTestCore();
  const ready = async () => {
    const { status, body } = await road.call('/readyz');
    return [status, (body as { reasons: string[] }).reasons.length];
  };
  await expect.poll(ready, { timeout: 15_000 }).toEqual([200, 0]);
  await road.upstream.close();
  await expect.poll(ready, { timeout: 15_000 }).toEqual([503, 1]);
  expect((await road.call('/healthz')).status).toBe(200);
});
