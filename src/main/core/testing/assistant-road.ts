// For tests: a whole core with an assistant whose model is scripted, in one of the three wire formats; what is said to it over HTTP, and what came of it
// as events. A script is a list of answers, one for each turn, or functions of what the model was sent.
import { expect } from 'vitest';
import type { ChatEvent } from '../../../shared/model/assistant/events.ts';
import type { Entry, EntryOf, Session } from '../../../shared/model/assistant/transcript.ts';
import type { Provider } from '../../../shared/model/language-model.ts';
import type { Behaviour } from '../../fixtures/script.ts';
import type { RecordedRequest } from '../../fixtures/upstream.ts';
import { startTestCore, type TestCore, type TestCoreOptions } from './start-test-core.ts';

export const WIRES = ['ollama', 'openai', 'claude'] as const satisfies readonly Provider[];

/** Where each format's prompts go. */
export const PROMPT_PATHS: Readonly<Record<Provider, string>> = {
  ollama: '/api/chat',
  openai: '/v1/chat/completions',
  claude: '/v1/messages',
};

export type Turn = Behaviour | ((sent: Sent) => Behaviour);

/** What the model was sent. */
export interface Sent {
  /** The whole body, parsed. */
  readonly body: Record<string, unknown>;
  /** The same as text. */
  readonly text: string;
}

export const says = (text: string): Behaviour => ({ text });
export const calls = (...all: readonly (readonly [string, Record<string, unknown>])[]): Behaviour => ({
  toolCalls: all.map(([name, given]) => ({ name, arguments: given as never })),
});

/** The model behind a script, as `models` takes it. @param url of the upstream that plays it */
export const scriptedModel = (wire: Provider, url: string) => ({
  ...{ label: `scripted (${wire})`, provider: wire, baseUrl: wire === 'openai' ? `${url}/v1` : url },
  ...{ modelName: 'demo-plain', inputPrice: 1, outputPrice: 2, contextTokens: 131_072, apiKey: 'not-a-key' },
});

export interface Road extends AsyncDisposable {
  readonly test: TestCore;
  /** What the model was sent, turn by turn. */
  readonly sent: readonly Sent[];
  /** The next answers of the model, instead of those that are left of an earlier script. */
  script(...turns: readonly Turn[]): void;
  /** Says something, and follows it to its end. */
  say(message: string, more?: Record<string, unknown>): Promise<Played>;
  /** Says something, and hears each event as it comes. */
  begin(message: string, more?: Record<string, unknown>): Promise<UnderWay>;
  get<T>(path: string): Promise<T>;
  post<T>(
    path: string,
    body?: unknown,
  ): Promise<{ status: number; data: T; error: { code: string; message: string } | undefined }>;
  session(id: string): Promise<{ session: Session; entries: Entry[] }>;
  /** Waits for an approval of the session to be asked. @returns it */
  asked(
    session: string,
  ): Promise<{ approval_id: string; plan_hash: string; resource_id: string; command: string }>;
  approve(session: string): Promise<void>;
  deny(session: string, reason: string): Promise<void>;
  /** Of a counter with labels, all of them together. */
  counted(name: string): Promise<number>;
}

export interface UnderWay {
  readonly sessionId: string;
  readonly runId: string;
  readonly events: ChatEvent[];
  /** The first of a type, waited for. */
  until(type: ChatEvent['type']): Promise<ChatEvent>;
  /** To its end. */
  played(): Promise<Played>;
  leave(): void;
}

export interface Played {
  readonly sessionId: string;
  readonly events: readonly ChatEvent[];
  readonly entries: readonly Entry[];
  readonly session: Session;
  readonly done: Extract<ChatEvent, { type: 'done' }>;
  /** The answer as it stands. */
  readonly answer: string;
  readonly tools: readonly EntryOf<'tool'>[];
}

export interface RoadOptions extends TestCoreOptions {
  readonly wire: Provider;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** What the model is declared to hold. */
  readonly contextTokens?: number;
  /** Who answers: the test's script; with a demo its own model, unless `script` is said. */
  readonly by?: 'script' | 'demo';
}

