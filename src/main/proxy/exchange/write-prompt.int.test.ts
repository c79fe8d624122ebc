// Promise: a model's own SYSTEM is asked for with whatever key the client opens its upstream with, never with one of ours.
import { expect, it } from 'vitest';
import { hashClientKey, hintOf, makeClientKey } from '../../clients/client-key.ts';
import { GNOMMOWEB_BLOCK, post, startRig } from '../testing/rig.ts';

const PROMPT = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'what is gnommoweb' }] });

it.each([{ authorization: 'Bearer sk-theirs' }, { 'x-api-key': 'sk-theirs' }])('%j', async (key) => {
  await using rig = await startRig({
    show: (req, res) => {
      const isOpen = JSON.stringify(req.headers).includes('sk-theirs');
      res.writeHead(isOpen ? 200 : 401).end(isOpen ? '{"system":"Speak Danish."}' : '{"error":"no key"}');
    },
  });
  await post(`${rig.url}/api/chat`, PROMPT, key as Record<string, string>);
  const [system] = rig.lastBody().messages as { content: string }[];
  expect(system?.content).toBe(`${GNOMMOWEB_BLOCK}\n\nSpeak Danish.`);
});

it('ours stays here', async () => {
  const asked: string[] = [];
  await using rig = await startRig({
    show: (req, res) => {
      asked.push(JSON.stringify(req.headers));
      res.end('{"system":""}');
    },
  });
  const key = makeClientKey();
  const free = {
    project: null,
    concurrency: null,
    ratePerMinute: null,
    mitigationsOff: [],
    learning: 'project' as const,
    questions: 'sparing' as const,
    note: '',
  };
  rig.clients.load(
    [{ name: 'n', version: 1, ...free }],
    [{ id: 1, client: 'n', keyHash: hashClientKey(key), hint: hintOf(key), createdAt: 1, revokedAt: null }],
  );
  await post(`${rig.url}/api/chat`, PROMPT, { 'x-api-key': key });
  expect(asked).toHaveLength(1);
  expect(asked[0]).not.toContain(key);
});
