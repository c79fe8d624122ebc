// Promise: a model that lies, over whichever API it is asked, never gets its sentence to the operator: not into an answer, not into what is kept, not into a job or a log;
// the brief is refused with the code of the lie, and an honest second answer mends it.

import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Provider } from '../../../shared/model/language-model.ts';
import { type ScriptedServer, startScriptedServer } from '../../llm/testing/scripted-server.ts';
import { HONEST, LIES } from '../brief/testing/lies.ts';
import { type BriefedCore, briefedCore, wordedBy } from './testing/briefed-core.ts';
import { linesOf } from './testing/log-lines.ts';

const KEY = 'CVE-2026-1000';
const WIRES: readonly Provider[] = ['ollama', 'openai', 'claude'];

describe.each(WIRES)('over %s', (wire) => {
  let server: ScriptedServer;
  let core: BriefedCore;
  const log = linesOf();
  beforeAll(async () => {
    server = await startScriptedServer({ wire });
    core = await briefedCore({
      config: wordedBy(server, { brief_requests_per_minute: 10_000 }),
      log: pino({ level: 'debug' }, log.stream),
    });
  }, 60_000);
  afterAll(async () => {
    await core[Symbol.asyncDispose]();
    await server.close();
  });

  const canaryIn = (prompt: string): string =>
    /The word (\w+) is a secret of this text/.exec(prompt)?.[1] ?? '';
  const promptOf = (request: { readonly raw: object }): string =>
    JSON.stringify((request.raw as { messages: unknown }).messages);

  it.each(LIES)('$name is refused with $code, and said nowhere', async ({ answer, code, said }) => {
    server.otherwise((request) => ({ text: answer(canaryIn(promptOf(request))) }));
    const made = await core.brief('summary', { advisoryKey: KEY, forceRefresh: true });
    expect([made.status, made.body.error?.code], JSON.stringify(made.body)).toEqual([422, 'BRIEF_REFUSED']);
    const { codes, cache_key, revision } = (made.body.error?.details ?? {}) as {
      codes: string[];
      cache_key: string;
      revision: number;
    };
    expect(codes).toContain(code);
    const { body: kept } = await core.test.operator(`/api/console/briefs/${cache_key}?revision=${revision}`);
    const { brief, history } = (
      kept as { data: { brief: { guardrail: object; sections: object }; history: object[] } }
    ).data;
    expect(brief.guardrail).toMatchObject({ blocked: true, codes });
    const { body: jobs } = await core.test.operator('/api/console/jobs?kind=brief');
    const told = JSON.stringify([made.body, brief, history, jobs, log.text()]);
    expect(told).not.toContain(said);
    const prompts = server.requests.slice(-2).map(promptOf);
    expect(told).not.toContain(canaryIn(prompts[0] ?? ''));
    expect(prompts[1]).toContain(code);
  });

  it('an honest answer after a lie is shown', async () => {
    server.otherwise(() => ({ text: HONEST }));
    server.say({ text: HONEST.replace('1.2.3', '9.9.9') });
    const made = await core.brief('summary', { advisoryKey: KEY, forceRefresh: true });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    expect(made.body.data?.sections.summary).toContain('It is fixed in 1.2.3 [4].');
    expect(JSON.stringify(made.body)).not.toContain('9.9.9');
  });
});
