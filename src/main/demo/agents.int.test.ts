// The demo's agents against the upstream itself: they must look on the wire as the reference says real ones do.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Clock } from '../../shared/model/clock.ts';
import { seededRandom } from '../../shared/seeded-random.ts';
import { AGENT_SYSTEM } from './agents/agent-zero-prompt.ts';
import { startDemoAgents } from './agents.ts';
import { list, record, text } from './json-fields.ts';
import { type DemoUpstream, type RecordedRequest, startDemoUpstream } from './upstream.ts';

let ticks = Date.UTC(2026, 10, 21);
/** Time that passes by being looked at; timers are due at the next turn of the loop. */
const quickClock: Clock = {
  now: () => {
    ticks += 1000;
    return ticks;
  },
  monotonic: () => ticks,
  after: (_ms, callback) => {
    const handle = setImmediate(callback);
    return () => clearImmediate(handle);
  },
};

let upstream: DemoUpstream;
beforeEach(async () => {
  upstream = await startDemoUpstream();
});
afterEach(() => upstream.close());

const warnings: object[] = [];
const start = (baseUrl = upstream.url) =>
  startDemoAgents({
    baseUrl,
    clock: quickClock,
    rng: seededRandom(11),
    log: { warn: (details) => warnings.push(details) },
    pauseMs: [1, 2],
  });

type Kind = 'show' | 'main' | 'utility' | 'loop' | 'course' | 'helpdesk';

function kindOf(request: RecordedRequest): Kind {
  if (request.path === '/api/show') return 'show';
  if (request.path === '/api/generate')
    return text(request.json().prompt).includes(AGENT_SYSTEM) ? 'main' : 'utility';
  if (request.path === '/v1/chat/completions') return 'course';
  return request.header('x-festinger-client') === 'helpdesk-script' ? 'helpdesk' : 'loop';
}

/** Those whose body came whole, by kind, in order. */
function sorted(): Record<Kind, RecordedRequest[]> {
  const seen: Record<Kind, RecordedRequest[]> = {
    show: [],
    main: [],
    utility: [],
    loop: [],
    course: [],
    helpdesk: [],
  };
  for (const request of upstream.requests) {
    if (request.header('content-length') === String(request.bytesReceived))
      seen[kindOf(request)].push(request);
  }
  return seen;
}

/** Lets the agents run until each kind of request has come so many times. */
async function requestsAfter(
  counts: Partial<Record<Kind, number>>,
): Promise<Record<Kind, RecordedRequest[]>> {
  warnings.length = 0;
  const agents = start();
  const enough = (): boolean => {
    const seen = sorted();
    return Object.entries(counts).every(([kind, n]) => seen[kind as Kind].length >= n);
  };
  while (!enough()) await upstream.nextRequest();
  await agents.stop();
  return sorted();
}

const promptOf = (request: RecordedRequest): string => text(request.json().prompt);
const historyOf = (prompt: string): string => prompt.replace(/\n\[EXTRAS\][\s\S]*$/, '');

