// This machine as a provider: itself, its disks, graphics processors and processes to look at, its services to act on. Runs fixed
// argument vectors through the executor it is given, and no shell. Called by whoever opens the inventory.
// Source: agent, What it acts on (host).
import type { Clock } from '../../../../shared/model/clock.ts';
import { AppError } from '../../../../shared/model/envelope.ts';
import type { LogLine, Resource } from '../../../../shared/model/resource.ts';
import type { Executor } from '../../executor.ts';
import type { ActionRequest, Provider } from '../../provider.ts';
import { childLines } from './child-lines.ts';
import { type HostPlace, localPlace } from './host-place.ts';
import { Gpus } from './machine/gpus.ts';
import type { MachineReader } from './machine/machine.ts';
import { PortableReader } from './machine/portable-reader.ts';
import { ProcReader } from './machine/proc-reader.ts';
import { MachineSide } from './machine-side.ts';
import { Services } from './services.ts';
import type { LineSource } from './systemd/journal.ts';

export interface HostParts {
  readonly clock: Clock;
  /** Of this machine. */
  readonly executor: Executor;
  /** Where /proc and /etc lie; `/` when absent. */
  readonly root?: string;
  /** How the output of a program of this machine is read as it comes; a child of this process when absent. */
  readonly lines?: LineSource;
}

/** A resource's id, taken apart; null for what is not of this machine. */
type Named = { readonly kind: 'host' | 'disk' | 'gpu' | 'process' | 'service'; readonly uid: string };
const KINDS = ['host', 'disk', 'gpu', 'service', 'process'] as const;

export function openHost(parts: HostParts): Provider {
  const reader = readerOf(parts);
  const gpus = new Gpus(parts);
  const machine = new MachineSide({ reader, gpus, clock: parts.clock });
  const { clock, executor, lines = childLines } = parts;
  const services = new Services({ clock, executor, reader, lines });
  return {
    name: 'host',
    kinds: KINDS,
    async discover(signal) {
      const [place, noServices] = await Promise.all([placeOf(reader), services.absence()]);
      const [seen, units] = await Promise.all([
        machine.discover(place),
        noServices === null ? services.discover(place, signal) : [],
      ]);
      const missing = [noServices, gpus.absence()].filter((why) => why !== null);
      return { resources: [...seen, ...units], off: missing.length === 0 ? null : missing.join('; ') };
    },
    async find(id, signal) {
      const place = await placeOf(reader);
      const named = namedBy(id, place);
      if (!named) return null;
      if (named.kind === 'service') return services.find(named.uid, place, signal);
      return machine.find(named.kind, named.uid, place);
    },
    async inspect(resource, signal) {
      const place = await placeOf(reader);
      const { kind, uid } = mustBeHere(resource, place);
      return kind === 'service' ? services.inspect(uid, place, signal) : machine.inspect(kind, uid, place);
    },
    async metrics(resource, signal) {
      const { kind, uid } = mustBeHere(resource, await placeOf(reader));
      return kind === 'service' ? services.metrics(uid, signal) : machine.metrics(kind, uid);
    },
    logs: (resource, request, signal) =>
      logsOf(async () => services.logs(serviceOf(resource, await placeOf(reader)), request, signal)),
    plan: async (request, signal) => services.plan(await actedOn(request), request, signal),
    act: async (request, run) => services.act(await actedOn(request), request, run),
    verify: async (request, signal) => services.verify(await actedOn(request), request, signal),
  };

  async function actedOn({ resource }: ActionRequest): Promise<string> {
    return serviceOf(resource, await placeOf(reader));
  }
}

function readerOf({ clock, executor, root }: HostParts): MachineReader {
  if (process.platform !== 'linux') return new PortableReader({ clock });
  return new ProcReader({ clock, executor, ...(root === undefined ? {} : { root }) });
}

async function placeOf(reader: MachineReader): Promise<HostPlace> {
  return localPlace(await reader.hostName());
}

function namedBy(id: string, { hostName, hostId }: HostPlace): Named | null {
  if (id === hostId) return { kind: 'host', uid: hostName };
  for (const kind of KINDS) {
    const start = `${kind}:${hostName}:`;
    if (kind !== 'host' && id.startsWith(start) && id.length > start.length)
      return { kind, uid: id.slice(start.length) };
  }
  return null;
}

function mustBeHere(resource: Resource, place: HostPlace): Named {
  const named = namedBy(resource.id, place);
  if (named) return named;
  throw new AppError('NOT_FOUND', `${resource.id} is not of this machine, which is ${place.hostName}.`);
}

function serviceOf(resource: Resource, place: HostPlace): string {
  const { kind, uid } = mustBeHere(resource, place);
  if (kind === 'service') return uid;
  throw new AppError('NOT_ALLOWED', `A ${kind} has no log and no actions here; its services have.`);
}

async function* logsOf(open: () => Promise<AsyncIterable<LogLine>>): AsyncGenerator<LogLine> {
  yield* await open();
}
