// The hosts of config.yaml and what runs on each: systemd services, and containers where an engine answers. A host that cannot be
// reached is a resource too, and says why. Reads by fixed argument vectors alone; changes by the tables of far-actions.ts.
// Called by the inventory, the hands and the sampler. Source: agent, What it acts on (ssh).
import type { Clock } from '../../../../shared/model/clock.ts';
import { AppError } from '../../../../shared/model/envelope.ts';
import type {
  Inspection,
  LogLine,
  Resource,
  ResourceKind,
  Sample,
} from '../../../../shared/model/resource.ts';
import type { Executors } from '../../executor.ts';
import type { SshHost } from '../../executors/ssh/ssh-config.ts';
import type {
  ActionOutcome,
  ActionPlan,
  ActionRequest,
  ActionRun,
  Discovery,
  LogRequest,
  Provider,
  Verification,
} from '../../provider.ts';
import { cameToBe, farAction } from './far-actions.ts';
import { SHORT_ID } from './far-containers.ts';
import { FarHost } from './far-host.ts';
import { inspectContainer, inspectHost, inspectService } from './far-inspection.ts';
import { DISK_ARGV, readSamples, STAT_ARGV } from './far-machine.ts';
import { containerResource, hostId, hostResource, serviceResource, sshPath } from './far-resources.ts';
import { UNIT } from './far-services.ts';
import { followLog } from './follow-log.ts';

const CPU_WINDOW_MS = 500;
const VERIFY_EVERY_MS = 500;

export interface SshProviderParts {
  readonly hosts: readonly SshHost[];
  readonly executors: Executors;
  readonly clock: Clock;
  /** The machine this program runs on: its resource, and the boot of its kernel (null where it has none). */
  readonly here?: { readonly id: string; readonly bootId: string | null };
}

interface ContainerPlace {
  readonly kind: 'docker_container';
  readonly far: FarHost;
  readonly id: string;
}

type Place =
  | { readonly kind: 'host'; readonly far: FarHost }
  | { readonly kind: 'service'; readonly far: FarHost; readonly unit: string }
  | ContainerPlace;

export class SshProvider implements Provider {
  readonly name = 'ssh';
  readonly kinds: readonly ResourceKind[] = ['host', 'service', 'docker_container'];
  readonly #hosts: ReadonlyMap<string, FarHost>;
  readonly #clock: Clock;
  readonly #here: { readonly id: string; readonly bootId: string | null };

  constructor({ hosts, executors, clock, here = { id: '', bootId: null } }: SshProviderParts) {
    this.#hosts = new Map(hosts.map((host) => [host.name, new FarHost(host, executors)]));
    this.#clock = clock;
    this.#here = here;
  }

  /** Whether an id names the machine this program runs on, as far as it was looked at. */
  isHere(id: string): boolean {
    const place = this.#placeOf(id);
    return place?.kind === 'host' && this.#isHere(place.far);
  }

