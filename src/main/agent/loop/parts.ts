// What a run is made with: the hands, the word of the operator, the model, the session it belongs to, and whom it tells what it counts. Interfaces;
// the composition root and agent/sessions fill them in. Types only. Source: agent, The loop.
import type { Approval } from '../../../shared/model/approval.ts';
import type { ChatEvent } from '../../../shared/model/assistant/events.ts';
import type { Entry } from '../../../shared/model/assistant/transcript.ts';
import type { FsmState, Profile } from '../../../shared/model/assistant/words.ts';
import type { Clock, Ids } from '../../../shared/model/clock.ts';
import type { ErrorCode } from '../../../shared/model/envelope.ts';
import type { Asker } from '../../infra/approvals/parts.ts';
import type { Planned, Seen } from '../../infra/approvals/planned.ts';
import type { Knowledge } from '../context/knowledge.ts';
import type { ResolvedContext } from '../context/resolved-context.ts';
import type { Hands } from '../hands/hands.ts';
import type { AskedFindings, AskedMemory, Known, Measured } from '../hands/parts.ts';
import type { ToolKind } from '../tools/tool.ts';
import type { Fsm } from './fsm.ts';
import type { AskedModel, ModelMessage } from './model-port.ts';

/** What may be switched off, one by one. */
export interface Switches {
  readonly knowledge: boolean;
  readonly fuzzyPrefetch: boolean;
  readonly phantom: boolean;
  readonly markup: boolean;
  readonly nudges: boolean;
  readonly compaction: boolean;
  readonly textCalls: boolean;
  /** Nothing is written, whatever was approved. */
  readonly readOnly: boolean;
  /** `docker_container.restart`: what an autonomous run may do. */
  readonly autonomous: readonly string[];
  readonly autonomousPerHour: number;
}

/** Approvals, as a run needs them. */
export interface Cards {
  ask(planned: Planned, asker: Asker): Promise<Approval>;
  get(id: string): Promise<Approval>;
  /** What a session asked for last; null where it never did. */
  lastOf(session: string): Promise<Approval | null>;
  approve(id: string, word: { readonly by: string; readonly planHash: string }): Promise<Approval>;
  deny(id: string, reason: string, by: string): Promise<Approval>;
  /** Asks the world once more whether what an approval began came to be. */
  verifyAgain(id: string, signal: AbortSignal): Promise<Seen>;
  /** Calls back when any approval may be another. @returns stops */
  onChange(hear: () => void): () => void;
}

export interface LoopCounters {
  iteration(provider: string, model: string): void;
  toolBlocked(state: FsmState, tool: string, kind: ToolKind): void;
  finalBlocked(state: FsmState): void;
  strictBlocked(tool: string, action: string): void;
  routingBlocked(tool: string, targetKind: string, childKind: string): void;
  phantom(provider: string, model: string): void;
  recoveryAttempt(code: ErrorCode, tool: string): void;
  recoverySuccess(code: ErrorCode, tool: string): void;
  /** A call that came in a turn of words alone. */
  dropped(): void;
  loopBlocked(tool: string): void;
  knowledgeServed(tool: string): void;
  markupRemoved(): void;
  textCall(tool: string): void;
  runEnded(profile: Profile, reason: string): void;
}

export interface LoopParts {
  readonly hands: Hands;
  readonly known: Known;
  readonly measured: Measured;
  readonly memory: AskedMemory;
  readonly findings: AskedFindings;
  readonly cards: Cards;
  readonly model: AskedModel;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly counters: LoopCounters;
  /** The name of this machine. */
  readonly host: string;
  switches(): Switches;
  expiryMs(): number;
  redact(text: string): string;
  /** Agents come first: waited for between two steps, so that none of them holds up the thread for long. */
  breath(): Promise<void>;
  /** English words, which name nothing by themselves. */
  dictionary(): Promise<ReadonlySet<string>>;
  /** How many writes autonomous runs began in the last hour, of all sessions. */
  autonomousInLastHour(): number;
  noteAutonomous(): void;
  onFault(error: unknown): void;
}

/** What a session knows, kept with it. */
export interface LoopMemory {
  fsm: Fsm;
  readonly context: ResolvedContext;
  readonly knowledge: Knowledge;
  /** Of all its runs. */
  turn: number;
  /** Marks notes of ours. */
  readonly noteKey: string;
}

/** The session a run belongs to. */
export interface SessionPort {
  readonly id: string;
  readonly memory: LoopMemory;
  tell(event: ChatEvent): void;
  entries(): readonly Entry[];
  /** What the model was sent of an entry, or said in it. */
  say(entryId: string, message: ModelMessage): void;
  /** The model is no longer sent anything of it. */
  unsay(entryId: string): void;
  history(): readonly { readonly entryId: string; readonly message: ModelMessage }[];
  /** It waits for something else by now. */
  waits(what: 'model' | 'agent' | 'approval' | 'answer' | 'tool' | null): void;
  /** Writes down what is another. @throws what the store throws */
  keep(): Promise<void>;
  /** Something was typed that nobody has been handed yet. */
  readonly isSteered: boolean;
  takeSteering(): readonly string[];
  /** Waits for the person's answer to a question. */
  answerTo(questionId: string, signal: AbortSignal): Promise<string>;
  /** Waits for the person's word on a plan. */
  wordOn(planId: string, planHash: string, ms: number, signal: AbortSignal): Promise<PlanWord | null>;
}

export interface PlanWord {
  readonly approve: boolean;
  readonly by: string;
  readonly reason: string;
}
