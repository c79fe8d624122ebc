// The calls of one turn, in the model's order: reads that follow each other run at once, four at most; a write runs alone. Gates stand before each
// at the moment it would run. What came of each is told, kept and remembered in that same order. Source: agent D1.

import { parseArguments } from '../../../shared/bounded-json.ts';
import type { GateVerdict } from '../../../shared/model/assistant/transcript.ts';
import type { WriteRecord } from '../../../shared/model/assistant/write-record.ts';
import type { ErrorBody } from '../../../shared/model/envelope.ts';
import type { Resource } from '../../../shared/model/resource.ts';
import { redactDeep } from '../../infra/approvals/redact-deep.ts';
import { names } from '../context/routing-mismatch.ts';
import type { ReadAnswer } from '../hands/hands.ts';
import { readArguments } from '../tools/read-arguments.ts';
import { toolNamed } from '../tools/registry.ts';
import { kindOf, type ToolFact } from '../tools/tool.ts';
import { askerOf, askFor } from './ask.ts';
import { discoveredIn } from './discovered.ts';
import { fsmState, idsWithin, noteIds, type RunEnv, setFsm } from './env.ts';
import { afterMissing, afterRead } from './fsm.ts';
import type { CallOnItsWay, GateRun, Parsed } from './gates/gate.ts';
import { knowableCall } from './gates/knowledge.ts';
import { judge } from './gates/pipeline.ts';
import type { CallMessage } from './model-port.ts';
import { outsideOf } from './outside.ts';
import { recovered, stumbled } from './recovery.ts';
import { type CallResult, errorResult, knownResult, readResult } from './results.ts';
import { followWrite } from './write.ts';

const AT_ONCE = 4;

export interface TurnCall extends CallMessage {
  /** The model wrote it into its text. */
  readonly asText: boolean;
}

/** @returns whether any of them succeeded */
export async function carryOut(env: RunEnv, calls: readonly TurnCall[]): Promise<boolean> {
  let anyWorked = false;
  let brought = false;
  for (let at = 0; at < calls.length; ) {
    const batch = batchFrom(calls, at);
    at += batch.length;
    const results = await runBatch(env, batch);
    anyWorked ||= results.some(({ status }) => status === 'done');
    brought ||= results.some(isNews);
  }
  env.run.lastTurnBroughtNews = brought;
  return anyWorked;
}

/** It was made, and not answered from memory. */
const isNews = ({ status, isKnown }: CallResult): boolean => status === 'done' && isKnown !== true;

/** Reads that follow each other, or one write. */
function batchFrom(calls: readonly TurnCall[], at: number): readonly TurnCall[] {
  let end = at + 1;
  if (isRead(calls[at])) while (end < calls.length && end - at < AT_ONCE && isRead(calls[end])) end += 1;
  return calls.slice(at, end);
}

function isRead(call: TurnCall | undefined): boolean {
  const tool = call && toolNamed(call.name);
  if (!tool) return true;
  const given = parseArguments(call.arguments);
  const args = given.ok ? readArguments(tool, given.value) : null;
  if (!args?.success) return true;
  const kind = kindOf(tool, args.data);
  return kind === 'read' || kind === 'resolve';
}

async function runBatch(env: RunEnv, batch: readonly TurnCall[]): Promise<CallResult[]> {
  const running: Begun[] = [];
  for (const call of batch) running.push(await begin(env, call));
  const results: CallResult[] = [];
  for (const { came } of running) results.push(await finish(env, await came));
  return results;
}

/** In an object: what is awaited is that it has begun, not what comes of it. */
interface Begun {
  readonly came: Promise<Came>;
}

interface Came {
  readonly call: CallOnItsWay;
  readonly startedAt: number;
  readonly now: {
    readonly result: CallResult;
    readonly facts?: readonly ToolFact[];
    /** It was found to be so by looking. */
    readonly read?: boolean;
  };
}

/** Tells of it, passes the gates, and starts it. What it comes to rejects only when the run is stopped. */
async function begin(env: RunEnv, turnCall: TurnCall): Promise<Begun> {
  const startedAt = env.parts.clock.monotonic();
  const parsedArguments = parseArguments(turnCall.arguments);
  const given = parsedArguments.ok ? parsedArguments.value : null;
  tellStart(env, turnCall, given);
  env.run.calls += 1;
  const call: CallOnItsWay = { id: turnCall.id, tool: turnCall.name, given: given ?? {} };
  const came = (now: Came['now']): Came => ({ call, startedAt, now });
  if (!parsedArguments.ok)
    return { came: Promise.resolve(came({ result: unreadable(turnCall, parsedArguments.problem) })) };
  const spared = await gated(env, call);
  if (spared) return { came: Promise.resolve(came(spared)) };
  const parsed = call as Parsed;
  // At once: the card is there, and the session does not have it yet.
  if (parsed.parsed.kind === 'write')
    return { came: Promise.resolve(came({ result: await written(env, parsed) })) };
  await env.parts.breath();
  const reads = ran(env, parsed).then(came);
  // Whoever comes first in the turn may stop it: the others are waited for by nobody then.
  reads.catch(() => undefined);
  return { came: reads };
}

