// Ollama's answers: lines of JSON, the last one `done: true` and without text (LiteLLM drops what it finds there), with the
// counts and durations that clients read. Used by wire.ts.
import type { OpenStream, OwnAnswer, Wire } from './own-answer.ts';

const DONE = {
  done: true,
  done_reason: 'stop',
  total_duration: 0,
  load_duration: 0,
  prompt_eval_count: 0,
  prompt_eval_duration: 0,
  eval_count: 0,
  eval_duration: 0,
};

const said = {
  chat: (content: string) => ({ message: { role: 'assistant', content } }),
  generate: (response: string) => ({ response }),
};

function wireOf(shape: (text: string) => object): Wire {
  const head = ({ model, now }: OwnAnswer | OpenStream) => ({
    model,
    created_at: new Date(now).toISOString(),
  });
  const line = (value: object) => `${JSON.stringify(value)}\n`;
  const last = (about: OwnAnswer | OpenStream) => line({ ...head(about), ...shape(''), ...DONE });
  return {
    streamType: 'application/x-ndjson',
    whole: (answer) => ({ ...head(answer), ...shape(answer.text), ...DONE }),
    stream: (answer) => line({ ...head(answer), ...shape(answer.text), done: false }) + last(answer),
    closing: last,
  };
}

export const chatWire = wireOf(said.chat);
export const generateWire = wireOf(said.generate);
