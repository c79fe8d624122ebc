// Promise: a model that the operator gave a context length gets it on Ollama's own routes where the client sets none, with no other byte
// changed. Source: proxy, Traps.
import { describe, expect, it } from 'vitest';
import { fc } from '../../../shared/testing/campaign.ts';
import { scanBody } from '../body/body-scanner.ts';
import { contextOption } from '../body/context-option.ts';
import { applyEdits } from '../body/splice.ts';
import { post, startRig } from '../testing/rig.ts';
import { wantedContext } from './context-length.ts';

const settings = { model_context_lengths: 'qwen3:8b=16384, llama3.1=8192' };

const added = (body: string): string => {
  const { add } = contextOption({ bytes: Buffer.from(body), list: null });
  return add === null ? body : applyEdits(Buffer.from(body), [add(9)]).toString();
};

describe('num_ctx', () => {
  it.each([
    ['{"model":"m"}', '{"model":"m","options":{"num_ctx":9}}'],
    ['{"model":"m" }', '{"model":"m" ,"options":{"num_ctx":9}}'],
    ['{"options":{ "seed":12345678901234567890}}', '{"options":{"num_ctx":9, "seed":12345678901234567890}}'],
    ['{"options":{}, "a":1.0}', '{"options":{"num_ctx":9}, "a":1.0}'],
    ['{"options":null}', '{"options":{"num_ctx":9}}'],
    ['{"Options":{"top_k":1}}', '{"Options":{"num_ctx":9,"top_k":1}}'],
    ['{}', '{"options":{"num_ctx":9}}'],
    ['{"prompt":"\\"options\\":{"}', '{"prompt":"\\"options\\":{","options":{"num_ctx":9}}'],
  ])('is put into %s', (body, expected) => expect(added(body)).toBe(expected));

  it.each([
    '{"options":{"num_ctx":2048}}',
    '{"options":{"seed":1,"num_ctx":null}}',
    '{"options":[1]}',
    '{"options":"a"}',
    '{"options":{},"options":{}}',
    '[]',
    '{"options":{',
    '',
  ])('is left alone in %s', (body) => expect(added(body)).toBe(body));

  it('changes no other byte, whatever the body', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string(),
          fc.json({ maxDepth: 3 }).map((text) => JSON.parse(text)),
        ),
        (value) => {
          const { options, Options: _, ...rest } = value;
          const body = JSON.stringify(rest);
          const result = added(body);
          expect(JSON.parse(result)).toEqual({ ...rest, options: { num_ctx: 9 } });
          expect(result.replace(/,?"options":\{"num_ctx":9\}\}$/, '}')).toBe(body);
        },
      ),
    );
  });

  it('is found without looking into the messages again, where their place is known', () => {
    const messages = [{ role: 'user', content: 'options' }];
    const bodies = [
      { messages, options: { num_ctx: 512 }, tools: [1] },
      { options: { num_ctx: 512 }, tools: [1], messages },
      { messages, tools: [1] },
    ];
    for (const body of bodies) {
      const bytes = Buffer.from(JSON.stringify(body));
      const list = scanBody(bytes, 'chat')?.list ?? null;
      expect(list).not.toBeNull();
      // What is not stepped over may be anything.
      const unread = Buffer.from(bytes).fill('x', list?.start, list?.end);
      const { add, ...said } = contextOption({ bytes: unread, list });
      const { add: addAnyway, ...saidAnyway } = contextOption({ bytes, list: null });
      expect(said).toEqual(saidAnyway);
      expect(add?.(9)).toEqual(addAnyway?.(9));
    }
  });

  it('is given to every request of the model on both routes, and to no other', async () => {
    await using rig = await startRig({ settings });
    const sent = async (path: string, body: string) => {
      await post(`${rig.url}${path}`, body);
      return rig.seen.at(-1)?.body.toString();
    };
    const messages = '"messages":[{"role":"user","content":"hello"}]';
    expect(await sent('/api/chat', `{"model":"qwen3:8b",${messages}}`)).toBe(
      `{"model":"qwen3:8b",${messages},"options":{"num_ctx":16384}}`,
    );
    // What loads a model, and what is raw, must not load it with another context.
    for (const body of [
      '{"model":"llama3.1:latest"}',
      '{"model":"llama3.1","prompt":"a","raw":true}',
      '{"model":"LLAMA3.1","prompt":"a","suffix":"b"}',
    ])
      expect(await sent('/api/generate', body)).toBe(body.replace('}', ',"options":{"num_ctx":8192}}'));
    for (const body of [
      `{"model":"other",${messages}}`,
      `{"model":"qwen3:8b",${messages},"options":{"num_ctx":4096}}`,
    ])
      expect(await sent('/api/chat', body)).toBe(body);
    expect(await sent('/v1/chat/completions', `{"model":"qwen3:8b",${messages}}`)).not.toContain('num_ctx');
    const asked = await sent(
      '/api/chat',
      `{"model":"qwen3:8b",${messages.replace('hello', 'what is gnommoweb?')}}`,
    );
    expect(asked).toContain('"num_ctx":16384');
    expect(asked).toContain('<recollection>');
  });

  it('is looked up by the name Ollama would take', () => {
    expect(wantedContext(settings.model_context_lengths, 'library/llama3.1')).toBe(8192);
    expect(wantedContext(settings.model_context_lengths, 'qwen3')).toBeUndefined();
    expect(wantedContext('', 'qwen3:8b')).toBeUndefined();
    expect(wantedContext('a=1024', null)).toBeUndefined();
  });
});
