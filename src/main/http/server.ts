// The doors on HTTP: agents' routes go straight to the proxy on node:http, our own go to Fastify, WebSocket upgrades to
// the console's RPC. One port for all of them, or one for agents and one for operators; each then answers only what it
// is for. The Host check comes before everything, for every route. Source: architecture, HTTP surface.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import fastifyWebsocket from '@fastify/websocket';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { WebSocket } from 'ws';
import { AppError } from '../../shared/model/envelope.ts';
import type { Evidence } from '../advisory/evidence/evidence.ts';
import type { Briefs } from '../advisory/outputs/briefs.ts';
import type { HostDesk } from '../agent/hands/host-desk.ts';
import type { AssistantDesk } from '../agent/sessions/desk.ts';
import type { McpDoor } from '../mcp/door.ts';
import type { Memory } from '../memory/memory.ts';
import type { Bundles } from '../offline/bundles.ts';
import type { HeldBytes } from '../proxy/body/held-bytes.ts';
import { endUnread, isBehindTheEnd } from '../proxy/body/refused-body.ts';
import type { Log } from '../telemetry/log.ts';
import type { Transfers } from '../transfer/transfer-service.ts';
import { admit, refusalOf, refuse } from './admission.ts';
import { advisoryRoutes } from './advisory/advisory-routes.ts';
import { bundleRoutes } from './advisory/bundle-routes.ts';
import { evidenceRoutes } from './advisory/evidence-routes.ts';
import type { AgentClients } from './agent-caller.ts';
import { agentRoutes } from './agent-routes.ts';
import { aiRoutes } from './ai/ai-routes.ts';
import { type CardRoutesOptions, cardRoutes } from './card-routes.ts';
import { type ConnectionLimits, Connections, LOOK_EVERY_MS } from './connections.ts';
import { isConsoleOrigin } from './console-origin.ts';
import { consolePages } from './console-pages.ts';
import { sendError, toAppError } from './envelope.ts';
import { fileRoutes } from './file-routes.ts';
import { countHeldBodies, readUnparsed } from './held-bodies.ts';
import { mcpRoutes } from './mcp-routes.ts';
import { type MonitoringSources, monitoringRoutes } from './monitoring-routes.ts';
import { operatorRoutes } from './operator-routes.ts';
import type { HostNames } from './own-host.ts';
import { type ResolutionRuns, resolutionRoutes } from './resolution-routes.ts';
import { type Audience, ownRoute } from './routes.ts';
import type { Sessions } from './sessions.ts';
import { endUnreadable } from './unreadable.ts';

