// Promise: a model that writes instead of arranging, over whichever API it is asked, never gets its sentence to the operator: not into an answer, not into what is kept, not
// into a job or a log; the brief is the one without a model, and says so. One that gives its secret word away gets the brief refused. A second answer that arranges counts.
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Provider } from '../../../shared/model/language-model.ts';
import { type ScriptedServer, startScriptedServer } from '../../llm/testing/scripted-server.ts';
import { ARRANGED, LIARS, leaking } from '../brief/testing/answers.ts';
import { type BriefedCore, briefedCore, wordedBy } from './testing/briefed-core.ts';

const KEY = 'CVE-2026-1000';
const WIRES: readonly Provider[] = ['ollama', 'openai', 'claude'];

describe.each(WIRES)('over %s', (wire) => {
  let server: ScriptedServer;
  let core: BriefedCore;
  const log: string[] = [];
  beforeAll(async () => {
    server = await startScriptedServer({ wire });
    core = await briefedCore({
      config: wordedBy(server, { brief_requests_per_minute: 10_000 }),
      log: pino({ level: 'debug' }, { write: (line) => void log.push(line) }),
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
  const everywhere = async (answer: object): Promise<string> => {
    const { body: jobs } = await core.test.operator('/api/console/jobs?kind=brief');
    const { body: briefs } = await core.test.operator('/api/console/briefs');
    return JSON.stringify([answer, briefs, jobs, log.join('')]);
  };

  it.each(LIARS)(
    '$name is shown nowhere, and the brief is the one without a model',
    async ({ answer, said, code }) => {
      server.otherwise((request) => ({ text: answer(canaryIn(promptOf(request))) }));
      const made = await core.brief('summary', { advisoryKey: KEY, forceRefresh: true });
      expect(made.status, JSON.stringify(made.body)).toBe(200);
      expect(made.body.data).toMatchObject({
        inference: { fallback_reason: 'bad_answer' },
        guardrail: { blocked: false, codes: code === null ? [] : [code] },
      });
      expect(made.body.data?.sections.summary).toMatch(/^\*\*Treat this as affected until you decide\.\*\*/);
      const told = await everywhere(made.body);
      expect(told).not.toContain(said);
      expect(told).not.toContain(canaryIn(promptOf(server.requests.at(-2) ?? { raw: {} })));
    },
  );

  it('the secret word, given away, gets the brief refused and stands nowhere', async () => {
    server.otherwise((request) => ({ text: leaking(canaryIn(promptOf(request))) }));
    const made = await core.brief('summary', { advisoryKey: KEY, forceRefresh: true });
    expect([made.status, made.body.error?.code], JSON.stringify(made.body)).toEqual([422, 'BRIEF_REFUSED']);
    expect(made.body.error?.details?.codes).toEqual(['canary_leak']);
    expect(await everywhere(made.body)).not.toContain(
      canaryIn(promptOf(server.requests.at(-2) ?? { raw: {} })),
    );
  });

  it('a second answer that arranges is used', async () => {
    server.otherwise(() => ({ text: ARRANGED }));
    server.say({ text: 'Sleep well.' });
    const made = await core.brief('summary', { advisoryKey: KEY, forceRefresh: true });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    expect(made.body.data?.inference).toEqual({ model_id: 'words' });
    expect(made.body.data?.sections.remediation).toContain('Upgrade left-pad in *worker* to 1.2.3 or later');
    expect(JSON.stringify(made.body)).not.toContain('Sleep well');
  });
});
