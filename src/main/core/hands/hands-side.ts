// The half of the program that acts on the host: providers, what they see, the tools, what waits for the operator. Knows neither doors nor the
// console's pages. Opened by wire.ts alone, over memory and proxy.
import { realpathSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { join, resolve } from 'node:path';
import type { ApprovalsState } from '../../../shared/contract/approvals.ts';
import type { ResourcesState } from '../../../shared/contract/resources.ts';
import { hiddenPaths } from '../../../shared/hidden-paths.ts';
import type { Approval } from '../../../shared/model/approval.ts';
import type {
  ProviderState,
  ReadConfinement,
  Resource,
  ResourceKind,
} from '../../../shared/model/resource.ts';
import { hideSecret, redact } from '../../../shared/redact.ts';
import { Hands } from '../../agent/hands/hands.ts';
import { HostDesk } from '../../agent/hands/host-desk.ts';
import type { AskedMemory, Known, Measured } from '../../agent/hands/parts.ts';
import type { Cards } from '../../agent/loop/parts.ts';
import { ownFiles } from '../../agent/plans/own-files.ts';
import { placeOf } from '../../agent/plans/place.ts';
import type { ExploitedFact } from '../../infra/alerts/alert-facts.ts';
import { Alerts } from '../../infra/alerts/alerts.ts';
import { Approvals } from '../../infra/approvals/approvals.ts';
import { approvalPush } from '../../infra/approvals/callout-letter.ts';
import { Callouts } from '../../infra/approvals/callouts.ts';
import { CardLinks, type LinkChannel } from '../../infra/approvals/card-links.ts';
import { RulesAndLocks } from '../../infra/approvals/rules-and-locks.ts';
import { isSecretPath } from '../../infra/command/secret-places.ts';
import { Confinements } from '../../infra/executors/confined/confinement.ts';
import { EditHistory } from '../../infra/files/edit-history.ts';
import { WebPush } from '../../infra/web-push/web-push.ts';
import { LiveView } from '../../streams/live-view.ts';
import { Listeners } from '../../streams/watched.ts';
import { isThisMachine, type OwnUrls } from '../own-urls.ts';
import { askedMemory } from './asked-memory.ts';
import { alertNotices, followAlerts } from './follow-alerts.ts';
import { GraphResources, withGraph } from './graph-resources.ts';
import { hostId } from './host-id.ts';
import { type Infra, type InfraParts, openInfra } from './open-infra.ts';

/** How often what waits is looked at: whose time is over, what other consoles asked and decided. */
const SWEEP_MS = 5_000;
const TELL_MS = 200;
/** Whoever waits for the program to serve is not held up. */
const FIRST_LOOK_MS = 6_000;
const FIND_MS = 10_000;

export interface HandsSideParts extends InfraParts {
  /** Open findings that are known to be exploited. */
  readonly exploited: () => Promise<readonly ExploitedFact[]>;
  readonly operatorToken: string;
  readonly urls: OwnUrls;
}

export interface HandsSide {
  readonly desk: HostDesk;
  readonly resources: LiveView<ResourcesState>;
  readonly approvals: LiveView<ApprovalsState>;
  readonly waiting: () => number;
  /** What each looks for, and whether it finds it. */
  readonly providers: () => readonly ProviderState[];
  /** The id of each approval that begins to wait. */
  readonly asked: Listeners<string>;
  readonly alerts: Alerts;
  /** This console, for what only one carries out. */
  readonly host: string;
  /** What the assistant is made over. */
  readonly forAssistant: {
    readonly desk: HostDesk;
    readonly known: Known;
    readonly measured: Measured;
    readonly alerts: Alerts;
    readonly memory: AskedMemory;
  };
  readonly cards: Cards;
  /** One-time links to a card, and their sessions. */
  readonly cardLinks: CardLinks;
  /** Browsers that are notified. */
  readonly webPush: WebPush;
  /** How reads are confined, of each place that was asked. */
  readonly confinements: () => readonly ReadConfinement[];
  readonly measure: Infra['measure'];
  readonly running: Infra['running'];
  /** Everything listens: looks at what there is, from now on. */
  start(): void;
}

/** @param resources gets everything that must be closed again. @throws AppError UNAVAILABLE */
export async function openHandsSide(
  parts: HandsSideParts,
  resources: AsyncDisposableStack,
): Promise<HandsSide> {
  const { memorySide, site, metrics, clock, ids, log, changed, urls } = parts;
  const { store, tasks, settings, witness } = memorySide;
  const cardLinks = new CardLinks({
    ...{ clock, log, settings: settings.current, hide: hideSecret },
    approval: (id) => approvals.get(id),
  });
  const linkTo = (approval: Approval, channel: LinkChannel): string =>
    cardLinks.issue(approval, channel) ?? urls.cardOf(approval.id, settings.current().console_public_url);
  const callouts = new Callouts({
    ...{ clock, log, settings: settings.current, environment: process.env },
    link: linkTo,
    refusal: (url) => urls.targetProblem(url),
    waits: async (id) => (await approvals.get(id)).status === 'pending',
    hasBrowsers: () => webPush.browsers.length > 0,
  });
  resources.defer(() => callouts.close());
  const webPush = new WebPush({
    ...{ file: join(site.dataDir, 'web-push.json'), clock, log },
    refusal: (endpoint) => urls.pushProblem(endpoint),
    isHere: isThisMachine,
  });
  resources.defer(() => webPush.close());
  const infra = openInfra(parts, resources);
  const host = hostId(site.dataDir, ids);
  const alerts = new Alerts({
    ...{ store, clock, ids, host, redact },
    ...alertNotices(settings.current, callouts, (id) =>
      urls.alertOf(id, settings.current().console_public_url),
    ),
    nameOf: (id) => infra.known.resources().find((one) => one.id === id)?.name ?? null,
    onChange() {
      resourcesView.changed();
      changed.tell();
    },
  });
  await alerts.load();
  const measured: Measured = { series: infra.series, alerts: () => alerts.list() };
  // Files of this program are not read by tools; what of them a command finds all the same does not leave.
  resources.defer(hideSecret(parts.operatorToken));
  const memory = askedMemory(memorySide.memory, clock);
  const known = withGraph(infra.known, new GraphResources(memory, hostname()));
  const ownPlaces = [resolve(site.dataDir), realpathSync(site.dataDir)];
  const confinements = new Confinements({
    clock,
    hidden: ({ path }) => [
      ...(infra.isOwnHost(path.at(-1)?.target ?? '') ? ownPlaces : []),
      ...hiddenPaths(settings.current().assistant_hidden_paths),
    ],
  });
  const confinementOf = (resource: Resource): Promise<ReadConfinement | null> =>
    placeOf(resource, { executors: infra.executors, confinements, isOwnHost: infra.isOwnHost }).then(
      (place) => place.confinement,
      () => null,
    );
  /** Machines are asked for their sandbox before anybody wants it. */
  const askConfinements = async () => {
    await infra.known.fresh();
    for (const resource of infra.known.resources())
      if (resource.kind === 'host' || resource.kind === 'node') await confinementOf(resource);
  };
  const onFault = (tool: string, error: unknown) => log.error({ err: error, tool }, 'a tool failed');
  const hands = new Hands({
    ...{ known, measured, executors: infra.executors, confinements },
    ...{ memory, redact, onFault, clock },
    isHidden: (path) => isSecretPath(path, hiddenPaths(settings.current().assistant_hidden_paths)),
    isOwnHost: infra.isOwnHost,
    checkUpdates: infra.checkUpdates,
    ownFiles: ownFiles(ownPlaces, homedir()),
    edits: new EditHistory(site.dataDir),
  });
  const changes = new Listeners();
  const news = () => {
    changes.tell();
    approvalsView.changed();
    resourcesView.changed();
    void count();
  };
  const asked = new Listeners<string>();
  const approvals: Approvals = new Approvals({
    ...{ store, clock, ids, log, redact },
    host,
    expiryMs: () => settings.current().approval_expiry_minutes * 60_000,
    replan: (tool, given, signal) => hands.replan(tool, given, signal),
    isGone: async (id) => {
      if (known.resources().some((resource) => resource.id === id)) return false;
      const found = known.find(id, AbortSignal.timeout(FIND_MS));
      return await found.then((resource) => resource === null).catch(() => false);
    },
    startTask: ({ title, about, work }) =>
      void tasks.start(
        { kind: 'action', title, about, unit: 'bytes', describe: (line: string) => line },
        ({ signal, progress }) => work({ signal, progress: (done, total) => progress(done, total) }),
      ),
    counted: metrics.hands,
    onChange: () => news(),
    onAsked(approval) {
      news();
      if (callouts.tell(approval) && webPush.browsers.length > 0)
        void webPush.send(approvalPush(approval, linkTo(approval, 'web push')));
      asked.tell(approval.id);
    },
  });
  const rulesAndLocks = new RulesAndLocks({ store, clock, ids, onChange: () => news() });
  const desk = new HostDesk({
    ...{ hands, approvals, rulesAndLocks, redact },
    ...{ confinementOf, checkUpdates: infra.checkUpdates },
    ...{ known, measured, alerts },
  });
  // While somebody watches, everything is looked at again and again.
  const resourcesView: LiveView<ResourcesState> = new LiveView(
    () => desk.resources(),
    1000,
    clock,
    () => infra.known.watch(() => resourcesView.changed()),
  );
  const approvalsView = new LiveView(() => desk.approvalsState(), TELL_MS, clock);

  const seen = () =>
    witness
      .look(store.reader)
      .catch((error: unknown) => log.warn({ err: error }, 'how far the chains have come could not be noted'));
  const follower = followAlerts({
    ...{ clock, log, alerts, infra, memorySide, approvals },
    calloutProblems: () => {
      const others = [
        { kind: 'link', message: cardLinks.problem() },
        { kind: 'web push', message: webPush.problem && `A browser is not notified: ${webPush.problem}.` },
      ];
      return [
        ...callouts.problems(),
        ...others.flatMap(({ kind, message }) => (message ? [{ kind, message }] : [])),
      ];
    },
    exploited: parts.exploited,
  });
  resources.defer(() => follower.stop());
  let waiting = 0;
  const count = async () => {
    const now = (await approvals.list({ status: 'pending', limit: 200 })).length;
    if (now !== waiting) changed.tell();
    waiting = now;
    await seen();
  };
  metrics.follow({
    approvalsPending: () => waiting,
    resources: () => countKinds(infra.known.resources()),
    alerts: () => alerts.list(),
    providers: () => infra.known.providers(),
  });
  await approvals.recover();
  await count();
  let stop: () => void = () => undefined;
  const sweep = () => {
    stop = clock.after(SWEEP_MS, () => {
      approvals
        .sweep()
        .then(() => {
          changes.tell();
          approvalsView.changed();
          return count();
        })
        .catch((error: unknown) => log.warn({ err: error }, 'what waits for approval could not be looked at'))
        .finally(sweep);
    });
  };
  sweep();
  resources.defer(async () => {
    stop();
    stop = () => undefined;
    approvalsView.close();
    resourcesView.close();
    await approvals.close();
    await seen();
  });
  return {
    desk,
    resources: resourcesView,
    approvals: approvalsView,
    waiting: () => waiting,
    providers: () => infra.known.providers(),
    asked,
    host,
    confinements: () => confinements.known(),
    alerts,
    forAssistant: { desk, known, measured, alerts, memory },
    cards: {
      ask: (planned, asker) => approvals.ask(planned, asker),
      get: (id) => approvals.get(id),
      lastOf: async (session) => (await approvals.list({ session, limit: 1 }))[0] ?? null,
      approve: (id, word) => approvals.approve(id, word),
      deny: (id, reason, by) => approvals.deny(id, reason, by),
      verifyAgain: (id, signal) => approvals.verifyAgain(id, signal),
      onChange: (hear) => changes.add(hear),
    },
    ...{ cardLinks, webPush },
    measure: infra.measure,
    running: infra.running,
    start() {
      infra.start();
      resources.defer(clock.after(FIRST_LOOK_MS, () => follower.start()));
      resources.defer(
        clock.after(FIRST_LOOK_MS, () => void askConfinements().catch((error) => onFault('read', error))),
      );
    },
  };
}

function countKinds(resources: readonly Resource[]): Partial<Record<ResourceKind, number>> {
  const counts: Partial<Record<ResourceKind, number>> = {};
  for (const { kind } of resources) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}
