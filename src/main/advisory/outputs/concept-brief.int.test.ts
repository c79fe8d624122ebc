// Promise: a contested concept of the graph is briefed by the same pipeline as an advisory: what is claimed, by whom and when, each with its source, without evidence of
// anything else; and what agents planted in their sentences orders nobody.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ScriptedServer, startScriptedServer } from '../../llm/testing/scripted-server.ts';
import { ARRANGED } from '../brief/testing/answers.ts';
import { type BriefedCore, briefedCore, wordedBy } from './testing/briefed-core.ts';

let core: BriefedCore;
beforeAll(async () => {
  core = await briefedCore();
  await core.test.tell('gnommoweb -ispart shelf-one in context of place');
  await core.test.tell('gnommoweb -ispart shelf-two in context of place');
  await core.test.tell('gnommoweb -isa repo in context of type');
}, 60_000);
afterAll(() => core[Symbol.asyncDispose]());

it('has each claim with its source, and nothing of advisories', async () => {
  const { status, body } = await core.brief('conflict', {
    advisoryKey: 'concept:gnommoweb',
    profile: 'default',
  });
  expect(status, JSON.stringify(body)).toBe(200);
  const { sections, citations, advisory_key, steps } = body.data ?? {};
  expect(advisory_key).toBe('concept:gnommoweb');
  expect(sections?.summary).toMatch(/^\*\*Two claims about \*gnommoweb\* contradict each other\.\*\*/);
  expect(sections?.summary).toContain('nobody has decided yet');
  expect(sections?.conflicts).toContain('- Current: *gnommoweb* is part of *shelf-one*, told by');
  expect(sections?.conflicts).toContain('- New claim: *gnommoweb* is part of *shelf-two*, told by');
  expect(sections?.conflicts).toContain('**What would settle it**: your decision under Conflicts');
  expect(sections?.references).toContain('graph:conflict/gnommoweb/place/shelf-two');
  expect(citations?.every(({ source_id }) => source_id.startsWith('graph:'))).toBe(true);
  expect(steps).toEqual([]);
  expect(JSON.stringify(body)).not.toMatch(/CVE|left-pad|festinger:sbom/);
});

it('is another brief once the memory changed, and is not there for what nobody knows', async () => {
  const ask = () => core.brief('summary', { advisoryKey: 'concept:gnommoweb', profile: 'default' });
  const before = (await ask()).body.data;
  await core.test.tell('gnommoweb -isa service in context of kind');
  const after = (await ask()).body.data;
  expect(after?.cache_key).not.toBe(before?.cache_key);
  expect(after?.supersedes).toBe(`${before?.cache_key}/1`);
  expect((await core.ask('conflict', { advisoryKey: 'concept:nobody-knows-it' })).status).toBe(404);
});

it('a name that is an id of an advisory is a concept all the same', async () => {
  await core.test.tell('cve-2026-1000 -isa bug in context of type');
  const { status, body } = await core.brief('conflict', {
    advisoryKey: 'concept:cve-2026-1000',
    profile: 'default',
  });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.data?.sections.summary).toContain('*cve-2026-1000* is a *bug*');
  expect(JSON.stringify(body.data?.citations)).not.toContain('osv:');
});

it('a model arranges it and adds no word', async () => {
  const server: ScriptedServer = await startScriptedServer({ wire: 'openai' });
  try {
    await using worded = await briefedCore({ config: wordedBy(server) });
    await worded.test.tell('gnommoweb -isa repo in context of type');
    server.otherwise(() => ({ text: '## Summary\n\nIt is a repo of version 4.5.6 [1].\n' }));
    const lied = await worded.brief('summary', { advisoryKey: 'concept:gnommoweb' });
    expect(lied.body.data?.inference).toEqual({ fallback_reason: 'bad_answer' });
    expect(JSON.stringify(lied.body)).not.toContain('4.5.6');
    server.otherwise(() => ({ text: ARRANGED }));
    const told = await worded.brief('summary', { advisoryKey: 'concept:gnommoweb', forceRefresh: true });
    expect(told.body.data?.inference, JSON.stringify(told.body)).toEqual({ model_id: 'words' });
  } finally {
    await server.close();
  }
}, 60_000);
