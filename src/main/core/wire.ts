// Puts the program together: the ground, then the sides, each over those before it, then the doors; what was opened is closed in
// reverse. Nothing is named before it is there. Called by startCore alone.
import { readFileSync } from 'node:fs';
import { AppError } from '../../shared/model/envelope.ts';
import { noneWell } from '../console/upstreams/followed-pool.ts';
import { UpstreamDesk } from '../console/upstreams/upstream-desk.ts';
import type { NamedUpstreams } from '../console/upstreams/upstream-registry.ts';
import { createHttpServer } from '../http/server.ts';
import { baseUrlProblem } from '../llm/base-url.ts';
import { shownAddress } from '../settings/addresses.ts';
import { openAdvisorySide } from './advisory/advisory-side.ts';
import { connectionLimits, mostConnections } from './connection-limits.ts';
import { openConsoleSide } from './console-side.ts';
import type { Core, CoreOptions } from './core.ts';
import { operatorToken as readOperatorToken } from './data-dir.ts';
import { noteAddress } from './data-dir-lock.ts';
import { type Demo, openDemo } from './demo.ts';
import { removalState } from './demo-removal.ts';
import { layGround } from './ground.ts';
import { openAssistantSide } from './hands/assistant-side.ts';
import { openHandsSide } from './hands/hands-side.ts';
import { withPublicName } from './host-names.ts';
import { openMcp } from './mcp/open-mcp.ts';
import { openMemorySide } from './memory-side.ts';
import { OwnUrls } from './own-urls.ts';
import { gutaskFile } from './paths.ts';
import { openProxySide } from './proxy-side.ts';
import type { Site } from './site.ts';
import { warmUp } from './warm-up.ts';

/** @param resources gets everything that must be closed again. */
export async function wire(options: CoreOptions, resources: AsyncDisposableStack): Promise<Core> {
  const ground = layGround(options, resources);
  const { site, graph, metrics, faults, clock, log } = ground;
  const { dataDir, config, listen } = site;
  const operatorToken = readOperatorToken(dataDir);
  let demo: Demo | undefined;
  const named = (): NamedUpstreams =>
    demo?.isOn ? { setBy: 'demo', upstreams: [demo.upstream] } : site.upstreams();

  const urls = new OwnUrls();
  const memorySide = await openMemorySide({ ...ground, named, urls }, resources);
  const { memory, settings, llm, clients, transfer, resolution, changes } = memorySide;
  const removal = options.demo ? await removalState(memorySide.store) : 'done';
  if (removal !== 'done')
    demo = await openDemo({
      clock,
      log,
      pace: options.demoPace ?? 'person',
      hasAgents: options.demoAgents ?? true,
    });
  else if (options.demo)
    log.warn({ dataDir }, 'the demo was removed from this folder and stays away; start it with an empty one');
  resources.defer(() => demo?.close());
  // What is half removed brings nothing more.
  const acting = removal === 'none' ? demo : undefined;
  await acting?.tell({ memory, graph, settings, models: llm.models });
  const proxySide = await openProxySide({ ...ground, memorySide, operatorToken }, resources);
  const { proxy, upstreams, held } = proxySide;
  const upstreamDesk = new UpstreamDesk({
    ...{ registry: memorySide.upstreams, pool: upstreams.pool, clock },
    refusal: async (url) => baseUrlProblem(url) ?? (await urls.targetProblem(url)),
  });
  const advisory = await openAdvisorySide({ ...ground, memorySide }, resources);
  const exploited = () => advisory.findings.exploited();
  const handsSide = await openHandsSide(
    { ...ground, memorySide, proxySide, upstreamDesk, urls, operatorToken, exploited, demoHome: demo?.home },
    resources,
  );
  const assistant = openAssistantSide(
    { ...ground, memorySide, proxySide, handsSide, findings: advisory.findings },
    resources,
  );
  const consoleSide = await openConsoleSide(
    {
      ...ground,
      memorySide,
      proxySide,
      handsSide,
      assistant,
      advisory,
      upstreamDesk,
      urls,
      operatorToken,
      demo,
    },
    resources,
  );
  const { doors, sessions, sessionLink } = consoleSide;
  memorySide.queue.start();

  const publicUrl = () => settings.current().console_public_url;
  const server = await createHttpServer({
    ...{ sessions, held, memory, resolution, log },
    hostNames: withPublicName(site.hostNames, publicUrl),
    card: {
      links: handsSide.cardLinks,
      publicUrl,
      serveCard: doors.card,
    },
    connections: { most: mostConnections(), limits: () => connectionLimits(config.current) },
    rendererDir: options.rendererDir,
    gutask: readFileSync(gutaskFile(), 'utf8'),
    clients: clients.registry,
    transfers: transfer,
    evidence: advisory.evidence,
    briefs: advisory.briefs,
    bundles: advisory.bundles,
    desk: handsSide.desk,
    assistant,
    mcp: openMcp({ memorySide, handsSide, urls, clock, log }),
    monitoring: {
      notReady: () => notReady(noneWell(upstreams.pool.state().upstreams), changes.state.problem),
      providers: () => handsSide.providers(),
      confinements: () => handsSide.confinements(),
      metrics: () => {
        proxySide.settle();
        return metrics.render();
      },
    },
    now: () => clock.now(),
    proxy: (request, response) => proxy.handle(request, response),
    serveSocket: doors.socket,
    serveRest: doors.rest,
  });
  await warmUp(clock);
  await upstreams.seen();
  refuseWithoutKeys(site, clients.registry.liveKeys);
  urls.listening(site, await server.listen(listen, site.consoleListen));
  noteAddress(dataDir, urls.forOperators);
  resolution.start();
  consoleSide.start();
  advisory.start(handsSide.running);
  handsSide.start();
  await assistant.start();
  if (options.ownSbom && !options.demo) advisory.importOwnSbom(options.ownSbom);
  if (options.demoAgents ?? true) acting?.startAgents(urls.forUs);
  if (options.demoEvidence ?? true) acting?.takeEvidence({ store: memorySide.store, ...advisory });
  if (options.demoSessions ?? true)
    acting?.play({
      ...{ assistant, settings, models: llm.models, cards: handsSide.cards },
      measure: () => handsSide.measure('demo'),
    });
  log.info(
    {
      listen: shownAddress(urls.agents),
      console: urls.forOperators,
      dataDir,
      upstreams: upstreams.pool.names,
      demo: demo !== undefined,
    },
    'serving',
  );

  let closed: Promise<void> | undefined;
  return {
    dataDir,
    token: operatorToken,
    demo: demo !== undefined,
    baseUrl: urls.forAgents,
    consoleUrl: urls.forOperators,
    sessionLink,
    servePort: doors.port,
    onAsked: (hear) => void handsSide.asked.add(hear),
    noteFault: (where, error) => faults.note(where, error),
    settle: async () => {
      await proxySide.idle();
      await memory.idle();
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
