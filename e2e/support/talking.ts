// A Festinger whose assistant asks a scripted model, and its Chat screen as a test sees it. What the model says next is said by the test; the rest is real:
// loop, gates, approvals, streams. For the journeys in `assistant`.
import type { Page } from '@playwright/test';
import {
  type ScriptedServer,
  startScriptedServer,
  type Turn,
} from '../../src/main/llm/testing/scripted-server.ts';
import { test as base, type Console, expect, NOTHING_AHEAD, type Open, pages } from './console-page.ts';
import { type RunningFestinger, startFestinger } from './festinger.ts';

export interface Talking {
  readonly festinger: RunningFestinger;
  readonly model: ScriptedServer;
  /** The next answers, and nothing that an earlier test left. */
  script(...turns: readonly Turn[]): void;
  /** What the model was sent last, as text. */
  lastSent(): string;
}

interface Workers {
  talking: Talking;
}
interface Fixtures {
  talk: Open;
}

export const says = (...text: readonly string[]): Turn => ({ text });
export const calls = (...all: readonly (readonly [string, object])[]): Turn => ({
  calls: all.map(([name, given]) => ({ name, arguments: given })),
});
export const CODER = 'qwen2.5-coder:1.5b';
/** What has to come before a write: it is looked at. */
export const looks = (name: string): Turn => calls(['query', { action: 'search', text: name }]);
/** @param resource its id */
export const loads = (resource: string, given: object = {}): Turn =>
  calls(['control', { resource, action: 'load', arguments: given }]);

/** What is there already: it can be pulled again and again. */
export const pulls = (resource: string): Turn =>
  calls(['control', { resource, action: 'pull', arguments: {} }]);

async function post(
  { baseUrl, token }: RunningFestinger,
  path: string,
  body: object,
): Promise<{ id: string }> {
  const answer = await fetch(`${baseUrl}/api/console/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  const { ok, data, error } = (await answer.json()) as { ok: boolean; data: { id: string }; error: unknown };
  if (!ok) throw new Error(`${path}: ${JSON.stringify(error)}`);
  return data;
}

export async function startTalking(): Promise<Talking & AsyncDisposable> {
  const model = await startScriptedServer({
    wire: 'ollama',
    models: ['scripted'],
    tools: true,
    contextTokens: 32_768,
  });
  const festinger = await startFestinger(['--demo', '--no-agents', '--no-sessions', '--no-evidence']);
  const { id } = await post(festinger, 'models', {
    ...{ label: 'Scripted', provider: 'ollama', baseUrl: model.baseUrl, modelName: 'scripted' },
    ...{ inputPrice: 1, outputPrice: 2, contextTokens: 32_768 },
  });
  await post(festinger, 'system/settings', { key: 'assistant_model_id', value: id });
  let turns: Turn[] = [];
  model.otherwise(() => turns.shift() ?? says('The script is over.'));
  return {
    festinger,
    model,
    script: (...given) => {
      turns = [...given];
    },
    lastSent: () => model.requests.at(-1)?.body ?? '',
    async [Symbol.asyncDispose]() {
      await festinger.stop();
      await model.close();
    },
  };
}

export const test = base.extend<Fixtures, Workers>({
  talking: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from the pattern
    async ({}, use) => {
      await using talking = await startTalking();
      await use(talking);
    },
    { scope: 'worker' },
  ],
  talk: async ({ browserOfOurs, talking }, use) => {
    talking.script();
    const opened = pages(browserOfOurs);
    await use((options, prepare) =>
      opened.open(talking.festinger, options, async (page) => {
        await page.addInitScript(NOTHING_AHEAD);
        await prepare?.(page);
      }),
    );
    expect(await opened.close()).toEqual([]);
  },
});

export { expect } from './console-page.ts';

export const composer = (page: Page) => page.locator('[data-composer]');
export const answers = (page: Page) => page.locator('[data-entry=answer]');
export const ended = (page: Page) => page.locator('[data-entry=end]');
export const card = (page: Page) => page.locator('[data-chat-card] [data-approval]');

/** Says something in a new chat, or in the open one. */
export async function say(page: Page, words: string): Promise<void> {
  await composer(page).fill(words);
  await composer(page).press('Enter');
  // The first message of a program that has just started waits for its word lists.
  await expect(page.locator('[data-entry=user]', { hasText: words.slice(0, 40) }).last()).toBeVisible({
    timeout: 30_000,
  });
}

export async function newChat({ page, go }: Console): Promise<void> {
  await go('chat');
  await expect(page.locator('[data-chat-first]')).toBeVisible();
}

/** The id of a resource of the demo. */
export async function idOf({ baseUrl, token }: RunningFestinger, name: string): Promise<string> {
  const answer = await fetch(`${baseUrl}/api/console/resources`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { data } = (await answer.json()) as { data: { resources: { id: string; name: string }[] } };
  const found = data.resources.find((one) => one.name === name);
  if (!found) throw new Error(`the demo has no ${name}`);
  return found.id;
}
