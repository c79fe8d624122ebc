// What enrichment came to for one request: what goes into it, what it taught, the loop it is part of. Data only.
// Made by enrich.ts, read wherever a prompt is written, sent or recorded.
import type { AskedBelow, InjectionReason, LeftOut, RecalledLine } from '../../../shared/model/traffic.ts';
import type { ScannedBytes } from '../body/context-option.ts';
import type { PromptTurn } from '../body/prompt-turns.ts';
import type { Conversation, Family } from './conversation.ts';
import type { InjectionPlan, Position } from './inject.ts';
import type { LoopAction } from './look-for-loop.ts';
import type { ReadSegment } from './mentions.ts';
import type { ZeroHitRequest } from './zero-hits.ts';

/** What a request taught that is not counted yet, for observer.ts. */
export interface Observation {
  readonly turns: readonly PromptTurn[];
  readonly family: Family;
  /** The counted segments of those turns that were read on the way. */
  readonly read: ReadonlyMap<PromptTurn, readonly ReadSegment[]>;
  /** What the conversation may be asked about. */
  readonly questions: ZeroHitRequest;
}

export interface Enrichment {
  /** `injected` exactly when `planned` is set. */
  readonly reason: InjectionReason;
  readonly model: string | null;
  readonly streamed: boolean;
  readonly conversation: Conversation | null;
  readonly planned: {
    readonly plan: InjectionPlan;
    readonly position: Position;
    readonly block: string;
    /** In a user's message instead, for a model that takes no system message; null where none is added. */
    readonly withoutSystem: InjectionPlan | null;
  } | null;
  readonly lines: readonly RecalledLine[];
  /** Concepts its newest turn named. */
  readonly newest: readonly number[];
  /** What its newest turn asks the other way round: what stands below a concept. */
  readonly asked: readonly AskedBelow[];
  /** Concepts its agent may be asked about (memory D22). */
  readonly askable: readonly number[];
  /** What was not looked at. */
  readonly leftOut: readonly LeftOut[];
  /** Leading bytes this body shares with the conversation's previous one. */
  readonly sharedBytes: number;
  readonly observation: Observation | null;
  readonly loop: LoopAction | null;
  /** An OpenAI client asked for the usage at the end of its stream. */
  readonly asksForUsage: boolean;
  readonly turns: readonly PromptTurn[];
  /** Where the list stands that they come from. */
  readonly list: ScannedBytes['list'];
}

/** Of a request into which nothing goes and of which nothing is learnt. */
export const passed = (reason: InjectionReason, model: string | null, streamed: boolean): Enrichment => ({
  reason,
  model,
  streamed,
  conversation: null,
  planned: null,
  lines: [],
  newest: [],
  asked: [],
  askable: [],
  leftOut: [],
  sharedBytes: 0,
  observation: null,
  loop: null,
  asksForUsage: false,
  turns: [],
  list: null,
});

/** What of a prompt was not looked at, as far as it is known before it leaves. */
export function leftOutOf(turns: readonly PromptTurn[], unreached: number, omitted: number): LeftOut[] {
  const text = turns.reduce((sum, { unreadBytes }) => sum + unreadBytes, 0);
  const amounts = { text, turns: unreached, lines: omitted };
  return (['text', 'turns', 'lines'] as const).flatMap((what) =>
    amounts[what] > 0 ? [{ what, amount: amounts[what] }] : [],
  );
}
