// For tests: an Ollama that embeds, in the real bytes of `/api/tags`, `/api/show` and `/api/embed`; it says what it was told to where a test wants it to be wrong. Vectors
// hang on the words of a text alone, with some words taken for others, as a model takes them. Loopback only.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface EmbedRequest {
  readonly model: string;
  readonly input: readonly string[];
  readonly truncate?: boolean;
}

/** A body as it goes out; a number is a status of a refusal. */
export type EmbedAnswer = string | number;

export interface EmbedServer extends AsyncDisposable {
  readonly url: string;
  /** Calls of `/api/embed`, oldest first. */
  readonly requests: readonly EmbedRequest[];
  /** What its one model is, of 64 hexadecimal digits; null: it is not there. */
  digest: string | null;
  /** As many numbers a vector has. */
  dimensions: number;
  /** Asked before each answer; undefined lets it answer well. */
  instead: (request: EmbedRequest) => Promise<EmbedAnswer | undefined> | EmbedAnswer | undefined;
}

export const EMBED_MODEL = 'embedder:latest';

/** Words that mean the same here. */
const SAME: Readonly<Record<string, string>> = { automobile: 'car', vehicle: 'car', wreck: 'crash' };

export async function startEmbedServer(): Promise<EmbedServer> {
  const requests: EmbedRequest[] = [];
  const http = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const server: EmbedServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    ...{ requests, digest: 'a'.repeat(64), dimensions: 48, instead: () => undefined },
    async [Symbol.asyncDispose]() {
      const closed = once(http, 'close');
      http.close();
      http.closeAllConnections();
      await closed;
    },
  };
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await textOf(request);
    const { digest } = server;
    switch (request.url) {
      case '/api/tags': {
        const entry = { name: EMBED_MODEL, model: EMBED_MODEL, size: 1, digest };
        return send(response, 200, { models: digest === null ? [] : [entry] });
      }
      case '/api/show':
        if (digest === null) return send(response, 404, { error: 'model not found' });
        return send(response, 200, { model_info: {}, capabilities: ['embedding'], details: {} });
      case '/api/embed': {
        const asked = JSON.parse(body) as EmbedRequest;
        requests.push(asked);
        const other = await server.instead(asked);
        if (response.destroyed) return;
        if (typeof other === 'number') return send(response, other, { error: 'as the script says' });
        if (digest === null)
          return send(response, 404, { error: `model "${asked.model}" not found, try pulling it first` });
        return send(response, 200, other ?? wellAnswered(asked, server.dimensions));
      }
      default:
        return send(response, 404, { error: `nothing is at ${request.url}` });
    }
  };
  return server;
}

/** The body of an answer. */
export const answered = (embeddings: unknown): string =>
  JSON.stringify({
    model: EMBED_MODEL,
    embeddings,
    total_duration: 1,
    load_duration: 1,
    prompt_eval_count: 7,
  });

const wellAnswered = ({ input }: EmbedRequest, dimensions: number): string =>
  answered(input.map((text) => vectorOf(text, dimensions)));

function vectorOf(text: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? ['']) {
    const meant = SAME[word] ?? word;
    let hash = 7;
    for (const sign of meant) hash = (hash * 31 + (sign.codePointAt(0) ?? 0)) % 1_000_003;
    vector[hash % dimensions] = (vector[hash % dimensions] ?? 0) + 0.125;
  }
  return vector;
}

function send(response: ServerResponse, status: number, body: string | object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
