// Promises: a chant is cut soon and once, wherever chunks are cut; what only looks like one is not; time is constant per
// character and memory bounded, whatever comes.

import { describe, expect, it } from 'vitest';
import { fc } from '../../../../shared/testing/campaign.ts';
import { processorTime } from '../../../../shared/testing/processor-time.ts';
import { PROMPT_SHAPES, type PromptRoute } from '../../routes.ts';
import { ChantText, isWords } from './chant-text.ts';
import { DeltaReader } from './stream-delta.ts';
import { StreamWatch } from './stream-watch.ts';
import { TailPeriod } from './tail-period.ts';

const words = (length: number, seed: number): string => {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state;
  };
  return Array.from({ length }, () => String.fromCharCode(97 + (next() % 24))).join('');
};

/** The words of one line: of an NDJSON line the whole of it, of an event what stands behind `data:`. */
function deltaOf(route: PromptRoute, line: string): Pick<DeltaReader, 'said' | 'thought'> {
  const reader = new DeltaReader(route);
  const bytes = Buffer.from(line).toString('latin1');
  reader.read(bytes, 0, bytes.length);
  return { said: reader.said, thought: reader.thought };
}

/** Where a tail of equal copies is found; -1 when it is not. */
function foundAt(text: string): number {
  const period = new TailPeriod();
  for (let at = 0; at < text.length; at++) if (period.add(text.charCodeAt(at))) return at + 1;
  return -1;
}

/** By the definition: the text's tail is at least four copies of 16 to 1,024 characters, 200 in all. */
function isPeriodic(text: string): boolean {
  for (let period = 16; period <= 1024; period++) {
    const need = Math.max(4 * period, 200);
    if (need > text.length) return false;
    const tail = text.slice(-need);
    if (tail.slice(period) === tail.slice(0, -period)) return true;
  }
  return false;
}

describe('tail period', () => {
  it.each([1, 2, 5, 15, 16, 17, 40, 100, 333, 777, 1024])('a period of %i is found soon', (period) => {
    const lead = words(3000, 7);
    const at = foundAt(lead + words(period, 3).repeat(Math.ceil(9000 / period)));
    const copies = Math.max(4 * Math.max(16, period), 200);
    expect(at - lead.length).toBeGreaterThanOrEqual(Math.min(copies, 200) - 1);
    expect(at - lead.length).toBeLessThan(copies + 600);
  });

  it('one of 1,025 is not, nor three copies, nor text that does not repeat', () => {
    expect(foundAt(words(1025, 3).repeat(8))).toBe(-1);
    expect(foundAt(words(300, 3).repeat(3) + words(4000, 5))).toBe(-1);
    expect(foundAt(words(50_000, 11))).toBe(-1);
  });

  it('what is found is there', () => {
    const pieces = fc.array(
      fc.tuple(fc.constantFrom('ab ', 'the same words ', 'x', 'on and on it goes '), fc.nat(30)),
      {
        maxLength: 8,
      },
    );
    fc.assert(
      fc.property(pieces, (list) => {
        const text = list.map(([piece, count]) => piece.repeat(count)).join('');
        const at = foundAt(text);
        if (at >= 0) expect(isPeriodic(text.slice(0, at))).toBe(true);
      }),
    );
  });

  it('a million characters of any kind cost well under a microsecond each', () => {
    const kinds = [words(1_000_000, 5), words(1030, 5).repeat(970), `${'-'.repeat(1040)}|`.repeat(960)];
    for (const text of kinds) {
      const period = new TailPeriod();
      const spent = processorTime();
      for (let at = 0; at < text.length; at++) period.add(text.charCodeAt(at));
      expect(spent()).toBeLessThan(1000);
    }
  });
});

