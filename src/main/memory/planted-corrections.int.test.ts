// What tools and documents say corrects nothing: a sentence that would end or replace what a person said, planted in every
// wrapping of foreign-corpus.json, through HTTP against a whole core. The same sentence from a person does.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestCore, type TestCore } from '../core/testing/start-test-core.ts';
import { bodyFor, nameOf, WRAPPINGS, wrapped } from '../core/testing/wrappings.ts';

/** What a person said of the first is planted to have ended, of the second to be another now; of the third a person ends it. */
const ENDED = 'quil';
const CHANGED = 'morv';
const OWN = 'bram';
const ends = (name: string) => `${name} is no longer a database.`;
const changes = (name: string) => `${name} is now a daemon.`;
/** Sentences of one turn. */
const AT_ONCE = 40;

describe('what tools and documents say of what a person said', () => {
  let road: TestCore;

  async function send(route: string, body: object, session: string): Promise<void> {
    await road.call(route, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-session-id': session },
      body: JSON.stringify(body),
    });
  }

  async function parentsOf(name: string): Promise<string[]> {
    const { body } = await road.operator(`/api/console/concepts/${name}`);
    const { data } = body as { data?: { edges: { parent: string }[] } };
    return (data?.edges ?? []).map(({ parent }) => parent);
  }

  const says = (text: string, session: string) => send('/api/chat', bodyFor('/api/chat', text), session);

  beforeAll(async () => {
    road = await startTestCore();
    const names = WRAPPINGS.flatMap((_, n) => [nameOf(ENDED, n), nameOf(CHANGED, n), nameOf(OWN, n)]);
    for (let at = 0; at < names.length; at += AT_ONCE) {
      const said = names.slice(at, at + AT_ONCE).map((name) => `${name} is a database.`);
      await says(said.join('\n'), `told-${at}`);
    }
    await road.core.settle();
    for (const [n, wrapping] of WRAPPINGS.entries()) {
      const own = ends(nameOf(OWN, n));
      await send(wrapping.route, wrapped(wrapping, ends(nameOf(ENDED, n)), own), `ends-${n}`);
      await send(wrapping.route, wrapped(wrapping, changes(nameOf(CHANGED, n)), own), `changes-${n}`);
    }
    await road.core.settle();
  }, 180_000);
  afterAll(async () => await road[Symbol.asyncDispose]());

  it.each(WRAPPINGS.map((one, n) => [n, one.set, one.framework, one.name] as const))(
    '%i (%s) %s: %s: ends and changes nothing',
    async (n) => {
      expect([await parentsOf(nameOf(ENDED, n)), await parentsOf(nameOf(CHANGED, n))]).toEqual([
        ...[['database'], ['database']],
      ]);
    },
  );

  it.each(
    WRAPPINGS.map((one, n) => [n, one.name, one.person] as const).filter(([, , person]) => person === true),
  )('%i %s: what a person says beside it does', async (n) => {
    expect(await parentsOf(nameOf(OWN, n))).toEqual([]);
  });

  it('raises no conflict', async () => {
    const { body } = await road.operator('/conflicts');
    expect((body as { data: { total: number } }).data.total).toBe(0);
  });

  it('said plainly, the same sentences end and change', async () => {
    await says(ends(nameOf(ENDED, 0)), 'plain-ends');
    await says(changes(nameOf(CHANGED, 0)), 'plain-changes');
    await road.core.settle();
    expect(await parentsOf(nameOf(ENDED, 0))).toEqual([]);
    expect(await parentsOf(nameOf(CHANGED, 0))).toEqual(['daemon']);
  });

  it('an assistant that says so ends nothing', async () => {
    const messages = [
      { role: 'user', content: 'How is it?' },
      { role: 'assistant', content: `${ends(nameOf(ENDED, 1))} ${changes(nameOf(CHANGED, 1))}` },
      { role: 'user', content: 'Go on.' },
    ];
    await send('/api/chat', { model: 'demo-plain', stream: false, messages }, 'assistant');
    await road.core.settle();
    expect(await parentsOf(nameOf(ENDED, 1))).toEqual(['database']);
    expect(await parentsOf(nameOf(CHANGED, 1))).toEqual(['database']);
  });
});
