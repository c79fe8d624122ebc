// The part of the program that knows about risks: what is known, what of it affects what is run. Opened by wire.ts alone, over the memory's side.
import { join } from 'node:path';
import { Evidence } from '../advisory/evidence/evidence.ts';
import { Uploads } from '../advisory/evidence/uploads.ts';
import type { Ground } from './ground.ts';
import type { MemorySide } from './memory-side.ts';

export interface AdvisorySideParts extends Ground {
  readonly memorySide: MemorySide;
}

export interface AdvisorySide {
  readonly evidence: Evidence;
}

export async function openAdvisorySide(parts: AdvisorySideParts): Promise<AdvisorySide> {
  const { memorySide, site, clock, changed } = parts;
  const { store, tasks } = memorySide;
  const ids = () => crypto.randomUUID();
  const uploads = new Uploads(join(site.dataDir, 'uploads'));
  await uploads.clearLeftovers();
  const evidence = new Evidence({ store, clock, ids, tasks, uploads, onChange: () => changed.tell() });
  return { evidence };
}
