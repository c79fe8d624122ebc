// Promise: every block of docs/agents.md works as it stands. Each is run against a whole core with the scripted upstream (shell and
// JavaScript as processes of their own) or, for a settings file, sent as the agent would. A block without a runner here fails.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { addKey } from './testing/client-calls.ts';
import { startTestCore, type TestCore } from './testing/start-test-core.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../../..');
const FACT = 'gnommoweb -isa repo in context of glitch_university';
const SHOWN = 'gnommoweb: [glitch_university] repo';

const PAGE = readFileSync(join(ROOT, 'docs/agents.md'), 'utf8');
const BLOCKS = PAGE.split('\n```')
  .filter((_, index) => index % 2 === 1)
  .map((block) => {
    const end = block.indexOf('\n');
    return { kind: block.slice(0, end), text: block.slice(end + 1) };
  });

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core[Symbol.asyncDispose]());
beforeEach(() => core.tell(FACT));

const here = (text: string) =>
  text.replaceAll('http://127.0.0.1:11435', core.core.baseUrl).replaceAll('qwen3', 'demo-plain');

const shell = async (text: string, env: Record<string, string> = {}) =>
  (await run('sh', ['-euc', here(text)], { env: { ...process.env, ...env } })).stdout;

/** Does it, and returns the prompt that reached the upstream on this path. */
async function promptOf(path: string, act: () => Promise<unknown>): Promise<string> {
  const next = core.upstream.nextRequest((request) => request.path === path);
  await act();
  return (await next).body.toString();
}

const Opencode = z.object({
  provider: z.object({
    festinger: z.object({
      options: z.object({ baseURL: z.string(), apiKey: z.string() }),
      models: z.record(z.string(), z.unknown()),
    }),
  }),
});

const RUNNERS: Record<string, (text: string) => Promise<void>> = {
  'sh run': async (text) => {
    const said = await shell(text);
    expect(said).toContain('"ok":true');
    expect(said).toContain('gnommoweb');
  },
  'sh gutask': async (text) => {
    const dir = mkdtempSync(join(tmpdir(), 'festinger-agents-page-'));
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
    const said = await shell(`cd ${dir}\n${text}`);
    expect(said.split('\n')).toEqual([
      'confirmed: gnommoweb: [glitch_university] repo',
      SHOWN,
      'retracted: gnommoweb: [glitch_university] repo',
      '',
    ]);
  },
  'sh prompt': async (text) => {
    expect(await promptOf('/api/chat', () => shell(text))).toContain(SHOWN);
  },
  'sh anthropic': async (text) => {
    const [baseURL, authToken, model] = (
      await shell(`${text}\nprintf '%s\\n' "$ANTHROPIC_BASE_URL" "$ANTHROPIC_AUTH_TOKEN" "$ANTHROPIC_MODEL"`)
    ).split('\n') as [string, string, string];
    const client = new Anthropic({ baseURL, authToken, apiKey: null });
    const messages = [{ role: 'user' as const, content: 'Deploy gnommoweb' }];
    const ask = () => client.messages.create({ model, max_tokens: 50, messages });
    expect(await promptOf('/v1/messages', ask)).toContain(SHOWN);
  },
  'json opencode': async (text) => {
    const { options, models } = Opencode.parse(JSON.parse(here(text))).provider.festinger;
    const [model] = Object.keys(models) as [string];
    const messages = [{ role: 'user' as const, content: 'Deploy gnommoweb' }];
    const ask = () => new OpenAI(options).chat.completions.create({ model, messages });
    expect(await promptOf('/v1/chat/completions', ask)).toContain(SHOWN);
  },
  'js run': async (text) => {
    // Beside node_modules, where its import is found.
    const file = join(ROOT, `node_modules/.agents-page-${process.pid}.mjs`);
    writeFileSync(file, here(text));
    try {
      expect(await promptOf('/api/chat', () => run(process.execPath, [file]))).toContain(SHOWN);
    } finally {
      rmSync(file);
    }
  },
  'yaml config': async (text) => {
    const { listen, allowed_hosts: hosts } = parse(text) as { listen: string; allowed_hosts: string[] };
    expect(listen).toMatch(/^0\.0\.0\.0:/);
    expect(hosts).toEqual(['host.docker.internal']);
    const dataDir = mkdtempSync(join(tmpdir(), 'festinger-agents-page-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const open = { dataDir, config: text, listen: '0.0.0.0:0', consoleListen: '127.0.0.1:0' };
    await expect(startTestCore(open)).rejects.toThrow(/client-key add/);
    rmSync(join(dataDir, 'config.yaml'));
    const closed = await startTestCore({ dataDir });
    const { key } = await addKey(closed, 'in-a-container');
    await closed[Symbol.asyncDispose]();
    await using opened = await startTestCore(open);
    const { port } = new URL(opened.core.baseUrl);
    const status = (host: string, bearer: string) =>
      shell(
        `curl -sS -o /dev/null -w '%{http_code}' 'http://127.0.0.1:${port}/recall?concept=a' -H 'Host: ${host}:${port}' ${bearer}`,
      );
    const withKey = `-H 'Authorization: Bearer ${key}'`;
    expect(await status('host.docker.internal', withKey)).toBe('200');
    expect(await status('host.docker.internal', '')).toBe('401');
    expect(await status('elsewhere.internal', withKey)).toBe('403');
  },
  'sh key': async (text) => {
    const { key } = await addKey(core, 'keyed');
    const made = core.upstream.nextRequest((request) => request.path === '/api/tags');
    expect(await shell(text, { FESTINGER_CLIENT_KEY: key })).toContain('"models":[{');
    expect((await made).rawHeaders.join()).not.toContain(key);
    // A key of ours that nobody made is refused.
    await expect(shell(text, { FESTINGER_CLIENT_KEY: `fk-${'a'.repeat(43)}` })).rejects.toThrow(/401/);
  },
};

it('has blocks', () => expect(BLOCKS.length).toBeGreaterThanOrEqual(8));

it.each(BLOCKS)('$kind: $text', async ({ kind, text }) => {
  const runner = RUNNERS[kind];
  if (!runner) throw new Error(`No runner for a block "${kind}" of docs/agents.md.`);
  await runner(text);
});