function tellStart(env: RunEnv, { id, name, arguments: text, asText }: TurnCall, given: object | null): void {
  const { parts, session, run } = env;
  session.tell({
    ...{ type: 'tool_start', call_id: id, run_id: run.id, at: parts.clock.now(), turn: run.turn },
    ...{ tool: name.slice(0, 64), as_text: asText },
    arguments: redactDeep(given ?? { unreadable: text.slice(0, 2000) }, parts.redact).value as Record<
      string,
      unknown
    >,
  });
}

const unreadable = ({ name }: TurnCall, problem: string): CallResult =>
  errorResult({ code: 'INVALID_INPUT', message: `The arguments of ${name.slice(0, 64)} ${problem}.` });

/** @returns what stands in the place of running it; null when it has passed all gates */
async function gated(env: RunEnv, call: CallOnItsWay): Promise<Came['now'] | null> {
  const { parts, session, signal } = env;
  const gates: GateVerdict[] = [];
  const judged = await judge(call, gateRun(env, call), (verdict) => {
    gates.push(verdict);
    session.tell({ type: 'gate', call_id: call.id, ...verdict });
  });
  if (judged.passed) return null;
  if ('answer' in judged) {
    parts.counters.knowledgeServed(call.tool);
    countRead(env, call);
    const outside = call.parsed ? outsideOf(call.parsed, call.resource ?? null) : null;
    return { result: knownResult(judged.answer, outside) };
  }
  signal.throwIfAborted();
  const { error, facts } = parts.hands.refusal(call.tool, call.parsed, judged.error);
  countBlocked(env, call, gates.at(-1), error);
  return { result: errorResult(error), facts };
}

function countRead({ repeats }: RunEnv, { parsed, resource }: CallOnItsWay): void {
  if (parsed)
    repeats.made({
      tool: parsed.tool.name,
      args: parsed.args,
      resource: resource?.id ?? null,
      isWrite: false,
    });
}

async function ran(env: RunEnv, call: Parsed): Promise<Came['now']> {
  const resource = call.resource ?? null;
  countRead(env, call);
  const answer = await reading(env, call, resource);
  if (!answer.ok) return { result: errorResult(answer.error), facts: answer.facts };
  const outside = outsideOf(call.parsed, resource);
  const knowable = knowableCall(call);
  if (knowable)
    env.session.memory.knowledge.keepResult(knowable, {
      ...{ callId: call.id, data: answer.forModel, about: resource?.id ?? null },
      ...{ within: resource ? idsWithin(env, resource) : [], observedAt: env.parts.clock.now() },
    });
  return { result: readResult(answer.data, answer.forModel, outside), facts: answer.facts, read: true };
}

async function reading(env: RunEnv, { id, parsed }: Parsed, resource: Resource | null): Promise<ReadAnswer> {
  const { parts, signal } = env;
  const isUnattended = env.run.profile === 'investigation' || env.run.profile === 'autonomous';
  const answer = await parts.hands.read(parsed, {
    ...{ resource, signal },
    ask: isUnattended ? null : (asked, until) => askPerson(env, `q-${id}`, asked, until),
  });
  signal.throwIfAborted();
  return answer;
}

async function askPerson(
  { parts, session, run }: RunEnv,
  id: string,
  { question, options }: { readonly question: string; readonly options: readonly string[] },
  until: AbortSignal,
): Promise<string> {
  // It is waited for before anybody can answer.
  const answer = session.answerTo(id, until);
  answer.catch(() => undefined);
  const at = parts.clock.now();
  session.tell({ type: 'question', question_id: id, run_id: run.id, at, question, options: [...options] });
  session.waits('answer');
  try {
    await session.keep();
    return await answer;
  } finally {
    session.waits('tool');
  }
}

async function written(env: RunEnv, call: Parsed): Promise<CallResult> {
  if (call.approval) return await followWrite(env, call.id, call.approval);
  const step = env.planned.length;
  const note = `Step ${step} of the plan. Nothing of it has run; go on with the next step, or finish with a short summary of the plan.`;
  return {
    ...{ status: 'done', result: { planned: step }, error: null, outside: null },
    content: JSON.stringify({ ok: true, data: { planned: step, note } }),
  };
}

