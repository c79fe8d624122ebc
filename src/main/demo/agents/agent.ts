// What a scripted agent is, and how it talks to the proxy: over HTTP like a real one, with nothing passed by hand.
// The streams are read line by line; closing one early is a real agent's habit and goes out as a closed connection.
import { isRecord, type Json, record, text } from '../json-fields.ts';

/** The way out of the process, as every agent sees it. */
export interface AgentDoor {
  /** What the agents have as their Ollama address. */
  readonly baseUrl: string;
  /** Aborted when the demo stops. */
  readonly signal: AbortSignal;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** 0 to 1. */
  readonly random: () => number;
}

export interface DemoAgent {
  readonly name: string;
  /** One turn of its conversation: one request, or a few. Throws when the upstream or the proxy fails. */
  turn(door: AgentDoor): Promise<void>;
  /** Forgets the conversation; the next turn begins another. */
  restart(): void;
}

/** Turns after which a conversation is over. */
export const MAX_TURNS = 10;

/** An answer with another status than 2xx, as an agent meets it. */
export class AgentRequestError extends Error {
  readonly status: number;

  constructor(path: string, status: number, body: string) {
    super(`POST ${path} answered ${status}: ${body.slice(0, 200)}`);
    this.name = 'AgentRequestError';
    this.status = status;
  }
}

/** A POST with a JSON body. Throws AgentRequestError for anything but 2xx. */
export async function post(
  door: AgentDoor,
  path: string,
  body: Json,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal = door.signal,
): Promise<Response> {
  const response = await fetch(`${door.baseUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal,
  });
  if (!response.ok) throw new AgentRequestError(path, response.status, await response.text());
  return response;
}

/** The lines of a body as they come, empty ones left out. */
export async function* linesOf(response: Response): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    yield* lines.filter((line) => line !== '');
  }
  if (rest !== '') yield rest;
}

/**
 * The text of a streamed native answer, read until it is done or `enough` says so, when the connection is closed at once.
 * @throws Error when the stream tells of an error or ends without its final line
 */
export async function streamNative(
  door: AgentDoor,
  path: '/api/chat' | '/api/generate',
  body: Json,
  headers: Readonly<Record<string, string>>,
  enough: (soFar: string) => boolean,
): Promise<string> {
  const closer = new AbortController();
  const signal = AbortSignal.any([door.signal, closer.signal]);
  const response = await post(door, path, body, headers, signal);
  let heard = '';
  let done = false;
  for await (const line of linesOf(response)) {
    const part = record(JSON.parse(line));
    if (part.error !== undefined) throw new Error(`the stream of ${path} broke off: ${String(part.error)}`);
    heard += isRecord(part.message) ? text(part.message.content) : text(part.response);
    done ||= part.done === true;
    if (!done && enough(heard)) {
      closer.abort();
      return heard;
    }
  }
  if (!done) throw new Error(`the stream of ${path} ended without its final line`);
  return heard;
}

/** Where the first complete JSON object of a text ends, or -1 while it is not complete. */
export function endOfJson(text: string): number {
  let depth = 0;
  let inString = false;
  for (let i = text.indexOf('{'); i >= 0 && i < text.length; i += 1) {
    const character = text[i];
    if (inString) {
      if (character === '\\') i += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return i + 1;
    }
  }
  return -1;
}

/** One of several, by the injected randomness. */
export function pick<T>(items: readonly T[], random: () => number): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}
