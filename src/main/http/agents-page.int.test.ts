// Promise: every block of docs/agents.md works as it stands. Each is run against a whole core with the scripted upstream: shell and
// JavaScript as processes of their own; what a settings file, a screen or a container says, by sending what the agent then sends.
// A block without a runner here fails.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import Anthropic from '@anthropic-ai/sdk';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { Ollama } from 'ollama';
import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { addKey, bearer, post, set } from '../core/testing/client-calls.ts';
import { startTestCore, type TestCore } from '../core/testing/start-test-core.ts';

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

/** A Festinger that anybody may ask, and one that wants a key. */
interface Road {
  readonly core: TestCore;
  readonly key: string | null;
}

let core: TestCore;
let roads: Road[];
beforeAll(async () => {
  core = await startTestCore();
  const locked = await startTestCore();
  const { key } = await addKey(locked, 'an-agent');
  await locked.tell(FACT);
  await set(locked, 'client_keys_required', true);
  roads = [
    { core, key: null },
    { core: locked, key },
  ];
});
afterAll(() => Promise.all(roads.map((road) => road.core[Symbol.asyncDispose]())));
beforeEach(() => core.tell(FACT));

const here = (text: string, road = core) =>
  text.replaceAll('http://127.0.0.1:11435', road.core.baseUrl).replaceAll('qwen3', 'demo-plain');

const shell = async (text: string, env: Record<string, string> = {}, road = core) =>
  (await run('sh', ['-euc', here(text, road)], { env: { ...process.env, ...env } })).stdout;

/** Does it, and returns the prompt that reached the upstream on this path. */
async function promptOf(path: string, act: () => Promise<unknown>, { upstream } = core): Promise<string> {
  const next = upstream.nextRequest((request) => request.path === path);
  await act();
  const { body, rawHeaders } = await next;
  expect(rawHeaders.join()).not.toContain('fk-');
  return body.toString();
}

const MESSAGES = [{ role: 'user' as const, content: 'Deploy gnommoweb' }];
const Opencode = z.object({
  provider: z.object({
    festinger: z.object({
      options: z.object({ baseURL: z.string(), apiKey: z.string() }),
      models: z.record(z.string(), z.unknown()),
    }),
  }),
});

const McpServers = z.object({
  mcpServers: z.object({
    festinger: z.object({
      type: z.string().optional(),
      url: z.string().optional(),
      headers: z.record(z.string(), z.string()).optional(),
      command: z.string().optional(),
      args: z.array(z.string()).optional(),
      env: z.record(z.string(), z.string()).optional(),
    }),
  }),
});
const serverOf = (text: string) => McpServers.parse(JSON.parse(text)).mcpServers.festinger;

/** What the tool `recall` says through MCP. */
async function recalledBy(transport: Transport): Promise<string> {
  const client = new Client({ name: 'agents-page', version: '1' });
  await client.connect(transport);
  try {
    return JSON.stringify(await client.callTool({ name: 'recall', arguments: { text: 'Deploy gnommoweb' } }));
  } finally {
    await client.close();
  }
}

/** What a container is started with: a `docker` that says its arguments, and does nothing. */
async function container(text: string, key: string) {
  const dir = tempDir();
  writeFileSync(join(dir, 'docker'), '#!/bin/sh\nprintf \'%s\\n\' "$@"\n', { mode: 0o755 });
  const env = { PATH: `${dir}:${process.env.PATH}`, FESTINGER_CLIENT_KEY: key };
  const args = (await run('sh', ['-euc', text], { env })).stdout.trimEnd().split('\n');
  const variables = args.filter((_, index) => args[index - 1] === '-e').map((pair) => pair.split(/=(.*)/s));
  const onHost = args[args.indexOf('--network') + 1] === 'host';
  if (!onHost) expect(args).toContain('host.docker.internal:host-gateway');
  return { env: Object.fromEntries(variables) as Record<string, string>, onHost };
}

/** A request from within a container: the address as it is written there leads here. */
async function from({ env, onHost }: Awaited<ReturnType<typeof container>>, url: string, asked: Asked) {
  const { core: road } = roads[onHost ? 0 : 1] as Road;
  const { host, pathname, protocol } = new URL(url);
  expect([protocol, host]).toEqual(['http:', `${onHost ? '127.0.0.1' : 'host.docker.internal'}:11435`]);
  const { hostname, port } = new URL(road.core.baseUrl);
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; said: string }>();
  const headers = {
    ...{ host: host.replace('11435', port), 'content-type': 'application/json' },
    ...(asked.key === undefined ? {} : { authorization: `Bearer ${env[asked.key]}` }),
  };
  const method = asked.body === undefined ? 'GET' : 'POST';
  const sent = request({ hostname, port, path: pathname + asked.path, method, headers }, (res) => {
    text(res).then((said) => resolve({ status: res.statusCode ?? 0, said }), reject);
  });
  sent.on('error', reject).end(asked.body === undefined ? undefined : JSON.stringify(asked.body));
  const { status, said } = await promise;
  expect([status, said]).toEqual([200, said]);
  return said;
}