  async discover(signal: AbortSignal): Promise<Discovery> {
    if (this.#hosts.size === 0)
      return { resources: [], off: 'No host is named in `hosts` of config.yaml, to be reached over ssh' };
    const found = await Promise.all([...this.#hosts.values()].map((far) => this.#onHost(far, signal)));
    return { resources: found.flat(), off: null };
  }

  async find(id: string, signal: AbortSignal): Promise<Resource | null> {
    const place = this.#placeOf(id);
    if (place === null) return null;
    const { far } = place;
    // One thing is one resource, whichever way leads to it.
    if (place.kind !== 'host' && this.#isHere(far)) return null;
    switch (place.kind) {
      case 'host':
        return await this.#hostNow(far, signal);
      case 'service': {
        const service = (await far.services(place.unit, signal)).find(({ unit }) => unit === place.unit);
        return service === undefined ? null : serviceResource(far.host, service);
      }
      case 'docker_container': {
        const container = await this.#container(far, place.id, signal);
        return container === null ? null : containerResource(far.host, container);
      }
    }
  }

  async inspect(resource: Resource, signal: AbortSignal): Promise<Inspection> {
    const place = this.#placeOf(resource.id);
    const now = await this.find(resource.id, signal);
    if (place === null || now === null) throw gone(resource);
    const { far } = place;
    switch (place.kind) {
      case 'host':
        return inspectHost(now, now.state === 'running' ? await far.machine(signal) : null);
      case 'service': {
        const service = (await far.services(place.unit, signal)).find(({ unit }) => unit === place.unit);
        if (service === undefined) throw gone(resource);
        return inspectService(now, service);
      }
      case 'docker_container': {
        const container = await this.#container(far, place.id, signal);
        if (container === null) throw gone(resource);
        return inspectContainer(now, container);
      }
    }
  }

  async metrics(resource: Resource, signal: AbortSignal): Promise<readonly Sample[]> {
    const place = this.#placeOf(resource.id);
    if (place?.kind !== 'host') return [];
    const before = await place.far.ask(STAT_ARGV, signal);
    await this.#pause(CPU_WINDOW_MS);
    const after = await place.far.ask(STAT_ARGV, signal);
    const disk = await place.far.ask(DISK_ARGV, signal);
    return readSamples(before.stdout, after.stdout, disk.stdout);
  }

  async *logs(resource: Resource, request: LogRequest, signal: AbortSignal): AsyncIterable<LogLine> {
    const place = this.#placeOf(resource.id);
    if (place === null || place.kind === 'host')
      throw new AppError('NOT_ALLOWED', `${resource.name} has no log of its own here; look at its services`);
    const pause = (ms: number) => this.#pause(ms);
    if (place.kind === 'service')
      return yield* followLog(place.far, { kind: 'unit', unit: place.unit }, { request, signal, pause });
    const { engine, id } = await this.#located(resource, place, signal);
    yield* followLog(place.far, { kind: 'container', engine, id }, { request, signal, pause });
  }

  async plan(request: ActionRequest, signal: AbortSignal): Promise<ActionPlan> {
    const place = this.#changeable(request);
    const action = farAction(request);
    const { id, engine } =
      place.kind === 'service'
        ? ({ id: place.unit, engine: 'docker' } as const)
        : await this.#located(request.resource, place, signal);
    const argv = action.argv(id, engine);
    return {
      runs: argv.join(' '),
      argv,
      path: sshPath(place.far.host),
      undo: action.undo,
      preview: null,
      long: false,
    };
  }

  async act(request: ActionRequest, { signal }: ActionRun): Promise<ActionOutcome> {
    const { far } = this.#changeable(request);
    const action = farAction(request);
    const { argv } = await this.plan(request, signal);
    const [program = 'systemctl', ...args] = argv ?? [];
    await far.change([program, ...args], action.timeoutMs, signal);
    return { summary: action.done, exitCode: 0 };
  }

  async verify(request: ActionRequest, signal: AbortSignal): Promise<Verification> {
    this.#changeable(request);
    const { becomes } = farAction(request);
    let evidence = 'it was not looked at in time';
    while (!signal.aborted) {
      try {
        const now = await this.find(request.resource.id, signal);
        evidence = now === null ? 'it is gone' : `${now.state}: ${now.detail}`;
        if (cameToBe(request, now, becomes)) return { ok: true, evidence };
      } catch (error) {
        if (!signal.aborted) evidence = error instanceof Error ? error.message : String(error);
      }
      await this.#pause(VERIFY_EVERY_MS);
    }
    return { ok: false, evidence };
  }

  #changeable({ resource }: ActionRequest): Exclude<Place, { kind: 'host' }> {
    const place = this.#placeOf(resource.id);
    if (place === null || place.kind === 'host')
      throw new AppError('NOT_ALLOWED', `nothing can be done to ${resource.name} as a whole over ssh`);
    return place;
  }

  async #container(far: FarHost, id: string, signal: AbortSignal) {
    const located = await far.container(id, signal);
    return located && ((await far.describe([located], signal))[0] ?? null);
  }

  /** The very container of a resource. @throws AppError NOT_FOUND, UNAVAILABLE, STALE_VERSION if its id now belongs to another one */
  async #located(resource: Resource, { far, id }: ContainerPlace, signal: AbortSignal) {
    const located = await far.container(id, signal);
    if (located === null) throw gone(resource);
    if (resource.aliases.includes(located.id)) return located;
    throw new AppError('STALE_VERSION', `${resource.name} is another one now: look for it again`);
  }

  /** Where an id leads, if it is one of ours; what is in it may stand in a command. */
  #placeOf(id: string): Place | null {
    const [kind, name = '', ...rest] = id.split(':');
    const far = this.#hosts.get(name);
    const uid = rest.join(':');
    if (far === undefined) return null;
    if (kind === 'host') return id === hostId(far.host) ? { kind, far } : null;
    if (kind === 'service') return UNIT.test(uid) ? { kind, far, unit: uid } : null;
    if (kind === 'docker_container') return SHORT_ID.test(uid) ? { kind, far, id: uid } : null;
    return null;
  }

  async #onHost(far: FarHost, signal: AbortSignal): Promise<Resource[]> {
    const host = await this.#hostNow(far, signal);
    // What is on this machine is found on it, and not once more by the way round.
    if (host.state === 'unreachable' || this.#isHere(far)) return [host];
    const services = (await far.services('*.service', signal)).map((one) => serviceResource(far.host, one));
    const containers = await far.containers(signal);
    return [host, ...services, ...containers.map((one) => containerResource(far.host, one))];
  }

  async #hostNow(far: FarHost, signal: AbortSignal): Promise<Resource> {
    try {
      const machine = await far.machine(signal);
      return hostResource(far.host, machine, { here: this.#isHere(far) ? this.#here.id : null });
    } catch (error) {
      if (signal.aborted || !(error instanceof AppError)) throw error;
      return hostResource(far.host, null, { why: error.message });
    }
  }

  #isHere({ bootId }: FarHost): boolean {
    return bootId !== null && bootId === this.#here.bootId;
  }

  #pause(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#clock.after(ms, resolve);
    return promise;
  }
}

const gone = ({ name }: Resource): AppError =>
  new AppError('NOT_FOUND', `${name} is there no more; look again`);
