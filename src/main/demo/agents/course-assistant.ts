// A web application on the OpenAI SDK: /v1/chat/completions, streamed, with a system message and a growing conversation.
// Its SDK can set headers, so it says who it is.

import { list, record, text } from '../json-fields.ts';
import { type AgentDoor, type DemoAgent, linesOf, MAX_TURNS, pick, post } from './agent.ts';
import { type Dialogue, STUDENT_DIALOGUES } from './dialogues.ts';

const MODEL = 'llama3.2:3b';
const HEADERS = {
  'user-agent': 'OpenAI/JS 7.55.0',
  authorization: 'Bearer demo-course-assistant',
  'x-festinger-client': 'course-assistant',
};
const SYSTEM = 'You answer the questions of students at Glitch University, briefly and kindly.';

interface Message {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export class CourseAssistant implements DemoAgent {
  readonly name = 'course-assistant';
  #messages: Message[] = [];
  #dialogue: Dialogue = [];
  #turns = 0;

  restart(): void {
    this.#messages = [];
    this.#turns = 0;
  }

  async turn(door: AgentDoor): Promise<void> {
    if (this.#turns >= Math.min(MAX_TURNS, this.#dialogue.length)) this.restart();
    if (this.#turns === 0) {
      this.#dialogue = pick(STUDENT_DIALOGUES, door.random);
      this.#messages = [{ role: 'system', content: SYSTEM }];
    }
    this.#messages.push({ role: 'user', content: this.#dialogue[this.#turns] ?? '' });
    this.#turns += 1;
    const body = {
      model: MODEL,
      messages: this.#messages,
      stream: true,
      stream_options: { include_usage: true },
      temperature: 0.7,
    };
    const response = await post(door, '/v1/chat/completions', body, HEADERS);
    this.#messages.push({ role: 'assistant', content: await readCompletion(response) });
  }
}

/** The text of an SSE stream of chunks. Throws when it tells of an error or ends without `[DONE]`. */
async function readCompletion(response: Response): Promise<string> {
  let heard = '';
  let done = false;
  // Read to the end: leaving at `[DONE]` would close the connection under the last bytes.
  for await (const line of linesOf(response)) {
    const data = line.replace(/^data: /, '').trim();
    done ||= data === '[DONE]';
    if (done) continue;
    const chunk = record(JSON.parse(data));
    if (chunk.error !== undefined)
      throw new Error(`the completion broke off: ${text(record(chunk.error).message)}`);
    heard += text(record(record(list(chunk.choices)[0]).delta).content);
  }
  if (!done) throw new Error('the completion ended without [DONE]');
  return heard;
}
