// The part of the program that knows about risks: what is known, what of it affects what is run. Opened by wire.ts alone, over the memory's side.
import { Evidence } from '../advisory/evidence/evidence.ts';
import type { Ground } from './ground.ts';
import type { MemorySide } from './memory-side.ts';

export interface AdvisorySideParts extends Ground {
  readonly memorySide: MemorySide;
}

export interface AdvisorySide {
  readonly evidence: Evidence;
}

export function openAdvisorySide({ memorySide, clock, changed }: AdvisorySideParts): AdvisorySide {
  const { store, tasks } = memorySide;
  const ids = () => crypto.randomUUID();
  const evidence = new Evidence({ store, clock, ids, tasks, onChange: () => changed.tell() });
  return { evidence };
}