export async function assistantRoad({
  wire,
  settings = {},
  by,
  contextTokens = 131_072,
  ...options
}: RoadOptions): Promise<Road> {
  const test = await startTestCore(options);
  const road = new TheRoad(test, wire, contextTokens);
  await road.choose(settings, (by ?? (options.demo ? 'demo' : 'script')) === 'demo');
  return road;
}

class TheRoad implements Road {
  readonly test: TestCore;
  readonly #wire: Provider;
  readonly #contextTokens: number;
  readonly sent: Sent[] = [];
  readonly #turns: Turn[] = [];

  constructor(test: TestCore, wire: Provider, contextTokens: number) {
    this.test = test;
    this.#wire = wire;
    this.#contextTokens = contextTokens;
    // Each request takes the next turn; a function sees what was sent.
    const seen = new Map<RecordedRequest, Behaviour>();
    test.upstream.script({
      path: PROMPT_PATHS[wire],
      when: (request) => this.#take(request, seen),
      get behave() {
        return [...seen.values()].at(-1) ?? says('The script is over.');
      },
    });
  }

  #take(request: RecordedRequest, seen: Map<RecordedRequest, Behaviour>): boolean {
    const text = request.body.toString();
    const sent = { text, body: JSON.parse(text) as Record<string, unknown> };
    this.sent.push(sent);
    const turn = this.#turns.shift() ?? says('The script is over.');
    seen.set(request, typeof turn === 'function' ? turn(sent) : turn);
    return true;
  }

  /** @param plays the demo's own model answers, where there is one */
  async choose(settings: Readonly<Record<string, unknown>>, plays: boolean): Promise<void> {
    const url = plays ? await this.#upstream() : this.test.upstream.url;
    const model = await this.#console('models', {
      ...scriptedModel(this.#wire, url),
      contextTokens: this.#contextTokens,
    });
    for (const [key, value] of Object.entries({ assistant_model_id: model.id, ...settings }))
      await this.#console('system/settings', { key, value });
  }

  /** Where the model is asked: at the test's own upstream, or at the demo's. */
  async #upstream(): Promise<string> {
    if (!this.test.core.demo) return this.test.upstream.url;
    const { body } = await this.test.operator('/api/console/upstreams');
    const { upstreams } = (body as { data: { upstreams: { name: string; url: string }[] } }).data;
    const demo = upstreams.find(({ name }) => name === 'demo');
    if (!demo) throw new Error('the demo has no upstream');
    return demo.url;
  }

  async #console(path: string, body: unknown): Promise<Record<string, unknown>> {
    const { status, body: answer } = await this.test.operator(`/api/console/${path}`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    });
    if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(answer)}`);
    return (answer as { data: Record<string, unknown> }).data;
  }

  script(...turns: readonly Turn[]): void {
    this.#turns.splice(0, this.#turns.length, ...turns);
  }

  async begin(message: string, more: Record<string, unknown> = {}): Promise<UnderWay> {
    const left = new AbortController();
    const response = await fetch(`${this.test.core.consoleUrl}/api/ai/chat`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.test.core.token}` },
      body: JSON.stringify({ message, ...more }),
      signal: left.signal,
    });
    if (response.status !== 200 || !response.body)
      throw new Error(`chat answered ${response.status}: ${await response.text()}`);
    const heard = new Heard(response.body);
    const first = await heard.until('session');
    if (first.type !== 'session') throw new Error('no session came first');
    const { id: sessionId } = first.session;
    const message1 = await heard.until('message');
    const runId = message1.type === 'message' ? message1.run_id : '';
    return {
      ...{ sessionId, runId, events: heard.events },
      until: (type) => heard.until(type),
      leave: () => left.abort(),
      played: async () => {
        await heard.over;
        return await this.#played(sessionId, heard.events);
      },
    };
  }

  async say(message: string, more: Record<string, unknown> = {}): Promise<Played> {
    return await (await this.begin(message, more)).played();
  }

  async #played(sessionId: string, events: readonly ChatEvent[]): Promise<Played> {
    const { session, entries } = await this.session(sessionId);
    const done = events.findLast((event) => event.type === 'done');
    if (done?.type !== 'done') throw new Error(`the run did not end: ${JSON.stringify(events.at(-1))}`);
    const ofRun = entries.filter((entry) => entry.run_id === done.run_id);
    const answer = ofRun.findLast((entry) => entry.kind === 'answer');
    return {
      ...{ sessionId, events, entries, session, done },
      answer: answer?.kind === 'answer' ? answer.text : '',
      tools: ofRun.filter((entry) => entry.kind === 'tool'),
    };
  }

  async get<T>(path: string): Promise<T> {
    const { body } = await this.test.operator(`/api/ai${path}`);
    const answer = body as { ok: boolean; data: T; error?: { message: string } };
    if (!answer.ok) throw new Error(`${path}: ${answer.error?.message}`);
    return answer.data;
  }

  async post<T>(path: string, body: unknown = {}) {
    const { status, body: answer } = await this.test.operator(`/api/ai${path}`, {
      ...{ method: 'POST', body: JSON.stringify(body) },
    });
    return { status, ...(answer as { data: T; error: { code: string; message: string } | undefined }) };
  }

  session(id: string): Promise<{ session: Session; entries: Entry[] }> {
    return this.get(`/sessions/${id}`);
  }

  async asked(session: string) {
    type Asked = Awaited<ReturnType<Road['asked']>>;
    const waiting = async () => {
      const { approvals } = await this.get<{ approvals: Asked[] }>(
        `/approvals?status=pending&session_id=${session}`,
      );
      return approvals[0];
    };
    await expect.poll(waiting, { timeout: 20_000 }).toBeDefined();
    return (await waiting()) as Asked;
  }

  async approve(session: string): Promise<void> {
    const { approval_id, plan_hash } = await this.asked(session);
    const { error } = await this.post(`/approvals/${approval_id}/approve`, { plan_hash });
    if (error) throw new Error(error.message);
  }

  async deny(session: string, reason: string): Promise<void> {
    const { approval_id } = await this.asked(session);
    const { error } = await this.post(`/approvals/${approval_id}/deny`, { reason });
    if (error) throw new Error(error.message);
  }

  async counted(name: string): Promise<number> {
    const { body } = await this.test.operator('/metrics');
    return String(body)
      .split('\n')
      .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
      .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.test[Symbol.asyncDispose]();
  }
}

