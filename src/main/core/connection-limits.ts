// How many connections this process can hold, and what config.yaml says of each. Asks the system once. Used by wire.ts.
import type { ConnectionLimits } from '../http/connections.ts';
import type { ConfigFile } from '../settings/config.ts';

/** What the program needs beside its connections: the store, its threads, logs, probes, questions to models. */
const KEPT_DESCRIPTORS = 128;
/** A request takes two: the client's connection and the upstream's. */
const EACH = 2;
/** Beyond this, memory and not descriptors would be what runs out. */
const MOST = 16_384;
const FEWEST = 32;

/** @param descriptors what the process may open; asked of the system unless given */
export function mostConnections(descriptors = descriptorLimit()): number {
  return Math.max(FEWEST, Math.min(MOST, Math.floor((descriptors - KEPT_DESCRIPTORS) / EACH)));
}

/** Node raises the limit to the hard one when it starts. Windows has none. */
function descriptorLimit(): number {
  // The types of Node lack the switch.
  const report = process.report as (typeof process.report & { excludeNetwork?: boolean }) | undefined;
  if (!report) return Number.POSITIVE_INFINITY;
  const before = report.excludeNetwork ?? false;
  report.excludeNetwork = true; // it would ask for the names of all addresses
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } };
  report.excludeNetwork = before;
  const soft = userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY;
}

export function connectionLimits({ connections }: ConfigFile): ConnectionLimits {
  return {
    perAddress: connections.per_address,
    headMs: connections.head_seconds * 1000,
    bodyMs: connections.body_seconds * 1000,
  };
}
