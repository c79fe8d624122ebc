// What a gate is: one look at one call on its way, in the state that the calls before it left. A gate that throws blocks the call; one that answers
// spares it. Gates are one file each and stand in their order in pipeline.ts. Source: agent D1.
import type { Approval } from '../../../../shared/model/approval.ts';
import type { GateName, Profile } from '../../../../shared/model/assistant/words.ts';
import type { Resource } from '../../../../shared/model/resource.ts';
import type { Planned } from '../../../infra/approvals/planned.ts';
import type { Knowledge, KnownAnswer } from '../../context/knowledge.ts';
import type { ResolvedContext } from '../../context/resolved-context.ts';
import type { Hands, ParsedCall } from '../../hands/hands.ts';
import type { Known } from '../../hands/parts.ts';
import type { Fsm } from '../fsm.ts';
import type { Repeats } from '../repeats.ts';

/** A call on its way through the gates; each fills in what it found out. */
export interface CallOnItsWay {
  readonly id: string;
  readonly tool: string;
  /** As the model wrote them, parsed as JSON. */
  readonly given: Readonly<Record<string, unknown>>;
  parsed?: ParsedCall;
  /** What it is done to, found anew; null where it names nothing. */
  resource?: Resource | null;
  planned?: Planned;
  /** What waits for the operator, or has begun by a rule. */
  approval?: Approval;
}

/** A call past the gate that parses it. */
export type Parsed = CallOnItsWay & { readonly parsed: ParsedCall };

/** What gates look at, and what of it they change: counts alone. */
export interface GateRun {
  readonly hands: Hands;
  readonly known: Known;
  readonly signal: AbortSignal;
  readonly now: () => number;
  /** Between two gates: others come first. */
  readonly breath: () => Promise<void>;
  readonly profile: Profile;
  /** Nothing is written, whatever was approved. */
  readonly readOnly: boolean;
  /** Writes are done to what was discovered alone. */
  readonly strict: boolean;
  readonly fsm: Fsm;
  readonly context: ResolvedContext;
  /** Null when it is switched off. */
  readonly knowledge: Knowledge | null;
  readonly repeats: Repeats;
  readonly startedAt: number;
  /** Whether the operator's own words in this run name it. */
  isNamedByUser(resource: Resource): boolean;
  /** When the operator spoke last, epoch milliseconds. */
  readonly askedAt: number;
  /** Ids of what was written in this run, and of what that is in. */
  readonly written: ReadonlySet<string>;
  /** How often the model was told to look before it asks. */
  askedTooSoon: number;
  /** Questions that the operator was asked in this run. */
  questions: number;
  /** Words of others are in this session: output, logs, files, names. */
  hasReadOthersWords(): boolean;
  /** Whether a text holds something secret. */
  isSecret(text: string): boolean;
  /** Asks for a write as the profile has it. @throws AppError */
  ask(call: Parsed & { readonly planned: Planned }): Promise<Approval | null>;
}

/** What is known already, instead of what the call would find. */
export interface Answered {
  readonly answer: KnownAnswer;
}

export interface Gate {
  readonly name: GateName;
  /** @throws AppError what blocks it */
  judge(call: CallOnItsWay, run: GateRun): Promise<Answered | undefined>;
}

/** A gate behind the one that parses. */
export function gate(
  name: GateName,
  judge: (call: Parsed, run: GateRun) => Promise<Answered | undefined> | Answered | undefined,
): Gate {
  return {
    name,
    async judge(call, run) {
      if (!call.parsed) throw new Error(`${name} stands before the call was parsed.`);
      return await judge(call as Parsed, run);
    },
  };
}
