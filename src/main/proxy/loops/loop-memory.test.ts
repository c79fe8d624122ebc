// Promises: what counts stands in the request; a person's word ends a loop, a harness's does not; the breaker closes at the
// fifth level and opens for one try; the operator's button forgets; turns read before are not read again, with no difference.

import { describe, expect, it } from 'vitest';
import type { Mitigation } from '../../../shared/model/loop.ts';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import { processorTime } from '../../../shared/testing/processor-time.ts';
import { scanBody } from '../body/body-scanner.ts';
import { commonPrefix } from '../body/splice.ts';
import { PROMPT_SHAPES, type PromptRoute } from '../routes.ts';
import { promptBody } from '../testing/arbitrary-bodies.ts';
import { localAnswer } from './answer/breaker-answer.ts';
import { traces } from './eval/corpus.ts';
import { requestsOf } from './eval/trace.ts';
import type { LoopFinding } from './finding.ts';
import { LoopMemory } from './loop-memory.ts';

const MINUTES = 60_000;

/** A conversation seen request by request. */
class Seen {
  readonly memory = new LoopMemory();
  #last: Buffer | null = null;
  client = 'me';
  now = 0;
  off: ReadonlySet<Mitigation> = new Set();

  look(
    messages: readonly object[],
    route: PromptRoute = 'openai_chat',
    more: object = {},
  ): LoopFinding | null {
    const list = PROMPT_SHAPES[route].list ?? 'messages';
    const body = Buffer.from(JSON.stringify({ model: 'm', ...more, [list]: messages }));
    return this.body(body, route);
  }

  body(body: Buffer, route: PromptRoute): LoopFinding | null {
    const index = scanBody(body, route);
    if (!index) throw new Error('the body is JSON');
    const sharedBytes = this.#last ? commonPrefix(this.#last, body) : 0;
    this.#last = body;
    const { client, now, off } = this;
    return this.memory.look({ body, index, route, client, sharedBytes, now, breakerMs: 5 * MINUTES, off });
  }
}

const user = (content: string) => ({ role: 'user', content });
const says = (content: string) => ({ role: 'assistant', content });
let ids = 0;
const step = (result: string, args = '{"q":"x"}') => {
  const id = `call_${ids++}`;
  return [
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id, type: 'function', function: { name: 'search', arguments: args } }],
    },
    { role: 'tool', tool_call_id: id, content: result },
  ];
};
const steps = (count: number, result = 'nothing') => Array.from({ length: count }, () => step(result)).flat();
const levels = (seen: Seen, counts: readonly number[]) =>
  counts.map((count) => seen.look([user('go'), ...steps(count)])?.level ?? 0);

