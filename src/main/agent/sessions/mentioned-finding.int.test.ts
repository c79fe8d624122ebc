// Promise: over HTTP, a few letters of a vulnerability or of its component offer the finding, its id in a message brings its facts and what runs it to the
// model before it answers, and an id that names nothing is refused.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Mentionable } from '../../../shared/contract/assistant.ts';
import { assistantRoad, type Road, says } from '../../core/testing/assistant-road.ts';
import { asOperator } from '../../core/testing/client-calls.ts';
import { JELLYFIN } from '../../infra/providers/demo/things.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let road: Road;
beforeAll(async () => {
  road = await assistantRoad({ wire: 'ollama', demo: 'evidence', by: 'script' });
  await vi.waitFor(bound, { timeout: 30_000 });
});
afterAll(() => road[Symbol.asyncDispose]());

interface Row {
  readonly key: string;
  readonly vulnerability: string;
  readonly component: { readonly name: string };
  readonly product: { readonly name: string };
  readonly resources: readonly string[];
  readonly fixedIn: string | null;
}

const offered = (text: string) =>
  asOperator<Mentionable[]>(road.test, `/assistant/mentionables?text=${encodeURIComponent(text)}&limit=8`);
const findings = async () => (await asOperator<{ findings: Row[] }>(road.test, '/findings')).findings;
/** One of what the film server runs. */
async function bound(): Promise<Row> {
  const found = (await findings()).find(({ resources }) => resources.includes(JELLYFIN));
  if (!found) throw new Error('the demo has no finding of what runs');
  return found;
}

it('is offered by its id, a part of it, or its component', async () => {
  const { key, vulnerability, component } = await bound();
  for (const letters of [vulnerability, vulnerability.slice(0, -1).toLowerCase(), component.name]) {
    const found = (await offered(letters)).find(({ id }) => id === `finding:default:${key}`);
    expect(found, letters).toMatchObject({ kind: 'finding', name: vulnerability });
    expect(found?.detail).toContain(component.name);
  }
  expect((await offered('v')).filter(({ kind }) => kind === 'finding')).toEqual([]);
});

it('brings its facts and what runs it to the model', async () => {
  const { key, vulnerability, component, product, fixedIn } = await bound();
  const text = `What do I do about @${vulnerability}?`;
  const start = text.indexOf('@');
  const mention = { id: `finding:default:${key}`, kind: 'finding', name: vulnerability, start };
  road.script(says('Update it.'));
  const { entries, answer } = await road.say(text, { mentions: [{ ...mention, end: text.length - 1 }] });
  expect(answer).toBe('Update it.');
  const sent = road.sent.at(-1)?.text ?? '';
  for (const fact of [
    `## ${vulnerability} (finding`,
    `component: ${component.name}`,
    `product: ${product.name}`,
  ])
    expect(sent).toContain(fact);
  expect(sent).toContain(`fix: ${fixedIn ?? 'none known'}`);
  expect(sent).toContain('runs on: jellyfin (');
  const context = entries.find((entry) => entry.kind === 'context');
  expect(context).toMatchObject({ resources: [{ kind: 'finding', name: vulnerability }, { id: JELLYFIN }] });
});

it('is refused where its id names none, and nothing is asked of the model', async () => {
  const before = road.sent.length;
  for (const id of [
    `finding:default:${'0'.repeat(32)}`,
    `finding:other:${(await bound()).key}`,
    'finding:x',
  ]) {
    const mention = { id, kind: 'finding', name: 'CVE-1', start: 4, end: 10 };
    await expect(road.begin('fix @CVE-1', { mentions: [mention] }), id).rejects.toThrow(
      /400.*INVALID_INPUT/s,
    );
  }
  expect(road.sent.length).toBe(before);
});
