// The machine, its disks, its graphics processors and its processes as resources. What changes from moment to moment is told
// roughly, so that a list that is looked at does not change with every byte. Pure. Called by machine-side.ts.
// Source: agent, What it acts on (host).
import type { Resource, Sample } from '../../../../shared/model/resource.ts';
import { utcMinute } from '../../utc-words.ts';
import { digest, type HostPlace } from './host-place.ts';
import type { Gpu } from './machine/gpus.ts';
import { type Disk, type MachineFacts, type Process, percentUsed, type Usage } from './machine/machine.ts';

const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

export function hostResource(facts: MachineFacts, place: HostPlace): Resource {
  const short = facts.hostName.split('.')[0] ?? facts.hostName;
  return {
    ...common(place, 'host', facts.hostName, facts.hostName),
    aliases: [...new Set(['localhost', short])].filter((name) => name !== facts.hostName),
    parent: null,
    state: 'running',
    detail: `${facts.os}, kernel ${facts.kernel}, ${facts.cpus} processors, ${size(facts.memoryBytes)} of memory, up since ${utcMinute(facts.bootedAt)}`,
    version: digest([facts.hostName, facts.bootId, facts.os, facts.kernel]),
  };
}

export function diskResource(disk: Disk, place: HostPlace): Resource {
  const { mountpoint, device, fileSystem, readOnly, space } = disk;
  const used = space
    ? `${Math.round(percentUsed(space))} % used, ${size(space.available)} of ${size(space.size)} free`
    : 'it does not answer';
  return {
    ...common(place, 'disk', mountpoint, mountpoint),
    aliases: device === mountpoint || device === 'none' ? [] : [device.slice(0, 400)],
    state: space ? 'available' : 'unreachable',
    detail: `${used}, ${fileSystem}${readOnly ? ', read-only' : ''}, on ${device}`.slice(0, 500),
    version: digest([
      mountpoint,
      device,
      fileSystem,
      String(readOnly),
      String(space?.size),
      String(space === null),
    ]),
  };
}

export function gpuResource(gpu: Gpu, place: HostPlace): Resource {
  const memory = gpu.memoryTotal === null ? '' : `, ${size(gpu.memoryTotal)}`;
  return {
    ...common(place, 'gpu', gpu.uid, gpu.name),
    aliases: [gpu.uid.slice(0, 400)],
    state: 'running',
    detail: `${gpu.name}${memory}${gpu.driver ? `, driver ${gpu.driver}` : ''}`,
    version: digest([gpu.uid, gpu.name, gpu.driver ?? '']),
  };
}

export function processResource(process: Process, place: HostPlace): Resource {
  const states = { running: 'running', paused: 'paused', ended: 'stopped' } as const;
  const cpu = Math.round(process.cpuPercent);
  const busy = cpu > 0 ? `, ${cpu} % of a processor` : '';
  return {
    ...common(place, 'process', String(process.pid), process.name),
    aliases: [String(process.pid)],
    state: states[process.state],
    detail: `pid ${process.pid}, ${size(process.memoryBytes)}${busy}`,
    version: digest([String(process.pid), String(process.startedAt), process.name]),
  };
}

export function hostSamples(usage: Usage): Sample[] {
  const rate = (metric: 'network_in' | 'network_out', value: number | null): Sample[] =>
    value === null ? [] : [{ metric, unit: 'bytes/s', value, limit: null }];
  return [
    ...(usage.cpuPercent === null ? [] : [percent('cpu', usage.cpuPercent)]),
    percent('memory', usage.memoryPercent),
    ...rate('network_in', usage.networkIn),
    ...rate('network_out', usage.networkOut),
  ];
}

export function diskSamples({ space }: Disk): Sample[] {
  return space ? [percent('disk', percentUsed(space))] : [];
}

export function gpuSamples({ busy, memoryUsed, memoryTotal }: Gpu): Sample[] {
  const samples: Sample[] = busy === null ? [] : [percent('gpu', busy)];
  if (memoryUsed === null) return samples;
  return [...samples, { metric: 'vram', unit: 'bytes', value: memoryUsed, limit: memoryTotal }];
}

export function processSamples({ cpuPercent, memoryBytes }: Process): Sample[] {
  return [
    { metric: 'cpu', unit: 'percent', value: cpuPercent, limit: null },
    { metric: 'memory', unit: 'bytes', value: memoryBytes, limit: null },
  ];
}

function common(place: HostPlace, kind: 'host' | 'disk' | 'gpu' | 'process', uid: string, name: string) {
  return {
    id: (kind === 'host' ? `host:${uid}` : `${kind}:${place.hostName}:${uid}`).slice(0, 600),
    ...{ kind, name: name.slice(0, 400) || '?', provider: place.provider, parent: place.hostId },
    ...{ actions: [], reachableVia: [place.path], targetHost: place.hostName },
  };
}

const percent = (metric: Sample['metric'], value: number): Sample => ({
  ...{ metric, unit: 'percent', value, limit: 100 },
});

/** To two digits: `1.2 GiB`, `25 GiB`, `250 GiB`. */
export function size(bytes: number): string {
  const power = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** power;
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${UNITS[power]}`;
}