describe('counting', () => {
  it('the third copy is level 1, each further one more, at most 5', () => {
    const seen = new Seen();
    seen.off = new Set(['break']);
    expect(levels(seen, [1, 2, 3, 4, 5, 6, 7, 8])).toEqual([0, 0, 1, 2, 3, 4, 5, 5]);
  });

  it('a retry of the same body gets the same finding', () => {
    const seen = new Seen();
    const messages = [user('go'), ...steps(4)];
    const first = seen.look(messages);
    expect(first).toMatchObject({ rule: 'cycle', level: 2, copies: 4, period: 1, tools: ['search'] });
    for (let n = 0; n < 5; n++) expect(seen.look(messages)).toEqual(first);
    expect(new Seen().look(messages)).toEqual(first);
  });

  it('other requests in between change nothing', () => {
    const seen = new Seen();
    seen.look([user('go'), ...steps(3)]);
    expect(seen.look([user('go'), ...steps(1)])).toBeNull();
    expect(seen.look([user('go'), ...steps(3)])).toMatchObject({ level: 1 });
  });

  it('the same action with another result is progress', () => {
    const messages = [user('go'), ...['1', '2', '3', '4'].flatMap((result) => step(`page ${result}`))];
    expect(new Seen().look(messages)).toBeNull();
  });

  it('parallel calls pair with their results by id, in whatever order these come', () => {
    const round = (n: number) => {
      const call = (id: string, name: string) => ({
        id,
        type: 'function',
        function: { name, arguments: '{}' },
      });
      const results = [
        { role: 'tool', tool_call_id: `a${n}`, content: 'A' },
        { role: 'tool', tool_call_id: `b${n}`, content: 'B' },
      ];
      const calls = [call(`a${n}`, 'left'), call(`b${n}`, 'right')];
      return [
        { role: 'assistant', content: '', tool_calls: calls },
        ...(n % 2 === 0 ? results : results.reverse()),
      ];
    };
    expect(new Seen().look([user('go'), ...[0, 1, 2].flatMap(round)])).toMatchObject({ level: 1, copies: 3 });
  });

  it("the tools that are built into OpenAI's API are actions like others", () => {
    const round = (n: number) => [
      { type: 'reasoning', id: `r${n}`, summary: [] },
      { type: 'local_shell_call', call_id: `c${n}`, action: { type: 'exec', command: ['ls'] } },
      { type: 'local_shell_call_output', call_id: `c${n}`, output: 'a.txt' },
    ];
    const finding = new Seen().look([user('go'), ...[0, 1, 2].flatMap(round)], 'openai_responses');
    expect(finding).toMatchObject({ level: 1, tools: ['local_shell_call'], isCollapsible: true });
  });

  it('patches that differ are actions that differ, whatever comes back is the same', () => {
    const round = (n: number) => [
      {
        type: 'apply_patch_call',
        id: `apc_${n}`,
        call_id: `c${n}`,
        status: 'completed',
        operation: { type: 'update_file', path: `src/part-${n}.ts`, diff: '-a\n+b' },
      },
      { type: 'apply_patch_call_output', call_id: `c${n}`, status: 'completed', output: 'Done' },
    ];
    const edits = [0, 1, 2, 3].flatMap(round);
    expect(new Seen().look([user('go'), ...edits], 'openai_responses')).toBeNull();
    const again = [0, 0, 0].flatMap(round);
    expect(new Seen().look([user('go'), ...again], 'openai_responses')).toMatchObject({ copies: 3 });
  });

  it.each(['openai_chat', 'chat', 'anthropic_messages'] as const)(
    'numbers longer than a double holds are told apart on %s',
    (route) => {
      const round = (n: number) => {
        const args = `{"message_id":123456789012345678${n}}`;
        const id = `call_${ids++}`;
        if (route !== 'anthropic_messages') {
          const given = route === 'chat' ? args : JSON.stringify(args);
          const tool = `{"id":"${id}","type":"function","function":{"name":"delete","arguments":${given}}}`;
          const back = { role: 'tool', tool_call_id: id, content: 'deleted' };
          return [`{"role":"assistant","content":"","tool_calls":[${tool}]}`, JSON.stringify(back)];
        }
        const use = `{"type":"tool_use","id":"${id}","name":"delete","input":${args}}`;
        const back = {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: id, content: 'deleted' }],
        };
        return [`{"role":"assistant","content":[${use}]}`, JSON.stringify(back)];
      };
      const body = (ns: number[]) =>
        Buffer.from(`{"messages":[${[JSON.stringify(user('go')), ...ns.flatMap(round)].join()}]}`);
      expect(new Seen().body(body([1, 2, 3, 4]), route)).toBeNull();
      expect(new Seen().body(body([1, 1, 1]), route)).toMatchObject({ copies: 3 });
    },
  );

  it('a cycle of two says where each copy lies', () => {
    const round = () => [...step('a', '{"q":"a"}'), ...step('b', '{"q":"b"}')];
    const finding = new Seen().look([user('go'), ...round(), ...round(), ...round()]);
    expect(finding).toMatchObject({ period: 2, copies: 3, isCollapsible: true });
    expect(finding?.ranges).toEqual([
      { from: 1, to: 5 },
      { from: 5, to: 9 },
      { from: 9, to: 13 },
    ]);
  });
});

