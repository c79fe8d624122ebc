// What the typed calls need of the program, as interfaces. The composition root gives the real ones.
import type { Clock } from '../../shared/model/clock.ts';
import type { Conflict, Edge, Fact, FactOutcome, Provenance } from '../../shared/model/graph.ts';
import type { SettingKey, Settings } from '../../shared/model/settings.ts';
import type { Series, SystemStatus } from '../../shared/model/status.ts';
import type { TrafficDetail, TrafficRow } from '../../shared/model/traffic.ts';
import type { ConceptGraph } from '../graph/concept-graph.ts';

/** Who is calling, derived from the door and never from an argument. */
export interface Caller {
  readonly actor: string;
}

export interface ConflictQuery {
  readonly project?: string | undefined;
  readonly view: 'open' | 'decided';
  readonly type?: Conflict['collisionType'] | undefined;
  readonly search?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

export interface MemoryService {
  readonly graph: ConceptGraph;
  tell(project: string, facts: readonly Fact[], provenance: Provenance): Promise<FactOutcome[]>;
  /** Edges with their provenance, by id. */
  edges(edgeIds: readonly number[]): Promise<Edge[]>;
  setDoNotUse(edgeId: number, doNotUse: boolean, actor: string, reason: string): Promise<void>;
  conflicts(query: ConflictQuery): Promise<{ conflicts: Conflict[]; total: number; open: number }>;
  conflict(id: number): Promise<Conflict | undefined>;
  /** Pending conflicts that name the concept. */
  conflictIdsOf(project: string, concept: string): Promise<number[]>;
}

export interface TrafficQuery {
  readonly search?: string | undefined;
  readonly state?: TrafficRow['state'] | undefined;
  readonly injected?: boolean | undefined;
  readonly limit: number;
  readonly before?: string | undefined;
}

export interface TrafficService {
  list(query: TrafficQuery): { rows: TrafficRow[]; total: number; held: number };
  get(id: string): TrafficDetail | undefined;
  /** @returns stops watching. */
  watch(listener: (rows: TrafficRow[]) => void): () => void;
  clear(): number;
}

export interface SettingRow {
  key: string;
  value: unknown;
  default: unknown;
  unit: string;
  doc: string;
  setBy: 'default' | 'console' | 'file';
}

export interface SettingsService {
  current(): Settings;
  rows(): SettingRow[];
  /** Parses, stores, applies. @throws AppError INVALID_INPUT when the value does not fit or the file pins the key. */
  set(key: SettingKey, value: unknown, actor: string): Promise<SettingRow>;
}

export interface StatusService {
  current(): SystemStatus;
  /** @returns stops watching. */
  watch(listener: (status: SystemStatus) => void): () => void;
  series(range: '1h' | '24h'): Series;
}

export interface Services {
  readonly clock: Clock;
  readonly memory: MemoryService;
  readonly traffic: TrafficService;
  readonly settings: SettingsService;
  readonly status: StatusService;
  /** How often a concept stood in an injected block since start. */
  recalled(conceptId: number): number;
  mostRecalled(limit: number): number[];
  /** Concepts recalled or told lately, newest first. */
  mostRecent(limit: number): number[];
  sessionLink(): string;
  testPrompt(options: {
    model?: string | undefined;
    prompt?: string | undefined;
  }): Promise<{ ok: boolean; requestId: string | null; answer: string; ms: number }>;
}
