// The part of the program that knows about risks: what is known, and what of it affects what is run. Opened by wire.ts alone, over the memory's side.
import { join } from 'node:path';
import { Evidence } from '../advisory/evidence/evidence.ts';
import { Uploads } from '../advisory/evidence/uploads.ts';
import { Findings } from '../advisory/findings/findings.ts';
import type { Ground } from './ground.ts';
import type { MemorySide } from './memory-side.ts';

export interface AdvisorySideParts extends Ground {
  readonly memorySide: MemorySide;
}

export interface AdvisorySide {
  readonly evidence: Evidence;
  readonly findings: Findings;
  /** Everything listens: what was broken off is done. */
  start(): void;
}

/** @param resources gets everything that must be closed again. */
export async function openAdvisorySide(
  { memorySide, site, clock, log }: AdvisorySideParts,
  resources: AsyncDisposableStack,
): Promise<AdvisorySide> {
  const { store, tasks, settings } = memorySide;
  const uploads = new Uploads(join(site.dataDir, 'uploads'));
  await uploads.clearLeftovers();
  const onError = (error: unknown) => log.error({ err: error }, 'matching evidence failed');
  const trusted = () => issuersIn(settings.current().evidence_trusted_issuers);
  const findings = new Findings({ store, clock, trusted, onError });
  resources.defer(() => findings.settled());
  const ids = () => crypto.randomUUID();
  const onChange = (project: string) => void findings.match(project);
  const evidence = new Evidence({ store, clock, ids, tasks, uploads, onChange });
  return { evidence, findings, start: () => void findings.matchChanged().catch(onError) };
}

const issuersIn = (names: string): ReadonlySet<string> =>
  new Set(names.split(';').flatMap((name) => name.trim() || []));
