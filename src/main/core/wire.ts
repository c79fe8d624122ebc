// Puts the program together, in the order in which parts need each other; what was opened is closed in reverse.
// Called by startCore alone.
import { readFileSync } from 'node:fs';
import packageJson from '../../../package.json' with { type: 'json' };
import { AppError } from '../../shared/model/envelope.ts';
import type { TrafficRow } from '../../shared/model/traffic.ts';
import { redact, redactSlices } from '../../shared/redact.ts';
import { type Doors, openDoors } from '../api/doors.ts';
import type { Services } from '../api/services.ts';
import { noneWell, openUpstreams } from '../console/followed-pool.ts';
import { JobDesk } from '../console/job-desk.ts';
import { JobsWatch } from '../console/jobs-watch.ts';
import { MinuteSeries } from '../console/minute-series.ts';
import { RecallCounter } from '../console/recall-counter.ts';
import { followRequests } from '../console/request-follower.ts';
import { previewSettings } from '../console/settings-preview.ts';
import { Status } from '../console/status-service.ts';
import { sendTestPrompt } from '../console/test-prompt.ts';
import { ConceptGraph } from '../graph/columns/concept-graph.ts';
import { cueSteps } from '../graph/cues/cues.ts';
import { createHttpServer } from '../http/server.ts';
import { Sessions } from '../http/sessions.ts';
import { HeldBytes } from '../proxy/body/held-bytes.ts';
import { createProxy } from '../proxy/proxy.ts';
import { TrafficLog } from '../proxy/traffic/traffic-log.ts';
import { shownAddress, urlForOthers, urlForUs } from '../settings/addresses.ts';
import { WordLists } from '../store/words/word-lists.ts';
import { Faults, faultProof, faultProofClock } from '../telemetry/faults.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { batched } from './batched.ts';
import { ChosenModels } from './chosen-models.ts';
import { systemClock, timeSortedIds } from './clock.ts';
import { connectionLimits, mostConnections } from './connection-limits.ts';
import type { Core, CoreOptions } from './core.ts';
import { operatorToken } from './data-dir.ts';
import { noteAddress } from './data-dir-lock.ts';
import { type Demo, startDemo } from './demo.ts';
import { openMemorySide } from './memory-side.ts';
import { gutaskFile } from './paths.ts';
import { openSite, type Site } from './site.ts';
import { warmUp } from './warm-up.ts';

