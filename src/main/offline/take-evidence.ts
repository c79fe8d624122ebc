// Documents of an export that are not here, by the way every document of evidence takes: a batch a transaction, each document whole or not at all; and then with the times
// they had where they come from, so that old evidence is not taken for new. What was broken off goes on where it was when the bundle comes again. Called by take-in.ts.
// Source: advisory, Evidence.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock, Ids } from '../../shared/model/clock.ts';
import type { BundleReport } from '../../shared/model/evidence/bundle.ts';
import { importEvidence } from '../advisory/evidence/import-evidence.ts';
import { readBundle } from '../bundle/read-bundle.ts';
import { backdate, type PortableDocument, readKnownOf, readNotDated } from '../store/bundles/documents.ts';
import { BUNDLED_DATABASE, OSV_DATABASE } from '../store/evidence/versions.ts';
import type { Store } from '../store/store-access.ts';
import { evidenceFile } from './bundle-layout.ts';
import type { CheckedExport } from './check-export.ts';

export interface EvidenceParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
}

export interface TakingEvidence {
  /** Of the bundle. */
  readonly path: string;
  /** A folder that is its alone while it works; it may be gone. */
  readonly folder: string;
  readonly checked: CheckedExport;
  readonly dryRun: boolean;
  readonly actor: string;
  /** What the bundle is called in records. */
  readonly title: string;
  readonly progress: (done: number, total: number) => void;
  readonly signal: AbortSignal;
}

/** Documents that are not here, by the way every document takes, and then with the times they had. */
export async function takeEvidence(
  asked: TakingEvidence,
  parts: EvidenceParts,
): Promise<BundleReport['documents']> {
  const { checked, dryRun, folder } = asked;
  const sum = { added: 0, same: 0, refused: 0 };
  try {
    for (const [project, documents] of checked.documents) {
      const digests = documents.map(({ sha256 }) => sha256);
      const known = await readKnownOf(parts.store.reader, project, digests);
      const fresh = documents.filter(({ sha256 }) => !known.has(sha256));
      sum.same += documents.length - fresh.length;
      if (dryRun) sum.added += fresh.length;
      else {
        const taken = await takeDocuments(project, fresh, asked, parts);
        sum.added += taken.added;
        sum.refused += taken.refused;
        await redate(project, documents, parts);
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return sum;
}

async function takeDocuments(
  project: string,
  fresh: readonly PortableDocument[],
  { path, folder, checked, actor, title, progress, signal }: TakingEvidence,
  { store, clock, ids }: EvidenceParts,
): Promise<{ readonly added: number; readonly refused: number }> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const wanted = new Set(fresh.map(({ sha256 }) => evidenceFile(sha256)));
  if (wanted.size > 0)
    for await (const { name, bytes } of readBundle(path, { sums: checked.sums, signal }))
      if (wanted.has(name))
        await writeFile(join(folder, name.slice(evidenceFile('').length)), bytes(), { mode: 0o600 });
  let [added, refused] = [0, 0];
  // Which of two versions is the newest is by when they came, where they do not say when they were made.
  for (const current of [false, true]) {
    const brought = fresh
      .filter((one) => one.current === current)
      .map(({ sha256, source }) => ({
        origin: sha256,
        path: join(folder, sha256),
        // Only an import of the whole makes a record one of the database here.
        source: source?.replace(OSV_DATABASE, BUNDLED_DATABASE),
      }));
    if (brought.length === 0) continue;
    const bring = async function* () {
      yield* brought;
    };
    const request = {
      ...{ id: ids(), project, paths: [], base: null, by: actor, bring },
      origin: `offline bundle ${title}`,
    };
    const sum = await importEvidence(request, { store, clock, signal, progress });
    added += sum.taken;
    refused += sum.refused;
  }
  return { added, refused };
}

/** A document that came by its digest has no other origin yet: also one whose import was broken off before it was dated. */
async function redate(
  project: string,
  documents: readonly PortableDocument[],
  { store, clock }: EvidenceParts,
): Promise<void> {
  const undated = await readNotDated(store.reader, project);
  const given = documents.filter(({ sha256 }) => undated.has(sha256));
  if (given.length > 0) await store.write((writer) => backdate(writer, project, given, clock.now()));
}
