// Whether the loop rules see the loops in agents' transcripts and leave the others alone: each is replayed as the requests its agent
// would have sent. A harness sends the next one at once, a person has to read and to type. Called by real.ts.
import { type BodyIndex, scanBody } from '../../src/main/proxy/body/body-scanner.ts';
import { commonPrefix } from '../../src/main/proxy/body/splice.ts';
import { type LoopFinding, MAX_LEVEL } from '../../src/main/proxy/loops/finding.ts';
import { LoopMemory } from '../../src/main/proxy/loops/loop-memory.ts';
import { fencedAction, handsOver } from '../../src/main/proxy/loops/turns/text-actions.ts';
import { callsInText } from '../../src/main/proxy/loops/turns/tool-text.ts';
import type { Looping, Message, Transcript } from './material.ts';
import { requestsOf } from './questions.ts';

export interface LoopFigures {
  readonly traces: number;
  readonly found: number;
  /** Of those found: broken off before the transcript ends. */
  readonly brokenOff: number;
  readonly missed: string[];
}

export interface Alarm {
  readonly id: string;
  readonly rule: string;
  readonly subject: string;
  /** Requests with a finding, and those of them that were answered here instead of upstream. */
  readonly marked: number;
  readonly answered: number;
}

export interface Alarms {
  readonly traces: number;
  readonly requests: number;
  readonly alarms: Alarm[];
}

/** Milliseconds from the end of an answer to the request behind it. */
type Pace = (request: readonly Message[]) => number;

const BREAKER_MS = 300_000;
const ROUTE = 'openai_chat';
const MACHINES_MS = 30;
/** A person looks up, then types. */
const PERSONS_MS = { first: 1500, perCharacter: 60 };

/** Of a loop nothing is a person's but what opens it. */
const machinesPace: Pace = () => MACHINES_MS;

/** A user's turn is a person's, unless it answers an action that is written in text and does not hand over to a person. */
function workingPace(request: readonly Message[]): number {
  const last = request.at(-1);
  if (last?.role !== 'user' || (!hasNativeCalls(request) && actsInText(request.at(-2)))) return MACHINES_MS;
  return PERSONS_MS.first + PERSONS_MS.perCharacter * (last.content ?? '').length;
}

const hasNativeCalls = (request: readonly Message[]): boolean => request.some(({ role }) => role === 'tool');

function actsInText(message: Message | undefined): boolean {
  const text = message?.role === 'assistant' ? (message.content ?? '') : '';
  const { calls } = callsInText(text);
  return calls.length > 0 ? !calls.some(handsOver) : fencedAction(text) !== null;
}

/** What is found in each request of a transcript. @throws Error when a request can't be written as JSON */
function findingsIn({ id, messages }: Transcript, pace: Pace): (LoopFinding | null)[] {
  const memory = new LoopMemory();
  let last: { body: Buffer; index: BodyIndex } | null = null;
  let now = 0;
  return requestsOf(messages).map((request) => {
    const body = Buffer.from(JSON.stringify({ model: 'm', messages: request }));
    const same = last ? commonPrefix(last.body, body) : 0;
    const index = scanBody(body, ROUTE, last ? { index: last.index, same } : undefined);
    if (!index) throw new Error(`${id} is written as no JSON`);
    now += pace(request);
    const finding = memory.look({
      ...{ body, index, route: ROUTE, client: 'agent', sharedBytes: same, now },
      ...{ breakerMs: BREAKER_MS, off: new Set() },
    });
    memory.noteWhole('agent', now);
    last = { body, index };
    return finding;
  });
}

/** The first finding in a transcript at a machine's pace. @throws Error when a request can't be written as JSON */
export const findingIn = (transcript: Transcript): LoopFinding | null =>
  findingsIn(transcript, machinesPace).find((finding) => finding !== null) ?? null;

const isAnswered = (finding: LoopFinding | null): boolean => finding?.level === MAX_LEVEL;

/** Loops found, by kind. */
export function loopsFound(loops: readonly Looping[]): Map<Looping['loop'], LoopFigures> {
  const byKind = new Map<Looping['loop'], LoopFigures>();
  for (const trace of loops) {
    const before = byKind.get(trace.loop) ?? { traces: 0, found: 0, brokenOff: 0, missed: [] };
    const findings = findingsIn(trace, machinesPace);
    const isFound = findings.some((finding) => finding !== null);
    byKind.set(trace.loop, {
      traces: before.traces + 1,
      found: before.found + Number(isFound),
      brokenOff: before.brokenOff + Number(findings.some(isAnswered)),
      missed: isFound ? before.missed : [...before.missed, trace.id],
    });
  }
  return byKind;
}

/** Findings in transcripts that have no loop. */
export function falseAlarms(transcripts: readonly Transcript[]): Alarms {
  const replayed = transcripts.map(({ id, messages }) => {
    return { id, findings: findingsIn({ id, messages }, workingPace) };
  });
  const alarms = replayed.flatMap(({ id, findings }): Alarm[] => {
    const found = findings.filter((finding) => finding !== null);
    const [first] = found;
    if (!first) return [];
    const { rule, subject } = first;
    return [{ id, rule, subject, marked: found.length, answered: found.filter(isAnswered).length }];
  });
  const requests = replayed.reduce((sum, { findings }) => sum + findings.length, 0);
  return { traces: transcripts.length, requests, alarms };
}
