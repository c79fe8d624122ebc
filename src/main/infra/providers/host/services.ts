// The services of a host as the provider offers them: found, told of, measured, read and acted on, each by systemd. Where PID 1 is
// not systemd there are none, and one line says so. Called by open-host.ts. Source: agent, What it acts on (host).
import type { Clock } from '../../../../shared/model/clock.ts';
import { AppError } from '../../../../shared/model/envelope.ts';
import type { Inspection, LogLine, Resource, Sample } from '../../../../shared/model/resource.ts';
import type { Executor } from '../../executor.ts';
import type {
  ActionOutcome,
  ActionPlan,
  ActionRequest,
  ActionRun,
  LogRequest,
  Verification,
} from '../../provider.ts';
import type { HostPlace } from './host-place.ts';
import type { MachineReader } from './machine/machine.ts';
import { journalArgv, type LineSource, readJournal } from './systemd/journal.ts';
import { ServiceActions } from './systemd/service-actions.ts';
import { serviceInspection, serviceResource, serviceSamples } from './systemd/service-resource.ts';
import type { Unit } from './systemd/unit.ts';
import { Units } from './systemd/units.ts';

/** Aliases and details of so many are a megabyte; machines have one or two hundred. */
const MOST = 1000;

export interface ServicesParts {
  readonly executor: Executor;
  readonly clock: Clock;
  readonly reader: MachineReader;
  readonly lines: LineSource;
}

export class Services {
  readonly #units: Units;
  readonly #actions: ServiceActions;
  readonly #reader: MachineReader;
  readonly #lines: LineSource;

  constructor({ executor, clock, reader, lines }: ServicesParts) {
    this.#units = new Units({ executor, clock });
    this.#reader = reader;
    this.#lines = lines;
    const ownUnits = () => reader.ownUnits();
    this.#actions = new ServiceActions({ units: this.#units, executor, clock, ownUnits });
  }

  /** Why there are none here; null where systemd runs. */
  async absence(): Promise<string | null> {
    const first = await this.#reader.firstProcess();
    if (first === 'systemd') return null;
    if (first === null) return `No systemd here (this is ${process.platform})`;
    return `No systemd here (PID 1 is ${first.slice(0, 64)})`;
  }

  async discover(place: HostPlace, signal: AbortSignal): Promise<Resource[]> {
    const [units, own] = await Promise.all([this.#units.all(signal), this.#reader.ownUnits()]);
    return units.slice(0, MOST).map((unit) => serviceResource(unit, place, own));
  }

  async find(name: string, place: HostPlace, signal: AbortSignal): Promise<Resource | null> {
    if ((await this.absence()) !== null) return null;
    const unit = await this.#units.one(name, signal);
    return unit && serviceResource(unit, place, await this.#reader.ownUnits());
  }

  async inspect(name: string, place: HostPlace, signal: AbortSignal): Promise<Inspection> {
    const unit = await this.#known(name, signal);
    return serviceInspection(unit, serviceResource(unit, place, await this.#reader.ownUnits()));
  }

  async metrics(name: string, signal: AbortSignal): Promise<Sample[]> {
    if ((await this.absence()) !== null) return [];
    const unit = await this.#units.recent(name, signal);
    return unit ? serviceSamples(unit) : [];
  }

  logs(name: string, request: LogRequest, signal: AbortSignal): AsyncIterable<LogLine> {
    return readJournal(this.#lines(journalArgv(name, request), signal));
  }

  plan(name: string, request: ActionRequest, signal: AbortSignal): Promise<ActionPlan> {
    return this.#actions.plan(name, request, signal);
  }

  act(name: string, request: ActionRequest, run: ActionRun): Promise<ActionOutcome> {
    return this.#actions.act(name, request, run);
  }

  verify(name: string, request: ActionRequest, signal: AbortSignal): Promise<Verification> {
    return this.#actions.verify(name, request, signal);
  }

  async #known(name: string, signal: AbortSignal): Promise<Unit> {
    const unit = await this.#units.one(name, signal);
    if (unit) return unit;
    throw new AppError(
      'NOT_FOUND',
      `There is no service ${name} any more: look at the host's services anew.`,
    );
  }
}
