// The half of the program that an operator sees: its state, counts, jobs, previews, sessions, and the typed calls over all of it.
// Opened by wire.ts alone, over the other sides.
import packageJson from '../../../package.json' with { type: 'json' };
import type { Alert } from '../../shared/model/alert.ts';
import { AppError } from '../../shared/model/envelope.ts';
import { DEFAULT_PROJECT } from '../../shared/model/graph.ts';
import type { DemoRemoved } from '../../shared/model/start/first-run.ts';
import type { SystemStatus } from '../../shared/model/status.ts';
import type { AssistantDesk } from '../agent/sessions/desk.ts';
import { type Doors, openDoors } from '../api/doors.ts';
import type { Services } from '../api/services.ts';
import { FirstRun } from '../console/first-run.ts';
import { JobDesk } from '../console/job-desk.ts';
import { JobsWatch } from '../console/jobs-watch.ts';
import { MinuteSeries } from '../console/minute-series.ts';
import { RecallCounter } from '../console/recall-counter.ts';
import { followRequests } from '../console/request-follower.ts';
import { previewSettings } from '../console/settings-preview.ts';
import { Status } from '../console/status-service.ts';
import { sendTestPrompt } from '../console/test-prompt.ts';
import type { UpstreamDesk } from '../console/upstreams/upstream-desk.ts';
import { Sessions } from '../http/sessions.ts';
import { PartNaming } from '../memory/resolve/part-naming.ts';
import type { AdvisorySide } from './advisory/advisory-side.ts';
import { ChosenModels } from './chosen-models.ts';
import { probeDataDir } from './data-dir.ts';
import type { Demo } from './demo.ts';
import { type DemoRemovalParts, removeDemo as demoRemoval } from './demo-removal.ts';
import type { Ground } from './ground.ts';
import type { HandsSide } from './hands/hands-side.ts';
import type { MemorySide } from './memory-side.ts';
import type { OwnUrls } from './own-urls.ts';
import type { ProxySide } from './proxy-side.ts';

export interface ConsoleSideParts extends Ground {
  readonly memorySide: MemorySide;
  readonly proxySide: ProxySide;
  readonly handsSide: HandsSide;
  readonly assistant: AssistantDesk;
  readonly advisory: AdvisorySide;
  readonly upstreamDesk: UpstreamDesk;
  readonly urls: OwnUrls;
  readonly operatorToken: string;
  readonly demo: Demo | undefined;
}

export interface ConsoleSide {
  readonly sessions: Sessions;
  readonly doors: Doors;
  /** A new one-time link to the console. */
  sessionLink(): string;
  /** Everything listens: looks for the models that settings name. */
  start(): void;
}

