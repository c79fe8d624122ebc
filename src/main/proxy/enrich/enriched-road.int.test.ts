// Promises of enrichment on the road: an agent's resent history is counted once and its block stays, a Modelfile SYSTEM
// survives, control calls still control, a fault of ours changes nothing, and the log says what was done and why.
import { afterEach, describe, expect, it } from 'vitest';
import { GNOMMOWEB_BLOCK, post, type Rig, type RigOptions, startRig } from '../testing/rig.ts';

let rig: Rig | undefined;
const start = async (options?: RigOptions): Promise<Rig> => {
  rig = await startRig(options);
  return rig;
};
afterEach(async () => {
  await rig?.[Symbol.asyncDispose]();
  rig = undefined;
});

const user = (content: string) => ({ role: 'user', content });
const chat = (...messages: object[]) => JSON.stringify({ model: 'm', messages });

describe('an agent-zero conversation', () => {
  /** Turn n of a conversation flattened by LiteLLM: JSON envelopes, `[EXTRAS]` with the time, history resent. */
  function flatPrompt(turn: number): string {
    let prompt = '### System:\n# Your role\nYou are agent zero. respond valid json with tool_name\n\n';
    for (let n = 1; n <= turn; n++) {
      const said =
        n === 1
          ? { user_message: 'zanzibot is a server. Look at gnommoweb.' }
          : { tool_name: 'code', tool_result: `step ${n} of gnommoweb in zanzibot` };
      const extras = n === turn ? `\n[EXTRAS]\n{"datetime": "2026-11-21 10:0${n}"}` : '';
      prompt += `### User:\n${JSON.stringify(said)}${extras}\n\n`;
      if (n < turn)
        prompt += `### Assistant:\n{"thoughts":["go on with ${n}"],"tool_name":"code","tool_args":{"n":${n}}}\n\n`;
    }
    return prompt;
  }

  it('of 8 resent turns counts each sentence once, learns once, and has one and the same block', async () => {
    const { url, seen, proxy, encounters, lessons, traffic } = await start();
    const blocks = new Set<string>();
    for (let turn = 1; turn <= 8; turn++) {
      const prompt = flatPrompt(turn);
      await post(
        `${url}/api/generate`,
        JSON.stringify({ model: 'm', prompt, options: { num_ctx: 8192 }, stream: true }),
      );
      const sent = JSON.parse(seen.at(-1)?.body.toString() ?? '') as { prompt: string; system?: string };
      expect(sent.system).toBeUndefined();
      const block = /<recollection>[\s\S]*<\/recollection>\n\n/.exec(sent.prompt)?.[0] ?? '';
      expect(sent.prompt).toBe(prompt.replace('### System:\n', `### System:\n${block}`));
      blocks.add(block);
      await proxy.idle();
    }
    expect([...blocks]).toEqual([`${GNOMMOWEB_BLOCK}\n\n`]);
    // Once where the user said it; each tool result is a JSON envelope, whose text counts for known prose only.
    expect(encounters.get('look')).toBe(1);
    expect(encounters.get('zanzibot')).toBe(1 + 7);
    expect(lessons.flatMap(({ triples }) => triples.map((t) => [t.subject, t.parent]))).toEqual([
      ['zanzibot', 'server'],
    ]);
    expect(lessons[0]).toMatchObject({
      project: 'default',
      provenance: { source: 'inferred', role: 'user', client: '127.0.0.1' },
    });
    expect(lessons[0]?.provenance.conversation).toBe(traffic.list({ limit: 1 }).rows[0]?.conversation);
    expect(new Set(traffic.list({ limit: 100 }).rows.map((row) => row.conversation)).size).toBe(1);
  });

  it('of which a side job is neither enriched nor counted', async () => {
    const { url, seen, proxy, encounters } = await start();
    const prompt = '### System:\nYou are a chat naming assistant\n\n### User:\ngnommoweb and frobnitz\n\n';
    const body = JSON.stringify({ model: 'm', prompt });
    await post(`${url}/api/generate`, body);
    await proxy.idle();
    expect(seen[0]?.body.toString()).toBe(body);
    expect(encounters.size).toBe(0);
  });
});

