// What tools and documents say is not learnt, in any way of wrapping it into somebody's turn that we know: every one of
// foreign-corpus.json with a planted fact, through HTTP against a whole core. The same sentence from a person is learnt.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestCore, type TestCore } from '../core/testing/start-test-core.ts';
import { bodyFor, NAMES, nameOf, WRAPPINGS, wrapped } from '../core/testing/wrappings.ts';

const PLANTED = 'quil';
const SAID = 'bram';
const PLAIN = 'stox';
const sentence = (name: string): string => `${name} is a database.`;

/** Every wrapping is sent as often as makes its words salient. */
const ROUNDS = 4;

describe('what tools and documents say', () => {
  let road: TestCore;
  /** The blocks that went upstream. */
  const blocks: string[] = [];

  async function send(route: string, body: object, session: string): Promise<void> {
    const next = road.upstream.nextRequest((request) => request.path === route);
    // Whether the upstream takes the shape does not matter here: its prompt was read.
    await road.call(route, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-session-id': session },
      body: JSON.stringify(body),
    });
    const sent = (await next).body.toString();
    blocks.push(...(sent.match(/<recollection>.*?<\/recollection>/gs) ?? []));
  }

  async function parentsOf(name: string): Promise<string[]> {
    const { body } = await road.operator(`/api/console/concepts/${name}`);
    const { data } = body as { data?: { edges: { parent: string }[] } };
    return (data?.edges ?? []).map(({ parent }) => parent);
  }

  beforeAll(async () => {
    road = await startTestCore();
    for (let round = 0; round < ROUNDS; round++) {
      for (const [n, wrapping] of WRAPPINGS.entries()) {
        const body = wrapped(wrapping, sentence(nameOf(PLANTED, n)), sentence(nameOf(SAID, n)));
        await send(wrapping.route, body, `wrapped-${n}-${round}`);
      }
      await road.core.settle();
    }
    for (const [n, { route }] of WRAPPINGS.entries()) {
      await send(route, bodyFor(route, sentence(nameOf(PLAIN, n))), `plain-${n}`);
    }
    await road.core.settle();
  }, 180_000);
  afterAll(async () => await road[Symbol.asyncDispose]());

  it('has sixty wrappings and more, each with its planted sentence', () => {
    expect(WRAPPINGS.length).toBeGreaterThanOrEqual(60);
    expect(new Set(WRAPPINGS.map((_, n) => nameOf(PLANTED, n))).size).toBe(WRAPPINGS.length);
    expect(WRAPPINGS.length).toBeLessThanOrEqual(NAMES);
    for (const wrapping of WRAPPINGS) expect(JSON.stringify(wrapping)).toContain('{F}');
  });

  it.each(WRAPPINGS.map((one, n) => [n, one.set, one.framework, one.name] as const))(
    '%i (%s) %s: %s: is not learnt',
    async (n) => {
      expect(await parentsOf(nameOf(PLANTED, n))).toEqual([]);
    },
  );

  it.each(WRAPPINGS.map((one, n) => [n, one.route] as const))(
    '%i %s: said plainly, it is learnt',
    async (n) => {
      expect(await parentsOf(nameOf(PLAIN, n))).toEqual(['database']);
    },
  );

  it.each(
    WRAPPINGS.map((one, n) => [n, one.name, one.person] as const).filter(([, , person]) => person === true),
  )('%i %s: what a person says beside it is learnt', async (n) => {
    expect(await parentsOf(nameOf(SAID, n))).toEqual(['database']);
  });

  it('nothing of it is asked about, and none of it stands in any agent’s prompt', async () => {
    expect(blocks.filter((block) => block.includes(PLANTED))).toEqual([]);
    expect(blocks.some((block) => block.includes(SAID))).toBe(true);
    const { body } = await road.operator('/conflicts');
    expect(JSON.stringify(body)).not.toContain(PLANTED);
    for (const n of WRAPPINGS.keys()) {
      const recalled = await road.call(`/recall?concept=${nameOf(PLANTED, n)}`);
      expect((recalled.body as { data: { recollection: unknown } }).data.recollection).toBeNull();
    }
  });
});
