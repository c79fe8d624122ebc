// The line that leads each kind of agent here, ready to be copied: as docs/agents.md has them, with this console's own address, and with
// the place of the key where one is needed. Pure.
import type { Wire } from '../../../../../shared/model/start/wires.ts';

export interface ConnectHow {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly needsKey: boolean;
  /** One that is there; null where none is known. */
  readonly model: string | null;
}

/** Stands where a client key goes. */
export const KEY = 'fk-YOUR-KEY';
const SOME_MODEL = 'llama3.2';

const LINES: Readonly<Record<Wire, (how: ConnectHow) => string>> = {
  // Its own command sends no key; its SDKs do, as a header.
  ollama: ({ baseUrl, needsKey }) =>
    `OLLAMA_HOST=${baseUrl}${needsKey ? ` # with the header Authorization: Bearer ${KEY}` : ''}`,
  openai: ({ baseUrl, needsKey }) =>
    `OPENAI_BASE_URL=${baseUrl}/v1 OPENAI_API_KEY=${needsKey ? KEY : 'ollama'}`,
  anthropic: ({ baseUrl, needsKey }) =>
    `ANTHROPIC_BASE_URL=${baseUrl} ANTHROPIC_AUTH_TOKEN=${needsKey ? KEY : 'ollama'}`,
  // Its Ollama provider sends no key; the other one does (docs/agents.md).
  agent_zero: ({ baseUrl, needsKey }) =>
    needsKey
      ? `A0_SET_chat_model_provider=other A0_SET_chat_model_api_base=${baseUrl}/v1 API_KEY_OTHER=${KEY}`
      : `A0_SET_chat_model_provider=ollama A0_SET_chat_model_api_base=${baseUrl}`,
  curl: ({ baseUrl, needsKey, model }) => {
    const body = JSON.stringify({ model: model ?? SOME_MODEL, prompt: 'Hello', stream: false });
    const key = needsKey ? ` -H "Authorization: Bearer ${KEY}"` : '';
    return `curl ${baseUrl}/api/generate${key} -d '${body.replaceAll("'", "'\\''")}'`;
  },
};

export const connectLine = (wire: Wire, how: ConnectHow): string => LINES[wire](how);
