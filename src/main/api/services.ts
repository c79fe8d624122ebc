// What the typed calls are made of. The composition root puts it together.
import type { Clock } from '../../shared/model/clock.ts';
import type { Budget } from '../../shared/model/job.ts';
import type { SettingKey, Settings } from '../../shared/model/settings.ts';
import type { Series, SystemStatus } from '../../shared/model/status.ts';
import type { ConceptGraph } from '../graph/concept-graph.ts';
import type { ModelsService } from '../llm/open-llm.ts';
import type { Memory } from '../memory/memory.ts';
import type { Resolution } from '../memory/resolve/resolution.ts';
import type { TrafficLog } from '../proxy/traffic-log.ts';

/** Who is calling, derived from the door and never from an argument. */
export interface Caller {
  readonly actor: string;
  /** The console's own doors, or REST. */
  readonly door: 'console' | 'http';
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

/** Which concepts were recalled or told lately, and how often. */
export interface Recalls {
  count(concept: number): number;
  /** Newest first. */
  mostRecent(limit: number): number[];
  mostRecalled(limit: number): number[];
}

export interface Services {
  readonly clock: Clock;
  readonly graph: ConceptGraph;
  readonly memory: Memory;
  readonly traffic: TrafficLog;
  readonly settings: SettingsService;
  readonly status: StatusService;
  readonly recalls: Recalls;
  readonly models: ModelsService;
  /** What the models we ask used today. */
  readonly budget: { today(): Promise<Budget> };
  readonly resolution: Resolution;
  sessionLink(): string;
  testPrompt(options: {
    model?: string | undefined;
    prompt?: string | undefined;
  }): Promise<{ ok: boolean; requestId: string | null; answer: string; ms: number }>;
}