describe("the model's own SYSTEM", () => {
  it('is asked for once, survives, and is asked for again after the model was made anew', async () => {
    let asked = 0;
    let own = 'You are Mario.';
    const { url, lastBody } = await start({
      show: (_req, res) => void res.end(JSON.stringify({ system: own, seen: ++asked })),
    });
    const systemSent = async () => {
      await post(`${url}/api/chat`, chat(user('what is gnommoweb')));
      return (lastBody().messages as { content: string }[])[0]?.content;
    };
    expect(await systemSent()).toBe(`${GNOMMOWEB_BLOCK}\n\nYou are Mario.`);
    await systemSent();
    expect(asked).toBe(1);
    own = 'You are Luigi.';
    await post(`${url}/api/create`, '{"model":"m"}');
    expect(await systemSent()).toBe(`${GNOMMOWEB_BLOCK}\n\nYou are Luigi.`);
    expect(asked).toBe(2);
  });

  it('that cannot be read is not put at risk: nothing is injected, and the reason is logged', async () => {
    const { url, seen, traffic, log } = await start({ show: (_req, res) => void res.writeHead(500).end() });
    const body = chat(user('what is gnommoweb'));
    await post(`${url}/api/chat`, body);
    expect(seen[0]?.body.toString()).toBe(body);
    expect(traffic.list({ limit: 1 }).rows[0]).toMatchObject({
      reason: 'too_slow',
      injectedBytes: 0,
      recalledConcepts: 0,
    });
    expect(log.map(({ message }) => message)).toContain(
      'the SYSTEM of a model could not be read; nothing injected',
    );
  });

  it('is not needed where the upstream is no Ollama, or the request brings a system message', async () => {
    const { url, lastBody } = await start({ show: (_req, res) => void res.writeHead(404).end('not found') });
    await post(`${url}/api/chat`, chat(user('what is gnommoweb')));
    expect(lastBody().messages).toEqual([
      { role: 'system', content: GNOMMOWEB_BLOCK },
      user('what is gnommoweb'),
    ]);
  });

  it("'s context length bounds the block of later conversations", async () => {
    const { url, lastBody, proxy } = await start({ show: { system: '', parameters: 'num_ctx 200\nstop x' } });
    await post(`${url}/api/chat`, chat({ role: 'system', content: 's' }, user('what is gnommoweb')));
    expect(JSON.stringify(lastBody())).toContain('recollection'); // not known yet, and nobody waits for it
    await proxy.idle();
    await expect
      .poll(async () => {
        await post(
          `${url}/api/chat`,
          chat({ role: 'system', content: crypto.randomUUID() }, user('about gnommoweb')),
        );
        return JSON.stringify(lastBody()).includes('recollection');
      })
      .toBe(false);
  });
});

describe('control calls', () => {
  it.each([
    ['/api/chat', '{"model":"m","messages":[],"keep_alive":0}'],
    ['/api/generate', '{"model":"m","keep_alive":0}'],
    ['/api/generate', '{"model":"m","prompt":"","keep_alive":-1}'],
  ])('%s %s goes out as it came', async (path, body) => {
    const { url, seen, traffic } = await start();
    await post(url + path, body);
    expect(seen[0]?.body.toString()).toBe(body);
    expect(traffic.list({ limit: 1 }).rows[0]?.reason).toBe('empty_call');
  });
});

describe('a fault of ours', () => {
  it('in enrichment leaves the request as it came, is counted and logged', async () => {
    const { url, seen, graph, traffic, log } = await start();
    graph.conceptId = () => {
      throw new Error('boom');
    };
    const body = chat(user('what is gnommoweb'));
    expect((await post(`${url}/api/chat`, body)).status).toBe(200);
    expect(seen[0]?.body.toString()).toBe(body);
    expect(traffic.list({ limit: 1 }).rows[0]?.reason).toBe('internal_error');
    expect(log.find(({ level }) => level === 'error')?.message).toContain('goes on untouched');
  });

  it('in the memory does not reach the client, nor stop what comes after', async () => {
    let calls = 0;
    const { url, proxy, log } = await start({
      memory: {
        encounter: () => {
          calls++;
          throw new Error('boom');
        },
      },
    });
    for (const text of ['hello one', 'hello two'])
      expect((await post(`${url}/api/chat`, chat(user(text)))).status).toBe(200);
    await proxy.idle();
    expect(calls).toBe(2);
    expect(log.filter(({ level }) => level === 'error')).toHaveLength(2);
  });
});

