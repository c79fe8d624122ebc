// Calls of Vercel's AI SDK (`ai`) through `ollama-ai-provider-v2`. Used by tests only.
import { embed, embedMany, generateText, jsonSchema, Output, stepCountIs, streamText, tool } from 'ai';
import { createOllama, type OllamaProvider } from 'ollama-ai-provider-v2';
import { type Calls, leftAfter, library, withoutMembers } from './library.ts';
import { MODEL, PIXEL, QUESTION, SCHEMA } from './questions.ts';

/** Made up by the SDK where a server says nothing. */
const MADE_UP = ['id', 'toolCallId', 'callId', 'messageId', 'timestamp', 'headers', 'performance'];

const asked = { instructions: 'You help the operators.', prompt: QUESTION, maxRetries: 0 };
const tools = {
  look_up: tool({ description: 'a', inputSchema: jsonSchema<object>(SCHEMA), execute: () => 'It is.' }),
};

interface Said extends Readonly<Record<'content' | 'finishReason' | 'usage' | 'warnings', unknown>> {
  readonly steps: readonly { readonly response: unknown }[];
}
const said = ({ content, finishReason, usage, warnings, steps }: Said) =>
  withoutMembers(
    { content, finishReason, usage, warnings, steps: steps.map((step) => step.response) },
    MADE_UP,
  );

const heard = async (stream: AsyncIterable<unknown>) => {
  const parts: unknown[] = [];
  for await (const part of stream) parts.push(part);
  return withoutMembers(parts, MADE_UP);
};

const CALLS: Calls<OllamaProvider> = {
  'text, whole': async (ollama) => said(await generateText({ ...asked, model: ollama(MODEL) })),
  'text, streamed': (ollama) => heard(streamText({ ...asked, model: ollama(MODEL) }).fullStream),
  'text by the completions model': async (ollama) =>
    said(await generateText({ ...asked, model: ollama.completion(MODEL), temperature: 0, seed: 7 })),
  'text that thinks': async (ollama) =>
    said(
      await generateText({
        ...asked,
        model: ollama('gpt-oss:20b'),
        providerOptions: { ollama: { think: true } },
      }),
    ),
  'text with tools': async (ollama) =>
    said(await generateText({ ...asked, model: ollama('demo-tools'), tools, stopWhen: stepCountIs(2) })),
  'text with tools, streamed': (ollama) =>
    heard(streamText({ ...asked, model: ollama('demo-tools'), tools, stopWhen: stepCountIs(2) }).fullStream),
  'text by a schema': async (ollama) => {
    const output = Output.object({ schema: jsonSchema<object>(SCHEMA) });
    const result = await generateText({ ...asked, model: ollama(MODEL), output });
    return [result.output, said(result)];
  },
  'text with an image': async (ollama) =>
    said(
      await generateText({
        model: ollama(MODEL),
        maxRetries: 0,
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text: QUESTION },
              { type: 'file', data: PIXEL, mediaType: 'image/png' },
            ],
          },
        ],
      }),
    ),
  'text with nobody': async (ollama) => said(await generateText({ ...asked, model: ollama('nobody') })),
  'text that is refused': async (ollama) =>
    said(await generateText({ ...asked, model: ollama('demo-busy') })),
  'text that breaks in mid-stream': (ollama) =>
    heard(streamText({ ...asked, model: ollama('demo-errors-midstream'), onError() {} }).fullStream),
  'text that is left in mid-stream': (ollama) => {
    const leaving = new AbortController();
    const { textStream } = streamText({
      ...asked,
      model: ollama('demo-stalls'),
      abortSignal: leaving.signal,
    });
    return leftAfter(2, textStream, () => leaving.abort());
  },
  'embedding, one': async (ollama) =>
    (await embed({ model: ollama.embedding('nomic-embed-text'), value: QUESTION, maxRetries: 0 })).embedding,
  'embeddings, many': async (ollama) =>
    (await embedMany({ model: ollama.embedding('nomic-embed-text'), values: ['a', 'b'], maxRetries: 0 }))
      .embeddings,
};

export const AI_SDK = library(
  'ai with ollama-ai-provider-v2',
  ({ base, fetch }) => createOllama({ baseURL: `${base}/api`, fetch }),
  CALLS,
);
