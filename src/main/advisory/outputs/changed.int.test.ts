// Promise: a brief that somebody changed behind our back, in its words or in the passages it rests on, is answered to nobody and handed to nobody; who asks again has another
// made. One that came from elsewhere without a signature that is known here is read and answers nobody who asks this host; nor does one of a day that is still to come.

import { afterEach, beforeEach, expect, it } from 'vitest';
import type { BriefDetail } from '../../../shared/model/evidence/brief.ts';
import { writeBehind } from './testing/behind-its-back.ts';
import { type BriefedCore, briefedCore } from './testing/briefed-core.ts';

const ASKED = { advisoryKey: 'CVE-2026-1000', profile: 'default' };

let briefed: BriefedCore;
let cacheKey: string;

beforeEach(async () => {
  briefed = await briefedCore();
  const { status, body } = await briefed.brief('remediation', ASKED);
  expect([status, body.data?.revision]).toEqual([200, 1]);
  cacheKey = body.data?.cache_key ?? '';
  expect((await briefed.ask('remediation', ASKED)).status, 'what is sound answers').toBe(200);
});
afterEach(() => briefed[Symbol.asyncDispose]());

const change = async (assignment: string) =>
  expect(
    await writeBehind(
      briefed.test.dataDir,
      `update advisory_ai_outputs set ${assignment} where cache_key = ?`,
      cacheKey,
    ),
  ).toBe(1);
async function plan() {
  const { body } = await briefed.test.operator(`/api/console/briefs/${cacheKey}`);
  const finding = (body as { data: BriefDetail }).data.brief.steps[0]?.finding ?? '';
  return briefed.test.operator(`/api/console/briefs/${cacheKey}/plan?finding=${encodeURIComponent(finding)}`);
}
const download = () => briefed.test.operator(`/api/console/files/brief?cacheKey=${cacheKey}`);

it.each([
  ['its words', "summary = 'All is well [1].'"],
  ['its words and its hash', "summary = 'All is well [1].', output_hash = printf('%064d', 1)"],
  ['the passages it rests on', 'manifest = replace(manifest, \'"text":"\', \'"text":"not \')'],
  ['its signature', "signatures = replace(signatures, 'payload', 'paylaod')"],
])('with %s changed', async (_, assignment) => {
  expect((await plan()).status).toBe(200);
  await change(assignment);
  const read = await briefed.read(cacheKey);
  expect([read.status, read.body.error?.details?.reason]).toEqual([422, 'changed']);
  for (const hand of [plan, download]) {
    const { status, body } = (await hand()) as { status: number; body: typeof read.body };
    expect([status, body.error?.details?.reason]).toEqual([422, 'changed']);
  }
  const found = await briefed.test.operator(
    `/api/console/briefs-find?${new URLSearchParams({ task: 'remediation', ...ASKED })}`,
  );
  expect(found.body, 'who looks before asking finds none').toMatchObject({ data: { state: 'absent' } });
  const again = await briefed.brief('remediation', ASKED);
  expect([again.status, again.body.data?.revision, again.body.data?.cache_key]).toEqual([200, 2, cacheKey]);
  expect((await briefed.read(cacheKey)).body.data?.sections, 'the new one is what was made').toEqual(
    again.body.data?.sections,
  );
});

it('from elsewhere, signed by a key that is not known here', async () => {
  await change('signatures = replace(signatures, \'"keyid":"\', \'"keyid":"e\')');
  const read = await briefed.read(cacheKey);
  expect(read.status, 'it is there to be read').toBe(200);
  expect((await briefed.ask('remediation', ASKED)).status, 'and answers nobody').toBe(202);
});

it('from elsewhere, without a signature', async () => {
  await change("signatures = '[]'");
  expect((await briefed.ask('remediation', ASKED)).status, 'what was made here needs none').toBe(200);
  await change("came_from = 'a bundle'");
  expect((await briefed.ask('remediation', ASKED)).status, 'nobody here made it').toBe(202);
});

it('of a day to come', async () => {
  await change('generated_at = generated_at + 3600000');
  expect((await briefed.ask('remediation', ASKED)).status).toBe(202);
});
