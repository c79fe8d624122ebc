// The main road end to end, over real HTTP: seed tests A, B, T34 and T35, agent-zero's shape, and Modelfile SYSTEM.
import { describe, expect, it } from 'vitest';
import { startTestCore, type TestCore } from '../core/testing/start-test-core.ts';

const user = (content: string) => ({ role: 'user', content });
const system = (content: string) => ({ role: 'system', content });

const blockOf = (text: string | undefined) =>
  /<recollection>\n[\s\S]*?<\/recollection>/.exec(text ?? '')?.[0] ?? null;

async function known(road: TestCore, concept: string) {
  const { body } = await road.call(`/recall?concept=${concept}`);
  return (body as { data: { known: boolean; recollection: string | null } }).data;
}

async function openConflicts(road: TestCore) {
  const { body } = await road.operator('/conflicts');
  return (
    body as {
      data: {
        conflicts: Array<{
          concept: string;
          collisionType: string;
          status: string;
          existing: { parent: string };
          incoming: { parent: string };
        }>;
      };
    }
  ).data.conflicts;
}

describe('Test A: a prompt names a concept that is not in the cache', () => {
  it('learns the words, injects nothing at first sight, and asks once the word is salient', async () => {
    await using road = await startTestCore();
    const first = await road.chat([
      system('You are an engineer.'),
      user('Please update gnommoweb to use FastAPI instead'),
    ]);
    expect(first).toEqual([
      system('You are an engineer.'),
      user('Please update gnommoweb to use FastAPI instead'),
    ]);
    await road.core.settle();
    for (const word of ['gnommoweb', 'fastapi']) {
      const { body } = await road.operator(`/api/console/concepts/${word}`);
      expect(body).toMatchObject({ data: { concept: { token: word } } });
      // Agents hear of concepts with facts alone (memory D25).
      expect(await known(road, word)).toMatchObject({ known: false, recollection: null });
    }

    for (let n = 0; n < 3; n++) {
      await road.chat([system('You are an engineer.'), user(`Look at gnommoweb again, attempt ${n}`)]);
      await road.core.settle();
    }
    const [head] = await road.chat([system('You are an engineer.'), user('What about gnommoweb?')]);
    expect(blockOf(head?.content)).toBe(
      [
        '<recollection>',
        '? gnommoweb: no recollection. If this is a typo, ignore.',
        'If you know what it is, store it before proceeding:',
        "gutask iknowthat 'gnommoweb -isa <parent> in context of <dimension>'",
        "gutask iknowthat 'gnommoweb -ispart <system> in context of <dimension>'",
        '</recollection>',
      ].join('\n'),
    );
    expect(await openConflicts(road)).toEqual([]);
  });
});

describe('Test B: a prompt says what contradicts the world model', () => {
  it('queues the contradiction, changes nothing, and marks the place for agents', async () => {
    await using road = await startTestCore();
    await road.tell('gnommoweb -isa repo');
    await road.chat([user('gnommoweb is a container deployed on Docker')]);
    await road.core.settle();
    expect(await openConflicts(road)).toMatchObject([
      {
        concept: 'gnommoweb',
        collisionType: 'isa_isa',
        status: 'pending',
        existing: { parent: 'repo' },
        incoming: { parent: 'container' },
      },
    ]);
    const [head] = await road.chat([user('Is gnommoweb healthy?')]);
    expect(head?.role).toBe('system');
    expect(head?.content).toContain('[type?] repo');
    expect(head?.content).not.toContain('container');
  });
});

describe('T34: plain prompt, compound token, saliency, recollection, round trip', () => {
  it('a compound name is one concept whose fact reaches the model in front of the system message', async () => {
    await using road = await startTestCore();
    await road.tell("'Glitch University' -isa school", 'glitch_university -ispart academia');
    const messages = await road.chat([system('Be brief.'), user('Who runs the Glitch University today?')]);
    expect(messages).toEqual([
      system(
        '<recollection>\nglitch_university: [membership] academia [type] school\n</recollection>\n\nBe brief.',
      ),
      user('Who runs the Glitch University today?'),
    ]);
    await road.core.settle();
    const { body } = await road.operator('/api/console/concepts/glitch_university');
    expect(body).toMatchObject({
      ok: true,
      data: { concept: { token: 'glitch_university', encounterCount: 1 } },
    });
  });
});

