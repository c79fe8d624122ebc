// What a turn sends: everything said so far, within what the model holds, and a note where one is due; and how what the operator typed meanwhile is
// handed over. All but the newest message is what it was in the turn before, until older turns are summarised. Source: agent, The loop.

import * as z from 'zod';
import { AppError } from '../../../../shared/model/envelope.ts';
import { TOOLS } from '../../tools/registry.ts';
import type { RunEnv } from '../env.ts';
import type { ModelRequest, ToolSpec } from '../model-port.ts';
import { shortenOldResults, summarizeOlderTurns } from './compaction.ts';
import { withoutOrphans } from './history.ts';
import { nudge } from './notes.ts';
import { fitMessages } from './room.ts';
import { noteIn, systemPrompt } from './system-prompt.ts';

/** What a model can do without: arguments are held against the schema itself. It takes a fifth of a small context. */
const LEFT_OUT = new Set(['$schema', 'minLength', 'maxLength', 'propertyNames', 'additionalProperties']);

function shortSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(shortSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const members = Object.entries(schema).filter(([name]) => !LEFT_OUT.has(name));
  return Object.fromEntries(members.map(([name, value]) => [name, shortSchema(value)]));
}

/** The same objects at every turn. */
export const TOOL_SPECS: readonly ToolSpec[] = TOOLS.map(({ name, description, schema }) => ({
  ...{ name, description },
  parameters: shortSchema(z.toJSONSchema(schema, { io: 'input' })) as ToolSpec['parameters'],
}));

type Prepared = Pick<ModelRequest, 'system' | 'messages' | 'tools' | 'maxTokens'>;

/** Shares of a message are made smaller by these, until even one turn fits. */
const SCALES = [1, 0.5, 0.25, 0.1];

/** What this turn sends, within what the model holds. @throws AppError PAYLOAD_TOO_LARGE where not even one turn of it fits */
export async function prepareRequest(env: RunEnv): Promise<Prepared> {
  const { room, parts } = env;
  shortenOldResults(env);
  addNotes(env);
  const sizeOf = (request: Omit<Prepared, 'maxTokens'>) => parts.model.estimateTokens(request);
  let request = requestOf(env, 1);
  if (sizeOf(request) > room.fullTokens && (await summarizeOlderTurns(env))) request = requestOf(env, 1);
  const most = room.tokens - room.answerTokens;
  for (const scale of SCALES) {
    if (sizeOf(request) <= most) break;
    request = requestOf(env, scale);
  }
  const tokens = sizeOf(request);
  if (tokens > most)
    throw new AppError(
      'PAYLOAD_TOO_LARGE',
      `${env.model} holds ${room.tokens} tokens, which is too few for the assistant: its instructions and tools alone take ${tokens}. Set a larger context for the model in Settings, or choose another one.`,
    );
  return { ...request, maxTokens: room.tokens - tokens };
}

function requestOf({ session, run, parts, room }: RunEnv, scale: number): Omit<Prepared, 'maxTokens'> {
  const { noteKey } = session.memory;
  const { leftOut, tools } = room;
  return {
    system: systemPrompt({ host: parts.host, profile: run.profile, noteKey, leftOut }),
    messages: fitMessages(withoutOrphans(session.history().map(({ message }) => message)), room, scale),
    tools,
  };
}

/** What was typed while it worked. It begins anew with that: what failed, was done or was denied before was about older words. */
export function handOver({ session, parts, run }: RunEnv): void {
  if (!session.isSteered) return;
  run.failedTurns = 0;
  run.afterWrite = false;
  run.denied = [];
  run.questions = 0;
  for (const text of session.takeSteering()) {
    const id = parts.ids();
    const at = parts.clock.now();
    session.tell({ type: 'message', id, run_id: run.id, at, text, mentions: [], steering: true });
    session.say(id, { role: 'user', content: text });
    run.askedAt = at;
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
