// Whether the loop rules see the loops in agents' transcripts and leave the others alone: each is replayed as the requests its agent
// would have sent, at a machine's pace. One finding anywhere counts. Called by real.ts.
import { type BodyIndex, scanBody } from '../../src/main/proxy/body/body-scanner.ts';
import { commonPrefix } from '../../src/main/proxy/body/splice.ts';
import type { LoopFinding } from '../../src/main/proxy/loops/finding.ts';
import { LoopMemory } from '../../src/main/proxy/loops/loop-memory.ts';
import type { Looping, Transcript } from './material.ts';
import { requestsOf } from './questions.ts';

export interface LoopFigures {
  readonly traces: number;
  readonly found: number;
  readonly missed: string[];
}

export interface Alarms {
  readonly traces: number;
  readonly alarms: { readonly id: string; readonly rule: string; readonly subject: string }[];
}

const BREAKER_MS = 300_000;
const ROUTE = 'openai_chat';

/** The first finding in a transcript. @throws Error when a request can't be written as JSON */
export function findingIn({ id, messages }: Transcript): LoopFinding | null {
  const memory = new LoopMemory();
  let last: { body: Buffer; index: BodyIndex } | null = null;
  for (const request of requestsOf(messages)) {
    const body = Buffer.from(JSON.stringify({ model: 'm', messages: request }));
    const same = last ? commonPrefix(last.body, body) : 0;
    const index = scanBody(body, ROUTE, last ? { index: last.index, same } : undefined);
    if (!index) throw new Error(`${id} is written as no JSON`);
    const finding = memory.look({
      ...{ body, index, route: ROUTE, client: 'agent', sharedBytes: same, now: 0 },
      ...{ breakerMs: BREAKER_MS, off: new Set() },
    });
    if (finding) return finding;
    memory.noteWhole('agent', 0);
    last = { body, index };
  }
  return null;
}

/** Loops found, by kind. */
export function loopsFound(loops: readonly Looping[]): Map<Looping['loop'], LoopFigures> {
  const byKind = new Map<Looping['loop'], LoopFigures>();
  for (const trace of loops) {
    const before = byKind.get(trace.loop) ?? { traces: 0, found: 0, missed: [] };
    const isFound = findingIn(trace) !== null;
    byKind.set(trace.loop, {
      traces: before.traces + 1,
      found: before.found + Number(isFound),
      missed: isFound ? before.missed : [...before.missed, trace.id],
    });
  }
  return byKind;
}

/** Findings in transcripts that have no loop. */
export function falseAlarms(transcripts: readonly Transcript[]): Alarms {
  const alarms = transcripts.flatMap((trace) => {
    const finding = findingIn(trace);
    return finding ? [{ id: trace.id, rule: finding.rule, subject: finding.subject }] : [];
  });
  return { traces: transcripts.length, alarms };
}
