// What the tools for agents outside reach for: the memory as agents may ask and tell it, and the hands as agents may look through and propose with.
// Interfaces of this room's own, filled in by the composition root: it knows no other room. Types only. Source: agent, MCP.
import type * as z from 'zod';
import type { Approval } from '../../shared/model/approval.ts';
import type { ErrorBody } from '../../shared/model/envelope.ts';
import type { Conflict, Dimension, FactAnswer } from '../../shared/model/graph.ts';

/** Who calls, as the door knows it: by key, by header or by address. */
export interface McpCaller {
  readonly client: string;
  /** The one it speaks for when it names none. */
  readonly project: string;
}

/** A line of what is recalled, as a prompt would have it. */
export interface RecalledName {
  readonly concept: string;
  readonly line: string;
}

export interface Recalled {
  readonly names: readonly RecalledName[];
  /** Names of which something is known and for which there was no room. */
  readonly omitted: number;
}

/** Every `project` is the caller's own where it is left out. All throw AppError FORBIDDEN_PROJECT where the caller may not speak for it. */
export interface McpMemory {
  /** What is known of the names in a text. */
  recall(caller: McpCaller, text: string, project: string | undefined): Recalled;
  /** What facts are told in the context of, with what each asks; largest first. */
  dimensions(caller: McpCaller, project: string | undefined): readonly Dimension[];
  /** All of them or none. @throws AppError INVALID_INPUT, SECRET_NAME, LEARNING_OFF, UNAVAILABLE */
  tell(
    caller: McpCaller,
    facts: readonly string[],
    project: string | undefined,
    /** When all of them end. */
    end: { readonly until?: string | undefined; readonly ttl?: string | number | undefined },
  ): Promise<FactAnswer[]>;
  /** @throws AppError as `tell` */
  retract(caller: McpCaller, fact: string, project: string | undefined): Promise<FactAnswer>;
  /** Open ones, the most pressing first. */
  conflicts(
    caller: McpCaller,
    asked: { readonly search: string | undefined; readonly limit: number },
    project: string | undefined,
  ): Promise<{ readonly conflicts: readonly Conflict[]; readonly total: number }>;
  /** @throws AppError NOT_FOUND, also for one of another project */
  conflict(caller: McpCaller, id: number, project: string | undefined): Promise<Conflict>;
}

export interface Offered {
  readonly name: string;
  readonly description: string;
  readonly schema: z.ZodObject;
}

export type Looked =
  /** `cut`: the same as JSON, no longer than a model can read. */
  | { readonly ok: true; readonly data: Readonly<Record<string, unknown>>; readonly cut: string }
  | { readonly ok: false; readonly error: ErrorBody };

export interface McpHands {
  /** The tool that finds out what there is. */
  readonly query: Offered;
  /** Tools that change something, which are proposed and never run from here. */
  readonly proposable: readonly Offered[];
  /** Runs `query`, through the hands; secrets are taken out. Never throws. */
  look(given: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<Looked>;
  /**
   * Plans a write without effect and leaves it with the operator.
   * @throws AppError what cannot be done or proposed at all; INVALID_INPUT for what would only read
   */
  propose(caller: McpCaller, wish: Wish, signal: AbortSignal): Promise<Approval>;
  /** What became of it. @throws AppError NOT_FOUND, also for what somebody else asked for */
  proposal(caller: McpCaller, id: string): Promise<Approval>;
  /** Where the operator decides it. */
  cardOf(id: string): string;
}

export interface Wish {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Why, as the agent says it; shown to the operator as its words. */
  readonly reason: string | undefined;
}

export interface McpCallQueue {
  /**
   * Runs the call when it is the client's turn.
   * @throws AppError RATE_LIMITED (retryable) when too many calls wait, CANCELLED when the signal aborts before it begins, and what `call` throws
   */
  run<T>(client: string, signal: AbortSignal, call: () => Promise<T>): Promise<T>;
}

export interface McpParts {
  readonly queue: McpCallQueue;
  readonly memory: McpMemory;
  readonly hands: McpHands;
  /** Of this program. */
  readonly version: string;
  /** Something of ours that broke, for the log. */
  onFault(where: string, error: unknown): void;
}