describe('a person', () => {
  it('ends a loop', () => {
    expect(new Seen().look([user('go'), ...steps(4), user('Stop, try the library.')])).toBeNull();
    expect(
      new Seen().look([user('go'), ...steps(4), user('Stop, try the library.'), ...steps(2)]),
    ).toBeNull();
  });

  it('ends it when the words are in one turn with a result', () => {
    const round = (n: number, said: object[]) => [
      { role: 'assistant', content: [{ type: 'tool_use', id: `t${n}`, name: 'look', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: `t${n}`, content: 'fog' }, ...said] },
    ];
    const rounds = (said: object[]) => [
      user('go'),
      ...[0, 1, 2].flatMap((n) => round(n, [])),
      ...round(3, said),
    ];
    expect(new Seen().look(rounds([]), 'anthropic_messages')).toMatchObject({ level: 2 });
    const said = { type: 'text', text: 'Come back.' };
    expect(new Seen().look(rounds([said]), 'anthropic_messages')).toBeNull();
    const note = { type: 'text', text: '<system-reminder>10:04</system-reminder>' };
    expect(new Seen().look(rounds([note]), 'anthropic_messages')).toMatchObject({ level: 2 });
  });

  it('is who takes 20 ms a character, a machine who says the same again faster', () => {
    const round = () => [says('I will begin at once.'), user('Continue.')];
    const rounds = (count: number) => [user('go'), ...Array.from({ length: count }, round).flat()];
    const levelsAt = (pace: number) => {
      const seen = new Seen();
      return Array.from({ length: 10 }, (_, n) => {
        const level = seen.look(rounds(n))?.level ?? 0;
        seen.memory.noteWhole('me', seen.now);
        seen.now += pace;
        return level;
      });
    };
    expect(levelsAt(20 * 'Continue.'.length)).toEqual([0, 0, 0, 1, 2, 3, 4, 5, 5, 5]);
    expect(levelsAt(20 * 'Continue.'.length + 1)).toEqual(Array(10).fill(0));
  });

  it('is not who nudges', () => {
    const nudge = user(JSON.stringify({ system_message: 'Nudged - continue' }));
    const messages = [user('go'), ...steps(3), says('hm'), nudge, ...steps(3)];
    expect(new Seen().look(messages)).toMatchObject({ copies: 3 });
  });
});

describe("agent-zero's complaints", () => {
  const warned = (text: string, key = 'system_warning') => [
    says(`x${ids++}`),
    user(JSON.stringify({ [key]: text })),
  ];
  const REPEATED = 'You have sent the same message again. You have to do something else!';
  const at = (...rounds: object[][]) => new Seen().look([user('go'), ...rounds.flat()])?.level ?? 0;

  it('count two of the last four, then one level each', () => {
    expect(at(warned(REPEATED))).toBe(0);
    expect(at(warned(REPEATED), warned(REPEATED))).toBe(1);
    expect(at(warned(REPEATED), step('fine'), warned(REPEATED))).toBe(1);
    expect(at(...Array.from({ length: 3 }, () => warned(REPEATED)))).toBe(2);
    expect(at(...Array.from({ length: 4 }, () => warned(REPEATED)))).toBe(3);
    expect(at(...Array.from({ length: 6 }, () => warned(REPEATED)))).toBe(5);
  });

  it('count only word for word and only in its envelopes', () => {
    expect(at(warned(`${REPEATED} Now.`), warned(`${REPEATED} Now.`))).toBe(0);
    expect(at(warned(REPEATED, 'tool_result'), warned(REPEATED, 'tool_result'))).toBe(0);
    expect(at([says('a'), user(REPEATED)], [says('b'), user(`${REPEATED} ok`)])).toBe(0);
  });
});

