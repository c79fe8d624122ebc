// The proxy's door: takes Node's request and response and starts an exchange for each. Its parts are wired here and
// nowhere else; the HTTP server it hangs on belongs to the caller. Source: proxy, Routes, Traps.
// Used by the composition root.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock, Ids } from '../../shared/model/clock.ts';
import type { Settings } from '../../shared/model/settings.ts';
import type { RouteKind } from '../../shared/model/traffic.ts';
import type { Caller, Refusal } from '../clients/caller.ts';
import type { ClientRegistry } from '../clients/client-registry.ts';
import type { ConceptGraph } from '../graph/columns/concept-graph.ts';
import { graphLexicon } from '../graph/columns/lexicon.ts';
import { type RecalledGraph, ScopedGraph } from '../graph/columns/scoped-graph.ts';
import { lookUp } from '../graph/recollect/lookup.ts';
import { isSameName } from '../graph/text/fold.ts';
import type { OrdinaryWords } from '../graph/text/particular.ts';
import type { CueTriple } from '../graph/types.ts';
import type { HeldBytes } from './body/held-bytes.ts';
import { Enricher } from './enrich/enrich.ts';
import { Observer } from './enrich/observer.ts';
import { warmUp } from './enrich/warm-up.ts';
import { isAllowedOrigin } from './exchange/allowed-origin.ts';
import { carryPrompt } from './exchange/carry-prompt.ts';
import { Exchange, type ExchangeParts } from './exchange/exchange.ts';
import { answerKnock } from './exchange/knock.ts';
import { LoopBook } from './exchange/loop-book.ts';
import { ModelInfoCache } from './exchange/model-info.ts';
import { notPassedOn } from './exchange/not-passed-on.ts';
import { OwnSecrets } from './exchange/own-secrets.ts';
import { passOn } from './exchange/pass-on.ts';
import { Roster } from './exchange/roster.ts';
import { refusalHeaders, writeError } from './exchange/route-errors.ts';
import type { UpstreamPool } from './pool/upstream-pool.ts';
import {
  type Log,
  type MemoryPort,
  NO_METRICS,
  type ProxyMetrics,
  type Redact,
  type RedactSlices,
  type ScanCues,
} from './ports.ts';
import { type MatchedRoute, matchRoute, upstreamTarget } from './routes.ts';
import { CutPromptBook } from './traffic/cut-prompts.ts';
import { type LearnedFact, LessonBook } from './traffic/lesson-book.ts';
import { RecentPrompts, type TriedPrompt } from './traffic/recent-prompts.ts';
import type { TrafficLog } from './traffic/traffic-log.ts';

export interface ProxyOptions {
  readonly graph: ConceptGraph;
  readonly memory: MemoryPort;
  readonly scanCues: ScanCues;
  readonly redact: Redact;
  readonly redactSlices: RedactSlices;
  readonly settings: () => Settings;
  readonly upstreams: UpstreamPool;
  /** What request bodies may take, over all connections. */
  readonly held: HeldBytes;
  readonly clients: ClientRegistry;
  readonly traffic: TrafficLog;
  readonly clock: Clock;
  /** Makes request ids: unique, at most 64 characters. */
  readonly ids: Ids;
  readonly log: Log;
  readonly metrics?: ProxyMetrics;
  /** The large lists of words; null until they are read. */
  readonly ordinaryWords?: () => OrdinaryWords | null;
  /** A client was asked about words, in a prompt that has left. */
  readonly onAsked?: (client: string, scope: string, words: readonly string[]) => void;
  /** A request was let in, whatever it asks for. */
  readonly onLetIn?: (request: {
    readonly path: string;
    readonly userAgent: string | undefined;
    readonly client: string;
  }) => void;
  /** The conversations in a loop have changed. */
  readonly onLoops?: () => void;
  /** Models whose prompts are cut are others. */
  readonly onCutPrompts?: () => void;
  /** Origins beside the local ones whose prompts are enriched. */
  readonly origins?: () => readonly string[];
  /** The operator's: no upstream sees it. */
  readonly operatorToken?: string;
}

export interface ProxyService {
  /** Carries one request. Never throws. */
  handle(req: IncomingMessage, res: ServerResponse): void;
  /** Resolves when no prompt waits to be counted any more. */
  idle(): Promise<void>;
  /** The memory was replaced as a whole: conversations begin anew. */
  forget(): void;
  /** The memory has dealt with a fact that a prompt taught: the request's details say what became of it. */
  onLearned(fact: LearnedFact): void;
  /** The blocks the newest prompts would be given by the settings in force and by others; changes nothing. */
  trySettings(changed: Settings, limit: number): TriedPrompt[];
  /** Conversations that are in a loop. */
  readonly loops: LoopBook;
  /** Models whose prompts are cut. */
  readonly cutPrompts: CutPromptBook;
  /** Requests on their way. */
  readonly running: number;
  /** Refuses new requests and those that wait, lets those on their way end for `drainMs`, then breaks them off. */
  close(drainMs: number): Promise<void>;
}

const SHUTTING_DOWN = 'the proxy is shutting down';
/** How long the last words to those who do not read may take. */
const LAST_WORDS_MS = 900;

/** Waits for a promise, but no longer than that. */
async function within(ms: number, promise: Promise<unknown>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([promise, late]);
  clearTimeout(timer);
}

/** A request, and what its first line means. */
interface Asked {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly path: string;
  readonly route: MatchedRoute;
}

