// What the proxy needs from the rest of the program, as interfaces it declares itself; the composition root passes
// the parts in. Nothing here may be awaited on the way of a request; upstreams.ts says what may.
import type { Provenance } from '../../shared/model/graph.ts';
import type { InjectionReason, RouteKind, TrafficRow } from '../../shared/model/traffic.ts';
import type { CueTriple, Lexicon } from '../graph/types.ts';

/** A structured log; pino fits. */
export interface Log {
  debug(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What went into a prompt, for the log that leads from an injected line back to its edges. */
export interface LoggedInjection {
  readonly requestId: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly project: string;
  readonly conversation: string | null;
  readonly client: string | null;
  readonly concepts: readonly string[];
  readonly edgeIds: readonly number[];
  readonly position: string;
  readonly bytes: number;
  readonly prefixBytes: number;
}

/** The writing side of the memory. Every call returns at once; what it throws is logged, never a request's fault. */
export interface MemoryPort {
  /** Concepts that were met, each as often as it is named; ids nobody knows any more are left out. */
  meet(ids: readonly number[], at: number): void;
  /** Words that were met and are no concepts yet, and how often. */
  encounter(tokens: ReadonlyMap<string, number>, at: number): void;
  /** Triples of one segment; each brings its own sentence. */
  learn(lesson: { project: string; triples: readonly CueTriple[]; provenance: Provenance }): void;
  /** Which of the words just counted stand for something nobody has explained; prose without any need not be heard. */
  openNames(
    project: string,
    met: readonly number[],
    counts: ReadonlyMap<string, number>,
  ): ReadonlySet<string>;
  /** A piece of trusted prose, with the open names it may hold. */
  hear(piece: {
    project: string;
    text: string;
    names: ReadonlySet<string>;
    role: 'user' | 'assistant';
    client: string | null;
    conversation: string | null;
    segment: string | null;
    at: number;
  }): void;
  /** A piece of one speaker's own prose, for the reader. */
  readLater(prose: {
    project: string;
    text: string;
    role: 'user' | 'assistant';
    client: string | null;
    conversation: string | null;
    segment: string | null;
    at: number;
  }): void;
  logInjection(injection: LoggedInjection): void;
}

/** The cue scanner (graph/cues/cues.ts): reads facts out of trusted prose, in steps between which other work may come in. */
export type ScanCues = (
  prose: string,
  lexicon: Lexicon,
  options: { role: 'user' | 'assistant' },
) => Iterable<readonly CueTriple[]>;

/** Takes secrets out of text before it is kept. */
export type Redact = (text: string) => string;

/** The same for long texts, in steps between which other work may run. */
export type RedactSlices = (text: string) => Generator<void, string>;

/** What the proxy counts. Implemented over prom-client; labels are bounded by the types. */
export interface ProxyMetrics {
  requestStarted(route: RouteKind): void;
  /** Once per request, with its final row. */
  requestFinished(row: TrafficRow): void;
  /** Turned away before anything was done: a bad header, no key, a foreign project, too many. */
  refused(status: 400 | 401 | 403 | 429): void;
  /** Every decision about a prompt, with the milliseconds it took. */
  enriched(route: RouteKind, reason: InjectionReason, ms: number): void;
  /** An error of ours was swallowed and the request went on without what failed. */
  failedOpen(where: 'enrich' | 'observe' | 'model_info' | 'loops' | 'record'): void;
  /** Text that was not counted or scanned because too much waited already. */
  observationDropped(bytes: number): void;
}

/** For tests and tools that do not count. */
export const NO_METRICS: ProxyMetrics = {
  requestStarted() {},
  requestFinished() {},
  refused() {},
  enriched() {},
  failedOpen() {},
  observationDropped() {},
};
