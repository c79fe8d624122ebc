// A run under way, as its parts see it: what it is made with, its session, what it has come to, and the signal that ends it. Types and small looks at
// them. Source: agent, The loop.
import type { ErrorCode } from '../../../shared/model/envelope.ts';
import type { Resource } from '../../../shared/model/resource.ts';
import { type Fsm, stateOf } from './fsm.ts';
import type { LoopParts, SessionPort } from './parts.ts';
import type { Repeats } from './repeats.ts';
import type { Room } from './request/room.ts';
import type { RunState } from './run-state.ts';

export interface RunEnv {
  readonly parts: LoopParts;
  readonly session: SessionPort;
  /** Changed in place, kept with the session. */
  readonly run: RunState;
  readonly repeats: Repeats;
  /** Aborted by Stop, and when the program ends. */
  readonly signal: AbortSignal;
  /** Writes of a run of the profile `plan`, in order, until it answers. */
  readonly planned: PlannedStep[];
  /** Errors a model can get out of by itself, until it has. */
  readonly recovering: Recovering[];
  readonly provider: string;
  readonly model: string;
  /** What the model holds, and what of a request goes into it. */
  readonly room: Room;
}

export interface PlannedStep {
  readonly tool: string;
  readonly given: Readonly<Record<string, unknown>>;
  readonly planHash: string;
  readonly shown: {
    readonly description: string;
    readonly runs: string;
    readonly resource: string;
    readonly risk: string;
    readonly preview: string | null;
    readonly undo: string | null;
  };
}

export interface Recovering {
  readonly code: ErrorCode;
  readonly tool: string;
  /** As the call named it. */
  readonly named: string | null;
}

export const setFsm = (env: RunEnv, fsm: Fsm): void => {
  env.session.memory.fsm = fsm;
};

export const fsmState = (env: RunEnv) => stateOf(env.session.memory.fsm);

/** Ids of what a resource is in. */
export const idsWithin = (env: RunEnv, resource: Resource): string[] =>
  env.parts.known.within(resource).map(({ id }) => id);

/** Adds to a list of the run what is not in it. */
export function noteIds(list: string[], ids: readonly string[]): void {
  for (const id of ids) if (!list.includes(id)) list.push(id);
}

/** Why a run is left when the program ends: it is taken up again at the next start, and nothing that waits is withdrawn. */
export class Closing extends Error {
  constructor() {
    super('Festinger is stopping.');
    this.name = 'Closing';
  }
}

export const isClosing = ({ signal }: Pick<RunEnv, 'signal'>): boolean => signal.reason instanceof Closing;