describe('what is a chant', () => {
  const isCut = (text: string) => new ChantText().add(text) !== null;

  it('is made of words', () => {
    expect(isWords('I will look again. ')).toBe(true);
    expect(isWords('再检查一次这个文件的内容')).toBe(true);
    for (const block of [
      '0, 0, 0, 0, 0, 0, ',
      'AAAAAAAAAAAAAAAAAAAA',
      '{"x":0,"y":0},',
      '====================',
    ]) {
      expect(isWords(block)).toBe(false);
    }
  });

  it('is not in a fence or a table, but is behind them', () => {
    const chant = 'and then we go back to the start ';
    const line = `${chant}\n`;
    expect(isCut(`\`\`\`\n${line.repeat(20)}`)).toBe(false);
    expect(isCut(`\`\`\`\n${line.repeat(20)}\`\`\`\n${line.repeat(20)}`)).toBe(true);
    expect(isCut(`| ${chant} |\n`.repeat(20))).toBe(false);
    expect(isCut(`{"code":"\`\`\`\\n${`${chant}\\n`.repeat(20)}`)).toBe(false);
  });
});

describe('stream watch', () => {
  const line = (response: string) =>
    `${JSON.stringify({ model: 'm', created_at: 'x', response, done: false })}\n`;
  const stream = Buffer.from(
    Array.from({ length: 60 }, () => line('ça va, on y retourne ') + line('encore 🙂. ')).join(''),
  );

  it('cuts at the same line wherever the chunks are cut', () => {
    const cutIn = (sizes: readonly number[]) => {
      const watch = new StreamWatch('generate');
      for (let at = 0, n = 0; at < stream.length; n++) {
        const size = sizes[n % sizes.length] as number;
        const cut = watch.add(stream.subarray(at, at + size));
        if (cut) {
          expect(cut.at).toBeGreaterThan(at);
          expect(cut.at).toBeLessThanOrEqual(at + size);
          return cut.at;
        }
        at += size;
      }
      return -1;
    };
    const whole = cutIn([stream.length]);
    expect(stream[whole - 1]).toBe(0x0a);
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1 }),
        (sizes) => cutIn(sizes) === whole,
      ),
    );
  });

  it('says once what was chanted', () => {
    const watch = new StreamWatch('generate');
    const cut = watch.add(stream);
    expect(cut?.chant.words).toBe('ça va, on y retourne encore 🙂.');
    expect(cut?.chant.copies).toBeGreaterThanOrEqual(4);
    expect(watch.add(stream)).toBeNull();
  });

  it('tells thinking from speaking, and leaves tool calls alone', () => {
    const message = (more: object) =>
      `${JSON.stringify({ model: 'm', message: { role: 'assistant', content: '', ...more }, done: false })}\n`;
    const chant = 'let me think about it once more. ';
    const thinking = new StreamWatch('chat').add(Buffer.from(message({ thinking: chant }).repeat(30)));
    expect(thinking).toMatchObject({ isThought: true });
    const calls = message({ tool_calls: [{ function: { name: 'x', arguments: { content: chant } } }] });
    expect(new StreamWatch('chat').add(Buffer.from(calls.repeat(30)))).toBeNull();
  });

  it('does not take what several choices say at once for a chant', () => {
    const choice = (index: number, content: string) =>
      `data: ${JSON.stringify({ id: 'chatcmpl-1', choices: [{ index, delta: { content }, finish_reason: null }] })}\n\n`;
    const sentences = Array.from(
      { length: 6 },
      (_, n) => `This is what is said in sentence number ${n}, once. `,
    );
    for (const n of [4, 5, 8]) {
      const watch = new StreamWatch('openai_chat');
      for (const said of sentences) {
        for (let index = 0; index < n; index++)
          expect(watch.add(Buffer.from(choice(index, said)))).toBeNull();
      }
    }
  });

  it.each(['null', ' null', '[]', ' [ ]'])('sees a chant beside tool calls that are %s', (none) => {
    const delta = (content: string) =>
      `data: {"choices":[{"index":0,"delta":{"content":"${content}","tool_calls":${none}}}]}\n\n`;
    const watch = new StreamWatch('openai_chat');
    const cuts = Array.from({ length: 60 }, () => watch.add(Buffer.from(delta('and on and on it goes '))));
    expect(cuts.some((cut) => cut !== null)).toBe(true);
  });

  it('reads a line that is written as the one before like any other', () => {
    const said = ['a b', 'c d', 'ü 🙂', '', 'x\\"y"', 'tool_calls', 'thinking', 'e'];
    const texts = said.map((content) => JSON.stringify({ message: { content, thinking: '' }, done: false }));
    const reader = new DeltaReader('chat');
    const read = texts.map((text) => {
      const bytes = Buffer.from(text).toString('latin1');
      reader.read(bytes, 0, bytes.length);
      return { said: reader.said, thought: reader.thought };
    });
    expect(read).toEqual(texts.map((text) => deltaOf('chat', text)));
    expect(read[2]?.said).toBe('ü 🙂');
    expect(read[5]?.said).toBe('tool_calls');
  });

  it('ends a response that was cut while the agent thought with the response that was begun', () => {
    const event = (type: string, more: object) =>
      `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;
    const watch = new StreamWatch('openai_responses');
    watch.add(
      Buffer.from(event('response.created', { sequence_number: 0, response: { id: 'resp_7', output: [] } })),
    );
    const thought = event('response.reasoning_text.delta', {
      sequence_number: 5,
      delta: 'let me look once more. ',
    });
    expect(watch.add(Buffer.from(thought.repeat(40)))).toMatchObject({ isThought: true });
    const closing = watch.closing({ model: 'm', now: 0, includesUsage: false }).toString();
    expect(closing.startsWith('event: response.completed\n')).toBe(true);
    expect(closing).toContain('"sequence_number":6');
    expect(closing).toContain('"id":"resp_7"');
  });

  it('gives up on a line without an end', () => {
    const watch = new StreamWatch('chat');
    for (let n = 0; n < 40; n++) expect(watch.add(Buffer.alloc(65_536, 'x'))).toBeNull();
    expect(watch.add(stream)).toBeNull();
  });

  it('whatever bytes come, nothing is thrown', () => {
    const routes = Object.keys(PROMPT_SHAPES) as PromptRoute[];
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc
        .string()
        .map((text) => Buffer.from(`data: {"type":"response.output_text.delta","delta":"${text}\n\n`)),
      fc
        .constantFrom('data: {"type":"content_block_start"}\n\n', '{"response":"\\', '"content":', 'data:\n')
        .map((text) => Buffer.from(text)),
    );
    fc.assert(
      fc.property(fc.constantFrom(...routes), fc.array(bytes), (route, chunks) => {
        const watch = new StreamWatch(route);
        for (const chunk of chunks) watch.add(Buffer.from(chunk));
        expect(watch.closing({ model: 'm', now: 0, includesUsage: true }).length).toBeGreaterThan(0);
      }),
    );
  });

  it.each([
    ['chat', '{"message":{"role":"assistant","content":"a\\nb"}}', 'a\nb'],
    ['generate', '{"response": "a b", "done": false}', 'a b'],
    ['openai_chat', 'data: {"choices":[{"delta":{"content":"a"}}]}', 'a'],
    [
      'openai_chat',
      'data: {"choices":[{"delta":{"content":null,"tool_calls":[{"function":{"arguments":"a"}}]}}]}',
      '',
    ],
    ['openai_completions', 'data: {"choices":[{"text":"a"}]}', 'a'],
    ['openai_responses', 'data: {"type":"response.output_text.delta","delta":"a"}', 'a'],
    ['openai_responses', 'data: {"type":"response.function_call_arguments.delta","delta":"a"}', ''],
    [
      'anthropic_messages',
      'data: {"type":"content_block_delta","delta":{"type":"text_delta","text":"a"}}',
      'a',
    ],
    [
      'anthropic_messages',
      'data: {"type":"content_block_delta","delta":{"type":"input_json_delta","partial_json":"a"}}',
      '',
    ],
    ['chat', '{"message":{"content":"\\ud83d\\ude42 \\"content\\":\\"x\\""}}', '🙂 "content":"x"'],
  ] as const)('%s: the text of a line', (route, text, said) => {
    expect(deltaOf(route, text).said).toBe(said);
  });
});
