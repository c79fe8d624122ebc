// The conflicts as the resolution job handles them: the memory's own reads and decisions, the same as people's.
import type { Memory } from '../memory.ts';
import type { ConflictDesk } from './resolution-parts.ts';

export function conflictDesk(memory: Memory): ConflictDesk {
  const { read, decisions } = memory;
  return {
    async conflict(id) {
      // Another process may have queued it a moment ago, about names that this one has not seen.
      await memory.catchUp();
      return read.conflict(id);
    },
    options: (id) => decisions.options(id),
    decide: (id, decision, by, alongside) => decisions.decide(id, decision, by, alongside),
    refuseAnswer: (id, refusal, alongside) => decisions.refuseAnswer(id, refusal, alongside),
  };
}