/** Tells what came of it, and remembers what it says. */
async function finish(env: RunEnv, { call, startedAt, now: came }: Came): Promise<CallResult> {
  const { result, facts = [], read = false } = came;
  await env.parts.breath();
  const { session, parts, run } = env;
  const resource = call.resource ?? null;
  const { status, outside, error, write = rejected(call, result) } = result;
  session.tell({
    ...{ type: 'tool_end', call_id: call.id, status, outside },
    resource: resource && { id: resource.id, kind: resource.kind, name: resource.name },
    write,
    ...{ result: result.result, error, ms: Math.round(parts.clock.monotonic() - startedAt) },
  });
  session.say(call.id, { role: 'tool', callId: call.id, name: call.tool, content: result.content });
  const now = parts.clock.now();
  const about = resource?.id ?? null;
  const within = resource ? idsWithin(env, resource) : [];
  session.memory.knowledge.add(facts, { about, within, now, turn: session.memory.turn });
  if (status === 'done') recovered(env, call);
  else if (error) stumbled(env, call, error);
  if (read) remember(env, call as Parsed, result);
  else if (error?.code === 'NOT_FOUND' || error?.code === 'STRICT_RESOLUTION') missing(env, call);
  if (outside !== null) noteIds(run.outside, [outside]);
  // An answer of the operator's is no look at anything, and a step of a plan has not run.
  const isPlanned = call.parsed?.kind === 'write' && result.write === undefined;
  if (status === 'done' && call.parsed?.kind !== 'user_input' && !isPlanned) run.anyWorked = true;
  // What a read found is kept with the next turn: the process may end before, and nothing is lost but a look.
  if (call.parsed?.kind === 'write') await session.keep();
  return result;
}

/** A write that never became a card. */
function rejected({ tool, parsed }: CallOnItsWay, { status, error }: CallResult): WriteRecord | null {
  if (parsed?.kind !== 'write' || status === 'done') return null;
  const { action } = parsed.args;
  const what =
    `${typeof action === 'string' ? action : tool} ${parsed.tool.target(parsed.args) ?? ''}`.trim();
  return { what, outcome: 'rejected', detail: error?.message ?? null };
}

/** What a read that succeeded says of the session: what is discovered, and what is proven. */
function remember(env: RunEnv, call: Parsed, { result }: CallResult): void {
  const { session, parts, run } = env;
  const { memory } = session;
  const now = parts.clock.now();
  const resource = call.resource ?? null;
  memory.context.add(discoveredIn(result, parts.known), now);
  if (resource) memory.context.add([resource], now, { explicit: true });
  const before = memory.fsm.unproven.length;
  setFsm(env, afterRead(memory.fsm, resource?.id ?? null));
  if (memory.fsm.unproven.length < before) run.afterWrite = true;
}

function missing(env: RunEnv, { parsed }: CallOnItsWay): void {
  const named = parsed?.tool.target(parsed.args);
  if (!named) return;
  const { memory } = env.session;
  const before = memory.fsm.unproven.length;
  setFsm(env, afterMissing(memory.fsm, named));
  if (memory.fsm.unproven.length < before) env.run.afterWrite = true;
}

function countBlocked(
  env: RunEnv,
  call: CallOnItsWay,
  verdict: GateVerdict | undefined,
  error: ErrorBody,
): void {
  const { counters } = env.parts;
  const tool = call.tool;
  const kind = call.parsed?.kind ?? 'read';
  if (verdict?.gate === 'fsm') {
    counters.toolBlocked(fsmState(env), tool, kind);
    const target = call.parsed?.tool.target(call.parsed.args);
    if (kind === 'write' && target) noteIds(env.run.waiting, [target]);
  }
  if (error.code === 'STRICT_RESOLUTION')
    counters.strictBlocked(tool, String(call.parsed?.args.action ?? 'none'));
  if (error.code === 'LOOP_DETECTED') counters.loopBlocked(tool);
  if (error.code === 'ROUTING_MISMATCH')
    counters.routingBlocked(tool, String(error.details?.target_kind), String(error.details?.child_kind));
}

function gateRun(env: RunEnv, call: CallOnItsWay): GateRun {
  const { parts, session, run, repeats, signal } = env;
  const switches = parts.switches();
  return {
    ...{ hands: parts.hands, known: parts.known, signal, repeats, startedAt: run.startedAt },
    now: () => parts.clock.now(),
    breath: () => parts.breath(),
    ...{ profile: run.profile, readOnly: switches.readOnly, strict: run.loose === null },
    ...{ fsm: session.memory.fsm, context: session.memory.context },
    knowledge: switches.knowledge ? session.memory.knowledge : null,
    ...{ askedAt: run.askedAt, written: new Set(run.written) },
    isNamedByUser: (resource) =>
      run.named.includes(resource.id) ||
      session
        .entries()
        .some((entry) => entry.kind === 'user' && entry.run_id === run.id && names(entry.text, resource)),
    get askedTooSoon() {
      return run.askedTooSoon;
    },
    set askedTooSoon(times) {
      run.askedTooSoon = times;
    },
    get questions() {
      return run.questions;
    },
    set questions(times) {
      run.questions = times;
    },
    hasReadOthersWords: () =>
      session
        .entries()
        .some(
          (entry) =>
            (entry.kind === 'tool' && entry.outside !== null) ||
            (entry.kind === 'context' && entry.resources.length > 0),
        ),
    isSecret: (text) => parts.redact(text) !== text,
    ask: ({ parsed, planned }) => askFor(env, { tool: call.tool, given: parsed.args, planned }, askerOf(env)),
  };
}
