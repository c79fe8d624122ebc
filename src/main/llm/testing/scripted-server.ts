// For tests: a server of models that says what it was told to, in the real bytes of one API, and keeps what it was asked in one form for all three. Refuses
// what a strict server of that API refuses. Loopback only. Used by tests of the layer and by the assistant's journeys.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import type { Provider } from '../../../shared/model/language-model.ts';
import { type WholeTurn, WIRES } from './scripted-answers.ts';
import { historyProblem, readRequest, type ScriptedRequest } from './scripted-requests.ts';

export interface Turn {
  /** Several are sent as so many pieces. */
  readonly text?: string | readonly string[];
  readonly thinking?: string;
  /** Arguments as a string go out as they are, JSON or not. */
  readonly calls?: readonly {
    readonly name: string;
    readonly arguments: object | string;
    readonly id?: string;
  }[];
  /** Null: nothing is said of tokens. Absent: counted by characters. */
  readonly usage?: { readonly in: number; readonly out: number } | null;
  readonly reason?: 'stop' | 'length' | 'refused';
  /** Milliseconds between pieces. */
  readonly pieceMs?: number;
  /** Nothing is said before it settles, not even a status. */
  readonly hold?: Promise<unknown>;
  /** All is said but the end before it settles. */
  readonly holdEnd?: Promise<unknown>;
  /** A status instead of an answer; or the connection breaks, or an error comes, where the end should be. */
  readonly fail?: number | 'close' | 'error';
}

export type Said = Turn | ((request: ScriptedRequest) => Turn | Promise<Turn>);

export interface ScriptedServerOptions {
  readonly wire: Provider;
  /** What it lists and describes; any other is 404 at `/api/show`. Chats are answered whatever they name. */
  readonly models?: readonly string[];
  /** What `/api/show` says of them. */
  readonly tools?: boolean;
  readonly contextTokens?: number;
  /** Of the weights of a model now, 64 hexadecimal digits; null, it tells none. Always the same of a name, where it is left out. */
  readonly digestOf?: (name: string) => string | null;
}

export interface ScriptedServer {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  /** What a model is given as its address. */
  readonly baseUrl: string;
  readonly wire: Provider;
  /** Chats, oldest first; those that were refused too. */
  readonly requests: readonly ScriptedRequest[];
  /** Queues answers: one for each chat, in order. */
  say(...turns: readonly Said[]): void;
  /** Answers chats while nothing is queued; a plain text without. */
  otherwise(answer: (request: ScriptedRequest) => Turn | Promise<Turn>): void;
  /** The next chat from now on, as soon as it has been read. */
  next(): Promise<ScriptedRequest>;
  close(): Promise<void>;
}

const CHATS: Readonly<Record<string, Provider>> = {
  '/api/chat': 'ollama',
  '/v1/chat/completions': 'openai',
  '/chat/completions': 'openai',
  '/v1/messages': 'claude',
};

interface Script {
  readonly options: ScriptedServerOptions;
  readonly requests: ScriptedRequest[];
  readonly queue: Said[];
  readonly waiting: ((request: ScriptedRequest) => void)[];
  otherwise: (request: ScriptedRequest) => Turn | Promise<Turn>;
  calls: number;
}

