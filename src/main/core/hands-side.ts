// The half of the program that acts on the host: providers, what they see, the tools, what waits for the operator. Knows neither doors nor the
// console's pages. Opened by wire.ts alone, over memory and proxy.
import type { ApprovalsState } from '../../shared/contract/approvals.ts';
import type { ResourcesState } from '../../shared/contract/resources.ts';
import { redact } from '../../shared/redact.ts';
import { Hands } from '../agent/hands/hands.ts';
import { HostDesk } from '../agent/hands/host-desk.ts';
import { Approvals } from '../infra/approvals/approvals.ts';
import { RulesAndLocks } from '../infra/approvals/rules-and-locks.ts';
import { LiveView } from '../streams/live-view.ts';
import { Listeners } from '../streams/watched.ts';
import type { HandsSideParts } from './hands-parts.ts';
import { hostId } from './host-id.ts';
import { openInfra } from './open-infra.ts';

/** How often what waits is looked at: whose time is over, what other consoles asked and decided. */
const SWEEP_MS = 5_000;
const TELL_MS = 200;

export interface HandsSide {
  readonly desk: HostDesk;
  readonly resources: LiveView<ResourcesState>;
  readonly approvals: LiveView<ApprovalsState>;
  readonly waiting: () => number;
  /** The id of each approval that begins to wait. */
  readonly asked: Listeners<string>;
  /** Everything listens: looks at what there is, from now on. */
  start(): void;
}

/** @param resources gets everything that must be closed again. @throws AppError UNAVAILABLE */
export async function openHandsSide(
  parts: HandsSideParts,
  resources: AsyncDisposableStack,
): Promise<HandsSide> {
  const { memorySide, site, clock, ids, log, changed } = parts;
  const { store, tasks, settings } = memorySide;
  const infra = openInfra(parts, resources);
  const onFault = (tool: string, error: unknown) => log.error({ err: error, tool }, 'a tool failed');
  const hands = new Hands({
    ...{ known: infra.known, measured: infra.measured, executors: infra.executors, redact, onFault },
    isOwnHost: (id) => id === infra.ownHost,
  });
  const news = () => {
    approvalsView.changed();
    resourcesView.changed();
    void count();
  };
  const asked = new Listeners<string>();
  const approvals = new Approvals({
    ...{ store, clock, ids, log, redact },
    host: hostId(site.dataDir, ids),
    expiryMs: () => settings.current().approval_expiry_minutes * 60_000,
    replan: (tool, given, signal) => hands.replan(tool, given, signal),
    startTask: ({ title, work }) =>
      void tasks.start(
        { kind: 'action', title, unit: 'bytes', describe: (line: string) => line },
        ({ signal, progress }) => work({ signal, progress: (done, total) => progress(done, total) }),
      ),
    onChange: () => news(),
    onAsked: ({ id }) => {
      news();
      asked.tell(id);
    },
  });
  const rulesAndLocks = new RulesAndLocks({ store, clock, ids, onChange: () => news() });
  const desk = new HostDesk({
    ...{ hands, approvals, rulesAndLocks, redact },
    ...{ known: infra.known, measured: infra.measured },
  });
  const resourcesView = new LiveView(() => desk.resources(), 1000, clock);
  const approvalsView = new LiveView(() => desk.approvalsState(), TELL_MS, clock);
  resources.defer(infra.known.watch(() => resourcesView.changed()));

  let waiting = 0;
  const count = async () => {
    const now = (await approvals.list({ status: 'pending', limit: 200 })).length;
    if (now !== waiting) changed.tell();
    waiting = now;
  };
  await approvals.recover();
  await count();
  let stop: () => void = () => undefined;
  const sweep = () => {
    stop = clock.after(SWEEP_MS, () => {
      approvals
        .sweep()
        .then(() => {
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
  });
  return {
    desk,
    resources: resourcesView,
    approvals: approvalsView,
    waiting: () => waiting,
    asked,
    start: infra.start,
  };
}
