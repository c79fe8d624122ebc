// What a core is started with and what its doors get. Types only.

import type { Clock, Ids } from '../../shared/model/clock.ts';
import type { Doors } from '../api/doors.ts';
import type { FaultSite } from '../telemetry/faults.ts';
import type { Log } from '../telemetry/log.ts';

export interface CoreOptions {
  readonly dataDir?: string | undefined;
  readonly listen?: string | undefined;
  readonly consoleListen?: string | undefined;
  readonly upstream?: string | undefined;
  readonly database?: string | undefined;
  readonly demo?: boolean | undefined;
  /** Whether the demo has agents of its own; it has by default. */
  readonly demoAgents?: boolean | undefined;
  /** Whether the demo has sessions of the assistant, and something that waits; it has by default. */
  readonly demoSessions?: boolean | undefined;
  /** Whether the demo takes in evidence of its own, and so has findings; it does by default. */
  readonly demoEvidence?: boolean | undefined;
  /** The file with the program's own list of components, to be imported; none where it is left out, and in a demo. */
  readonly ownSbom?: string | null | undefined;
  /** How fast the demo answers and acts; as a person expects it by default. */
  readonly demoPace?: 'person' | 'none' | undefined;
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
  /** Where operators come in; the same address while agents come from this machine only. */
  readonly consoleUrl: string;
  /** A new one-time link to the console. */
  sessionLink(): string;
  /** Serves the contract to the operator on a message port. */
  servePort: Doors['port'];
  /** Hears the id of each approval that begins to wait for the operator. */
  onAsked(hear: (id: string) => void): void;
  /** Counts and logs what was thrown where nothing else caught it. Never throws. */
  noteFault(where: FaultSite, error: unknown): void;
  /** Waits until everything accepted so far is stored. */
  settle(): Promise<void>;
  /** Stops taking requests, lets streams in flight finish for at most `drainMs`, flushes, closes. */
  close(drainMs: number): Promise<void>;
}
