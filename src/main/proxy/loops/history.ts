// The turns of a request as steps of an agent: what it did, and what came back until it spoke again. Says which steps
// still count: those behind the last word of a person. Pure; one pass. Source: loops, Rule 1, Rule 2, Rule 7.
// Used by loop-memory.ts and rules.ts.
import { asks } from './turns/asking.ts';
import { type Heard, type ReplyTimes, spokenByPeople } from './turns/people.ts';
import type { ProseKey } from './turns/prose-key.ts';
import { type Call, cut, type TurnFeatures, type TurnResult } from './turns/turn-features.ts';
import type { Signal } from './turns/user-text.ts';
import type { Wait } from './turns/waiting.ts';

/** What one round of an agent was. */
export interface Step {
  /** The same for the same action. */
  readonly action: string;
  /** The same for actions that differ in digits alone; empty for long plain text. */
  readonly frame: string;
  /** The same for the same thing that came back. */
  readonly observation: string;
  /** Names of the tools that were called; empty for plain text. */
  readonly tools: readonly string[];
  /** For people. */
  readonly label: string;
  readonly outcome: string;
  readonly prose: ProseKey | null;
  /** Of the long arguments of a single call. */
  readonly argued: ProseKey | null;
  /** The only thing that came back; null when nothing or more did. */
  readonly result: TurnResult | null;
  /** Whether every call in it asks for something instead of changing it, as far as its name tells. */
  readonly asks: boolean;
  readonly wait: Wait | null;
  readonly signal: Signal | null;
  /** Turns [`from`, `to`), the observation's included. */
  readonly from: number;
  readonly to: number;
  /** Every call has its result within the step, and no result is of another one's call. */
  readonly isPaired: boolean;
}

/** A turn of a user or tool, as far as rule 5 asks. */
export interface UserSegment {
  readonly turn: number;
  readonly signal: Signal | null;
}

/** A history while it is put together. */
interface Draft {
  readonly turns: readonly TurnFeatures[];
  readonly steps: Step[];
  /** The words that nothing marks as anybody's. */
  readonly heard: Heard[];
  readonly segments: UserSegment[];
  /** UUIDs that came back within its steps, the last one's left out. */
  readonly named: Set<string>;
}

export interface History extends Draft {
  /** What of the words that were heard is a person's. */
  readonly spoken: readonly Heard[];
  /** The turn in which a person spoke last; -1 when nobody did. */
  readonly lastHuman: number;
  /** The agent has not replied to it yet. */
  readonly isPersons: boolean;
  readonly isToolJson: boolean;
}

interface OpenStep {
  readonly from: number;
  readonly own: TurnFeatures[];
  readonly returned: TurnFeatures[];
}

/**
 * Puts the turns of one request together.
 * @param times how soon its user turns came, where that is known
 * @param before the history of an earlier request: what both begin with is taken over (and taken away from it)
 */
export function historyOf(
  turns: readonly TurnFeatures[],
  times: ReplyTimes,
  before: History | null = null,
): History {
  const { draft, from } = resumed(turns, before);
  readTurns(draft, from);
  const spoken = spokenByPeople(draft.heard, times);
  const lastHuman = spoken.at(-1)?.turn ?? -1;
  const lastReply = turns.findLastIndex(({ role, isOurs }) => role === 'assistant' && !isOurs);
  return {
    ...draft,
    ...{ spoken, lastHuman, isPersons: lastHuman >= 0 && lastHuman > lastReply },
    isToolJson: turns.some(({ isToolJson }) => isToolJson),
  };
}

/** A draft that holds all but the last step of the earlier history, where this one begins with them and its first turn; else an empty one. */
function resumed(turns: readonly TurnFeatures[], before: History | null): { draft: Draft; from: number } {
  const empty = { draft: { turns, steps: [], heard: [], segments: [], named: new Set<string>() }, from: 0 };
  if (!before) return empty;
  const { turns: earlier, steps, heard, segments, named } = before;
  const last = steps.at(-1);
  if (last?.to !== earlier.length) return empty;
  if (!earlier.every((turn, at) => at > last.from || turn === turns[at])) return empty;
  const { from } = last;
  steps.pop();
  while ((heard.at(-1)?.turn ?? -1) >= from) heard.pop();
  while ((segments.at(-1)?.turn ?? -1) >= from) segments.pop();
  return { draft: { turns, steps, heard, segments, named }, from };
}

function readTurns({ turns, steps, heard, segments, named }: Draft, from: number): void {
  let open: OpenStep | null = null;
  const name = (turn: TurnFeatures) => {
    for (const uuid of turn.uuids) named.add(uuid);
  };
  for (let at = from; at < turns.length; at++) {
    const turn = turns[at] as TurnFeatures;
    if (turn.role === 'system') continue;
    if (turn.role !== 'assistant') {
      if (turn.human && !isReturned(open, turn)) {
        const isNewRequest = open !== null && reports(open, steps.at(-1), heard.at(-1)?.turn ?? -1);
        heard.push({ ...turn.human, turn: at, label: turn.label, isNewRequest });
      }
      segments.push({ turn: at, signal: turn.signal });
      if (open) open.returned.push(turn);
      else name(turn);
    } else if (open && goesOn(open, turn)) {
      open.own.push(turn);
    } else {
      if (open) steps.push(stepOf(open, at, named));
      open?.returned.forEach(name);
      open = turn.isOurs ? null : { from: at, own: [turn], returned: [] };
    }
  }
  if (open) steps.push(stepOf(open, turns.length, named));
}

