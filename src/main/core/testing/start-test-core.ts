// A whole core for integration tests: real store in a temporary directory, real HTTP, the scripted upstream behind it.
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Clock } from '../../../shared/model/clock.ts';
import { type DemoUpstream, startDemoUpstream } from '../../fixtures/upstream.ts';
import { createLog, type Log } from '../../telemetry/log.ts';
import type { Core } from '../core.ts';
import { startCore } from '../start-core.ts';

export interface TestCore extends AsyncDisposable {
  readonly core: Core;
  readonly upstream: DemoUpstream;
  readonly dataDir: string;
  /** fetch on the core, JSON parsed. */
  call(path: string, init?: RequestInit): Promise<{ status: number; body: unknown; headers: Headers }>;
  /** The same as the operator. */
  operator(path: string, init?: RequestInit): Promise<{ status: number; body: unknown; headers: Headers }>;
  tell(...facts: string[]): Promise<void>;
  /** Sends a chat prompt and returns the messages that the upstream got. @throws Error where no upstream of the test's got it, as in a demo */
  chat(messages: object[], extra?: object, headers?: Record<string, string>): Promise<UpstreamMessage[]>;
}

export interface UpstreamMessage {
  role: string;
  content: string;
}

export interface TestCoreOptions {
  /** Kept when given; otherwise made and removed. */
  readonly dataDir?: string;
  /** As `--database` takes it; default SQLite in the data directory. */
  readonly database?: string | undefined;
  readonly clock?: Clock;
  /** The text of its config.yaml. What that says of upstreams counts then, instead of a scripted one. */
  readonly config?: string;
  /** Default a free port of 127.0.0.1. */
  readonly listen?: string;
  readonly consoleListen?: string;
  /** A demo instead of a scripted upstream of the test's: without its sessions, with them, or with its evidence. It has no agents, and waits for nothing. */
  readonly demo?: 'bare' | 'sessions' | 'evidence';
  /** A list of the program's own components; none when absent. */
  readonly ownSbom?: string;
  /** Silent when absent. */
  readonly log?: Log;
  /** The built renderer; default a folder with an empty page. */
  readonly rendererDir?: string;
}

export async function startTestCore(options: TestCoreOptions = {}): Promise<TestCore> {
  const { dataDir = mkdtempSync(join(tmpdir(), 'festinger-core-')), database, clock } = options;
  const keep = options.dataDir !== undefined;
  const file = join(dataDir, 'festinger.db');
  // Outside of vitest (bench/real) there is no prepared database: the core makes its own.
  const isTest = process.env.VITEST !== undefined;
  if (isTest && database === undefined && !existsSync(file)) copyFileSync(inject('freshSqlite'), file);
  const emptyDir = mkdtempSync(join(tmpdir(), 'festinger-renderer-'));
  writeFileSync(join(emptyDir, 'index.html'), '<!doctype html><title>console</title>');
  const upstream = await startDemoUpstream();
  if (options.config !== undefined) writeFileSync(join(dataDir, 'config.yaml'), options.config);
  const core = await startCore({
    dataDir,
    listen: options.listen ?? '127.0.0.1:0',
    consoleListen: options.consoleListen,
    upstream: options.config === undefined && options.demo === undefined ? upstream.url : undefined,
    ...(options.demo === undefined
      ? {}
      : {
          demo: true,
          demoAgents: false,
          demoSessions: options.demo === 'sessions',
          demoEvidence: options.demo === 'evidence',
          demoPace: 'none',
        }),
    rendererDir: options.rendererDir ?? emptyDir,
    database,
    ownSbom: options.ownSbom,
    log: options.log ?? createLog('silent'),
    ...(clock ? { clock } : {}),
  }).catch(async (error: unknown) => {
    await upstream.close();
    rmSync(emptyDir, { recursive: true });
    throw error;
  });
  const ask = async (base: string, path: string, init?: RequestInit) => {
    const response = await fetch(base + path, init);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return {
      status: response.status,
      body: isJson ? (JSON.parse(text) as unknown) : text,
      headers: response.headers,
    };
  };
  const call: TestCore['call'] = (path, init) => ask(core.baseUrl, path, init);
  const stop = async () => {
    await core.close(1000);
    await upstream.close();
    rmSync(emptyDir, { recursive: true });
  };
  return {
    core,
    upstream,
    dataDir,
    call,
    operator: (path, init) =>
      ask(core.consoleUrl, path, {
        ...init,
        headers: { ...init?.headers, authorization: `Bearer ${core.token}` },
      }),
    async tell(...facts) {
      const { status, body } = await call('/iknowthat', { method: 'POST', body: JSON.stringify({ facts }) });
      if (status !== 200) throw new Error(`iknowthat answered ${status}: ${JSON.stringify(body)}`);
    },
    async chat(messages, extra = {}, headers = {}) {
      const next = upstream.nextRequest((request) => request.path === '/api/chat');
      const nobody = new Error('the prompt was answered, but not by the upstream of this test');
      const answer = await call('/api/chat', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ model: 'demo-plain', stream: false, messages, ...extra }),
      });
      if (answer.status !== 200)
        throw new Error(`chat answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      // An answer comes behind the request that asks for it.
      const request = await Promise.race([next, Promise.reject(nobody)]);
      return (JSON.parse(request.body.toString()) as { messages: UpstreamMessage[] }).messages;
    },
    async [Symbol.asyncDispose]() {
      await stop();
      if (!keep) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
