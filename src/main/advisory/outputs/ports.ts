// What briefs are made with, handed in by core: models, evidence, keys, counts. Types alone. Source: advisory, Profiles.

import type { Clock, Ids } from '../../../shared/model/clock.ts';
import type {
  BriefCode,
  BriefProfile,
  BriefSignature,
  BriefTask,
  FallbackReason,
  SignatureState,
  StoredBrief,
} from '../../../shared/model/evidence/brief.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import type { Json } from '../../store/audit/canonical-json.ts';
import type { JobQueue } from '../../store/jobs/job-queue.ts';
import type { Store } from '../../store/store-access.ts';
import type { Traces } from '../../telemetry/traces.ts';
import type { ProfileConfig } from '../brief/profile-config.ts';
import type { Profile } from '../brief/profiles.ts';
import type { WordingTurn } from '../brief/wording.ts';
import type { ContextAsked } from '../context/asked.ts';
import type { ReadContext } from '../context/read-context.ts';
import type { Subject } from '../signing/statement.ts';

/** What is known of the model that a purpose's setting names. */
export interface ModelKnown {
  /** Null where none is chosen. */
  readonly label: string | null;
  readonly provider: 'ollama' | 'openai' | 'claude' | null;
  /** It is in the operator's own network. */
  readonly isLocal: boolean;
  /** Why it cannot be asked; null when it can. */
  readonly problem: string | null;
}

export interface BriefModels {
  about(purpose: Profile['purpose']): Promise<ModelKnown>;
  /** Its weights as its server tells them now, or its name where it tells none. @throws AppError UNAVAILABLE, TIMEOUT, BAD_ANSWER, CANCELLED */
  digest(purpose: Profile['purpose'], signal: AbortSignal): Promise<string>;
  /** @throws AppError, see `Wording` */
  ask(purpose: Profile['purpose'], turns: readonly WordingTurn[], signal: AbortSignal): Promise<string>;
  /** When the day's tokens or money are used up until; null where they are not. */
  usedUpUntil(purpose: Profile['purpose']): Promise<number | null>;
}

export interface BriefSigner {
  /** Why briefs of a profile cannot be signed, as a sentence; null where they can. */
  problem(profile: Profile): string | null;
  /** @throws AppError; nothing is signed then */
  sign(
    profile: Profile,
    subjects: readonly Subject[],
    predicate: Readonly<Record<string, Json>>,
    signal: AbortSignal,
  ): Promise<readonly BriefSignature[]>;
  /**
   * What a brief's signature comes to.
   * @param contextHash of what it was made from, as it is kept
   * @param signal ends a program that is asked; without one none is
   */
  stateOf(
    brief: StoredBrief,
    contextHash: string,
    signal?: AbortSignal,
  ): Promise<{ readonly intact: boolean; readonly signature: SignatureState }>;
}

/** The stretches of a brief, as traces name them. */
export const BRIEF_SPANS = ['retrieval', 'prompt', 'inference', 'validation', 'cache_write'] as const;
export type BriefSpanName = (typeof BRIEF_SPANS)[number];

export interface BriefCounters {
  requested(profile: BriefProfile, type: BriefTask): void;
  took(seconds: number): void;
  validationFailed(): void;
  covered(ratio: number): void;
  blocked(codes: readonly BriefCode[]): void;
  stored(): void;
}

export interface BriefLog {
  info(told: Readonly<Record<string, unknown>>, message: string): void;
  warn(told: Readonly<Record<string, unknown>>, message: string): void;
}

export interface BriefsParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly queue: Pick<JobQueue, 'enqueue' | 'wake' | 'retry' | 'cancel' | 'breakOff'>;
  readonly settings: () => Settings;
  readonly profiles: () => Readonly<Partial<Record<BriefProfile, ProfileConfig>>>;
  readonly trusted: () => ReadonlySet<string>;
  readonly models: BriefModels;
  /** The evidence of one moment, with services elsewhere. */
  readonly context: (asked: ContextAsked, signal: AbortSignal) => Promise<ReadContext>;
  readonly signer: BriefSigner;
  readonly counters: BriefCounters;
  readonly traces: Pick<Traces, 'trace' | 'within'>;
  readonly log: BriefLog;
  /** A word that stands nowhere else, for each brief its own. */
  readonly canary: () => string;
}

/** Who words a brief, as settings and its profile have it. */
export type Wordsmith =
  | { readonly label: null; readonly mode: 'Local' | 'Remote'; readonly fallback: FallbackReason | null }
  | { readonly label: string; readonly mode: 'Local' | 'Remote'; readonly purpose: Profile['purpose'] };