/** @param resources gets everything that must be closed again. */
export async function wire(options: CoreOptions, resources: AsyncDisposableStack): Promise<Core> {
  const { log } = options;
  const realClock = options.clock ?? systemClock;
  const faults = new Faults({ log, now: realClock.now, count: (where) => metrics.fault(where) });
  const clock = faultProofClock(realClock, faults);
  const ids = options.ids ?? timeSortedIds(clock);
  const place = openSite(options, clock, resources);
  const { dataDir, config, listen } = place;
  const token = operatorToken(dataDir);
  const graph = new ConceptGraph();
  const metrics = createMetrics({
    concepts: () => graph.conceptCount,
    edges: () => graph.edgeCount,
    conflictsPending: () => graph.pendingCount,
    jobs: () => jobs.counts,
    upstreams: () => upstreams.pool.figures(),
    queueWaiting: () => upstreams.pool.waiting,
    heldBytes: () => held.held,
    databaseUp: () => changes.state.problem === null,
  });
  resources.defer(() => metrics.close());
  let demo: Demo | undefined;
  const wanted = () => (demo ? ([demo.upstream] as const) : place.upstreams());
  let onDatabase = () => {};
  let onModels = () => {};
  const { store, queue, settings, llm, clients, memory, tasks, calls, transfer, resolution, changes } =
    await openMemorySide(
      {
        ...{ place, graph, metrics, clock, ids, log },
        upstreamUrl: () => wanted()[0].url,
        waiting: () => new Map(upstreams.pool.state().queue.clients.map((one) => [one.client, one.waiting])),
        onClients: () => upstreams.pool.limitsChanged(),
        onDatabase: () => onDatabase(),
        onModels: () => onModels(),
      },
      resources,
    );

  demo = options.demo
    ? await startDemo({ memory, graph, settings, models: llm.models, clock, log })
    : undefined;
  if (demo) resources.defer(() => demo.close());

  const traffic = new TrafficLog(
    () => {
      const { traffic_max_requests: requests, traffic_max_bytes: bytes } = settings.current();
      return { requests, bytes };
    },
    { epoch: ids(), clock },
  );
  const recalls = new RecallCounter();
  const series = new MinuteSeries();
  const upstreams = openUpstreams({
    ...{ wanted, config, settings: settings.current, clock, log },
    limitOf: (client) => clients.registry.limitOf(client),
    onWaited: metrics.waited,
    onChange: () => status.changed(),
  });
  resources.defer(() => upstreams.pool.close());
  const jobs = new JobsWatch({
    ...{ jobs: queue, tasks, clock, budget: llm.budget, settings: settings.current },
    onChange: () => status.changed(),
  });
  resources.defer(() => jobs.close());
  settings.onChange(() => jobs.lookSoon());
  const followed = followRequests({
    ...{ traffic, memory, graph, recalls, series, clock },
    onChange: () => status.changed(),
  });
  resources.defer(() => followed.close());
  const counters = faultProof(metrics.proxy, 'metrics', faults);
  const over = batched<TrafficRow>({ clock, faults }, (row) => {
    counters.requestFinished(row);
    followed.finished(row);
  });
  resources.defer(() => over.close());
  const held = new HeldBytes(() => settings.current().proxy_max_held_bytes);
  const wordLists = new WordLists(log);
  const proxy = createProxy({
    held,
    ordinaryWords: () => wordLists.words,
    onAsked: (client, scope, words) => clients.noteAsked(client, scope, words),
    graph,
    memory,
    scanCues: cueSteps,
    redact,
    redactSlices,
    settings: settings.current,
    upstreams: upstreams.pool,
    clients: clients.registry,
    origins: () => config.current.allowed_origins,
    operatorToken: token,
    onLoops: () => status.changed(),
    clock,
    ids,
    log,
    traffic,
    metrics: {
      ...counters,
      requestStarted(route) {
        counters.requestStarted(route);
        followed.started();
      },
      requestFinished: (row) => over.add(row),
    },
  });
  resources.defer(memory.on('learned', (fact) => proxy.onLearned(fact)));
  resources.defer(
    memory.on('replaced', () => {
      proxy.forget();
      recalls.clear();
    }),
  );

  const chosenModels = new ChosenModels({
    ...{ check: llm.checkChosen, clock, log, onChange: () => status.changed() },
  });
  resources.defer(() => chosenModels.close());
  const status: Status = new Status(
    {
      settle: () => over.flush(),
      version: packageJson.version,
      demo: demo !== undefined,
      baseUrl: () => baseUrl,
      upstreams: () => upstreams.pool.state().upstreams,
      configProblem: () => config.problem,
      restartNeeded: place.restartNeeded,
      database: () => ({ ...changes.state, behind: changes.behind() }),
      databaseLabel: place.databaseLabel,
      counts: () => ({
        concepts: graph.conceptCount,
        edges: graph.edgeCount,
        conflictsPending: graph.pendingCount,
        ...followed.counts(),
        requestsWaiting: upstreams.pool.waiting,
        agentsLooping: proxy.loops.clients,
        ...jobs.totals(),
      }),
      jobsHeld: () => jobs.heldKinds(),
      modelsMissing: () => chosenModels.missing,
      bodiesKept: () => settings.current().traffic_keep_bodies,
    },
    series,
    clock,
  );
  resources.defer(() => status.close());
  onDatabase = () => status.changed();
  settings.onChange(() => status.changed());
  config.onChange(() => status.changed());
  const lookAgain = () => void chosenModels.look();
  onModels = lookAgain;
  settings.onChange(lookAgain); // called for every edit of config.yaml, too

  const sessions = new Sessions(token, clock);
  const sessionLink = () => `${consoleUrl}/console/?code=${sessions.issueCode()}`;
  const services: Services = {
    version: packageJson.version,
    calls,
    tasks,
    transfer,
    clock,
    memory,
    traffic,
    settings,
    status,
    recalls,
    upstreams: upstreams.service,
    clients,
    loops: proxy.loops,
    jobs,
    jobDesk: new JobDesk({ store, jobs: queue, clock }),
    resolution,
    models: llm.models,
    chosenModels,
    previewSettings: (changes, limit) => previewSettings({ settings, graph, proxy }, changes, limit),
    sessionLink,
    testPrompt: (asked) =>
      sendTestPrompt(
        { ...asked, baseUrl: ourUrl, headers: clients.registry.internalHeaders() },
        clock,
        (client) => traffic.list({ search: client, limit: 1 }).rows[0],
      ),
  };
  const doors: Doors = openDoors(
    services,
    (error, procedure) => log.error({ err: error, procedure }, 'a typed call failed'),
    packageJson.version,
  );
  const server = await createHttpServer({
    sessions,
    held,
    hostNames: place.hostNames,
    connections: { most: mostConnections(), limits: () => connectionLimits(config.current) },
    rendererDir: options.rendererDir,
    gutask: readFileSync(gutaskFile(), 'utf8'),
    memory,
    clients: clients.registry,
    resolution,
    transfers: transfer,
    monitoring: {
      notReady: () => notReady(noneWell(upstreams.pool.state().upstreams), changes.state.problem),
      metrics: () => {
        over.flush();
        return metrics.render();
      },
    },
    now: () => clock.now(),
    log,
    proxy: (request, response) => proxy.handle(request, response),
    serveSocket: doors.socket,
    serveRest: doors.rest,
  });
  await warmUp(clock);
  await upstreams.seen();
  refuseWithoutKeys(place, clients.registry.liveKeys);
  const ports = await server.listen(listen, place.consoleListen);
  const agents = { ...listen, port: ports.agents };
  const [baseUrl, ourUrl] = [urlForOthers(agents), urlForUs(agents)];
  const consoleUrl =
    place.consoleListen === null ? baseUrl : urlForUs({ ...place.consoleListen, port: ports.console });
  noteAddress(dataDir, consoleUrl);
  resolution.start();
  lookAgain();
  demo?.startAgents(ourUrl);
  log.info(
    {
      listen: shownAddress(agents),
      console: consoleUrl,
      dataDir,
      upstreams: upstreams.pool.names,
      demo: demo !== undefined,
    },
    'serving',
  );

  let closed: Promise<void> | undefined;
  return {
    dataDir,
    token,
    demo: demo !== undefined,
    baseUrl,
    consoleUrl,
    sessionLink,
    servePort: doors.port,
    noteFault: (where, error) => faults.note(where, error),
    settle: async () => {
      await proxy.idle();
      await memory.idle();
      await wordLists.settled();
      await clients.settled();
    },
    close(drainMs) {
      closed ??= (async () => {
        server.stopListening();
        await demo?.stopAgents();
        await proxy.close(drainMs);
        await server.close();
        await resources.disposeAsync();
      })();
      return closed;
    },
  };
}

/**
 * Other machines get in with a key or not at all.
 * @throws AppError NOT_ALLOWED
 */
function refuseWithoutKeys({ listen, consoleListen, dataDir }: Site, keys: number): void {
  if (consoleListen === null || keys > 0) return;
  throw new AppError(
    'NOT_ALLOWED',
    `${shownAddress(listen)} is reached by other machines, and there is no client key yet: everybody would get in. Make one first:\n  festinger client-key add NAME --data-dir '${dataDir}'\nand start again; or listen on a loopback address such as 127.0.0.1:${listen.port}.`,
  );
}

/** What keeps agents from being served as promised, for `/readyz`. */
const notReady = (...problems: (string | null)[]): string[] => problems.filter((problem) => problem !== null);
