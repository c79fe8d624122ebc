// Promise: other settings can be tried on what agents really asked, and trying changes nothing.
import { expect, it } from 'vitest';
import { startTestCore, type TestCore } from '../core/testing/start-test-core.ts';

const user = (content: string) => ({ role: 'user', content });

async function preview(road: TestCore, changes: object) {
  const asked = new URLSearchParams(
    Object.fromEntries(
      Object.entries(changes).map(([key, value]) => [`changes[${key}]`, JSON.stringify(value)]),
    ),
  );
  const { status, body } = await road.operator(`/api/console/system/settings/preview?${asked}`);
  return { status, ...(body as { data?: Record<string, unknown>; error?: { message: string } }) };
}

it('shows what the newest prompts would be given, newest first, and leaves the settings as they are', async () => {
  await using road = await startTestCore();
  await road.tell('ramanujan -isa server');
  await road.chat([user('gnommoweb is a repo.')]);
  await road.core.settle();
  await road.chat([user('Is gnommoweb on ramanujan?')], {}, { 'x-festinger-client': 'dobby' });
  const { data } = await preview(road, { recollection_confidence_floor: 0.9 });
  const block = (lines: string) => `<recollection>\n${lines}\n</recollection>`;
  expect(data).toMatchObject({ prompts: 2, changed: 1 });
  expect(data?.rows).toMatchObject([
    {
      client: 'dobby',
      before: block('gnommoweb: [type] repo\nramanujan: [type] server'),
      after: block('ramanujan: [type] server'),
    },
    // Nobody knew the word yet when the first one was read.
    { before: null, after: null },
  ]);
  const again = await preview(road, {});
  expect(again.data).toMatchObject({ prompts: 2, changed: 0 });
});

it('counts the concepts a model would be asked about', async () => {
  await using road = await startTestCore();
  for (let n = 0; n < 4; n++) await road.chat([user(`zorblatt once more, ${'again '.repeat(n)}`)]);
  await road.core.settle();
  const { data } = await preview(road, { saliency_write_threshold: 1.5 });
  expect(data).toMatchObject({ askedBefore: 1, askedAfter: 0 });
});

it('refuses values that do not fit, naming the key', async () => {
  await using road = await startTestCore();
  const { status, error } = await preview(road, { recollection_confidence_floor: 7 });
  expect(status).toBe(400);
  expect(error?.message).toContain('recollection_confidence_floor');
});