/** Whether an assistant's turn belongs to the step before it: items of `/v1/responses` come one by one. */
function goesOn(open: OpenStep, turn: TurnFeatures): boolean {
  if (open.returned.length > 0 || turn.isOurs) return false;
  const isSilent = turn.calls.length === 0 && turn.text === '';
  return (
    isSilent ||
    turn.calls.length > 0 ||
    open.own.every(({ calls, text }) => calls.length === 0 && text === '')
  );
}

/** Whether the agent, which was told something in turn `since`, acted in the step before and now says so in words. */
const reports = ({ own, returned }: OpenStep, before: Step | undefined, since: number): boolean =>
  returned.length === 0 &&
  own.every(({ calls }) => calls.length === 0) &&
  before !== undefined &&
  before.from > since &&
  before.tools.length > 0;

/** What answers an action that is written in text, and says nowhere whose word it is, is what came back. */
const isReturned = (open: OpenStep | null, turn: TurnFeatures): boolean =>
  open !== null && open.returned.length === 0 && turn.isBare && open.own.at(-1)?.actsInText === true;

/** The calls of a step. A fenced block is one where what came back is marked as no person's word. */
function callsOf(own: readonly TurnFeatures[], returned: readonly TurnFeatures[]): readonly Call[] {
  const calls = own.flatMap((turn) => turn.calls);
  if (calls.length > 0 || returned.length === 0 || returned.some(({ human }) => human !== null)) return calls;
  const fenced = own.find((turn) => turn.fenced)?.fenced;
  return fenced ? [fenced] : [];
}

function stepOf({ from, own, returned }: OpenStep, to: number, named: ReadonlySet<string>): Step {
  const calls = callsOf(own, returned);
  const told = own.find(({ text }) => text !== '');
  const actions = calls.map(({ key, uuids }) => [key, ...uuids.filter((uuid) => named.has(uuid))].join('+'));
  const results = returned.flatMap((turn) => turn.results);
  const isCall = calls.length > 0;
  /** A block that was run is no answer in prose. */
  const isAct = isCall && own.every((turn) => turn.calls.length === 0);
  // What a tool returned on nothing that was read is like nothing else.
  const silence = returned.every(({ human }) => human === null) ? `unread ${from}` : '';
  return {
    action: isCall ? actions.join(';') : (told?.text ?? silence),
    frame: isCall ? calls.map(({ frame }) => frame).join(';') : (told?.textFrame ?? ''),
    observation: observationOf(calls, results),
    tools: [...new Set(calls.map(({ name }) => name))],
    label: labelOf(own, calls),
    outcome: returned[0]?.label ?? '',
    prose: isAct ? null : (own.find(({ prose }) => prose !== null)?.prose ?? null),
    argued: isCall ? (own.find(({ argued }) => argued !== null)?.argued ?? null) : null,
    result: results.length === 1 ? (results[0] ?? null) : null,
    asks: isCall && calls.every(({ label }) => asks(label)),
    wait: waitIn(calls, results),
    signal: returned.findLast(({ signal }) => signal !== null)?.signal ?? null,
    from,
    to,
    isPaired: isPaired(calls, results),
  };
}

/** A pause is a wait whatever comes back. A time that is given is none where the call fails, and one where nothing is said. */
function waitIn(calls: readonly Call[], results: readonly TurnResult[]): Wait | null {
  const isGiven = calls.some(({ wait }) => wait !== null);
  const tones = results.map(({ tone }) => tone);
  if (calls.some(({ wait }) => wait === 'idle') || tones.includes('under_way')) return 'idle';
  if (!isGiven || tones.includes('complaint')) return null;
  return tones.every((tone) => tone === 'silent') ? 'idle' : 'limited';
}

function labelOf(own: readonly TurnFeatures[], calls: readonly Call[]): string {
  const called = calls.map(({ label }) => label).join('; ');
  return called === '' ? (own.find(({ label }) => label !== '')?.label ?? '') : cut(called);
}

/** What came back, in the order of the calls. */
export function observationOf(calls: readonly Call[], results: readonly TurnResult[]): string {
  if (results.length < 2) return results[0]?.key ?? '';
  const order = new Map(calls.map(({ id }, at) => [id, at]));
  const sorted = results.toSorted((a, b) => (order.get(a.id) ?? 1e9) - (order.get(b.id) ?? 1e9));
  return sorted.map(({ key }) => key).join(';');
}

/** Without ids (Ollama, agent-zero) the results of a step are those that follow its calls. */
function isPaired(calls: readonly Call[], results: readonly TurnResult[]): boolean {
  const idsOf = (items: readonly { id: string | null }[]) =>
    new Set(items.flatMap(({ id }) => (id === null ? [] : [id])));
  const called = idsOf(calls);
  const answered = idsOf(results);
  if (answered.size === 0) return called.size === 0 || results.length > 0;
  return called.size === answered.size && [...called].every((id) => answered.has(id));
}