describe('the breaker', () => {
  const looping = (count: number, more: object[] = []) => [user('go'), ...steps(count), ...more];

  it('answers here from level 5 until its minutes are over, then gives one try', () => {
    const seen = new Seen();
    expect(seen.look(looping(7))).toMatchObject({ level: 5, brokenUntil: 5 * MINUTES });
    seen.now = 2 * MINUTES;
    expect(seen.look(looping(8))).toMatchObject({ level: 5, brokenUntil: 5 * MINUTES });
    seen.now = 5 * MINUTES;
    expect(seen.look(looping(7))).toMatchObject({ level: 4, brokenUntil: null });
    expect(seen.look(looping(7))).toMatchObject({ level: 4 });
    expect(seen.look(looping(8))).toMatchObject({ level: 5, brokenUntil: 10 * MINUTES });
  });

  it('gives one try, not one with each request, where a client sends only the last turns of its history', () => {
    const seen = new Seen();
    const lastTurns = () => steps(7);
    expect(seen.look(lastTurns())).toMatchObject({ level: 5, brokenUntil: 5 * MINUTES });
    seen.now = 5 * MINUTES;
    expect(seen.look(lastTurns())).toMatchObject({ level: 4, brokenUntil: null });
    seen.now = 7 * MINUTES;
    expect(seen.look(lastTurns())).toMatchObject({ level: 5, brokenUntil: 12 * MINUTES });
    seen.now = 12 * MINUTES;
    expect(seen.look(lastTurns())).toMatchObject({ level: 4, brokenUntil: null });
  });

  it('closes again when an answer chants in its one try', () => {
    const seen = new Seen();
    const messages = [user('go'), ...steps(1)];
    const chant = () => seen.memory.chanted('me', { words: 'and so on and', copies: 4 }, seen.now);
    for (let n = 0; n < 5; n++) chant();
    expect(seen.look(messages)).toMatchObject({ rule: 'chant', level: 5, brokenUntil: 5 * MINUTES });
    seen.now = 5 * MINUTES;
    expect(seen.look(messages)).toMatchObject({ level: 4, brokenUntil: null });
    chant();
    expect(seen.look(messages)).toMatchObject({ level: 5, brokenUntil: 10 * MINUTES });
  });

  it('opens when a person speaks, and when it is switched off', () => {
    const seen = new Seen();
    seen.look(looping(7));
    expect(seen.look(looping(7, [user('Leave it.')]))).toBeNull();
    seen.now = MINUTES;
    expect(seen.look(looping(7))).toMatchObject({ level: 5, brokenUntil: 6 * MINUTES });
    seen.off = new Set(['break']);
    expect(seen.look(looping(7))).toMatchObject({ level: 5, brokenUntil: null });
  });

  it('is open for whatever else the agent does', () => {
    const seen = new Seen();
    expect(seen.look(looping(7))).toMatchObject({ brokenUntil: 5 * MINUTES });
    expect(seen.look(looping(7, step('another thing', '{"q":"y"}')))).toBeNull();
    expect(seen.look(looping(7, [...step('another thing', '{"q":"y"}'), ...steps(3)]))).toMatchObject({
      ...{ level: 1, brokenUntil: null },
    });
  });

  it('never answers a person, however often an answer chanted', () => {
    const seen = new Seen();
    for (let n = 0; n < 9; n++) {
      seen.memory.chanted('me', { words: 'and so on and', copies: 4 }, seen.now);
      expect(seen.look([user('go')])).toMatchObject({ level: Math.min(4, n + 1), brokenUntil: null });
    }
  });

  it('its own answer in the history is neither an action nor a reason to go on', () => {
    const seen = new Seen();
    const messages = looping(7);
    const finding = seen.look(messages);
    const body = Buffer.from(JSON.stringify({ messages }));
    const index = scanBody(body, 'openai_chat');
    if (!finding || !index) throw new Error('a loop was given');
    const answer = JSON.parse(
      localAnswer(finding, { body, index, route: 'openai_chat', now: 0 }).body.toString(),
    );
    const own = says(answer.choices[0].message.content);
    expect(seen.look([...messages, own])).toMatchObject({ level: 5, copies: 7 });
    expect(new Seen().look([...messages, own, ...steps(1)])).toMatchObject({ copies: 8 });
    expect(new Seen().look([user('go'), own, user('go'), own, user('go'), own, user('go')])).toBeNull();
  });
});

describe('what is told to it', () => {
  it('the button forgets what was, not what comes', () => {
    const seen = new Seen();
    const before = [user('go'), ...steps(7)];
    seen.look(before);
    seen.memory.clear();
    expect(seen.look(before)).toBeNull();
    expect(seen.look([...before, ...steps(2)])).toBeNull();
    expect(seen.look([...before, ...steps(3)])).toMatchObject({ level: 1, copies: 3 });
  });

  it('two answers cut short are a finding until one is whole', () => {
    const seen = new Seen();
    const messages = [user('go')];
    seen.memory.noteCutShort('me');
    expect(seen.look(messages)).toBeNull();
    seen.memory.noteCutShort('me');
    expect(seen.look(messages)).toMatchObject({ rule: 'cut_short', level: 2, copies: 2 });
    seen.memory.noteWhole('me', seen.now);
    expect(seen.look(messages)).toBeNull();
  });

  it('a chant is named in the next request', () => {
    const seen = new Seen();
    seen.memory.chanted('me', { words: 'and so on and', copies: 9 }, seen.now);
    expect(seen.look([user('go')])).toMatchObject({
      rule: 'chant',
      level: 1,
      subject: 'and so on and',
      copies: 9,
    });
    seen.memory.chanted('me', { words: 'and so on and', copies: 9 }, seen.now);
    expect(seen.look([user('go')])).toMatchObject({ level: 2 });
  });
});

