// An agent-zero container on LiteLLM's default route: /api/show, then /api/generate with the flattened prompt,
// the history resent each turn, the stream closed as soon as the tool JSON is complete, and utility calls beside it.

import { record, text } from '../json-fields.ts';
import { type AgentDoor, type DemoAgent, endOfJson, MAX_TURNS, pick, post, streamNative } from './agent.ts';
import {
  AGENT_SYSTEM,
  type Entry,
  extras,
  flatten,
  KEYWORDS_SYSTEM,
  RENAME_SYSTEM,
  terminalOutput,
  toolResult,
  userMessage,
} from './agent-zero-prompt.ts';
import { type Dialogue, OPERATOR_DIALOGUES } from './dialogues.ts';

const MODEL = 'qwen2.5:7b';
/** LiteLLM sends no key on this route, and no name: the proxy knows such a client by its address. */
const HEADERS = { 'user-agent': 'litellm/1.79.3' };
const OPTIONS = { num_ctx: 32_768, temperature: 0 };

export class AgentZeroAgent implements DemoAgent {
  readonly name = 'agent-zero';
  #history: Entry[] = [];
  #dialogue: Dialogue = [];
  #spoken = 0;
  #turns = 0;

  restart(): void {
    this.#history = [];
    this.#turns = 0;
    this.#spoken = 0;
  }

  async turn(door: AgentDoor): Promise<void> {
    if (this.#turns >= MAX_TURNS) this.restart();
    if (this.#turns === 0) await this.#begin(door);
    this.#turns += 1;
    const tail = extras(door.now(), this.#turns);
    const prompt = flatten(AGENT_SYSTEM, this.#history, tail);
    const body = { model: MODEL, prompt, options: OPTIONS, stream: true };
    const heard = await streamNative(door, '/api/generate', body, HEADERS, (soFar) => endOfJson(soFar) > 0);
    this.#act(heard.slice(0, Math.max(0, endOfJson(heard))));
  }

  /** A new chat: what the model is, the person's first words, and a name for the chat. */
  async #begin(door: AgentDoor): Promise<void> {
    this.#dialogue = pick(OPERATOR_DIALOGUES, door.random);
    const ticket = 1000 + Math.floor(door.random() * 9000);
    const first = `Ticket ${ticket}. ${this.#dialogue[0] ?? ''}`;
    this.#spoken = 1;
    this.#history = [{ role: 'user', content: userMessage(first) }];
    await (await post(door, '/api/show', { name: MODEL }, HEADERS)).json();
    const system = pick([RENAME_SYSTEM, KEYWORDS_SYSTEM], door.random);
    const prompt = flatten(system, [{ role: 'user', content: first }], '');
    await streamNative(
      door,
      '/api/generate',
      { model: MODEL, prompt, options: OPTIONS, stream: true },
      HEADERS,
      () => false,
    );
  }

  /** Does what the answer asks for: runs the tool, or hears the person again after a `response`. */
  #act(answer: string): void {
    const { tool_name: tool, tool_args: args } = record(JSON.parse(answer || '{}'));
    this.#history.push({ role: 'assistant', content: answer });
    if (text(tool) === 'response') {
      const next = this.#dialogue[this.#spoken];
      if (next === undefined) {
        this.restart();
        return;
      }
      this.#spoken += 1;
      this.#history.push({ role: 'user', content: userMessage(next) });
      return;
    }
    const output = terminalOutput(text(record(args).code));
    this.#history.push({ role: 'user', content: toolResult(text(tool), output) });
  }
}
