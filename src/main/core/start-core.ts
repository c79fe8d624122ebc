// The composition root: opens the store, loads the graph, and wires memory, proxy, typed calls and HTTP together.
// Knows every feature; no feature knows it. Doors (serve.ts, desktop/) get a Core and carry calls to it.
import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import type { RPCHandler } from '@orpc/server/message-port';
import packageJson from '../../../package.json' with { type: 'json' };
import type { Clock, Ids } from '../../shared/model/clock.ts';
import { AppError } from '../../shared/model/envelope.ts';
import type { ApiContext } from '../api/base.ts';
import { type Doors, openDoors } from '../api/doors.ts';
import { ConceptGraph } from '../graph/concept-graph.ts';
import { scanCues } from '../graph/cues.ts';
import type { HostNames } from '../http/host-check.ts';
import { createHttpServer } from '../http/server.ts';
import { Sessions } from '../http/sessions.ts';
import { openMemory } from '../memory/memory.ts';
import { createProxy } from '../proxy/proxy.ts';
import { TrafficLog } from '../proxy/traffic-log.ts';
import { openStore } from '../store/store.ts';
import type { Log } from '../telemetry/log.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { systemClock, timeSortedIds } from './clock.ts';
import { type ConfigFile, followConfig, ListenAddress, UpstreamUrl } from './config.ts';
import { defaultDataDir, lockDataDir, operatorToken, prepareDataDir } from './data-dir.ts';
import { type Demo, startDemo } from './demo.ts';
import { memoryService } from './memory-service.ts';
import { MinuteSeries } from './minute-series.ts';
import { RecallCounter } from './recall-counter.ts';
import { openSettings } from './settings-service.ts';
import { measureRequest, Status } from './status-service.ts';
import { sendTestPrompt } from './test-prompt.ts';
import { probeUpstream } from './upstream-probe.ts';

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
  servePort(port: Parameters<RPCHandler<ApiContext>['upgrade']>[0]): void;
  /** Waits until everything accepted so far is stored. */
  settle(): Promise<void>;
  /** Stops taking requests, lets streams in flight finish for at most `drainMs`, flushes, closes. */
  close(drainMs: number): Promise<void>;
}

/** @throws AppError with what to do when the data directory, configuration, database or port cannot be used. */
export async function startCore(options: CoreOptions): Promise<Core> {
  const closing = new AsyncDisposableStack();
  try {
    return await wire(options, closing);
  } catch (error) {
    await closing.disposeAsync();
    throw error;
  }
}
