// For tests: says that the whole database of an ecosystem was imported, so that its packages count as checked; and which advisories came with one.
import { keepEcosystem } from '../../store/evidence/ecosystems.ts';
import { OSV_DATABASE } from '../../store/evidence/versions.ts';
import type { Store } from '../../store/store-access.ts';

/** @param ecosystems as OSV spells them */
export async function markWhole(
  store: Store,
  project: string,
  ecosystems: readonly string[],
  at = 0,
): Promise<void> {
  await store.write(async (writer) => {
    for (const ecosystem of ecosystems)
      await keepEcosystem(writer, project, {
        ...{ ecosystem, source: '/srv/all.zip', complete: true },
        ...{ importedAt: at, dataAsOf: at, records: 1 },
      });
  });
}

/** Every advisory that is there came with a whole database. */
export const markFromDatabase = (store: Store): Promise<unknown> =>
  store.write(({ db }) =>
    db.updateTable('evidence_document').set({ source: OSV_DATABASE }).where('format', '=', 'osv').execute(),
  );
