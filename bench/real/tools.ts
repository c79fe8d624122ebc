// The loop rules that other programs publish (eval/other-tools.ts), on agents' transcripts beside ours. Each sees what its own
// program would have: calls and what came back, whether they are written natively or in text. Called by real.ts.

import { OTHER_TOOLS, type Rule } from '../../src/main/proxy/loops/eval/other-tools.ts';
import type { TraceCall, TraceEvent } from '../../src/main/proxy/loops/eval/trace.ts';
import { readMessage } from '../../src/main/proxy/loops/turns/message.ts';
import type { RawCall } from '../../src/main/proxy/loops/turns/raw-call.ts';
import { fencedAction, handsOver } from '../../src/main/proxy/loops/turns/text-actions.ts';
import { spokenIn } from '../../src/main/proxy/loops/turns/turn-features.ts';
import { readUserTexts } from '../../src/main/proxy/loops/turns/user-text.ts';
import { findingIn } from './loops.ts';
import type { Looping, Material, Message, Transcript } from './material.ts';

/** What one program finds: loops by kind, and healthy transcripts it takes for a loop. */
export interface ToolFigures {
  readonly tool: string;
  readonly byKind: Readonly<Record<string, { readonly found: number; readonly traces: number }>>;
  readonly alarms: number;
  readonly healthy: number;
}

/** A transcript as what was done and what came back. */
export function eventsOf(messages: readonly Message[]): TraceEvent[] {
  const events: TraceEvent[] = [];
  for (let at = 0; at < messages.length; at++) {
    const message = messages[at] as Message;
    if (message.role === 'user') events.push({ user: message.content ?? '' });
    if (message.role !== 'assistant') continue;
    const read = readMessage(message, false);
    const { said, calls } = spokenIn(read);
    if (read.calls.length > 0) {
      const results = resultsBehind(messages, at);
      events.push({ calls: calls.map(asCall), thoughts: said, results });
      at += results.length;
      continue;
    }
    const reply = messages[at + 1]?.role === 'user' ? (messages[at + 1]?.content ?? '') : null;
    const acts = reply === null ? [] : actsOf(said, calls, reply);
    if (acts.length === 0) events.push({ agent: said });
    else {
      events.push({ calls: acts.map(asCall), thoughts: said, results: [reply as string] });
      at++;
    }
  }
  return events;
}

function resultsBehind(messages: readonly Message[], at: number): string[] {
  const results: string[] = [];
  for (let next = at + 1; messages[next]?.role === 'tool'; next++)
    results.push(messages[next]?.content ?? '');
  return results;
}

function actsOf(said: string, calls: readonly RawCall[], reply: string): readonly RawCall[] {
  if (calls.length > 0) return calls.some(handsOver) ? [] : calls;
  const block = readUserTexts([reply]).human === '' ? fencedAction(said) : null;
  return block ? [block] : [];
}

function asCall({ name, args }: RawCall): TraceCall {
  if (typeof args === 'object' && args !== null) return { name, args: args as TraceCall['args'] };
  const text = String(args);
  try {
    const parsed: unknown = JSON.parse(text);
    return {
      name,
      args: typeof parsed === 'object' && parsed !== null ? (parsed as TraceCall['args']) : { text },
    };
  } catch {
    return { name, args: { text } };
  }
}

const seesLoop = (rule: Rule, { messages }: Transcript): boolean => {
  const events = eventsOf(messages);
  return events.some((event, at) => !('user' in event) && rule(events.slice(0, at + 1)));
};

/** Every program on the loops and healthy transcripts of a directory, ours first; null where there are neither. */
export function toolsOn({ loops, healthy }: Pick<Material, 'loops' | 'healthy'>): ToolFigures[] | null {
  if (!loops && !healthy) return null;
  const programs: [string, (transcript: Transcript) => boolean][] = [
    ['Festinger', (transcript) => findingIn(transcript) !== null],
    ...Object.entries(OTHER_TOOLS).map(([tool, rule]): [string, (transcript: Transcript) => boolean] => [
      tool,
      (transcript) => seesLoop(rule, transcript),
    ]),
  ];
  return programs.map(([tool, sees]) => ({
    tool,
    byKind: foundByKind(loops ?? [], sees),
    alarms: (healthy ?? []).filter(sees).length,
    healthy: healthy?.length ?? 0,
  }));
}

function foundByKind(
  loops: readonly Looping[],
  sees: (transcript: Transcript) => boolean,
): ToolFigures['byKind'] {
  const kinds = [...new Set(loops.map(({ loop }) => loop))];
  return Object.fromEntries(
    kinds.map((kind) => {
      const traces = loops.filter(({ loop }) => loop === kind);
      return [kind, { found: traces.filter(sees).length, traces: traces.length }];
    }),
  );
}
