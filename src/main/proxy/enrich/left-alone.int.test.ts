// Promise: a client that left its last five questions unanswered is asked nothing for a week, after a restart too, on both
// databases; an answer from anybody ends that, and so does the operator's switch. Over HTTP, with real conversations.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LEFT_ALONE_MS } from '../../clients/asked-clients.ts';
import { systemClock } from '../../core/clock.ts';
import { save, state } from '../../core/testing/client-calls.ts';
import { startTestCore, type TestCore } from '../../core/testing/start-test-core.ts';
import { dropDatabase, freshDatabase, TEST_DIALECTS } from '../../store/testing/temp-store.ts';

const NAMES = ['zorblatt', 'kludgebox', 'gremlinctl', 'snorkulus', 'frobnatz', 'quuxifex', 'snurglefax'];

const headers = (client: string) => ({ 'x-festinger-client': client });

let talks = 0;
/** A new conversation about a name, until the agent is asked about it. @returns what the upstream got last */
async function talk(road: TestCore, client: string, name: string): Promise<string> {
  const said: object[] = [{ role: 'system', content: `This is talk number ${++talks}.` }];
  let got = '';
  for (const line of [
    `Please look at ${name} for me now.`,
    `How is ${name} today?`,
    `Is ${name} well again?`,
  ]) {
    said.push({ role: 'user', content: line });
    got += JSON.stringify(await road.chat(said, {}, headers(client)));
    await road.core.settle();
    said.push({ role: 'assistant', content: `I looked at ${name} and all is fine.` });
  }
  return got;
}
const isAsked = async (road: TestCore, client: string, name: string) =>
  (await talk(road, client, name)).includes(`? ${name}: no recollection`);

const patienceOf = async (road: TestCore, name: string) => {
  const client = (await state(road)).clients.find((one) => one.name === name);
  return { unanswered: client?.unanswered, isLeftAlone: client?.leftAloneUntil !== null };
};

describe.each(TEST_DIALECTS)('a client that never answers, on %s', (dialect) => {
  it('is left alone from its sixth question on, until somebody answers, or a week has gone by', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'festinger-left-alone-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const { database, location } = await freshDatabase(dialect, dataDir);
    onTestFinished(async () => {
      if ('url' in location) await dropDatabase(location.url);
    });
    let later = 0;
    const clock = { ...systemClock, now: () => systemClock.now() + later };
    const options = { dataDir, database, clock };
    {
      await using road = await startTestCore(options);
      for (const name of NAMES.slice(0, 5)) expect(await isAsked(road, 'mute', name), name).toBe(true);
      expect(await patienceOf(road, 'mute')).toEqual({ unanswered: 5, isLeftAlone: true });
      expect(await isAsked(road, 'mute', 'snurglefax')).toBe(false);
      expect(await isAsked(road, 'other', 'quuxifex'), 'others are asked').toBe(true);
    }
    {
      await using road = await startTestCore(options);
      expect(await isAsked(road, 'mute', 'snurglefax')).toBe(false);
      expect(await patienceOf(road, 'mute')).toEqual({ unanswered: 5, isLeftAlone: true });
      later = LEFT_ALONE_MS + 60_000;
      expect(await isAsked(road, 'mute', 'snurglefax'), 'a week later').toBe(true);
      expect(await patienceOf(road, 'mute')).toEqual({ unanswered: 5, isLeftAlone: true });
      await road.tell('snurglefax -isa host');
      expect(await patienceOf(road, 'mute')).toEqual({ unanswered: 0, isLeftAlone: false });
      expect(await isAsked(road, 'mute', 'blorptank')).toBe(true);
    }
  });
});

it('the operator says whether a client is asked', async () => {
  await using road = await startTestCore();
  await save(road, 'never', { questions: 'never' });
  await save(road, 'always', { questions: 'always' });
  expect(await isAsked(road, 'never', 'zorblatt')).toBe(false);
  for (const name of NAMES.slice(0, 6)) expect(await isAsked(road, 'always', name), name).toBe(true);
  expect((await state(road)).clients.find(({ name }) => name === 'always')).toMatchObject({
    questions: 'always',
    unanswered: 5,
  });
});
