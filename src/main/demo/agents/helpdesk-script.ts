// A cron job with one question at a time: /api/chat, not streamed, no system message, so that the Modelfile's own must survive.
import { type AgentDoor, type DemoAgent, post } from './agent.ts';
import { HELPDESK_QUESTIONS } from './dialogues.ts';

const MODEL = 'gnomm-helpdesk:7b';
const HEADERS = { 'user-agent': 'curl/8.14.1', 'x-festinger-client': 'helpdesk-script' };

export class HelpdeskScript implements DemoAgent {
  readonly name = 'helpdesk-script';
  #asked = 0;

  restart(): void {
    this.#asked += 1;
  }

  async turn(door: AgentDoor): Promise<void> {
    const content = HELPDESK_QUESTIONS[this.#asked % HELPDESK_QUESTIONS.length] ?? '';
    const body = { model: MODEL, messages: [{ role: 'user', content }], stream: false, keep_alive: '10m' };
    await (await post(door, '/api/chat', body, HEADERS)).json();
    this.#asked += 1;
  }
}
