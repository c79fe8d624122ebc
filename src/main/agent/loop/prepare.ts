// What a turn sends: everything said so far, old results shortened, and a note where one is due; and how what the operator typed meanwhile is handed
// over. All but the newest message is what it was in the turn before. Source: agent, The loop (compaction, nudges, steering).

import * as z from 'zod';
import { compactOldResults } from '../context/compact.ts';
import { TOOLS } from '../tools/registry.ts';
import type { RunEnv } from './env.ts';
import { withoutOrphans } from './history.ts';
import type { ModelMessage, ToolSpec } from './model-port.ts';
import { asksForFresh, nudge } from './notes.ts';
import { noteIn, systemPrompt } from './system-prompt.ts';

const KEEP_TURNS = 2;
const MIN_CHARS = 300;
/** Old results are shortened in batches: each time, a local model reads again what comes after the first of them. */
const BATCH_CHARS = 4000;

/** The same objects at every turn. */
export const TOOL_SPECS: readonly ToolSpec[] = TOOLS.map(({ name, description, schema }) => ({
  ...{ name, description },
  parameters: z.toJSONSchema(schema, { io: 'input' }) as Readonly<Record<string, unknown>>,
}));

export function prepared(env: RunEnv): {
  system: string;
  messages: ModelMessage[];
  tools: readonly ToolSpec[];
} {
  const { session, run, parts } = env;
  compact(env);
  addNotes(env);
  const messages = withoutOrphans(session.history().map(({ message }) => message));
  const { noteKey } = session.memory;
  return {
    system: systemPrompt({ host: parts.host, profile: run.profile, noteKey }),
    messages,
    tools: TOOL_SPECS,
  };
}

/** What was typed while it worked. New words give a run its hands back: what it failed at, and what it had done, were about older ones. */
export function handOver({ session, parts, run }: RunEnv): void {
  if (!session.isSteered) return;
  run.failedTurns = 0;
  run.provenLastTurn = false;
  for (const text of session.takeSteering()) {
    const id = parts.ids();
    const at = parts.clock.now();
    session.tell({ type: 'message', id, run_id: run.id, at, text, mentions: [], steering: true });
    session.say(id, { role: 'user', content: text });
    run.wantsFresh ||= asksForFresh(text);
  }
}

function addNotes(env: RunEnv): void {
  const { parts, run } = env;
  const due = parts.switches().nudges ? nudge(run.calls, run.nudgedAt) : null;
  if (!due) return;
  run.nudgedAt = due.at;
  addNote(env, due.text);
}

/** Says something of our own: behind the newest message, or as one where the model spoke last. @param entryId where it is kept when it is a message of its own */
export function addNote({ session }: RunEnv, text: string, entryId?: string): void {
  const note = noteIn(session.memory.noteKey, text);
  const last = session.history().at(-1);
  if (last && last.message.role !== 'assistant' && entryId === undefined)
    session.say(last.entryId, { ...last.message, content: `${last.message.content}\n\n${note}` });
  else if (entryId !== undefined) session.say(entryId, { role: 'user', content: note });
}

function compact(env: RunEnv): void {
  const { session, parts, run } = env;
  if (!parts.switches().compaction) return;
  const turns = new Map(
    session.entries().flatMap((one) => (one.kind === 'tool' ? [[one.id, one] as const] : [])),
  );
  const results = session.history().flatMap(({ entryId, message }) => {
    const entry = turns.get(entryId);
    if (!entry || message.role !== 'tool') return [];
    // Turns of earlier runs are older than all of this one's.
    const turn = entry.run_id === run.id ? entry.turn : -1;
    // What came of a write is kept in its own words, not in what is known since.
    const resource = entry.approval_id === null ? (entry.resource?.id ?? null) : null;
    return [{ id: entryId, turn, content: message.content, resource }];
  });
  const short = compactOldResults(results, {
    ...{ turn: run.turn, keepTurns: KEEP_TURNS, minChars: MIN_CHARS, batchChars: BATCH_CHARS },
    factsOf: (id, maxChars) => session.memory.knowledge.summaryAbout(id, maxChars),
  });
  const messages = new Map(session.history().map(({ entryId, message }) => [entryId, message]));
  for (const { id, content } of short) {
    const message = messages.get(id);
    if (message?.role === 'tool') session.say(id, { ...message, content });
  }
}
