// For tests: a whole program with the evidence of one case in it, and what is asked of briefs over HTTP as scripts do.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Brief } from '../../../../shared/model/evidence/brief.ts';
import { startTestCore, type TestCore, type TestCoreOptions } from '../../../core/testing/start-test-core.ts';
import type { ScriptedServer } from '../../../llm/testing/scripted-server.ts';
import { documents } from '../../context/testing/left-pad-case.ts';

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: {
    readonly ok: boolean;
    readonly data?: Brief & { readonly job_id?: string };
    readonly error?: {
      readonly code: string;
      readonly message: string;
      readonly details?: Record<string, unknown>;
    };
  };
}

export interface BriefedCore extends AsyncDisposable {
  readonly test: TestCore;
  ask(task: string, body: object | string, query?: string): Promise<Answered>;
  read(cacheKey: string, query?: string): Promise<Answered>;
  /** Asks, and follows where it is sent until it is there or refused. */
  brief(task: string, body: object, query?: string): Promise<Answered>;
}

/** A model of `config.yaml` at a scripted server, for briefs. */
export const wordedBy = (server: ScriptedServer, settings: object = {}): string =>
  JSON.stringify({
    models: [{ id: 'words', provider: server.wire, model: 'scripted', base_url: server.baseUrl }],
    settings: { brief_model_id: 'words', ...settings },
  });

export async function briefedCore(
  options: TestCoreOptions & { readonly texts?: readonly string[] } = {},
): Promise<BriefedCore> {
  const test = await startTestCore(options);
  const folder = mkdtempSync(join(tmpdir(), 'festinger-briefs-'));
  mkdirSync(folder, { recursive: true });
  for (const [n, text] of (options.texts ?? documents()).entries())
    writeFileSync(join(folder, `${n}.${text.startsWith('#') ? 'csv' : 'json'}`), text);
  const post = (path: string, body: object) =>
    test.operator(`/api/console${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await takenIn(test, post, folder);
  const ask: BriefedCore['ask'] = async (task, body, query = '') =>
    (await test.operator(`/api/v1/advisory/${task}${query}`, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })) as Answered;
  const at = async (path: string) => (await test.operator(path)) as Answered;
  return {
    test,
    ask,
    read: (cacheKey, query = '') => at(`/api/v1/advisory/outputs/${cacheKey}${query}`),
    async brief(task, body, query) {
      let answer = await ask(task, body, query);
      const location = answer.headers.get('location');
      while (answer.status === 202 && location !== null) {
        await wait(20);
        answer = await at(location);
      }
      return answer;
    },
    async [Symbol.asyncDispose]() {
      await test[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Post = (path: string, body: object) => Promise<{ readonly status: number; readonly body: unknown }>;

/** Until it is read and matched. */
async function takenIn(test: TestCore, post: Post, folder: string): Promise<void> {
  const { body } = await post('/evidence/add', { paths: [folder] });
  const { id } = (body as { data: { id: string } }).data;
  for (;;) {
    const { body: state } = await test.operator('/api/console/jobs/state');
    const tasks = (state as { data: { tasks: { id: string; status: string }[] } }).data.tasks;
    if (tasks.find((task) => task.id === id)?.status !== 'running') break;
    await wait(20);
  }
  await matched(test);
}

/** Once findings are of the evidence that is there. */
export async function matched(test: TestCore): Promise<void> {
  for (;;) {
    const { body: state } = await test.operator('/api/console/findings/state');
    const { matchedAt, matching } = (state as { data: { matchedAt: number | null; matching?: boolean } })
      .data;
    if (matchedAt !== null && matching !== true) break;
    await wait(20);
  }
}
