// A turn of a request as segments: whose words it holds is decided by the whole request. Instructions in front of it (a system
// prompt, a first turn that sets a task for all that follow) may make all that is said material, and so may a text that the
// turn before handed over: what is answered is made of it. The one place in which the proxy cuts turns that it reads for facts.
// Source: memory, Segmenting. Used by read-new-turns.ts, observer.ts, said-plainly.ts and prompt-record.ts.
import { standingTask } from '../../graph/text/foreign-handed.ts';
import { handsOver, segmentTurn } from '../../graph/text/segment.ts';
import type { Segment } from '../../graph/types.ts';
import type { PromptTurn } from '../body/prompt-turns.ts';

/** A request whose turns are cut. */
export interface CutRequest {
  readonly turns: readonly PromptTurn[];
  readonly body: Buffer;
}

/** Instructions and texts are looked for in no longer a turn: a dump sets no task. Bytes. */
const MAX_TURN_BYTES = 131_072;

/** The segments of one of a request's turns. */
export function segmentsOf(turn: PromptTurn, request: CutRequest): Segment[] {
  const pieces = turn.read(request.body);
  const isSpoken = turn.role === 'user' || turn.role === 'assistant';
  const task = isSpoken && pieces.length > 0 ? taskOf(turn, request) : null;
  return pieces.flatMap(({ role, text }) => segmentTurn(role, text, task));
}

/** Why all that is said in a turn is material; null when nothing in front of it says so. */
function taskOf(turn: PromptTurn, { turns, body }: CutRequest): string | null {
  const firstUser = turns.find(({ role }) => role === 'user');
  for (const one of turns) {
    if (one.role !== 'system' && (one !== firstUser || turn === firstUser)) continue;
    const task = remembered(STANDING, one, () => standing(one, body));
    if (task !== null) return task;
  }
  if (turn.role !== 'assistant') return null;
  const asked = turns[turns.lastIndexOf(turn) - 1];
  if (asked?.role !== 'user') return null;
  const isHanded = remembered(HANDED, asked, () => textsOf(asked, body).some(handsOver));
  return isHanded ? 'an answer to a text that was handed over' : null;
}

function standing(turn: PromptTurn, body: Buffer): string | null {
  for (const text of textsOf(turn, body)) {
    const task = standingTask(text, turn.role === 'user');
    if (task !== null) return `the instructions set a task on texts: ${task}`;
  }
  return null;
}

const textsOf = (turn: PromptTurn, body: Buffer): string[] =>
  turn.end - turn.start > MAX_TURN_BYTES
    ? []
    : turn
        .read(body)
        .filter(({ role }) => role === turn.role)
        .map(({ text }) => text);

/** What was found in turns, which requests of a conversation share. */
const STANDING = new WeakMap<PromptTurn, string | null>();
const HANDED = new WeakMap<PromptTurn, boolean>();

function remembered<T>(known: WeakMap<PromptTurn, T>, turn: PromptTurn, find: () => T): T {
  const found = known.get(turn);
  if (found !== undefined) return found;
  const value = find();
  known.set(turn, value);
  return value;
}
