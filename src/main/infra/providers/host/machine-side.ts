// What is seen of the machine itself: found, told of and measured; nothing here acts. One look at disks and graphics processors is
// shared by those who measure each of them at the same beat. Called by open-host.ts. Source: agent, What it acts on (host).
import type { Clock } from '../../../../shared/model/clock.ts';
import { AppError } from '../../../../shared/model/envelope.ts';
import type { Inspection, Resource, Sample } from '../../../../shared/model/resource.ts';
import type { HostPlace } from './host-place.ts';
import type { Gpu, Gpus } from './machine/gpus.ts';
import type { Disk, MachineReader } from './machine/machine.ts';
import { Shared } from './machine/shared-look.ts';
import {
  diskResource,
  diskSamples,
  gpuResource,
  gpuSamples,
  hostResource,
  hostSamples,
  processResource,
  processSamples,
} from './machine-resources.ts';

const SHARED_MS = 5000;

type Kind = 'host' | 'disk' | 'gpu' | 'process';

export class MachineSide {
  readonly #reader: MachineReader;
  readonly #disks: Shared<readonly Disk[]>;
  readonly #gpus: Shared<readonly Gpu[]>;

  constructor({ reader, gpus, clock }: { reader: MachineReader; gpus: Gpus; clock: Clock }) {
    this.#reader = reader;
    this.#disks = new Shared((signal) => reader.disks(signal), clock, SHARED_MS);
    this.#gpus = new Shared((signal) => gpus.list(signal), clock, SHARED_MS);
  }

  async discover(place: HostPlace): Promise<Resource[]> {
    const [facts, disks, gpus, processes] = await Promise.all([
      this.#reader.facts(),
      this.#disks.now(),
      this.#gpus.now(),
      this.#reader.processes(),
    ]);
    return [
      hostResource(facts, place),
      ...disks.map((disk) => diskResource(disk, place)),
      ...gpus.map((gpu) => gpuResource(gpu, place)),
      ...processes.map((process) => processResource(process, place)),
    ];
  }

  async find(kind: Kind, uid: string, place: HostPlace): Promise<Resource | null> {
    switch (kind) {
      case 'host':
        return hostResource(await this.#reader.facts(), place);
      case 'disk':
        return firstOf(
          await this.#disks.now(),
          (disk) => disk.mountpoint === uid,
          (disk) => diskResource(disk, place),
        );
      case 'gpu':
        return firstOf(
          await this.#gpus.now(),
          (gpu) => gpu.uid === uid,
          (gpu) => gpuResource(gpu, place),
        );
      case 'process':
        return firstOf(
          await this.#processes(uid),
          () => true,
          (process) => processResource(process, place),
        );
    }
  }

  async inspect(kind: Kind, uid: string, place: HostPlace): Promise<Inspection> {
    const resource = await this.find(kind, uid, place);
    if (!resource)
      throw new AppError('NOT_FOUND', `There is no ${kind} ${uid} any more: look at the host anew.`);
    const measured = await this.metrics(kind, uid);
    const facts = [
      ...(kind === 'host' ? await this.#machineFacts() : []),
      ...measured.map(
        ({ metric, unit, value }) => [metric, `${Math.round(value * 10) / 10} ${unit}`] as const,
      ),
    ];
    return {
      resource,
      facts: facts.map(([label, value]) => ({ label, value: value.slice(0, 2000) })),
      ...{ ports: [], mounts: [], configPaths: [], logPaths: [], environment: [] },
    };
  }

  async metrics(kind: Kind, uid: string): Promise<Sample[]> {
    switch (kind) {
      case 'host':
        return hostSamples(await this.#reader.usage());
      case 'disk':
        return firstOf(await this.#disks.recent(), (disk) => disk.mountpoint === uid, diskSamples) ?? [];
      case 'gpu':
        return firstOf(await this.#gpus.recent(), (gpu) => gpu.uid === uid, gpuSamples) ?? [];
      case 'process':
        return firstOf(await this.#processes(uid), () => true, processSamples) ?? [];
    }
  }

  async #processes(uid: string) {
    const pid = Number(uid);
    return Number.isInteger(pid) && pid > 0 ? this.#reader.processes(pid) : [];
  }

  async #machineFacts(): Promise<(readonly [string, string])[]> {
    const facts = await this.#reader.facts();
    return [
      ['system', facts.os],
      ['kernel', facts.kernel],
      ['architecture', facts.architecture],
      ['processors', `${facts.cpus}${facts.cpuModel ? ` × ${facts.cpuModel}` : ''}`],
      ['memory in bytes', String(facts.memoryBytes)],
      ['up since', new Date(facts.bootedAt).toISOString()],
    ];
  }
}

function firstOf<T, R>(all: readonly T[], is: (one: T) => boolean, as: (one: T) => R): R | null {
  const found = all.find(is);
  return found === undefined ? null : as(found);
}
