// Proxmox VE as a provider: its nodes, machines, containers, storages and newest backups, through its API with a token. Owns which
// Proxmox an id belongs to. Never asks who is calling; one Proxmox that does not answer hides none of the others.
// Opened by core, used by the inventory and the hands. Source: agent, What it acts on.
import { AppError } from '../../../../shared/model/envelope.ts';
import type { Inspection, LogLine, Resource, Sample } from '../../../../shared/model/resource.ts';
import type {
  ActionEffect,
  ActionOutcome,
  ActionPlan,
  ActionRequest,
  ActionRun,
  Discovery,
  LogRequest,
  Provider,
  Verification,
} from '../../provider.ts';
import { type ApiParts, ProxmoxApi } from './api.ts';
import { BootFlags } from './boot-flags.ts';
import type { ProxmoxConfig } from './config.ts';
import { discoverHome, findIn } from './discover.ts';
import { GuestActions, planGuest } from './guest-actions.ts';
import {
  isSnapshotAction,
  planSnapshot,
  type SnapshotDeps,
  takeOrRestoreSnapshot,
  verifySnapshot,
} from './guest-snapshots.ts';
import { type GuestPlace, guestPath, type Place, placeOf } from './ids.ts';
import { inspectionOf, shownConfig } from './inspection.ts';
import { measure } from './measure.ts';
import type { Home } from './resources.ts';
import { snapshotFacts } from './snapshots.ts';
import { taskLog } from './task-log.ts';
import { GuestConfig } from './wire.ts';

interface Known {
  readonly home: Home;
  readonly api: ProxmoxApi;
}

export class ProxmoxProvider implements Provider {
  readonly name = 'proxmox';
  readonly kinds = ['node', 'vm', 'lxc', 'storage', 'backup'] as const;
  readonly #known: readonly Known[];
  readonly #parts: ApiParts;
  readonly #actions: GuestActions;

  constructor(config: ProxmoxConfig, parts: ApiParts) {
    this.#parts = parts;
    this.#actions = new GuestActions(parts.clock);
    this.#known = config.map((entry, index) => ({
      home: {
        name: entry.name,
        prefix: index === 0 ? '' : `${entry.name}/`,
        url: new URL(entry.url).origin,
        ssh: entry.ssh ?? {},
        bootFlags: new BootFlags(parts.clock),
      },
      api: new ProxmoxApi(entry, parts),
    }));
  }

  async discover(signal: AbortSignal): Promise<Discovery> {
    if (this.#known.length === 0) return { resources: [], off: 'No Proxmox is named in config.yaml.' };
    const looks = await Promise.allSettled(
      this.#known.map(({ home, api }) => discoverHome(home, api, signal)),
    );
    const found = looks.filter((look) => look.status === 'fulfilled').map(({ value }) => value);
    const failed = looks.filter((look) => look.status === 'rejected').map(({ reason }) => reason as unknown);
    const broken = failed.find((error) => !(error instanceof AppError) || error.code === 'CANCELLED');
    if (broken !== undefined) throw broken;
    const silent = failed as AppError[];
    if (found.length === 0 && silent[0] !== undefined) throw silent[0];
    return {
      resources: found.flatMap(({ resources }) => resources),
      off: null,
      problems: [...silent.map(({ message }) => message), ...found.flatMap(({ problems }) => problems)],
    };
  }

  async find(id: string, signal: AbortSignal): Promise<Resource | null> {
    const at = this.#at(id);
    return at === null ? null : findIn(at.home, at.api, at.place, signal);
  }

  async inspect(resource: Resource, signal: AbortSignal): Promise<Inspection> {
    const { api, home, place } = this.#mustBeAt(resource);
    const now = await findIn(home, api, place, signal);
    if (now === null) throw gone(resource);
    if (!isGuest(place)) return inspectionOf(now, {});
    const [{ data }, snapshots] = await Promise.all([
      api.get(`${guestPath(place)}/config`, GuestConfig, signal),
      snapshotFacts(api, place, signal),
    ]);
    const shown = shownConfig(data);
    return inspectionOf(now, { ...shown, facts: [...(shown.facts ?? []), ...snapshots] });
  }

  async metrics(resource: Resource, signal: AbortSignal): Promise<readonly Sample[]> {
    const { api, place } = this.#mustBeAt(resource);
    return measure(api, place, signal);
  }

  async *logs(resource: Resource, request: LogRequest, signal: AbortSignal): AsyncIterable<LogLine> {
    const { api, place } = this.#mustBeAt(resource);
    if (!isGuest(place) && place.kind !== 'node') {
      throw new AppError(
        'NOT_ALLOWED',
        `${resource.name} has no log: guests and nodes have the logs of their tasks.`,
      );
    }
    const vmid = isGuest(place) ? place.vmid : null;
    yield* taskLog(api, this.#parts.clock, { node: place.node, vmid }, request, signal);
  }

  async plan(request: ActionRequest, signal: AbortSignal): Promise<ActionPlan> {
    const { home, place, ...known } = this.#guest(request);
    if (isSnapshotAction(request.action))
      return planSnapshot(this.#snapshots({ home, ...known }), place, request, signal);
    return planGuest(place, request, home.url);
  }

  async act(request: ActionRequest, run: ActionRun): Promise<ActionOutcome> {
    const { place, ...known } = this.#guest(request);
    if (isSnapshotAction(request.action))
      return takeOrRestoreSnapshot(this.#snapshots(known), place, request, run);
    return this.#actions.act(known.api, place, request, run);
  }

  async verify(request: ActionRequest, signal: AbortSignal, effect?: ActionEffect): Promise<Verification> {
    const { place, ...known } = this.#guest(request);
    if (isSnapshotAction(request.action))
      return verifySnapshot(this.#snapshots(known), place, request, effect, signal);
    return this.#actions.verify(known.api, place, request, signal);
  }

  #snapshots({ api, home }: Known): SnapshotDeps {
    return { api, clock: this.#parts.clock, url: home.url };
  }

  #guest({ resource, action }: ActionRequest): Known & { readonly place: GuestPlace } {
    const { home, api, place } = this.#mustBeAt(resource);
    if (isGuest(place)) return { home, api, place };
    throw new AppError('NOT_ALLOWED', `${resource.name}: nothing here does ${action} to a ${resource.kind}.`);
  }

  #at(id: string): (Known & { readonly place: Place }) | null {
    const at = placeOf(id);
    const known = this.#known.find(({ home }) => home.prefix === at?.prefix);
    return at === null || known === undefined ? null : { ...known, place: at.place };
  }

  #mustBeAt(resource: Resource): Known & { readonly place: Place } {
    const at = this.#at(resource.id);
    if (at === null) throw gone(resource);
    return at;
  }
}

const isGuest = (place: Place): place is GuestPlace => place.kind === 'vm' || place.kind === 'lxc';

const gone = ({ name, id }: Resource): AppError =>
  new AppError('NOT_FOUND', `${name} (${id}) is no longer there; look again.`);
