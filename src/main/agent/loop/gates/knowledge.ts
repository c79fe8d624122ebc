// Ninth gate: a call whose whole answer is known and fresh is not made again. Never for what has to be looked at: a read that verifies a write, a
// resource written in this run, or a state that was looked at before the operator asked. Source: agent D5.
import { canonicalJson, type Json } from '../../../store/audit/canonical-json.ts';
import type { KnowableCall } from '../../context/knowledge.ts';
import { gate, type Parsed } from './gate.ts';

export const knowledge = gate('knowledge', (call, run) => {
  const { parsed, resource } = call;
  if (!run.knowledge || parsed.kind === 'write' || parsed.kind === 'user_input') return undefined;
  if (run.fsm.unproven.length > 0) return undefined;
  if (resource && run.written.has(resource.id)) return undefined;
  const knowable = knowableCall(call);
  const answer = knowable && run.knowledge.answer(knowable, run.now(), run.askedAt);
  return answer ? { answer } : undefined;
});

/** How a call is known by, whatever name its resource was called; null for one that always has to be made. */
export function knowableCall({ parsed: { tool, args }, resource }: Parsed): KnowableCall | null {
  const given = resource ? { ...args, resource: resource.id } : args;
  const keys = tool.predictKeys(given);
  if (keys.length === 0 || tool.category === null) return null;
  return { call: `${tool.name}:${canonicalJson(given as Json)}`, category: tool.category, keys };
}