/** @example const server = await startScriptedServer({ wire: 'claude' }); server.say({ text: 'Hello.' }); */
export async function startScriptedServer(options: ScriptedServerOptions): Promise<ScriptedServer> {
  const script: Script = {
    ...{ options, requests: [], queue: [], waiting: [], calls: 0 },
    otherwise: () => ({ text: 'There is nothing more in the script.' }),
  };
  const server = createServer((request, response) => {
    serve(script, request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ url, wire: options.wire, requests: script.requests },
    baseUrl: options.wire === 'openai' ? `${url}/v1` : url,
    say: (...turns) => void script.queue.push(...turns),
    otherwise: (answer) => {
      script.otherwise = answer;
    },
    next: () => new Promise((resolve) => script.waiting.push(resolve)),
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function serve(script: Script, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  const wire = CHATS[path];
  if (wire === undefined || request.method !== 'POST') return about(script.options, path, request, response);
  const body = await textOf(request);
  const raw = JSON.parse(body) as Record<string, unknown>;
  const asked: ScriptedRequest = {
    ...{ ...readRequest(wire, raw), path, raw, body, headers: request.headers },
    over: new Promise((resolve) => {
      response.on('close', () => resolve(response.writableFinished ? 'answered' : 'left'));
    }),
  };
  script.requests.push(asked);
  for (const tell of script.waiting.splice(0)) tell(asked);
  const problem = historyProblem(wire, raw);
  if (problem !== null) return refuse(response, wire, 400, problem);
  const said = script.queue.shift() ?? script.otherwise;
  await answer(script, wire, asked, typeof said === 'function' ? await said(asked) : said, response);
}

async function answer(
  script: Script,
  wire: Provider,
  asked: ScriptedRequest,
  turn: Turn,
  response: ServerResponse,
): Promise<void> {
  const gone = asked.over;
  await Promise.race([turn.hold, gone]);
  if (response.destroyed) return;
  if (typeof turn.fail === 'number') return refuse(response, wire, turn.fail, 'as the script says');
  const { type, pieces, failure } = WIRES[wire];
  response.writeHead(200, { 'content-type': type });
  response.flushHeaders();
  const { said, end } = pieces(whole(script, asked, turn));
  for (const piece of said) {
    if (turn.pieceMs !== undefined) await after(turn.pieceMs);
    if (response.destroyed) return;
    // Each arrives by itself.
    await new Promise<void>((resolve) => response.write(piece, () => resolve()));
  }
  await Promise.race([turn.holdEnd, gone]);
  if (response.destroyed) return;
  if (turn.fail === 'close') response.destroy();
  else response.end(turn.fail === 'error' ? failure('as the script says') : end);
}

function whole(script: Script, { model, body }: ScriptedRequest, turn: Turn): WholeTurn {
  const text = (typeof turn.text === 'string' ? [turn.text] : (turn.text ?? [])).filter((one) => one !== '');
  const calls = (turn.calls ?? []).map(({ id, name, arguments: given }) => {
    script.calls += 1;
    return {
      ...{ id: id ?? `given_${script.calls}`, name },
      arguments: typeof given === 'string' ? given : JSON.stringify(given),
    };
  });
  const thinking = turn.thinking ?? '';
  const characters = [...text, thinking, ...calls.map((call) => call.arguments)].join('').length;
  const counted = { in: Math.ceil(body.length / 4), out: Math.ceil(characters / 4) + 1 };
  return {
    ...{ model, thinking, text, calls },
    usage: turn.usage === undefined ? counted : turn.usage,
    reason: turn.reason ?? (calls.length > 0 ? 'tool_calls' : 'stop'),
  };
}

function refuse(response: ServerResponse, wire: Provider, status: number, message: string): void {
  json(response, status, WIRES[wire].refusal(status, message));
}

function json(response: ServerResponse, status: number, body: string | object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** What is asked about models, and whether it is well. */
async function about(
  {
    models = ['scripted'],
    tools = true,
    contextTokens = 32_768,
    digestOf = (name) => createHash('sha256').update(name).digest('hex'),
  }: ScriptedServerOptions,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await textOf(request);
  switch (path) {
    case '/':
    case '/api/version':
      return json(response, 200, { version: '0.12.6' });
    case '/api/ps':
      return json(response, 200, { models: [] });
    case '/api/tags':
      return json(response, 200, {
        models: models.map((name) => ({ name, model: name, size: 1, ...digested(digestOf(name)) })),
      });
    case '/v1/models':
      return json(response, 200, { object: 'list', data: models.map((id) => ({ id, object: 'model' })) });
    case '/api/show': {
      const { model, name } = JSON.parse(body) as { model?: string; name?: string };
      const asked = model ?? name ?? '';
      if (!models.includes(asked)) return json(response, 404, { error: `model '${asked}' not found` });
      return json(response, 200, {
        ...{ modelfile: '', parameters: '', template: '', details: { family: 'scripted' } },
        model_info: { 'general.architecture': 'scripted', 'scripted.context_length': contextTokens },
        capabilities: ['completion', ...(tools ? ['tools'] : [])],
      });
    }
    default:
      return json(response, 404, { error: `the scripted server has no ${path}` });
  }
}

const digested = (digest: string | null) => (digest === null ? {} : { digest });

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