/** Wires a proxy. */
export function createProxy(options: ProxyOptions): ProxyService {
  warmUp();
  const { clients, origins = () => [] } = options;
  const secrets = new OwnSecrets(options.operatorToken ?? null);
  const lessons = new LessonBook(options.traffic);
  const parts = wire(options, lessons);
  const running = new Roster<Exchange>();
  let isClosed = false;
  let onDrained = () => {};

  /** Who asks; null where the request went no further and was answered. */
  const admit = (asked: Asked): Caller | null => {
    const { req, res, route } = asked;
    const refuse = (status: number, message: string) => writeError(asked, status, message);
    const turnAway = (refusal: Refusal) => {
      parts.metrics.refused(refusal.status);
      writeError(asked, refusal.status, refusal.message, refusalHeaders(refusal));
    };
    const caller = clients.identify(req);
    const never = notPassedOn(asked, secrets);
    if (isClosed) writeError(asked, 503, SHUTTING_DOWN, { connection: 'close' });
    else if ('status' in caller) turnAway(caller);
    else if (never) refuse(never.status, never.message);
    else if (caller.knock === 'answered_here') answerKnock(req, res, origins());
    else {
      const tooMany = route.kind === 'other' ? null : clients.throttle(caller.client);
      if (!tooMany) return caller;
      turnAway(tooMany);
    }
    return null;
  };

  const handle = (req: IncomingMessage, res: ServerResponse): void => {
    const { path, query } = upstreamTarget(req.url ?? '/');
    const route = matchRoute(req.method ?? 'GET', path);
    const caller = admit({ req, res, path, route });
    if (caller === null) return;
    // From here on nobody sees what is ours: every way to an upstream begins with these.
    req.rawHeaders = secrets.without(req.rawHeaders) as string[];
    const isForeignOrigin = !isAllowedOrigin(req.headers.origin, origins());
    const incoming = { id: options.ids(), req, res, path, query, route, caller, isForeignOrigin };
    const exchange = new Exchange(parts, incoming);
    options.onLetIn?.({ path, userAgent: req.headers['user-agent'], client: caller.client });
    running.add(exchange);
    clients.started(caller.client);
    void exchange.run(wayOf(route.kind)).finally(() => {
      running.remove(exchange);
      clients.finished(caller.client);
      if (running.size === 0) onDrained();
    });
  };

  const close = async (drainMs: number): Promise<void> => {
    isClosed = true;
    parts.upstreams.stopWaiting();
    if (running.size > 0) {
      const { promise, resolve } = Promise.withResolvers<void>();
      onDrained = resolve;
      await within(drainMs, promise);
    }
    const left = running.all().map((exchange) => exchange.breakOff(SHUTTING_DOWN));
    if (left.length > 0) await within(LAST_WORDS_MS, Promise.all(left));
    await parts.observer.idle();
    parts.loops.close();
    await parts.upstreams.close();
  };

  return {
    handle,
    idle: () => parts.observer.idle(),
    onLearned: (fact) => lessons.settle(fact),
    forget() {
      parts.enricher.forget();
      parts.recent.forget();
      parts.loops.forget();
    },
    loops: parts.loops,
    cutPrompts: parts.cutPrompts,
    trySettings: (changed, limit) =>
      parts.recent.try(options.settings(), changed, limit, options.clock.now()),
    get running() {
      return running.size;
    },
    close,
  };
}

/** The way a request goes. */
function wayOf(kind: RouteKind): (exchange: Exchange) => Promise<void> {
  return kind === 'other' ? passOn : (exchange) => carryPrompt(exchange, kind);
}

function wire(options: ProxyOptions, lessons: LessonBook): ExchangeParts {
  const { graph, settings, clock, log, traffic, redact, redactSlices, memory } = options;
  const metrics = options.metrics ?? NO_METRICS;
  const lexicon = graphLexicon(graph);
  const scoped = new ScopedGraph(graph);
  const models = new ModelInfoCache(clock);
  const contextTokens = (model: string) => models.contextTokens(model);
  const onFault = (error: unknown) => {
    metrics.failedOpen('loops');
    log.error({ err: error }, 'looking for loops failed; the request goes on');
  };
  const { ordinaryWords = () => null } = options;
  const mayAsk = (client: string) => options.clients.mayAsk(client);
  const enricher = new Enricher({
    ...{ graph, lexicon, settings, clock, contextTokens, ordinaryWords, mayAsk, onFault },
  });
  const observer = new Observer({
    ...{ memory, scanCues: options.scanCues, lexicon, clock, metrics, log },
    graph: scoped,
    judge: (questions) => enricher.judge(questions),
    isKnown: (scope, triple) => holds(scoped, scope, triple),
    onLeftOut: (requestId, leftOut) => traffic.addLeftOut(requestId, leftOut),
    onLesson: (requestId, provenance, triples) => lessons.note(requestId, provenance, triples),
  });
  const { upstreams } = options;
  const recent = new RecentPrompts(graph);
  return {
    recent,
    held: options.held,
    loops: new LoopBook(clock, options.onLoops),
    cutPrompts: new CutPromptBook(clock, options.onCutPrompts),
    mitigationsOff: (client) => options.clients.mitigationsOff(client),
    settings,
    upstreams,
    enricher,
    observer,
    memory,
    onAsked: options.onAsked ?? (() => {}),
    models,
    traffic,
    metrics,
    redact,
    redactSlices,
    clock,
    log,
  };
}

function holds(graph: RecalledGraph, scope: string, { subject, parent, dim }: CueTriple): boolean {
  const [concept, place] = [lookUp(graph, scope, subject), graph.conceptId(dim)];
  if (concept === undefined || place === undefined) return false;
  const held = graph.edgeAt(scope, concept, place);
  return held !== undefined && isSameName(graph.tokenOf(held.parent), parent);
}
