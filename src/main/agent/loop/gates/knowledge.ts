// Ninth gate: what was found out a moment ago is not asked again. Never for what has to be looked at: a read that proves a write, a thing written in
// this run, or when the operator asked how things are now. Source: agent D5.
import { gate } from './gate.ts';

export const knowledge = gate('knowledge', ({ parsed: { tool, args, kind }, resource }, run) => {
  if (!run.knowledge || kind === 'write' || kind === 'user_input' || run.wantsFresh) return undefined;
  if (run.fsm.unproven.length > 0) return undefined;
  if (resource && run.written.has(resource.id)) return undefined;
  const keys = tool.predictKeys(resource ? { ...args, resource: resource.id } : args);
  const known = keys.length === 0 ? null : run.knowledge.answer(keys, { now: run.now() });
  return known ? { answer: known.text } : undefined;
});
