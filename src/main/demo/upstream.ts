// The built-in scripted upstream: an Ollama on loopback without weights or network, for `--demo` and for every test.
// Owns the server and the record of what it was asked; what it answers is in the route files. Never binds beyond loopback.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../shared/model/clock.ts';
import { seededRandom } from '../../shared/seeded-random.ts';
import { refuseStrangers } from './access.ts';
import { ClientLeft, type DemoHost, type Exchange, Slots, type Speed } from './demo-host.ts';
import { ModelShelf } from './model-shelf.ts';
import { RecordedRequest, RequestBook, type RequestPredicate } from './recorded-request.ts';
import { type ApiFamily, sendEmpty, sendError, sendText, UpstreamError } from './reply.ts';
import { matchRoute } from './routes/route-table.ts';
import { Script, type ScriptRule } from './script.ts';
import { wallClock } from './wall-clock.ts';

export type { RecordedRequest, RequestPredicate } from './recorded-request.ts';
export type { ScriptRule } from './script.ts';

export interface DemoUpstreamOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number;
  readonly clock?: Clock;
  /** For ids; the same seed gives the same ids. */
  readonly seed?: number;
  /** Milliseconds; nothing waits by default. The demo uses about 25 a token. */
  readonly speed?: Partial<Speed>;
  /** Generations at once, the others queue; no limit by default (Ollama's own default is 1). */
  readonly parallel?: number;
  /** How many requests are kept for looking at. */
  readonly keepRequests?: number;
  /** How much of each body is kept, in bytes. */
  readonly keepBodyBytes?: number;
}

export interface DemoUpstream {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  readonly port: number;
  /** The last requests, oldest first. */
  readonly requests: readonly RecordedRequest[];
  readonly models: ModelShelf;
  /** Makes requests that fit the rule behave so, before older rules; the returned function ends that. */
  script(rule: ScriptRule): () => void;
  /** The next request, from now on, whose body has been read whole. */
  nextRequest(matches?: RequestPredicate): Promise<RecordedRequest>;
  /** The next request, from now on, as soon as its headers are here. */
  nextArrival(matches?: RequestPredicate): Promise<RecordedRequest>;
  /** Stops listening and breaks what is still open. */
  close(): Promise<void>;
}

const ANY: RequestPredicate = () => true;

/**
 * Starts the upstream on 127.0.0.1.
 * @throws the listen error, e.g. EADDRINUSE
 * @example const upstream = await startDemoUpstream(); await fetch(`${upstream.url}/api/tags`); await upstream.close();
 */
export async function startDemoUpstream(options: DemoUpstreamOptions = {}): Promise<DemoUpstream> {
  const clock = options.clock ?? wallClock;
  const host: DemoHost = {
    clock,
    random: seededRandom(options.seed ?? 1),
    speed: { tokenMs: 0, promptTokenMs: 0, loadMs: 0, ...options.speed },
    shelf: new ModelShelf(clock),
    script: new Script(),
    slots: new Slots(options.parallel ?? Number.POSITIVE_INFINITY),
    prefixes: new Map(),
    blobs: new Set(),
  };
  const book = new RequestBook(options.keepRequests ?? 1000);
  const bodyLimit = options.keepBodyBytes ?? 32 * 1024 * 1024;
  let nextId = 1;
  const server = createServer({ requestTimeout: 0, headersTimeout: 0, keepAliveTimeout: 0 }, (req, res) => {
    const request = new RecordedRequest(nextId++, req, clock.now(), bodyLimit);
    void serve(host, book, request, req, res);
  });
  const port = await listen(server, options.port ?? 0);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests: book.entries,
    models: host.shelf,
    script: (rule) => host.script.add(rule),
    nextRequest: (matches = ANY) => book.next(matches),
    nextArrival: (matches = ANY) => book.arrival(matches),
    close: () => close(server),
  };
}

async function serve(
  host: DemoHost,
  book: RequestBook,
  request: RecordedRequest,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  let isCut = false;
  req.socket.setNoDelay(true);
  req.on('data', (chunk: Buffer) => request.addChunk(chunk));
  req.on('end', () => request.markReceived());
  res.on('close', () => {
    const end = res.writableFinished ? 'finished' : isCut ? 'cut' : 'aborted';
    gone.abort();
    request.markClosed(end, host.clock.now());
  });
  book.add(request);
  const cut = (): void => {
    isCut = true;
    req.socket.destroy();
  };
  await answer(host, { request, res, signal: gone.signal, cut }, req);
}

async function answer(host: DemoHost, exchange: Exchange, req: IncomingMessage): Promise<void> {
  const { request, res } = exchange;
  if (refuseStrangers(req, res)) return;
  const match = matchRoute(request.method, request.path);
  switch (match.kind) {
    case 'unknown':
      return sendText(res, 404, '404 page not found');
    case 'wrong-method':
      res.setHeader('allow', match.allow);
      return sendText(res, 405, '405 method not allowed');
    case 'redirect':
      res.setHeader('location', match.location);
      return sendEmpty(res, request.method === 'GET' ? 301 : 307);
    case 'route':
      try {
        await match.handle(host, exchange, match.params);
      } catch (error) {
        fail(exchange, match.family, error);
      }
  }
}

function fail(exchange: Exchange, family: ApiFamily, error: unknown): void {
  if (error instanceof ClientLeft || exchange.res.destroyed) return;
  if (!(error instanceof UpstreamError)) exchange.request.fault = error;
  if (exchange.res.headersSent) {
    exchange.cut();
    return;
  }
  const known = error instanceof UpstreamError ? error : new UpstreamError(500, String(error));
  exchange.res.removeHeader('content-type');
  sendError(exchange.res, family, known);
}

async function listen(server: Server, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(port, '127.0.0.1', resolve);
  await promise;
  return (server.address() as AddressInfo).port;
}

async function close(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  server.closeAllConnections();
  await promise;
}
