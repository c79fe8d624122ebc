// The program's own list of components, which the build wrote: imported into the default project at the first start and when another version of the program
// brings another list, which takes the place of the one before. An operator who removed it is not given it again. Called once everything listens.
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Clock } from '../../../shared/model/clock.ts';
import { DEFAULT_PROJECT } from '../../../shared/model/graph.ts';
import type { Evidence } from '../../advisory/evidence/evidence.ts';
import type { Store } from '../../store/store.ts';
import { readConfig, writeConfig } from '../../store/tables/config.ts';

/** The SHA-256 of the list that was imported last. */
const KEY = 'own_sbom';
const PAGE = 100;
const project = DEFAULT_PROJECT;

export interface OwnSbomParts {
  /** Where the build wrote it; a program that runs from its sources may have none. */
  readonly file: string;
  readonly store: Store;
  readonly evidence: Pick<Evidence, 'uploads' | 'take' | 'documents' | 'remove'>;
  readonly clock: Clock;
}

/** @throws AppError what the import ended with */
export async function importOwnSbom({ file, store, evidence, clock }: OwnSbomParts): Promise<void> {
  const bytes = await readFile(file).catch(() => null);
  if (bytes === null) return;
  const hash = createHash('sha256').update(bytes).digest('hex');
  const before = await readConfig(store.reader, KEY);
  if (before === hash) return;
  const old = before === undefined ? undefined : await documentOf(evidence, before);
  if (before !== undefined && old === undefined) return;
  const upload = randomUUID();
  await evidence.uploads.put(upload, 'festinger.cdx.json', createReadStream(file));
  const { taken, same } = await evidence.take({
    project,
    upload,
    origin: 'Festinger Console',
    by: 'Festinger Console',
  }).result;
  if (taken + same === 0) return;
  if (old !== undefined) await evidence.remove(project, old);
  await store.write((writer) => writeConfig(writer, KEY, hash, clock.now()));
}

async function documentOf(evidence: OwnSbomParts['evidence'], sha256: string): Promise<number | undefined> {
  for (let offset = 0; ; offset += PAGE) {
    const { documents, total } = await evidence.documents({
      project,
      format: 'cyclonedx',
      offset,
      limit: PAGE,
    });
    const found = documents.find((one) => one.sha256 === sha256);
    if (found !== undefined || offset + PAGE >= total) return found?.id;
  }
}
