// The composition root: opens the store, loads the graph, and wires memory, proxy, typed calls and HTTP together.
// Knows every feature; no feature knows it. Doors (serve.ts, desktop/) get a Core and carry calls to it.
import type { Clock, Ids } from '../../shared/model/clock.ts';
import type { Doors } from '../api/doors.ts';
import type { Log } from '../telemetry/log.ts';
import { wire } from './wire.ts';

export interface CoreOptions {
  readonly dataDir?: string | undefined;
  readonly listen?: string | undefined;
  readonly upstream?: string | undefined;
  readonly database?: string | undefined;
  readonly demo?: boolean | undefined;
  /** The folder of the built renderer. */
  readonly rendererDir: string;
  readonly log: Log;
  readonly clock?: Clock;
  readonly ids?: Ids;
}

export interface Core {
  readonly dataDir: string;
  readonly token: string;
  readonly demo: boolean;
  /** What agents point at. */
  readonly baseUrl: string;
  /** A new one-time link to the console. */
  sessionLink(): string;
  /** Serves the contract to the operator on a message port. */
  servePort: Doors['port'];
  /** Waits until everything accepted so far is stored. */
  settle(): Promise<void>;
  /** Stops taking requests, lets streams in flight finish for at most `drainMs`, flushes, closes. */
  close(drainMs: number): Promise<void>;
}

/** @throws AppError with what to do when the data directory, configuration, database or port cannot be used. */
export async function startCore(options: CoreOptions): Promise<Core> {
  const resources = new AsyncDisposableStack();
  try {
    return await wire(options, resources);
  } catch (error) {
    await resources.disposeAsync();
    throw error;
  }
}