/** @param resources gets everything that must be closed again. */
export async function openConsoleSide(
  parts: ConsoleSideParts,
  resources: AsyncDisposableStack,
): Promise<ConsoleSide> {
  const { memorySide, proxySide, handsSide, urls, site, graph, metrics, clock, log, changed } = parts;
  const { store, queue, settings, llm, clients, memory, tasks, calls, transfer, resolution, changes } =
    memorySide;
  const { upstreams, traffic, proxy } = proxySide;
  const onChange = () => changed.tell();
  const jobs = new JobsWatch({
    ...{ jobs: queue, tasks, clock, budget: llm.budget, onChange },
  });
  resources.defer(() => jobs.close());
  metrics.follow({ jobs: () => jobs.counts });
  const series = new MinuteSeries();
  const recalls = new RecallCounter();
  resources.defer(memory.on('replaced', () => recalls.clear()));
  const followed = followRequests({ traffic, memory, graph, recalls, series, clock, onChange });
  resources.defer(() => followed.close());
  resources.defer(proxySide.started.add(followed.started));
  resources.defer(proxySide.finished.add(followed.finished));
  const chosenModels = new ChosenModels({ check: llm.checkChosen, clock, log, onChange });
  resources.defer(() => chosenModels.close());
  const start = () => void chosenModels.look();
  resources.defer(llm.onChange(start));
  settings.onChange(start); // called for every edit of config.yaml, too
  const { firstCalls } = proxySide;
  const firstRun = await FirstRun.open({
    ...{ store, clock, onChange, dataDir: site.dataDir, databaseLabel: site.databaseLabel },
    probeFolder: () => probeDataDir(site.dataDir),
    async tryUpstream() {
      const [first] = parts.upstreamDesk.known();
      if (!first) throw new AppError('UNAVAILABLE', 'No upstream is named.');
      return { url: first.url, trial: await parts.upstreamDesk.test(first) };
    },
    databaseProblem: () => changes.state.problem,
    models: () => llm.models.list(),
    reader: () => memory.reader.state(DEFAULT_PROJECT),
    firstCalls: () => firstCalls.all(),
    baseUrl: () => urls.forAgents,
    isUsed: () => parts.demo !== undefined || graph.edgeCount > 0 || traffic.held > 0,
  });
  const { demo } = parts;
  const forgetClients = async (isGone: (client: string) => boolean) => {
    followed.forget(isGone);
    series.clear();
    recalls.clear();
    clients.registry.forgetSeen(isGone);
    await firstCalls.forget(isGone);
  };
  const status = new Status(
    {
      settle: () => proxySide.settle(),
      version: packageJson.version,
      demo: () => demo?.isOn === true,
      baseUrl: () => urls.forAgents,
      upstreams: () => upstreams.pool.state().upstreams,
      configProblem: () => site.config.problem,
      restartNeeded: site.restartNeeded,
      database: () => ({ ...changes.state, behind: changes.behind() }),
      databaseLabel: site.databaseLabel,
      counts: () => ({
        concepts: graph.describedCount,
        edges: graph.edgeCount,
        conflictsPending: graph.pendingCount,
        approvalsWaiting: handsSide.waiting(),
        ...alertCounts(handsSide.alerts.list()),
        findingsWaiting: parts.advisory.waiting.count,
        ...followed.counts(),
        requestsWaiting: upstreams.pool.waiting,
        agentsLooping: proxy.loops.clients,
        ...jobs.totals(),
      }),
      cutPrompts: () => proxy.cutPrompts.list(),
      jobsHeld: () => jobs.heldKinds(),
      modelsMissing: () => chosenModels.missing,
      bodiesKept: () => settings.current().traffic_keep_bodies,
      firstCalls: () => firstCalls.all(),
      firstRun: () => firstRun.isOpen && demo?.isOn !== true,
    },
    series,
    clock,
  );
  resources.defer(() => status.close());
  resources.defer(changed.add(() => status.changed()));
  resources.defer(parts.advisory.waiting.onChange(onChange));
  settings.onChange(onChange);

  const sessions = new Sessions(parts.operatorToken, clock);
  const sessionLink = () => `${urls.forOperators}/console/?code=${sessions.issueCode()}`;
  let removing: Promise<DemoRemoved> | undefined;
  const removeDemo = async (actor: string) => {
    if (!demo?.isOn) throw new AppError('NOT_ALLOWED', 'There is no demo here to remove.');
    const removal: DemoRemovalParts = {
      ...{ demo, store, clock, memory, traffic, proxy, settings, models: llm.models, forgetClients },
      ...{ assistant: parts.assistant, cards: handsSide.cards },
      ...{ evidence: parts.advisory.evidence, findings: parts.advisory.findings },
      upstreamsChanged: () => memorySide.upstreams.refresh(),
      beginAnew: () => firstRun.set({ open: true, skipped: [] }),
    };
    removing ??= demoRemoval(removal, actor).finally(() => {
      removing = undefined;
    });
    return removing;
  };
  const services: Services = {
    version: packageJson.version,
    ...{
      calls,
      tasks,
      transfer,
      clock,
      memory,
      traffic,
      settings,
      status,
      recalls,
      clients,
      jobs,
      resolution,
    },
    partNaming: new PartNaming({
      ...{ ask: llm.ask, clock },
      page: (project, token) => memory.dimensions.get(project, token, recalls),
    }),
    ...{ chosenModels, sessionLink, firstRun },
    removeDemo,
    upstreams: parts.upstreamDesk,
    loops: proxy.loops,
    assistant: parts.assistant,
    webPush: handsSide.webPush,
    approvalsUrl: () => urls.cardOf('', settings.current().console_public_url),
    ...{ evidence: parts.advisory.evidence, findings: parts.advisory.findings },
    ecosystems: parts.advisory.ecosystems,
    ...{ sbomService: parts.advisory.sbomService, briefs: parts.advisory.briefDesk },
    bundles: parts.advisory.bundles,
    ...{ desk: handsSide.desk, resources: handsSide.resources, approvals: handsSide.approvals },
    jobDesk: new JobDesk({ store, jobs: queue, clock }),
    models: llm.models,
    previewSettings: (change, limit) => previewSettings({ settings, graph, proxy }, change, limit),
    testPrompt: (asked) =>
      sendTestPrompt(
        { ...asked, baseUrl: urls.forUs, headers: clients.registry.internalHeaders() },
        clock,
        (client) => traffic.list({ search: client, limit: 1 }).rows[0],
      ),
  };
  const onError = (error: unknown, procedure: string) =>
    log.error({ err: error, procedure }, 'a typed call failed');
  return { sessions, doors: openDoors(services, onError, packageJson.version), sessionLink, start };
}

/** Those that want somebody's attention. */
function alertCounts(
  alerts: readonly Alert[],
): Pick<SystemStatus['counts'], 'alertsCritical' | 'alertsWarning'> {
  const open = alerts.filter((one) => one.acknowledged === null && one.silence === null);
  const critical = open.filter(({ severity }) => severity === 'critical').length;
  return { alertsCritical: critical, alertsWarning: open.length - critical };
}