describe('the agent-zero agent', () => {
  it('asks /api/show by name, has a utility call, then sends the flattened prompt', async () => {
    const { show, main, utility } = await requestsAfter({ show: 2, main: 12, utility: 2 });
    expect(show[0]?.json()).toEqual({ name: 'qwen2.5:7b' });
    expect(show.length).toBeLessThanOrEqual(main.length / 4);
    for (const request of [...main, ...utility]) {
      expect(Object.keys(request.json())).toEqual(['model', 'prompt', 'options', 'stream']);
      expect(promptOf(request)).toMatch(/^### System:\n[\s\S]+\n\n### User:\n[\s\S]+\n\n$/);
      expect(request.header('x-festinger-client')).toBeUndefined();
    }
    expect(promptOf(main[0] ?? ({} as never))).toMatch(/### User:\n\{\n {4}"user_message": "Ticket \d+\. /);
    expect(warnings).toEqual([]);
  });

  it('resends its history unchanged and ends it with EXTRAS that differ in every turn', async () => {
    const { main } = await requestsAfter({ main: 12 });
    const prompts = main.map(promptOf);
    expect(new Set(prompts.map((prompt) => /\[EXTRAS\]\n([\s\S]*)$/.exec(prompt)?.[1])).size).toBe(
      prompts.length,
    );
    const grown = prompts
      .slice(1)
      .filter((prompt, i) => historyOf(prompt).startsWith(historyOf(prompts[i] ?? '')));
    // All but the turns that begin a new conversation.
    expect(grown.length).toBeGreaterThanOrEqual(9);
    for (const prompt of prompts) expect(prompt.match(/\[EXTRAS\]/g)).toHaveLength(1);
  });

  it('closes the stream as soon as the tool JSON is complete, and keeps what it heard as its turn', async () => {
    const json = '{"thoughts": ["}{"], "tool_name": "response", "tool_args": {"text": "done"}}';
    const pieces = [json.slice(0, 20), json.slice(20), ' and', ' on', ' and', ' on'];
    upstream.script({
      when: (request) => request.path === '/api/generate' && kindOf(request) === 'main',
      behave: { pieces, hold: { afterTokens: 3 } },
    });
    const agents = start();
    const first = await upstream.nextRequest((request) => kindOf(request) === 'main');
    await first.aborted;
    const second = await upstream.nextRequest((request) => kindOf(request) === 'main');
    expect(promptOf(second)).toContain(`### Assistant:\n${json}\n\n### User:\n`);
    await agents.stop();
  });

  it('gets a tool result after a tool call, and the next question after a response', async () => {
    const { main } = await requestsAfter({ main: 12 });
    const longest = main.map(promptOf).sort((a, b) => b.length - a.length)[0] ?? '';
    const turns = [...longest.matchAll(/^### (User|Assistant):\n(?:\{\n {4}"(\w+)": )?/gm)].map(
      (mark) => mark[2],
    );
    expect(turns.filter((_, i) => i % 2 === 1)).toEqual(
      turns.filter((_, i) => i % 2 === 1).map(() => 'thoughts'),
    );
    expect(longest).toContain('"tool_result": ');
    expect(longest).toContain('"tool_name": "response"');
  });
});

describe('the looping agent', () => {
  it('swings between two calls that are the same to the letter', async () => {
    const { loop } = await requestsAfter({ loop: 8 });
    const conversation = list(loop[7]?.json().messages).map((entry) => text(record(entry).content));
    const answers = conversation.filter((_, i) => i > 0 && i % 2 === 0);
    expect(answers).toHaveLength(7);
    expect(new Set(answers)).toEqual(new Set(answers.slice(0, 2)));
    expect(answers[0]).not.toBe(answers[1]);
    answers.forEach((answer, i) => {
      expect(answer).toBe(answers[i % 2]);
    });
    expect(loop[0]?.header('authorization')).toMatch(/^Bearer /);
  });

  it('starts over after ten turns', async () => {
    const { loop } = await requestsAfter({ loop: 11 });
    const lengths = loop.map((request) => list(request.json().messages).length);
    expect(lengths.slice(0, 11)).toEqual([2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 2]);
  });
});

describe('the course assistant and the helpdesk script', () => {
  it('stream a growing conversation with a system message on /v1', async () => {
    const { course } = await requestsAfter({ course: 5 });
    const bodies = course.map((request) => request.json());
    expect(bodies[0]).toMatchObject({ stream: true, stream_options: { include_usage: true } });
    const roles = bodies.map((body) => list(body.messages).map((entry) => text(record(entry).role)));
    expect(roles[0]).toEqual(['system', 'user']);
    expect(roles[1]).toEqual(['system', 'user', 'assistant', 'user']);
    expect(course[0]?.header('x-festinger-client')).toBe('course-assistant');
    expect(course.slice(0, 4).map((request) => request.end)).toEqual(new Array(4).fill('finished'));
  });

  it('ask single questions without a system message, so that the Modelfile has its say', async () => {
    const { helpdesk } = await requestsAfter({ helpdesk: 3 });
    for (const request of helpdesk) {
      expect(list(request.json().messages)).toHaveLength(1);
      expect(request.systemSeen).toContain('help desk of Glitch University');
    }
    expect(new Set(helpdesk.slice(0, 3).map((request) => request.body.toString())).size).toBe(3);
  });
});

describe('the life of the agents', () => {
  it('survives an upstream that fails and one that dies in the middle', async () => {
    upstream.script({ times: 12, behave: { cut: { afterTokens: 1, how: 'destroy' } } });
    upstream.script({ times: 12, behave: { fail: { status: 500, message: 'no more memory' } } });
    const { main } = await requestsAfter({ main: 8, loop: 8, course: 4, helpdesk: 4 });
    expect(warnings.length).toBeGreaterThanOrEqual(20);
    expect(main.length).toBeGreaterThanOrEqual(8);
  });

  it('stops at once while requests hang, and sends nothing afterwards', async () => {
    upstream.script({ behave: { hold: { afterTokens: 0 } } });
    const hanging = Promise.all(
      ['/api/generate', '/v1/chat/completions', '/api/chat'].map((path) =>
        upstream.nextRequest((r) => r.path === path),
      ),
    );
    const agents = start();
    const requests = await hanging;
    await agents.stop();
    for (const request of requests) expect(await request.closed).toBe('aborted');
    const count = upstream.requests.length;
    await fetch(upstream.url);
    expect(upstream.requests.length).toBe(count + 1);
  });
});