/** Events of a stream as they come. */
export class Heard {
  readonly events: ChatEvent[] = [];
  readonly ids: string[] = [];
  readonly over: Promise<void>;
  #rings: (() => void)[] = [];
  #isOver = false;

  constructor(body: ReadableStream<Uint8Array>) {
    this.over = this.#read(body);
    this.over.catch(() => undefined);
  }

  async until(type: ChatEvent['type']): Promise<ChatEvent> {
    for (;;) {
      const found = this.events.find((event) => event.type === type);
      if (found) return found;
      const rung = new Promise<void>((resolve) => this.#rings.push(resolve));
      await Promise.race([rung, this.over]);
      if (this.#isOver && !this.events.some((event) => event.type === type))
        throw new Error(`the stream ended without ${type}: ${JSON.stringify(this.events.at(-1))}`);
    }
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    let pending = '';
    try {
      for await (const chunk of body) {
        pending += decoder.decode(chunk, { stream: true });
        const blocks = pending.split('\n\n');
        pending = blocks.pop() ?? '';
        for (const block of blocks) this.#take(block);
      }
    } finally {
      this.#isOver = true;
      for (const ring of this.#rings.splice(0)) ring();
    }
  }

  #take(block: string): void {
    const field = (name: string) =>
      block
        .split('\n')
        .find((line) => line.startsWith(`${name}: `))
        ?.slice(name.length + 2);
    const data = field('data');
    if (data === undefined) return;
    this.events.push(JSON.parse(data) as ChatEvent);
    this.ids.push(field('id') ?? '');
    for (const ring of this.#rings.splice(0)) ring();
  }
}
