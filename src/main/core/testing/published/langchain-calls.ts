// Calls of LangChain (`@langchain/ollama`): its chat model, its plain model and its embeddings. Used by tests only.
import { tool } from '@langchain/core/tools';
import { ChatOllama, Ollama, OllamaEmbeddings } from '@langchain/ollama';
import { type Calls, leftAfter, library, type Road, withoutMembers } from './library.ts';
import { MODEL, PIXEL, QUESTION, SCHEMA, THREAD } from './questions.ts';

/** A run's id, which LangChain makes up. */
const MADE_UP = ['id'];
const LOOK_UP = tool(() => 'It is.', { name: 'look_up', description: 'a', schema: SCHEMA });

interface Models {
  chat(model: string, more?: object): ChatOllama;
  text(model: string): Ollama;
  readonly embeddings: OllamaEmbeddings;
}

const make = ({ base: baseUrl, fetch }: Road): Models => {
  const common = { baseUrl, fetch, maxRetries: 0 };
  return {
    chat: (model, more = {}) => new ChatOllama({ ...common, model, ...more }),
    text: (model) => new Ollama({ ...common, model }),
    embeddings: new OllamaEmbeddings({ ...common, model: 'nomic-embed-text' }),
  };
};

const heard = async (stream: AsyncIterable<unknown>) => {
  const parts: unknown[] = [];
  for await (const part of stream) parts.push(part);
  return withoutMembers(parts, MADE_UP);
};
const whole = async (answer: Promise<unknown>) => withoutMembers(await answer, MADE_UP);

const CALLS: Calls<Models> = {
  'chat, whole': ({ chat }) => whole(chat(MODEL).invoke(THREAD)),
  'chat, streamed': async ({ chat }) => heard(await chat(MODEL).stream(THREAD)),
  'chat, several at once': ({ chat }) => whole(chat(MODEL).batch([THREAD], { maxConcurrency: 1 })),
  'chat that thinks': ({ chat }) => whole(chat('gpt-oss:20b', { think: true }).invoke(THREAD)),
  'chat with tools': ({ chat }) => whole(chat('demo-tools').bindTools([LOOK_UP]).invoke(THREAD)),
  'chat with tools, streamed': async ({ chat }) =>
    heard(await chat('demo-tools').bindTools([LOOK_UP]).stream(THREAD)),
  'chat by a schema': ({ chat }) =>
    whole(chat(MODEL).withStructuredOutput(SCHEMA, { method: 'jsonSchema' }).invoke(THREAD)),
  'chat with an image': ({ chat }) =>
    whole(
      chat(MODEL).invoke([
        {
          role: 'user',
          content: [
            { type: 'text', text: QUESTION },
            { type: 'image_url', image_url: `data:image/png;base64,${PIXEL}` },
          ],
        },
      ]),
    ),
  'chat with nobody': ({ chat }) => whole(chat('nobody').invoke(THREAD)),
  'chat that is refused': ({ chat }) => whole(chat('demo-busy').invoke(THREAD)),
  'chat that breaks in mid-stream': async ({ chat }) =>
    heard(await chat('demo-errors-midstream').stream(THREAD)),
  'chat that is left in mid-stream': async ({ chat }) => {
    const leaving = new AbortController();
    const stream = await chat('demo-stalls').stream(THREAD, { signal: leaving.signal });
    return withoutMembers(await leftAfter(2, stream, () => leaving.abort()), MADE_UP);
  },
  'text, whole': ({ text }) => whole(text(MODEL).invoke(QUESTION)),
  'text, streamed': async ({ text }) => heard(await text(MODEL).stream(QUESTION)),
  'embedding of a question': ({ embeddings }) => embeddings.embedQuery(QUESTION),
  'embeddings of documents': ({ embeddings }) => embeddings.embedDocuments(['a', 'b']),
};

export const LANGCHAIN = library('@langchain/ollama', make, CALLS);
