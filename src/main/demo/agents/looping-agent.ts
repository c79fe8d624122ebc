// An agent that cannot get out: the same two tool calls in turn, letter for letter, with the same results (A B A B), until
// something answers for its user.
// It comes by LiteLLM's `ollama_chat/` route, which sends messages to /api/chat and an API key.

import { record, text } from '../json-fields.ts';
import { type AgentDoor, type DemoAgent, endOfJson, MAX_TURNS, pick, streamNative } from './agent.ts';
import {
  AGENT_SYSTEM,
  type Entry,
  extras,
  terminalOutput,
  toolResult,
  userMessage,
} from './agent-zero-prompt.ts';
import { LOOP_TASKS } from './dialogues.ts';

const MODEL = 'demo-loop';
const HEADERS = { 'user-agent': 'litellm/1.79.3', authorization: 'Bearer demo-loop-agent' };

export class LoopingAgent implements DemoAgent {
  readonly name = 'looping agent';
  #history: Entry[] = [];
  #turns = 0;

  restart(): void {
    this.#history = [];
    this.#turns = 0;
  }

  async turn(door: AgentDoor): Promise<void> {
    if (this.#turns >= MAX_TURNS) this.restart();
    if (this.#turns === 0) {
      this.#history = [{ role: 'user', content: userMessage(pick(LOOP_TASKS, door.random)) }];
    }
    this.#turns += 1;
    const tail = extras(door.now(), this.#turns);
    const resent = this.#history.map((entry, i) =>
      i === this.#history.length - 1 ? { ...entry, content: entry.content + tail } : entry,
    );
    const messages = [{ role: 'system', content: AGENT_SYSTEM }, ...resent];
    const body = { model: MODEL, messages, options: { num_ctx: 32_768, temperature: 0 }, stream: true };
    const heard = await streamNative(door, '/api/chat', body, HEADERS, (soFar) => endOfJson(soFar) > 0);
    const answer = heard.slice(0, Math.max(0, endOfJson(heard)));
    const { tool_name: tool, tool_args: args } = record(JSON.parse(answer || '{}'));
    if (text(tool) === 'response') {
      this.restart(); // its user was told; whoever broke the loop has done it
      return;
    }
    this.#history.push({ role: 'assistant', content: answer });
    const output =
      text(tool) === 'memory_load' ? 'No memories found.' : terminalOutput(text(record(args).code));
    this.#history.push({ role: 'user', content: toolResult(text(tool), output) });
  }
}
