// Benchmark of loop detection: a look at a request of 32 KB (and 256 KB) at first sight and with one new turn, for agent-zero's
// flat prompts and for tool calls, at a conversation in prose of which only the last user's turn is new, and StreamWatch per answer
// and per character of text. Prints a table, writes JSON to bench/results/.
//   node bench/loops.ts
import { type BodyIndex, scanBody } from '../src/main/proxy/body/body-scanner.ts';
import { commonPrefix } from '../src/main/proxy/body/splice.ts';
import { LoopMemory } from '../src/main/proxy/loops/loop-memory.ts';
import { StreamWatch } from '../src/main/proxy/loops/stream/stream-watch.ts';
import { TailPeriod } from '../src/main/proxy/loops/stream/tail-period.ts';
import type { PromptRoute } from '../src/main/proxy/routes.ts';
import { seededRandom } from '../src/shared/seeded-random.ts';
import { percentile, printTable, writeResults } from './lib/report.ts';
import { word } from './lib/words.ts';

const SAMPLES = 400;
const WARM_UP = 60;
const TURN_BYTES = 800;
/** Looks at a history that stays, and answers that are watched. */
const LAST_TURNS = 4000;
const NO_SWITCH = new Set<never>();

function prose(bytes: number, random: () => number): string {
  const words: string[] = [];
  for (let length = 0; length < bytes; ) {
    const next = random() < 0.06 ? String(Math.floor(random() * 9999)) : word(Math.floor(8000 ** random()));
    words.push(next);
    length += next.length + 1;
  }
  return words.join(' ').slice(0, bytes);
}

/** Two requests of a conversation of so many bytes: the one before, and the one with a new step. */
const SHAPES: Readonly<Record<string, { route: PromptRoute; body: (steps: [string, string][]) => object }>> =
  {
    'generate, flat': {
      route: 'generate',
      body: (steps) => ({
        model: 'm',
        prompt: `### System:\nwork\n\n### User:\n{"user_message":"go"}\n\n${steps
          .map(([query, result]) => {
            const act = { thoughts: [query], headline: 'h', tool_name: 'search', tool_args: { query } };
            const back = { tool_name: 'search', tool_result: result };
            return `### Assistant:\n${JSON.stringify(act)}\n\n### User:\n${JSON.stringify(back)}\n\n`;
          })
          .join('')}`,
      }),
    },
    'chat, tool calls': {
      route: 'chat',
      body: (steps) => ({
        model: 'm',
        messages: [
          { role: 'user', content: 'go' },
          ...steps.flatMap(([query, result]) => [
            {
              role: 'assistant',
              content: '',
              tool_calls: [{ function: { name: 'search', arguments: { query } } }],
            },
            { role: 'tool', tool_name: 'search', content: result },
          ]),
        ],
      }),
    },
  };

const figures: { what: string; p50: number; p99: number }[] = [];
const note = (what: string, taken: number[]) => {
  const sorted = taken.sort((a, b) => a - b);
  figures.push({ what, p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) });
};

function measureLooks(name: string, kilobytes: number, random: () => number): void {
  const shape = SHAPES[name];
  if (!shape) return;
  const first: number[] = [];
  const next: number[] = [];
  for (let sample = 0; sample < SAMPLES + WARM_UP; sample++) {
    const count = Math.floor((kilobytes * 1024) / TURN_BYTES);
    const steps = Array.from({ length: count }, (): [string, string] => [
      prose(TURN_BYTES * 0.2, random),
      prose(TURN_BYTES * 0.7, random),
    ]);
    const before = Buffer.from(JSON.stringify(shape.body(steps.slice(0, -1))));
    const now = Buffer.from(JSON.stringify(shape.body(steps)));
    const memory = new LoopMemory();
    const look = (body: Buffer, sharedBytes: number) => {
      const index = scanBody(body, shape.route);
      if (!index) throw new Error('the body is JSON');
      const began = performance.now();
      const { route } = shape;
      memory.look({ body, index, route, client: 'a', sharedBytes, now: 0, breakerMs: 1, off: NO_SWITCH });
      return (performance.now() - began) * 1000;
    };
    const taken = [look(before, 0), look(now, commonPrefix(before, now))];
    if (sample < WARM_UP) continue;
    first.push(taken[0] as number);
    next.push(taken[1] as number);
  }
  note(`${name}, ${kilobytes} KB, first sight, µs`, first);
  note(`${name}, ${kilobytes} KB, one new step, µs`, next);
}

/** A conversation between people and a model in prose, whose history stays: the load of bench/proxy/load.ts. */
function measureLastTurn(kilobytes: number, random: () => number): void {
  const messages = [{ role: 'system', content: 'Be brief and careful.' }];
  for (let bytes = 0; bytes < kilobytes * 1024 || messages.length % 2 === 0; bytes += TURN_BYTES) {
    const role = messages.length % 2 === 1 ? 'user' : 'assistant';
    messages.push({ role, content: prose(TURN_BYTES, random) });
  }
  const memory = new LoopMemory();
  const taken: number[] = [];
  let before: { body: Buffer; index: BodyIndex } | null = null;
  for (let sample = 0; sample < LAST_TURNS; sample++) {
    const turn = { role: 'user', content: prose(300, random) };
    const body = Buffer.from(JSON.stringify({ model: 'm', messages: [...messages, turn] }));
    const same = before ? commonPrefix(before.body, body) : 0;
    const index = scanBody(body, 'openai_chat', before ? { index: before.index, same } : undefined);
    if (!index) throw new Error('the body is JSON');
    const began = performance.now();
    memory.look({
      ...{ body, index, route: 'openai_chat', sharedBytes: same },
      ...{ client: 'a', now: 0, breakerMs: 1, off: NO_SWITCH },
    });
    taken.push((performance.now() - began) * 1000);
    before = { body, index };
  }
  note(`prose, ${kilobytes} KB, only the last user's turn new, µs`, taken.slice(LAST_TURNS / 2));
}

