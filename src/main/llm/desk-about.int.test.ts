// Promise: before anything is asked it is known which model would be, what it can do, whether it is the operator's own, and why it cannot be asked; a request
// may name another than the setting's; what an answer cost is told, and nothing where nobody knows.
import { expect, it, onTestFinished } from 'vitest';
import type { Provider } from '../../shared/model/language-model.ts';
import type { AnswerEvent } from './chat-model.ts';
import { startScriptedServer } from './testing/scripted-server.ts';
import { newModel, tempDesk } from './testing/temp-desk.ts';

async function desk() {
  const opened = await tempDesk();
  onTestFinished(() => opened[Symbol.asyncDispose]());
  return { ...opened, desk: opened.llm.ask, models: opened.llm.models };
}

async function server(wire: Provider, tools = true) {
  const opened = await startScriptedServer({ wire, tools });
  onTestFinished(() => opened.close());
  return opened;
}

const REQUEST = { purpose: 'write', messages: [{ role: 'user' as const, content: 'Hello?' }] };

async function endOf(events: AsyncIterable<AnswerEvent>) {
  let last: AnswerEvent | undefined;
  for await (const event of events) last = event;
  return last;
}

it('nobody is chosen, somebody gone is, or a request names one that is not there: said in words', async () => {
  const { desk: asked, settings } = await desk();
  expect(await asked.about('write', null)).toMatchObject({
    ...{ id: null, label: null, tools: null, contextTokens: null, isLocal: false },
    problem: 'No model is chosen: set write_model_id in Settings.',
  });
  settings.write_model_id = '77';
  expect(await asked.about('write', null)).toMatchObject({
    id: '77',
    problem: expect.stringMatching(/^write_model_id names the model 77/),
  });
  const other = await asked.about('write', '78');
  expect(other.problem).toBe('There is no model 78. Choose one of those in Settings.');
  await expect(endOf(asked.stream({ ...REQUEST, model: '78' }))).rejects.toMatchObject({
    ...{ code: 'UNAVAILABLE', message: other.problem, details: { model: '78' } },
  });
});

it('a request is answered by the model it names, and tells what that costs', async () => {
  const { desk: asked, models, choose } = await desk();
  const [usual, named] = [await server('openai'), await server('claude')];
  await choose('openai', { baseUrl: usual.baseUrl });
  const priced = { label: 'Named', inputPrice: 3, outputPrice: 15 };
  const { id } = await models.add({ ...newModel('claude', named.baseUrl), ...priced });
  named.say({ text: 'Here.', usage: { in: 1000, out: 200 } });
  expect(await endOf(asked.stream({ ...REQUEST, model: id }))).toMatchObject({ model: 'Named', cost: 0.006 });
  expect([usual.requests.length, named.requests.length]).toEqual([0, 1]);
  usual.say({ text: 'Here.', usage: { in: 1000, out: 200 } });
  expect(await endOf(asked.stream({ ...REQUEST, model: null }))).toMatchObject({ type: 'done', cost: null });
  expect(await asked.about('write', id)).toMatchObject({ ...priced, id, provider: 'claude', problem: null });
});

it.each([
  ['openai', 'https://api.openai.com/v1', 'gpt-9', false],
  ['openai', 'http://127.0.0.1:8000/v1', 'qwen', true],
  ['openai', 'http://gpu-box.lan:8000/v1', 'qwen', true],
  ['openai', 'http://[2001:db8::1]:8000/v1', 'qwen', false],
  ['ollama', 'http://10.0.0.7:11434', 'qwen3:8b', true],
  ['ollama', 'http://10.0.0.7:11434', 'qwen3-coder:480b-cloud', false],
  ['ollama', 'http://10.0.0.7:11434', 'glm:cloud', false],
  ['claude', null, 'claude-sonnet', false],
] as const)('%s at %s with %s is the operator’s own: %s', async (provider, baseUrl, modelName, isLocal) => {
  const { desk: asked, models } = await desk();
  const { id } = await models.add({ ...newModel(provider, baseUrl), modelName });
  expect(await asked.about('write', id)).toMatchObject({ isLocal });
});

it('a key is missing: the model cannot be asked, and that is known before', async () => {
  const { desk: asked, models } = await desk();
  const { id } = await models.add(newModel('claude'));
  const { problem } = await asked.about('write', id);
  expect(problem).toMatch(/^claude under test cannot be asked\. It has no key/);
  await expect(endOf(asked.stream({ ...REQUEST, model: id }))).rejects.toMatchObject({ message: problem });
});

it.each([
  ['several', 2, { tools: true, parallelCalls: true }],
  ['one', 1, { tools: true, parallelCalls: false }],
  ['none', 0, { tools: false, parallelCalls: null }],
] as const)('a test finds out that a model makes %s calls at once', async (_, count, abilities) => {
  const { desk: asked, models } = await desk();
  const open = await server('openai');
  open.otherwise(({ tools }) => ({
    text: '{"reachable": true}',
    calls: tools
      .slice(0, 1)
      .flatMap((name) => Array.from({ length: count }, () => ({ name, arguments: {} }))),
  }));
  const { id } = await models.add(newModel('openai', open.baseUrl));
  expect(await asked.about('write', id)).toMatchObject({ tools: null, parallelCalls: null });
  expect(await models.test(id)).toMatchObject({ ok: true, abilities });
  expect(await asked.about('write', id)).toMatchObject(abilities);
});

it('a server that says a model calls no tools is believed, and it is not asked to', async () => {
  const { models } = await desk();
  const open = await server('ollama', false);
  const { id } = await models.add({ ...newModel('ollama', open.baseUrl), modelName: 'scripted' });
  open.otherwise(() => ({ text: '{"reachable": true}' }));
  expect(await models.test(id)).toMatchObject({ abilities: { tools: false, parallelCalls: false } });
  expect(open.requests).toHaveLength(1);
});

it('what an earlier version found out about a model is kept', async () => {
  const { desk: asked, models, temp } = await desk();
  const { id } = await models.add(newModel('openai', 'http://127.0.0.1:1/v1'));
  const abilities = '{"tools":true,"jsonSchema":true,"contextTokens":4096}';
  await temp.store.write(({ db }) =>
    db.updateTable('models').set({ abilities }).where('id', '=', Number(id)).execute(),
  );
  expect(await asked.about('write', id)).toMatchObject({
    tools: true,
    parallelCalls: null,
    contextTokens: 4096,
  });
});