interface Asked {
  readonly path: string;
  /** The variable of the container that holds it. */
  readonly key?: string;
  readonly body?: object;
}

/** The prompt that a container's POST becomes. */
function promptFrom(at: Awaited<ReturnType<typeof container>>, url: string, asked: Asked): Promise<string> {
  const { core: road } = roads[at.onHost ? 0 : 1] as Road;
  return promptOf(new URL(url).pathname.replace(/^\/$/, '') + asked.path, () => from(at, url, asked), road);
}

function tempDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'festinger-agents-page-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

const RUNNERS: Record<string, (text: string) => Promise<void>> = {
  'sh run': async (text) => {
    const said = await shell(text);
    expect(said).toContain('"ok":true');
    expect(said).toContain('gnommoweb');
  },
  'sh gutask': async (text) => {
    for (const { core: road, key } of roads) {
      // Where a key is wanted, fetching the script wants it, too.
      const fetched = key ? text.replace('curl ', `curl -H "Authorization: Bearer ${key}" `) : text;
      const said = await shell(`cd ${tempDir()}\n${fetched}`, { FESTINGER_CLIENT_KEY: key ?? '' }, road);
      expect(said.split('\n')).toEqual([
        'confirmed: gnommoweb: [glitch_university] repo',
        // What the page told just before holds for 30 days.
        expect.toSatisfy(
          (line: string) =>
            line === SHOWN || (line.startsWith(`${SHOWN} [runs-on] ramanujan until `) && line.endsWith('Z')),
        ),
        'retracted: gnommoweb: [glitch_university] repo',
        '',
      ]);
    }
    await retell();
  },
  'sh prompt': async (text) => {
    expect(await promptOf('/api/chat', () => shell(text))).toContain(SHOWN);
  },
  'sh anthropic': async (text) => {
    for (const { core: road, key } of roads) {
      const said = `${text}\nprintf '%s\\n' "$ANTHROPIC_BASE_URL" "$ANTHROPIC_AUTH_TOKEN" "$ANTHROPIC_MODEL"`;
      const lines = (await shell(said, {}, road)).split('\n') as [string, string, string];
      const [baseURL, token, model] = lines;
      expect(token).toBe('ollama');
      const client = new Anthropic({ baseURL, authToken: key ?? token, apiKey: null });
      const ask = () => client.messages.create({ model, max_tokens: 50, messages: MESSAGES });
      expect(await promptOf('/v1/messages', ask, road)).toContain(SHOWN);
    }
  },
  'json opencode': async (text) => {
    for (const { core: road, key } of roads) {
      const { options, models } = Opencode.parse(JSON.parse(here(text, road))).provider.festinger;
      const [model] = Object.keys(models) as [string];
      const client = new OpenAI({ ...options, apiKey: key ?? options.apiKey });
      const ask = () => client.chat.completions.create({ model, messages: MESSAGES });
      expect(await promptOf('/v1/chat/completions', ask, road)).toContain(SHOWN);
    }
  },
  'json mcp-http': async (text) => {
    for (const { core: road, key } of roads) {
      const { type, url = '', headers = {} } = serverOf(here(text, road));
      expect([type, headers]).toEqual(['http', { Authorization: 'Bearer fk-...' }]);
      const sent = key === null ? {} : { Authorization: `Bearer ${key}` };
      const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: sent } });
      expect(await recalledBy(transport as Transport)).toContain(SHOWN);
    }
  },
  'json mcp-stdio': async (text) => {
    for (const { core: road, key } of roads) {
      const { command, args = [], env } = serverOf(text);
      expect([command, env]).toEqual(['festinger', { FESTINGER_CLIENT_KEY: 'fk-...' }]);
      const transport = new StdioClientTransport({
        command: process.execPath,
        args: [process.env.FESTINGER_CLI ?? '', ...args],
        env: {
          ...{ PATH: process.env.PATH ?? '', FESTINGER_URL: road.core.baseUrl },
          ...(key === null ? {} : { FESTINGER_CLIENT_KEY: key }),
        },
      });
      expect(await recalledBy(transport)).toContain(SHOWN);
    }
  },
  'text cline': async (text) => {
    for (const { core: road, key } of roads) {
      const lines = here(text, road).trim().split('\n');
      const given = Object.fromEntries(lines.map((line) => line.split(/: (.*)/s)));
      expect(given).toMatchObject({ 'API Provider': 'Ollama', 'Ollama API Key': 'fk-...' });
      // Its Ollama provider is this package, so called.
      const client = new Ollama({
        host: given['Use custom base URL'] as string,
        ...(key === null ? {} : { headers: { Authorization: `Bearer ${key}` } }),
      });
      const messages = [{ role: 'system', content: 'You are Cline.' }, ...MESSAGES];
      const asked = {
        model: given.Model as string,
        messages,
        stream: true as const,
        options: { num_ctx: 32_768 },
      };
      const ask = async () => {
        let said = '';
        for await (const part of await client.chat(asked)) said += part.message.content;
        expect(said).not.toBe('');
      };
      expect(await promptOf('/api/chat', ask, road)).toContain(SHOWN);
    }
  },
  'js run': async (text) => {
    for (const { core: road, key } of roads) {
      // Beside node_modules, where its import is found.
      const file = join(ROOT, `node_modules/.agents-page-${process.pid}.mjs`);
      writeFileSync(file, here(text, road));
      const env = { ...process.env, FESTINGER_CLIENT_KEY: key ?? '' };
      try {
        const ask = () => run(process.execPath, [file], { env });
        expect(await promptOf('/api/chat', ask, road)).toContain(SHOWN);
      } finally {
        rmSync(file);
      }
    }
  },
  'sh open-webui': async (text) => {
    const at = await container(text, roads[1]?.key ?? '');
    const chat = { model: 'demo-plain', messages: MESSAGES, stream: true };
    if (at.env.ENABLE_OLLAMA_API !== 'false') {
      const url = at.env.OLLAMA_BASE_URL as string;
      expect(await from(at, url, { path: '/api/tags' })).toContain('qwen2.5:7b');
      expect(await promptFrom(at, url, { path: '/api/chat', body: { ...chat, options: {} } })).toContain(
        SHOWN,
      );
      return;
    }
    const url = at.env.OPENAI_API_BASE_URLS as string;
    const key = 'OPENAI_API_KEYS';
    expect(await from(at, url, { path: '/models', key })).toContain('qwen2.5:7b');
    expect(await promptFrom(at, url, { path: '/chat/completions', key, body: chat })).toContain(SHOWN);
  },
  'sh agent-zero': async (text) => {
    const at = await container(text, roads[1]?.key ?? '');
    for (const role of ['chat', 'util']) {
      const named = (what: string) => at.env[`A0_SET_${role}_model_${what}`] as string;
      expect(named('name')).toBe('qwen3');
      const [url, model] = [named('api_base'), 'demo-plain'];
      if (named('provider') === 'ollama') {
        const prompt = '### System:\nYou are agent zero.\n\n### User:\nDeploy gnommoweb\n\n';
        const body = { model, prompt, options: {}, stream: true };
        expect(await from(at, url, { path: '/api/tags' })).toContain('qwen2.5:7b');
        expect(await promptFrom(at, url, { path: '/api/generate', body })).toContain(SHOWN);
        continue;
      }
      expect(named('provider')).toBe('other');
      const messages = [{ role: 'system', content: 'You are agent zero.' }, ...MESSAGES];
      const asked = {
        path: '/chat/completions',
        key: 'API_KEY_OTHER',
        body: { model, messages, stream: true },
      };
      expect(await promptFrom(at, url, asked)).toContain(SHOWN);
    }
  },
  'yaml config': async (text) => {
    const { listen, allowed_hosts: hosts } = parse(text) as { listen: string; allowed_hosts: string[] };
    expect(listen).toMatch(/^0\.0\.0\.0:/);
    expect(hosts).toEqual(['media-server.lan']);
    const dataDir = tempDir();
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
    for (const host of ['host.docker.internal', 'host.containers.internal', 'media-server.lan'])
      expect(await status(host, withKey)).toBe('200');
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

/** The locked one is told with its key. */
async function retell(): Promise<void> {
  const { core: road, key } = roads[1] as Road;
  const { status } = await road.call('/iknowthat', post({ fact: FACT }, bearer(key as string)));
  expect(status).toBe(200);
}

it('has blocks', () => expect(BLOCKS.length).toBeGreaterThanOrEqual(14));

it.each(BLOCKS)('$kind: $text', async ({ kind, text }) => {
  const runner = RUNNERS[kind];
  if (!runner) throw new Error(`No runner for a block "${kind}" of docs/agents.md.`);
  await runner(text);
});