describe('what is learned and counted', () => {
  it('comes from what people wrote, not from tools, code, our block or the extras', async () => {
    const { url, proxy, encounters, lessons } = await start();
    await post(
      `${url}/api/chat`,
      chat(
        { role: 'system', content: 'Alphabot ISA robot. Prose of a system prompt.' },
        user(`${GNOMMOWEB_BLOCK}\nBetabot is a server.\n\`\`\`\nGammabot is a server\n\`\`\``),
        { role: 'tool', content: 'Deltabot is a server.' },
        user('hello\n[EXTRAS]\n{"memories": "Epsilonbot is a server."}'),
      ),
    );
    await proxy.idle();
    expect(lessons.flatMap(({ triples }) => triples.map((t) => t.subject))).toEqual(['betabot']);
    expect(encounters.get('betabot')).toBe(1);
    expect(encounters.get('alphabot')).toBe(1);
    expect(encounters.has('epsilonbot')).toBe(false);
    expect(encounters.has('recollection')).toBe(false);
  });

  it('is shown with the request that taught it, and what became of it', async () => {
    const { url, proxy, traffic, lessons } = await start();
    await post(`${url}/api/chat`, chat(user('Betabot is a server.')));
    await proxy.idle();
    const { id } = traffic.list({ limit: 1 }).rows[0] ?? { id: '' };
    const text = 'betabot -isa server in context of type';
    expect(traffic.get(id)?.learned).toEqual([{ text, status: 'queued' }]);
    const { provenance } = lessons[0] as (typeof lessons)[number];
    proxy.onLearned({
      provenance,
      outcome: { status: 'inserted', concept: 'betabot', parent: 'server', dimension: 'type', isIsa: true },
    });
    expect(traffic.get(id)?.learned).toEqual([{ text, status: 'inserted' }]);
  });
});

describe('the log', () => {
  it('shows the diff, the lines and the segments, redacted, and only keeps bodies when told to', async () => {
    const { url, traffic, injections } = await start({ settings: { traffic_keep_bodies: true } });
    await post(
      `${url}/api/chat`,
      chat({ role: 'system', content: 'My password is hunter2.' }, user('what is gnommoweb')),
      { 'x-festinger-client': 'tester' },
    );
    const { id } = traffic.list({ limit: 1 }).rows[0] ?? { id: '' };
    expect(traffic.get(id)).toMatchObject({
      row: {
        client: 'tester',
        reason: 'injected',
        recalledConcepts: 1,
        injectedBytes: Buffer.byteLength(JSON.stringify(`${GNOMMOWEB_BLOCK}\n\n`)) - 2,
      },
      lines: [
        {
          concept: 'gnommoweb',
          line: 'gnommoweb: [type] repo',
          kind: 'edges',
          why: 'named_now',
          edgeIds: [1],
        },
      ],
      diff: {
        bodiesKept: true,
        where: 'messages[0].content',
        block: GNOMMOWEB_BLOCK,
        before: 'My password is ***.',
        after: `${GNOMMOWEB_BLOCK}\n\nMy password is ***.`,
        truncated: false,
      },
      segments: [
        { role: 'system', trust: 'system', scanned: false, text: 'My password is ***.' },
        { role: 'user', trust: 'user', scanned: true, text: 'what is gnommoweb' },
      ],
    });
    expect(injections).toMatchObject([
      { requestId: id, concepts: ['gnommoweb'], edgeIds: [1], position: 'system_prepend', client: 'tester' },
    ]);
  });

  it('keeps no prompt by default', async () => {
    const { url, traffic } = await start();
    await post(`${url}/api/chat`, chat({ role: 'system', content: 'secret' }, user('what is gnommoweb')));
    const detail = traffic.get(traffic.list({ limit: 1 }).rows[0]?.id ?? '');
    expect(detail?.diff).toEqual({
      bodiesKept: false,
      where: 'messages[0].content',
      block: GNOMMOWEB_BLOCK,
      before: null,
      after: null,
      truncated: false,
    });
    expect(detail?.segments).toBeNull();
    expect(JSON.stringify(detail)).not.toContain('secret');
  });

  it('keeps no model name that is longer than a name: rows are counted by a kilobyte each', async () => {
    const { url, seen, traffic } = await start();
    const body = chat(user('what is gnommoweb')).replace('"m"', JSON.stringify('m'.repeat(1_000_000)));
    await post(`${url}/api/chat`, body);
    expect(seen.at(-1)?.body.length).toBeGreaterThan(1_000_000);
    expect(JSON.stringify(traffic.list({ limit: 1 }).rows[0]).length).toBeLessThan(2000);
  });

  it('leaves a prompt of a foreign page alone, and says so', async () => {
    const { url, seen, traffic, proxy, encounters } = await start();
    const body = chat(user('Betabot is a server of gnommoweb'));
    await post(`${url}/api/chat`, body, { origin: 'https://evil.example' });
    await proxy.idle();
    expect(seen[0]?.body.toString()).toBe(body);
    expect(seen[0]?.headers.origin).toBe('https://evil.example');
    expect(traffic.list({ limit: 1 }).rows[0]?.reason).toBe('foreign_origin');
    expect(encounters.size).toBe(0);
  });
});