export interface HttpServerOptions {
  readonly sessions: Sessions;
  /** What request bodies may take, shared with the proxy. */
  readonly held: HeldBytes;
  readonly hostNames: () => HostNames;
  /** The card that a one-time link opens. */
  readonly card: Omit<CardRoutesOptions, 'rendererDir' | 'now'>;
  /** How many connections there may be at all, and the limits of each. */
  readonly connections: { readonly most: number; readonly limits: () => ConnectionLimits };
  readonly rendererDir: string;
  /** The shell script that GET /gutask gives out. */
  readonly gutask: string;
  readonly memory: Memory;
  readonly clients: AgentClients;
  readonly mcp: McpDoor;
  readonly resolution: ResolutionRuns;
  readonly transfers: Transfers;
  readonly evidence: Evidence;
  readonly briefs: Briefs;
  readonly bundles: Bundles;
  readonly desk: HostDesk;
  readonly assistant: AssistantDesk;
  readonly monitoring: MonitoringSources;
  readonly now: () => number;
  readonly log: Log;
  /** Takes every request that is not one of our own routes. */
  readonly proxy: (request: IncomingMessage, response: ServerResponse) => void;
  /** Serves the contract on an operator's WebSocket. */
  readonly serveSocket: (socket: WebSocket) => void;
  /** Serves the contract as REST below `/api/console`. */
  readonly serveRest: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

export interface ListenAt {
  readonly host: string;
  /** 0: the system chooses. */
  readonly port: number;
}

export interface HttpServer {
  /** @param console null: agents and operators come to the same port. @returns the ports. @throws AppError UNAVAILABLE */
  listen(agents: ListenAt, console: ListenAt | null): Promise<{ agents: number; console: number }>;
  /** Takes no new connection, and ends those that ask for nothing. What is on its way goes on. */
  stopListening(): void;
  close(): Promise<void>;
}

/** Whose port a server is. */
type Door = 'both' | 'agents' | 'console';

/** Nothing is too slow, and idle connections outlive the clients' pools; whoever vanished without a word is found by probes. */
const SOCKETS = {
  ...{ requestTimeout: 0, keepAliveTimeout: 90_000, noDelay: true },
  ...{ keepAlive: true, keepAliveInitialDelay: 60_000 },
  connectionsCheckingInterval: LOOK_EVERY_MS,
  requireHostHeader: false, // Node would answer by itself, and read on; admission.ts requires it
};

const EXPECTS_TOO_MUCH = new AppError(
  'INVALID_INPUT',
  'Expect: 100-continue is the only expectation met here.',
);

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export async function createHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  let own: Handler = () => {};
  let operatorsDoor: Door = 'both';
  const connections = new Connections(options.connections.most, options.connections.limits);
  const unreadable = (error: NodeJS.ErrnoException, socket: Socket): void => {
    const isRefused = isBehindTheEnd({ socket });
    const answered = isRefused ? 'refused' : connections.isAnswering({ socket }) ? 'under_way' : 'not_yet';
    endUnread(socket);
    endUnreadable(error, socket, answered);
  };
  const serve = (doorOf: () => Door): Server => {
    // Only the console's socket changes protocols. Who offers another one (Java's clients do, `h2c`) is answered in this one.
    const shouldUpgradeCallback = (request: IncomingMessage) => {
      const changes =
        doorOf() !== 'agents' &&
        /^\/rpc(\?|$)/.test(request.url ?? '') &&
        !isBehindTheEnd(request) &&
        !connections.isAnswering(request) &&
        refusalOf(request, options.hostNames()) === null &&
        isConsoleOrigin(request.headers.origin, request.headers.host, options.card.publicUrl()) &&
        options.sessions.isOperator(request.headers); // others stay under the limits of HTTP
      if (changes) connections.upgraded(request);
      return changes;
    };
    const take = (request: IncomingMessage, response: ServerResponse, goOn?: () => void): void => {
      if (isBehindTheEnd(request)) return;
      connections.began(request, response);
      if (!admit(request, response, options.hostNames())) return;
      const route = ownRoute(request.url ?? '/');
      const audience = route?.audience;
      if (!isHere(response, audience, doorOf())) return;
      if (connections.isReserved(request) && !isForOperator(response, audience)) return;
      goOn?.();
      if (route) {
        request.url = route.url;
        own(request, response);
      } else options.proxy(request, response);
    };
    const { headMs: headersTimeout } = options.connections.limits();
    const settings = { ...SOCKETS, headersTimeout, shouldUpgradeCallback };
    const server = createServer(settings, (request, response) => take(request, response));
    // A refused body is not asked for.
    server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) =>
      take(request, response, () => response.writeContinue()),
    );
    server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
      if (!isBehindTheEnd(request)) refuse(response, 417, EXPECTS_TOO_MUCH);
    });
    server.on('clientError', unreadable);
    server.maxHeadersCount = 0; // counted in admission.ts: Node would leave out what is too many
    return server;
  };
  /** Fastify's own server is the operators': it carries the WebSocket. */
  const operators = serve(() => operatorsDoor);
  const agents = serve(() => 'agents');
  connections.watch(operators, 'operators');
  connections.watch(agents, 'agents');
  const logger: FastifyBaseLogger = options.log.child({ part: 'http' }, { level: 'warn' });
  const app: FastifyInstance = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 1024 * 1024,
    forceCloseConnections: true,
    clientErrorHandler: () => {}, // the server's own does it
    routerOptions: { maxParamLength: 2000 },
    serverFactory: (handler) => {
      own = handler;
      return operators;
    },
  });
  await guardOwnRoutes(app, options);
  countHeldBodies(app, options.held);
  await app.register(fastifyWebsocket, { options: { maxPayload: 4 * 1024 * 1024 } });
  await app.register(consolePages, { sessions: options.sessions, rendererDir: options.rendererDir });
  await app.register(cardRoutes, { ...options.card, rendererDir: options.rendererDir, now: options.now });
  await app.register(agentRoutes, {
    ...{ memory: options.memory, clients: options.clients, gutask: options.gutask, now: options.now },
  });
  await app.register(mcpRoutes, {
    ...{ mcp: options.mcp, clients: options.clients },
    onFault: (error: unknown) => options.log.error({ err: error }, 'a call over MCP failed'),
  });
  await app.register(operatorRoutes, { memory: options.memory });
  await app.register(resolutionRoutes, { resolution: options.resolution });
  await app.register(aiRoutes, { desk: options.desk, assistant: options.assistant });
  await app.register(fileRoutes, { transfers: options.transfers });
  await app.register(advisoryRoutes, { briefs: options.briefs });
  await app.register(evidenceRoutes, { evidence: options.evidence });
  await app.register(bundleRoutes, { bundles: options.bundles });
  await app.register(monitoringRoutes, options.monitoring);
  await app.register(contractRoutes, options);
  await app.ready();

  return {
    async listen(at, consoleAt) {
      if (consoleAt === null) {
        const port = await bind(operators, at, '--listen');
        return { agents: port, console: port };
      }
      operatorsDoor = 'console';
      const port = await bind(agents, at, '--listen');
      try {
        return { agents: port, console: await bind(operators, consoleAt, '--console-listen') };
      } catch (error) {
        agents.close();
        throw error;
      }
    },
    stopListening() {
      for (const server of [operators, agents]) if (server.listening) server.close();
    },
    async close() {
      connections.close();
      const { promise, resolve } = Promise.withResolvers<void>();
      agents.close(() => resolve());
      agents.closeAllConnections();
      await app.close();
      await promise;
    },
  };
}

