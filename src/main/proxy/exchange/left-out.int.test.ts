// Promise: no cap is silent. A message of 1.3 MB is recalled from, counted and learnt by its beginning and its end, and its
// row, the export and `explain prompt` say how much was not read; what a tool's long result ends with is nobody's word.
import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../shared/model/settings.ts';
import type { TrafficRow } from '../../../shared/model/traffic.ts';
import { asOperator, set } from '../../core/testing/client-calls.ts';
import { startTestCore, type TestCore } from '../../core/testing/start-test-core.ts';
import { ConceptGraph } from '../../graph/columns/concept-graph.ts';
import { explainPrompt } from '../enrich/explain-prompt.ts';
import { smallGraph } from '../testing/rig.ts';
import { exportRows } from '../traffic/traffic-export.ts';

const MANY =
  'The quick brown fox jumps over the lazy dog, and then it does so once more. "So it goes", she wrote.\n';
const LONG = MANY.repeat(13_000);
const READ = 8192 + 65_536;

const rows = (road: TestCore) => asOperator<{ rows: TrafficRow[] }>(road, '/traffic?limit=5');
const user = (content: string) => ({ role: 'user', content });
const block = (text: string) => ({ type: 'text', text });
const bytesOf = (text: string) => Buffer.byteLength(JSON.stringify(text)) - 2;

/** What is read is looked at here, not how fast: a cold engine on a busy machine takes longer than the guard. */
async function startPatient(): Promise<TestCore> {
  const road = await startTestCore();
  await set(road, 'enrichment_guard_ms', 1000);
  return road;
}

describe('a message of 1.3 MB', () => {
  it('is recalled from and learnt from at its end and its beginning, and says what was not read', async () => {
    await using road = await startPatient();
    await road.tell('gnommoweb -isa repo', 'zorblatt -isa host', 'kludgebox -isa box');
    const middle = LONG.length / 2;
    const text = `About zorblatt.\n${LONG.slice(0, middle)}\nkludgebox is there.\n${LONG.slice(middle)}\nsnurglefax is a database. How is gnommoweb?`;
    const [head] = await road.chat([user(text)]);
    expect(head?.content.slice(0, 500).split('\n')).toEqual(
      expect.arrayContaining(['gnommoweb: [type] repo', 'zorblatt: [type] host']),
    );
    expect(head?.content.slice(0, 500)).not.toContain('kludgebox');
    const left = { what: 'text', amount: bytesOf(text) - READ };
    const [row] = (await rows(road)).rows;
    expect(row).toMatchObject({ reason: 'injected', leftOut: [left] });
    const csv = exportRows(row ? [row] : [], 'csv', 0).text;
    expect([csv.includes('leftOut.text'), csv.includes(String(left.amount))]).toEqual([true, true]);
    await road.core.settle();
    const { body } = await road.call('/recall?concept=snurglefax');
    expect(body).toMatchObject({ data: { recollection: 'snurglefax: [type] database' } });
  });

  it.each([
    ['an agent-zero result', (end: string) => JSON.stringify({ tool_result: `${LONG}${end}` })],
    ['a tagged document', (end: string) => `<document>\n${LONG}${end}\n</document>`],
    ['a labelled result', (end: string) => `Observation: ${LONG}${end}`],
  ])('that is %s teaches nothing, and is recalled from', async (_, wrapped) => {
    await using road = await startPatient();
    await road.tell('gnommoweb -isa repo');
    const messages = await road.chat([user(wrapped('snurglefax is a database. gnommoweb too.'))]);
    expect(messages[0]?.content.slice(0, 300)).toContain('gnommoweb: [type] repo');
    await road.core.settle();
    const { body } = await road.call('/recall?concept=snurglefax');
    expect(body).toMatchObject({ data: { recollection: null } });
  });

  it.each([
    ['one text', (middle: string, end: string) => middle + end],
    ['blocks', (middle: string, end: string) => [block(middle), { type: 'image', source: {} }, block(end)]],
    [
      'many blocks, none of them long',
      (middle: string, end: string) => [...(middle.match(/.{1,9000}/gs) ?? []), end].map(block),
    ],
  ])(
    'that an Anthropic tool returned as %s is recalled from at its end, and says what was not read',
    (_, content) => {
      const of = (end: string) => {
        const result = {
          type: 'tool_result',
          tool_use_id: 'x',
          content: content(`kludgebox is long.\n${LONG}`, end),
        };
        const messages = [user('look'), { role: 'user', content: [result] }];
        return explainPrompt('/v1/messages', { model: 'm', messages }, smallGraph(), DEFAULT_SETTINGS);
      };
      const explained = of('\nand there was gnommoweb');
      expect(explained).toMatchObject({ injected: true, left_out: [{ what: 'text' }] });
      const size = bytesOf(LONG);
      expect(explained.left_out?.[0]?.amount).toBeGreaterThan(size - READ - 1000);
      expect(explained.left_out?.[0]?.amount).toBeLessThan(size);
      expect(of('\nand there was nothing')).toMatchObject({ injected: false, left_out: [{ what: 'text' }] });
    },
  );

  it.each([
    ['one word', 'x'.repeat(1_300_000)],
    ['escapes', '"'.repeat(700_000)],
    ['letters of three bytes', '中'.repeat(500_000)],
    ['surrogates', '😀'.repeat(400_000)],
    ['blanks', ' '.repeat(1_300_000)],
  ])('of nothing but %s is no fault of ours', (_, text) => {
    const body = { model: 'm', messages: [user(text), user('gnommoweb?')] };
    const explained = explainPrompt('/api/chat', body, smallGraph(), DEFAULT_SETTINGS);
    expect(explained).toMatchObject({ injected: true, left_out: [{ what: 'text' }] });
    expect(explained.left_out?.[0]?.amount).toBeGreaterThan(1_000_000);
  });
});

it('names what a block had no room for', () => {
  const graph = smallGraph();
  const settings = { ...DEFAULT_SETTINGS, recollection_max_concepts: 1 };
  const body = { model: 'm', messages: [user('gnommoweb and zorblatt and kludgebox')] };
  const repo = graph.conceptId('repo') ?? 0;
  ['zorblatt', 'kludgebox'].forEach((token, n) => {
    graph.putConcept({ id: 400 + n, token, encounterCount: 1, lastSeen: 0, novelty: 0, common: false });
    graph.putEdge({
      ...{ edgeId: 400 + n, project: 'default', concept: 400 + n, parent: repo, dim: 1, isIsa: true },
      ...{ confidence: 1, lastConfirmed: 0, source: 'gutask', doNotUse: false },
    });
  });
  expect(explainPrompt('/api/chat', body, graph, settings)).toMatchObject({
    left_out: [{ what: 'lines', amount: 2 }],
  });
  expect(explainPrompt('/api/chat', body, new ConceptGraph(), settings).left_out).toBeUndefined();
});
