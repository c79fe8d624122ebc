// What a container uses, from an engine's readings. Pure. The engine's own share of the processor is not used: Podman's
// `system_cpu_usage` is what all groups used, not the time that passed, and Docker's formula over it is wrong there. The time between
// two readings gives the same figure for both. Used by containers.ts.
import type { Sample } from '../../../../shared/model/resource.ts';
import type { Stats } from './shapes.ts';

/** Between two readings at least, ms: the less, the more a busy moment counts for. */
export const SHORTEST_SPAN = 500;
/** Older readings say what was, not what is, ms. */
export const LONGEST_SPAN = 120_000;

export interface Reading {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly stats: Stats;
}

export function readingOf(stats: Stats): Reading {
  return { at: Date.parse(stats.read), stats };
}

/** Whether the two are as far apart as a figure needs, and of one life of a container. */
export function comparable(before: Reading | undefined, after: Reading): before is Reading {
  if (!before) return false;
  const span = after.at - before.at;
  return span >= SHORTEST_SPAN && span <= LONGEST_SPAN && cpuOf(after) >= cpuOf(before);
}

/** Processor as one core is 100 %, memory without what the system can take back, network as bytes a second. */
export function samplesOf(before: Reading, after: Reading): Sample[] {
  const seconds = (after.at - before.at) / 1000;
  const cores = after.stats.cpu_stats.online_cpus;
  const samples: Sample[] = [
    {
      metric: 'cpu',
      unit: 'percent',
      value: round((cpuOf(after) - cpuOf(before)) / 1e7 / seconds),
      limit: cores ? cores * 100 : null,
    },
    ...memorySample(after.stats),
  ];
  for (const [metric, field] of [
    ['network_in', 'rx_bytes'],
    ['network_out', 'tx_bytes'],
  ] as const) {
    const [then, now] = [total(before.stats, field), total(after.stats, field)];
    if (then === null || now === null || now < then) continue;
    samples.push({ metric, unit: 'bytes/s', value: Math.round((now - then) / seconds), limit: null });
  }
  return samples;
}

const cpuOf = ({ stats }: Reading): number => stats.cpu_stats.cpu_usage.total_usage;
const round = (value: number): number => Math.round(value * 100) / 100;

/**
 * As `docker stats` counts: the files that were read and can be dropped again are taken off, `total_inactive_file` of the first cgroups,
 * `inactive_file` of the second. A limit that is none is left out.
 */
function memorySample({ memory_stats }: Stats): Sample[] {
  const usage = memory_stats?.usage;
  if (!usage) return [];
  const cache = memory_stats.stats?.total_inactive_file ?? memory_stats.stats?.inactive_file ?? 0;
  const limit = memory_stats.limit ?? 0;
  return [
    {
      metric: 'memory',
      unit: 'bytes',
      value: cache < usage ? usage - cache : usage,
      // Without a limit, the first cgroups say 2^63 less a page.
      limit: limit > 0 && limit < 2 ** 60 ? limit : null,
    },
  ];
}

function total({ networks }: Stats, field: 'rx_bytes' | 'tx_bytes'): number | null {
  const all = Object.values(networks ?? {});
  return all.length === 0 ? null : all.reduce((sum, one) => sum + (one[field] ?? 0), 0);
}