describe('another client that begins with the same words', () => {
  const messages = [user('go'), ...steps(1)];

  it('is told of no answer but its own, and is not answered here because of one', () => {
    const seen = new Seen();
    for (let n = 0; n < 5; n++) seen.memory.chanted('me', { words: 'and so on and', copies: 9 }, seen.now);
    seen.memory.noteCutShort('me');
    expect(seen.look(messages)).toMatchObject({ rule: 'chant', level: 5 });
    seen.client = 'another';
    seen.memory.noteCutShort('another');
    expect(seen.look(messages)).toBeNull();
    seen.memory.noteWhole('another', seen.now);
    seen.client = 'me';
    expect(seen.look(messages)).toMatchObject({ rule: 'chant', level: 5 });
  });

  it('and whose history repeats itself as well gets a try of its own', () => {
    const seen = new Seen();
    const looping = [...messages, ...steps(7)];
    const asked = (client: string, minute: number) => {
      seen.client = client;
      seen.now = minute * MINUTES;
      return seen.look(looping);
    };
    expect(asked('me', 0)).toMatchObject({ level: 5, brokenUntil: 5 * MINUTES });
    expect(asked('another', 1)).toMatchObject({ level: 5, brokenUntil: 6 * MINUTES });
    expect(asked('me', 5)).toMatchObject({ level: 4, brokenUntil: null });
    expect(asked('another', 6)).toMatchObject({ level: 4, brokenUntil: null });
  });
});

describe('reading', () => {
  it('what is kept from the requests before gives what first sight gives', () => {
    const off: ReadonlySet<Mitigation> = new Set(['break']);
    const sample = traces().filter((_, at) => at % 3 === 0);
    for (const trace of sample) {
      const seen = new Seen();
      const requests = requestsOf({ ...trace, sends: 1 });
      const order = [...requests, ...requests.slice(-3).reverse(), ...requests.slice(-1)];
      for (const { route, body } of order) {
        const fresh = new Seen();
        seen.off = off;
        fresh.off = off;
        expect(seen.body(body, route)).toEqual(fresh.body(body, route));
      }
    }
  });

  it.each(Object.keys(PROMPT_SHAPES) as PromptRoute[])('%s: whatever comes, nothing is thrown', (route) => {
    const seen = new Seen();
    fc.assert(
      fc.property(promptBody(PROMPT_SHAPES[route]), (text) => {
        const body = Buffer.from(text);
        if (scanBody(body, route)) seen.body(body, route);
      }),
      { numRuns: runs(300) },
    );
  });

  it('a result that takes the place of an answer belongs to the step before it', () => {
    const seen = new Seen();
    // Answers that were cut short make it read the whole of every history.
    seen.memory.noteCutShort('me');
    seen.memory.noteCutShort('me');
    const before = steps(4);
    const late = { role: 'tool', tool_call_id: 'late', content: 'more' };
    seen.look([user('go'), ...before, says('hm')]);
    expect(seen.look([user('go'), ...before, late, ...steps(1)])).toMatchObject({ rule: 'cut_short' });
  });

  it('of a long history seen for the first time only the end is read, and the loop is there', () => {
    const work = Array.from({ length: 900 }, (_, n) =>
      step(`${n} ${'found more of it and wrote it down. '.repeat(20)}`),
    );
    const finding = new Seen().look([user('go'), ...work.flat(), ...steps(4)]);
    expect(finding).toMatchObject({ level: 2, copies: 4 });
  });

  it('deep, broken and huge turns are read without harm', () => {
    const seen = new Seen();
    const deep = `${'{"a":'.repeat(4000)}1${'}'.repeat(4000)}`;
    const odd = [
      says(deep),
      says(`{"tool_name":"x","tool_args":${deep}}`),
      says('{"tool_name":"x","tool_args":{"a":'.repeat(2000)),
      says('{ "'.repeat(20_000)),
      says('Tool Calls: ['.repeat(20_000)),
      says('<think>'.repeat(20_000)),
      user('<loop-guard>'.repeat(20_000)),
      user('\n[EXTRAS]\n{'.repeat(10_000)),
      user('{"tool_result":'.repeat(10_000)),
      user(`{"system_warning": "${'x'.repeat(600_000)}"}`),
      { role: 'assistant', tool_calls: [{ function: { name: 'x', arguments: deep } }, null, 3, {}] },
      { role: 'tool', content: [null, 1, { type: 'text' }, { type: 'image', data: 'x'.repeat(1000) }] },
    ];
    const spent = processorTime();
    seen.look(odd, 'chat');
    expect(spent()).toBeLessThan(2000);
  });
});
