// Calls of LlamaIndex (`@llamaindex/ollama`), which brings an older `ollama` of its own. Used by tests only.
import { Ollama, OllamaEmbedding } from '@llamaindex/ollama';
import { type Calls, leftAfter, library, type Road } from './library.ts';
import { MODEL, QUESTION, THREAD } from './questions.ts';

interface Models {
  llm(model: string): Ollama;
  readonly embedding: OllamaEmbedding;
}

const make = ({ base: host, fetch }: Road): Models => {
  const config = { host, fetch };
  return {
    llm: (model) => new Ollama({ model, config }),
    embedding: new OllamaEmbedding({ model: 'nomic-embed-text', config }),
  };
};
const streamed = { messages: THREAD, stream: true } as const;

const CALLS: Calls<Models> = {
  'chat, whole': ({ llm }) => llm(MODEL).chat({ messages: THREAD }),
  'chat, streamed': ({ llm }) => llm(MODEL).chat(streamed),
  'chat that thinks': ({ llm }) => llm('gpt-oss:20b').chat({ messages: THREAD }),
  'chat with nobody': ({ llm }) => llm('nobody').chat({ messages: THREAD }),
  'chat that is refused': ({ llm }) => llm('demo-busy').chat({ messages: THREAD }),
  'chat that breaks in mid-stream': ({ llm }) => llm('demo-errors-midstream').chat(streamed),
  'chat that is left in mid-stream': async ({ llm }) => {
    const model = llm('demo-stalls');
    return leftAfter(2, await model.chat(streamed), () => model.ollama.abort());
  },
  'completion, whole': ({ llm }) => llm(MODEL).complete({ prompt: QUESTION }),
  'completion, streamed': ({ llm }) => llm(MODEL).complete({ prompt: QUESTION, stream: true }),
  'embedding, one': ({ embedding }) => embedding.getTextEmbedding(QUESTION),
  'embeddings, many': ({ embedding }) => embedding.getTextEmbeddings(['a', 'b']),
};

export const LLAMAINDEX = library('@llamaindex/ollama', make, CALLS);
