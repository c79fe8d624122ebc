// An upstream on loopback that does what a test says: it has the models it is given, answers prompts at once or holds
// them until told, dies on command, and comes back on the same port. Used by tests only.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that has arrived whole. */
export interface Arrival {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
  /** Answers with the host's name. */
  answer(): void;
  /** Closes the connection without an answer. */
  die(): void;
  /** Resolves when the other side has closed the connection before an answer. */
  readonly left: Promise<void>;
}

const PROBES = new Set(['/api/version', '/api/ps', '/api/tags', '/v1/models']);

export class ScriptedHost {
  readonly name: string;
  models: string[] = ['m:latest'];
  loaded: string[] = [];
  /** What a prompt meets. */
  manner: 'answers' | 'holds' | 'dies' = 'answers';
  /** Status of the probe's routes, where it is not 200; 0 for no answer at all. */
  probeStatus: Record<string, number> = {};
  /** Called when a request has arrived, before it is answered. */
  onArrival: (arrival: Arrival) => void = () => {};
  /** Everything but `/api/show` and the probe's routes. */
  readonly arrivals: Arrival[] = [];
  /** Paths and headers of the probe's routes. */
  readonly probes: { path: string; headers: IncomingMessage['headers'] }[] = [];
  #waiters: (() => void)[] = [];
  #server: Server | null = null;
  #port = 0;

  constructor(name: string) {
    this.name = name;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Listens; again on the same port after `close`. */
  async open(): Promise<this> {
    const server = createServer({ keepAliveTimeout: 0 }, (req, res) => void this.#take(req, res));
    this.#server = server;
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    this.#port = (server.address() as AddressInfo).port;
    return this;
  }

  /** Stops listening and breaks every connection. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (!server) return;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }

  /** The n-th arrival, from 0, as soon as it is there. */
  async arrival(n: number): Promise<Arrival> {
    for (;;) {
      const arrival = this.arrivals[n];
      if (arrival) return arrival;
      await new Promise<void>((resolve) => this.#waiters.push(resolve));
    }
  }

  async #take(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of req.on('error', () => {})) chunks.push(chunk as Buffer);
    const path = req.url ?? '';
    if (PROBES.has(path)) {
      this.probes.push({ path, headers: req.headers });
      const status = this.probeStatus[path] ?? 200;
      if (status === 0) return;
      res.writeHead(status).end(status === 200 ? JSON.stringify(this.#listed(path)) : '{"error":"scripted"}');
      return;
    }
    if (path === '/api/show' && req.headers['x-test'] === undefined) {
      res.end('{"system":""}');
      return;
    }
    this.#arrived(req, res, Buffer.concat(chunks));
  }

  #listed(path: string): unknown {
    const entry = (name: string) => ({ name, model: name, from: this.name });
    switch (path) {
      case '/api/version':
        return { version: `0.${this.name}` };
      case '/api/ps':
        return { models: this.loaded.map(entry) };
      case '/api/tags':
        return { models: this.models.map(entry) };
      default:
        return { object: 'list', data: this.models.map((id) => ({ id, owned_by: this.name })) };
    }
  }

  #arrived(req: IncomingMessage, res: ServerResponse, body: Buffer): void {
    const { promise: left, resolve } = Promise.withResolvers<void>();
    res.on('close', () => {
      if (!res.writableFinished) resolve();
    });
    const answer = () => {
      const text = JSON.stringify({
        model: 'm',
        message: { role: 'assistant', content: this.name },
        done: true,
      });
      res.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length });
      res.end(req.method === 'HEAD' ? undefined : text);
    };
    const die = () => res.destroy();
    const { method = '', url: path = '', headers } = req;
    const arrival = { ...{ method, path, headers, body, left }, answer, die };
    this.arrivals.push(arrival);
    for (const wake of this.#waiters.splice(0)) wake();
    this.onArrival(arrival);
    if (this.manner === 'answers') answer();
    if (this.manner === 'dies') die();
  }
}