const TOKENS = 32;

/** Microseconds per answer of 32 tokens: each in a chunk of its own, and all of them merged into one. */
function measureAnswers(route: PromptRoute, eventOf: (text: string) => string): void {
  const tokens = Array.from({ length: TOKENS }, (_, n) => Buffer.from(eventOf(` ${word(n * 37)}`)));
  const ways: Readonly<Record<string, readonly Buffer[]>> = {
    apart: tokens,
    merged: [Buffer.concat(tokens)],
  };
  for (const [way, chunks] of Object.entries(ways)) {
    const taken = Array.from({ length: LAST_TURNS }, () => {
      const began = performance.now();
      const watch = new StreamWatch(route);
      for (const chunk of chunks) watch.add(chunk);
      watch.release();
      return (performance.now() - began) * 1000;
    });
    note(`StreamWatch, ${route}, answer of ${TOKENS} tokens, ${way}, µs`, taken.slice(LAST_TURNS / 2));
  }
}

/** Nanoseconds per character of text. */
function measureStream(what: string, text: string, run: (text: string) => void): void {
  const taken = Array.from({ length: 25 }, () => {
    const began = performance.now();
    run(text);
    return ((performance.now() - began) * 1e6) / text.length;
  });
  note(`${what}, ns per character`, taken.slice(5));
}

const random = seededRandom(7);
for (const name of Object.keys(SHAPES)) {
  for (const kilobytes of [32, 256]) measureLooks(name, kilobytes, random);
}
for (const kilobytes of [1, 32]) measureLastTurn(kilobytes, random);
measureAnswers('openai_chat', (content) => {
  const choices = [{ index: 0, delta: { content }, finish_reason: null }];
  return `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', model: 'm', choices })}\n\n`;
});
measureAnswers('chat', (content) => {
  const message = { role: 'assistant', content };
  return `${JSON.stringify({ model: 'm', created_at: '2026-11-22T00:00:00.1Z', message, done: false })}\n`;
});
const text = prose(200_000, random);
const lines = (said: string): Buffer[] =>
  (said.match(/.{1,4}/gs) ?? []).map((response) =>
    Buffer.from(
      `${JSON.stringify({ model: 'm', created_at: '2026-11-22T00:00:00Z', response, done: false })}\n`,
    ),
  );
const ordinary = lines(text);
measureStream('StreamWatch, lines of four characters', text, () => {
  const watch = new StreamWatch('generate');
  for (const line of ordinary) watch.add(line);
});
const tail = (said: string) => {
  const period = new TailPeriod();
  for (let at = 0; at < said.length; at++) period.add(said.charCodeAt(at));
};
measureStream('tail period, ordinary text', text, tail);
measureStream('tail period, the worst: repeats just too long', prose(1030, random).repeat(200), tail);

printTable(
  ['what', 'p50', 'p99'],
  figures.map(({ what, p50, p99 }) => [what, p50.toFixed(1), p99.toFixed(1)]),
);
writeResults('loops', { samples: SAMPLES, figures });
