// Puts states on the wire that a small demo does not come to by itself: hosts that are down or draining, a queue, loops.
// What the core says is changed on its way to the page; the page and everything it sends stay as they are.
import type { Page } from '@playwright/test';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
/** Given each object of a message, innermost first; what it returns takes its place. */
type Change = (value: { [key: string]: Json }) => Json;

function changed(value: Json, change: Change): Json {
  if (Array.isArray(value)) return value.map((each) => changed(each, change));
  if (value === null || typeof value !== 'object') return value;
  return change(Object.fromEntries(Object.entries(value).map(([key, each]) => [key, changed(each, change)])));
}

/** Before the page opens: what `open` takes as its second. */
export async function craft(page: Page, change: Change): Promise<void> {
  await page.routeWebSocket(/\/rpc$/, (socket) => {
    const core = socket.connectToServer();
    core.onMessage((message) => {
      const text = typeof message === 'string' ? message : message.toString('utf8');
      try {
        socket.send(JSON.stringify(changed(JSON.parse(text) as Json, change)));
      } catch {
        socket.send(message);
      }
    });
  });
}

/** Answers calls with an error of the core's, for as long as it says so. Before the page opens, too. */
export async function failCalls(page: Page, fails: (path: string) => boolean): Promise<void> {
  await page.routeWebSocket(/\/rpc$/, (socket) => {
    const core = socket.connectToServer();
    socket.onMessage((message) => {
      const { i, p } = JSON.parse(message.toString()) as { i: string; p?: { u?: string } };
      if (p?.u === undefined || !fails(p.u)) return core.send(message);
      const error = { defined: false, code: 'UNAVAILABLE', status: 503, message: 'The database is busy.' };
      return socket.send(JSON.stringify({ i, p: { s: 503, b: { json: error } } }));
    });
  });
}

const LOOP = {
  rule: 'cycle',
  level: 3,
  subject: 'code_execution_tool {"runtime":"terminal","code":"ls /srv/models"}',
  applied: ['feedback', 'sampling', 'forbid'],
};

const VERDICT = {
  ...LOOP,
  period: 2,
  copies: 4,
  explanation:
    'The same two tool calls came four times in turn with the same results. It was told so, its sampling was varied, and the call was ruled out.',
  skipped: ['collapse'],
  evidence: [
    { role: 'assistant', text: '{"tool_name":"memory_load","tool_args":{"query":"models"}}' },
    { role: 'user', text: 'No memories found.' },
    { role: 'assistant', text: '{"tool_name":"code_execution_tool","tool_args":{"code":"ls /srv/models"}}' },
    { role: 'user', text: 'ls: cannot access /srv/models: No such file or directory' },
  ],
};

/** Every request that still runs or was left is part of one loop. */
export const inLoops: Change = (value) => {
  if (value.loop !== null) return value;
  if ('lines' in value && 'learned' in value) return { ...value, loop: VERDICT };
  return 'conversation' in value && value.conversation !== null && value.state === 'aborted'
    ? { ...value, loop: LOOP }
    : value;
};

const loaded = (...names: string[]) =>
  names.map((name) => ({ name, contextTokens: 32_768, vramBytes: 6e9, expiresAt: null }));

/** Four hosts of which one is well, a queue, and two loops. */
export const busyHosts: Change = (value) => {
  const now = Date.now();
  const host = {
    weight: 1,
    slots: 4,
    mode: 'open',
    ok: true,
    reason: null,
    version: '0.33.0',
    circuit: 'closed',
  };
  if (Array.isArray(value.upstreams) && value.queue) {
    return {
      upstreams: [
        { ...host, name: 'east', url: 'http://10.0.0.4:11434', since: now, running: 4, offered: 9 },
        {
          ...host,
          name: 'west',
          url: 'http://10.0.0.5:11434',
          since: now,
          running: 2,
          offered: 9,
          mode: 'draining',
        },
        {
          ...host,
          name: 'attic',
          url: 'http://10.0.0.6:11434',
          since: now - 600_000,
          running: 0,
          offered: null,
        },
        {
          ...host,
          name: 'spare',
          url: 'http://10.0.0.7:11434',
          since: now,
          running: 0,
          offered: 2,
          mode: 'paused',
        },
      ].map((each) =>
        each.name === 'attic'
          ? {
              ...each,
              ok: false,
              circuit: 'open',
              reason: 'connection refused at 10.0.0.6:11434',
              loaded: [],
            }
          : { ...each, loaded: each.name === 'spare' ? [] : loaded('qwen2.5:7b', 'llama3.2:3b') },
      ),
      queue: {
        waiting: 7,
        oldestMs: 12_400,
        clients: [
          { client: 'course-assistant', running: 2, waiting: 4 },
          { client: 'ops-bot', running: 1, waiting: 2 },
          { client: 'helpdesk-script', running: 3, waiting: 1 },
        ],
      },
    };
  }
  if (Array.isArray(value.loops) && 'caught' in value) {
    const active = { ...LOOP, project: 'default', model: 'demo-loop', copies: 4, period: 2, lastAt: now };
    return {
      loops: [
        {
          ...active,
          conversation: 'c_loop',
          client: 'key-16b8bda7',
          since: now - 240_000,
          requestId: 'r1',
          brokenUntil: null,
        },
      ],
      caught: 3,
    };
  }
  if ('agentsLooping' in value) return { ...value, agentsLooping: 1, requestsWaiting: 7 };
  return value;
};