describe('T35: a cue in a prompt becomes a fact without any threshold, and is recalled on the next prompt', () => {
  it('gnommoweb is a repo of Glitch University', async () => {
    await using road = await startTestCore();
    await road.chat([user('Note that gnommoweb is a repo of Glitch University.')]);
    await road.core.settle();
    const [head] = await road.chat([user('Where does gnommoweb live?')]);
    expect(blockOf(head?.content)).toBe(
      '<recollection>\ngnommoweb: [glitch_university] repo\n</recollection>',
    );
    const { body } = await road.operator('/api/console/concepts/gnommoweb');
    expect(body).toMatchObject({
      data: {
        edges: [
          {
            source: 'inferred',
            confidence: 0.8,
            provenance: [{ role: 'user', sentence: 'Note that gnommoweb is a repo of Glitch University.' }],
          },
        ],
      },
    });
  });
});

describe('an agent-zero conversation: flattened prompt, JSON envelopes, [EXTRAS], eight turns resent', () => {
  it('counts each sentence once, and its block is byte-identical from turn to turn', async () => {
    await using road = await startTestCore();
    await road.tell('gnommoweb -isa repo', 'ramanujan -isa server');
    const turns: string[] = [];
    const blocks: Array<string | null> = [];
    for (let turn = 1; turn <= 8; turn++) {
      turns.push(
        `### User:\n${JSON.stringify({ user_message: turn === 1 ? 'Deploy gnommoweb on ramanujan with zorblatt.' : `Go on with step ${turn}.` })}`,
      );
      const prompt = `### System:\n# Your role\nYou are an agent. Reply with JSON.\n\n${turns.join('\n\n')}\n[EXTRAS]\n{"datetime": "2026-11-21 10:0${turn}", "memories": "zorblatt"}\n\n`;
      const next = road.upstream.nextRequest((request) => request.path === '/api/generate');
      await road.call('/api/generate', {
        method: 'POST',
        body: JSON.stringify({ model: 'demo-plain', prompt, stream: false, options: { num_ctx: 8192 } }),
      });
      const sent = JSON.parse((await next).body.toString()) as { prompt: string; system?: string };
      expect(sent.system).toBeUndefined();
      expect(sent.prompt.startsWith('### System:\n<recollection>\n')).toBe(true);
      blocks.push(blockOf(sent.prompt));
      expect(sent.prompt.replace(`${blocks.at(-1)}\n\n`, '')).toBe(prompt);
      await road.core.settle();
      turns.push(
        `### Assistant:\n${JSON.stringify({ thoughts: ['next'], headline: 'Working', tool_name: 'code', tool_args: { step: turn } })}`,
      );
    }
    expect(new Set(blocks).size).toBe(1);
    expect(blocks[0]).toContain('gnommoweb: [type] repo');
    const { body } = await road.operator('/api/console/concepts/zorblatt');
    expect(body).toMatchObject({ data: { concept: { encounterCount: 1 } } });
  });
});

describe('what the model had before is still there', () => {
  it('a Modelfile SYSTEM survives the injected system message', async () => {
    await using road = await startTestCore();
    const shown = await road.call('/api/show', { method: 'POST', body: JSON.stringify({ model: 'demo' }) });
    const own = (shown.body as { system?: string }).system ?? '';
    expect(own).not.toBe('');
    await road.tell('gnommoweb -isa repo');
    const [head] = await road.chat([user('What is gnommoweb?')], { model: 'demo' });
    expect(head).toEqual(system(`<recollection>\ngnommoweb: [type] repo\n</recollection>\n\n${own}`));
  });

  it('an empty call still unloads the model', async () => {
    await using road = await startTestCore();
    await road.tell('gnommoweb -isa repo');
    const { body } = await road.call('/api/chat', {
      method: 'POST',
      body: JSON.stringify({ model: 'demo', messages: [], keep_alive: 0, stream: false }),
    });
    expect(body).toMatchObject({ done: true, done_reason: 'unload' });
  });
});
