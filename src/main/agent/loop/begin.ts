// The beginning of a run: what the operator said, and what code looked up about it before any model sees it. Called by agent/sessions.
// Source: agent, Context.
import type { Mention } from '../../../shared/model/assistant/transcript.ts';
import { type Prefetched, prefetch } from '../context/prefetch.ts';
import { afterRead, demandOf } from './fsm.ts';
import type { LoopMemory, LoopParts, SessionPort } from './parts.ts';
import { noteIn } from './request/system-prompt.ts';
import type { RunState } from './run-state.ts';

export interface Beginning {
  readonly text: string;
  readonly mentions: readonly Mention[];
}

/** @throws AppError INVALID_INPUT for a mention of what is not there */
export async function lookedUp(
  parts: LoopParts,
  memory: LoopMemory,
  { text, mentions }: Beginning,
  signal: AbortSignal,
): Promise<Prefetched> {
  const { known, clock } = parts;
  const dictionary = await parts.dictionary();
  return await prefetch({
    ...{ text, mentions, known, memory: parts.memory, findings: parts.findings, context: memory.context },
    isDictionaryWord: (word) => dictionary.has(word),
    ...{ now: clock.now(), signal, fuzzy: parts.switches().fuzzyPrefetch },
  });
}

/** Writes both down: the operator's words, and apart from them what was looked up. */
export function begin(
  parts: LoopParts,
  session: SessionPort,
  run: RunState,
  { text, mentions, found }: Beginning & { readonly found: Prefetched },
): void {
  const { ids, clock } = parts;
  const id = ids();
  session.tell({
    type: 'message',
    id,
    run_id: run.id,
    at: clock.now(),
    text,
    mentions: [...mentions],
    steering: false,
  });
  const { memory } = session;
  const resources = found.resources.map(({ id: one, kind, name }) => ({ id: one, kind, name }));
  run.named = resources.map(({ id: one }) => one);
  if (found.explicit && resources.length > 0) memory.fsm = afterRead(memory.fsm, null);
  const facts = memory.knowledge.summary(2000, clock.now());
  const demand = demandOf(memory.fsm);
  const notes = [
    found.text,
    facts === '' ? '' : `Known from earlier in this session:\n${facts}`,
    demand,
  ].filter((note) => note !== '');
  if (found.text !== '' || found.notFound.length > 0)
    session.tell({
      ...{ type: 'context', id: ids(), run_id: run.id, at: clock.now(), text: found.text },
      resources: [...found.findings, ...resources],
      not_found: [...found.notFound],
    });
  const note = notes.length === 0 ? '' : `\n\n${noteIn(memory.noteKey, notes.join('\n\n'))}`;
  session.say(id, { role: 'user', content: text + note });
}
