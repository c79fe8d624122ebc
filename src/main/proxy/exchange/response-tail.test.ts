// Promises: token counts are read whatever the chunks, without holding the answer; an unfinished stream is seen as such.

import { describe, expect, it } from 'vitest';
import type { RouteKind } from '../../../shared/model/traffic.ts';
import { fc } from '../../../shared/testing/campaign.ts';
import { ResponseTail } from './response-tail.ts';

function read(text: string, cuts: readonly number[] = []): ResponseTail {
  const bytes = Buffer.from(text);
  const tail = new ResponseTail();
  const places = [...new Set(cuts.map((cut) => cut % bytes.length))].sort((a, b) => a - b);
  let from = 0;
  for (const to of [...places, bytes.length]) {
    if (to > from) tail.add(bytes.subarray(from, to));
    from = to;
  }
  return tail;
}

const final = `{"model":"m","response":"","done":true,"done_reason":"stop","context":[${'1234,'.repeat(5000)}1],"total_duration":9,"prompt_eval_count":12,"prompt_eval_duration":3,"eval_count":2,"eval_duration":4}\n`;
const line = '{"model":"m","response":"a \\"done\\":true, \\"eval_count\\":99","done":false}\n';

describe('ResponseTail', () => {
  it('reads the counts of a stream however it is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 200 }), (cuts) => {
        const tail = read(line.repeat(50) + final, cuts);
        expect(tail.usage('generate')).toEqual({
          promptTokens: 12,
          completionTokens: 2,
          promptEvalNs: 3,
          evalNs: 4,
        });
        expect(tail.saysEnd('generate')).toBe(true);
        expect(tail.bytes).toBe(line.length * 50 + final.length);
      }),
    );
  });

  it.each<[string, RouteKind, string, boolean]>([
    ['a last line that says done', 'chat', `${line}{"done": true}\n`, true],
    ["the upstream's own error line", 'generate', `${line}{"error":"stopped"}\n`, true],
    ['an answer that only quotes the words', 'generate', line, false],
    ['half a line', 'chat', `${line}{"model":"m","mess`, false],
    ['nothing at all', 'chat', '', false],
    ['a reason alone', 'chat', '{"done_reason":"stop"}\n', true],
    ['no mark at all', 'openai_chat', 'data: {}\n\n', false],
    ['a reason that is null', 'openai_chat', 'data: {"choices":[{"finish_reason":null}]}\n\n', false],
    ['a reason', 'openai_chat', 'data: {"choices":[{"finish_reason":"stop"}]}\n\n', true],
    ['[DONE]', 'openai_completions', 'data: {}\n\ndata: [DONE]\n\n', true],
    ['an error of its own', 'openai_chat', 'data: {"error":{"message":"stopped"}}\n\n', true],
    ['message_stop', 'anthropic_messages', 'event: message_stop\ndata: {"type":"message_stop"}\n\n', true],
    ['a message that only begins', 'anthropic_messages', 'data: {"stop_reason":null}\n\n', false],
    ['response.completed', 'openai_responses', 'data: {"type":"response.completed"}\n\n', true],
    [
      'a response longer than what is kept',
      'openai_responses',
      `data: {"type":"response.completed","response":{"output":"${'a'.repeat(20_000)}","usage":{"total_tokens":3}}}\n\n`,
      true,
    ],
    ['a response that goes on', 'openai_responses', 'data: {"type":"response.created"}\n\n', false],
  ])('%s on %s', (_name, route, text, says) => {
    expect(read(text).saysEnd(route)).toBe(says);
  });

  it('reads OpenAI and Anthropic counts, also when the input count came first', () => {
    expect(
      read('data: {"usage":{"prompt_tokens":7,"completion_tokens":3}}\n\ndata: [DONE]\n\n').usage(
        'openai_chat',
      ),
    ).toMatchObject({ promptTokens: 7, completionTokens: 3 });
    const events = `data: {"usage":{"input_tokens":7,"output_tokens":0}}\n\n${'data: {"delta":"x"}\n\n'.repeat(1000)}data: {"usage":{"output_tokens":3}}\n\n`;
    expect(read(events).usage('anthropic_messages')).toMatchObject({ promptTokens: 7, completionTokens: 3 });
    expect(read('whatever').usage('other')).toMatchObject({ promptTokens: null });
    expect(read('{"usage":{"prompt_tokens":null}}').usage('openai_chat')).toMatchObject({
      promptTokens: null,
    });
  });

  it.each([
    ['', '', ''],
    ['a', '\n', '\n\n'],
    ['a\n', '', '\n'],
    ['a\r\n', '', '\n'],
    ['a\n\n', '', ''],
    ['a\r\n\r\n', '', ''],
  ])('knows what %j lacks before a line, or an event, can be added', (text, line, event) => {
    expect([read(text).missingBreaks(false), read(text).missingBreaks(true)]).toEqual([line, event]);
  });

  it.each([
    ['a', 'b', 0, 0],
    ['a', 'b\n', 2, 0],
    ['a', 'b\nc\nd', 4, 0],
    ['a', 'b\n\nc\nd', 5, 3],
    ['a', 'b\r\n\r\nc', 5, 5],
    ['a\n', '\nb', 1, 1],
    ['a\r\n', '\r\nb', 2, 2],
    ['a\r\n\r', '\nb', 1, 1],
  ])('behind %j knows where the last line, and event, of %j ends', (before, chunk, line, event) => {
    const bytes = Buffer.from(chunk);
    expect([read(before).endIn(bytes, false), read(before).endIn(bytes, true)]).toEqual([line, event]);
  });
});