/** @returns the port. @throws AppError UNAVAILABLE */
async function bind(server: Server, { host, port }: ListenAt, option: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenError(error, host, port, option)));
    server.listen(port, host, resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** Whether a port answers a route at all: agents' routes, which other machines reach, or the operators'. */
function isHere(response: ServerResponse, audience: Audience | undefined, door: Door): boolean {
  if (door === 'both') return true;
  const isForAgents = audience === undefined || audience === 'agent';
  if (isForAgents === (door === 'agents')) return true;
  const message = isForAgents
    ? 'Agents are served on another address than the console: the one that `listen` in config.yaml names.'
    : 'The console and its routes answer on the machine itself only, on the address that `console_listen` in config.yaml names.';
  return refuse(response, 404, new AppError('NOT_FOUND', message));
}

/** On a connection that is kept for the operator: whether the route is one of theirs, or monitoring's. */
function isForOperator(response: ServerResponse, audience: Audience | undefined): boolean {
  if (audience !== undefined && audience !== 'agent') return true;
  const message = 'There are as many connections as this process can hold; try again in a moment.';
  return refuse(response, 503, new AppError('UNAVAILABLE', message));
}

/** Origin for all our own routes, the operator for those that need one, and one place where errors become envelopes. */
async function guardOwnRoutes(
  app: FastifyInstance,
  { sessions, card, log }: HttpServerOptions,
): Promise<void> {
  app.addHook('onRequest', async (request) => {
    const audience = ownRoute(request.raw.url ?? '/')?.audience;
    const { origin, host } = request.headers;
    if (audience !== 'console' && !isConsoleOrigin(origin, host, card.publicUrl())) {
      throw new AppError('FORBIDDEN_ORIGIN', `A page of ${String(origin).slice(0, 200)} may not call this.`);
    }
    if (audience === 'operator' && !sessions.isOperator(request.headers)) {
      throw new AppError(
        'UNAUTHENTICATED',
        'This route is for the operator: send `Authorization: Bearer <token>`; the token is in the data directory, in operator-token.',
      );
    }
  });
  app.setErrorHandler((error, request, reply) => {
    const appError = toAppError(error, request.id);
    if (appError.code === 'INTERNAL')
      log.error({ err: error, request: request.id, url: request.url.split('?')[0] }, 'own route failed');
    sendError(reply, appError);
  });
  app.setNotFoundHandler((request, reply) => {
    sendError(
      reply,
      new AppError('NOT_FOUND', `There is no ${request.method} ${request.url.split('?')[0]} here.`),
    );
  });
}

async function contractRoutes(
  app: FastifyInstance,
  { serveSocket, serveRest, log }: HttpServerOptions,
): Promise<void> {
  readUnparsed(app);
  app.get('/rpc', { websocket: true }, (socket) => serveSocket(socket));
  app.all('/api/console/*', (request, reply) => {
    reply.hijack();
    serveRest(request.raw, reply.raw).catch((error: unknown) => {
      reply.raw.destroy(); // who left while its body was read is told nothing any more
      if (!request.raw.destroyed)
        log.error({ err: error, url: request.url }, 'a call of the contract failed');
    });
  });
}

function listenError(error: NodeJS.ErrnoException, host: string, port: number, option: string): Error {
  if (error.code === 'EADDRINUSE') {
    return new AppError(
      'UNAVAILABLE',
      `${host}:${port} is in use. Stop what listens there, or choose another with ${option} HOST:PORT.`,
    );
  }
  return new AppError('UNAVAILABLE', `Cannot listen on ${host}:${port}: ${error.message}`);
}
