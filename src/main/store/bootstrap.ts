// What a new database starts with: the dictionary and the six seed dimensions with their roots.
// One transaction; a start that is killed half-way starts again from nothing.
import type { Clock } from '../../shared/model/clock.ts';
import { DEFAULT_PROJECT, SEED_DIMENSIONS } from '../../shared/model/graph.ts';
import { insertConcepts } from './concepts.ts';
import { readConfig, writeConfig } from './config.ts';
import { DICTIONARY_VERSION, readDictionary } from './dictionary.ts';
import { insertRoots } from './edges.ts';
import { appendEvents } from './events.ts';
import type { Store } from './store.ts';

const DICTIONARY_KEY = 'store.dictionary';

/** @returns how many dictionary words were added; 0 when the database had them. */
export async function bootstrap(store: Store, clock: Clock): Promise<number> {
  if ((await readConfig(store.reader, DICTIONARY_KEY)) === DICTIONARY_VERSION) return 0;
  return store.write(async (writer) => {
    const now = clock.now();
    const dimensions = await insertConcepts(
      writer,
      SEED_DIMENSIONS.map(({ token }) => ({ token, common: true })),
    );
    const idOf = new Map(dimensions.map((row) => [row.token, row.id]));
    const roots = SEED_DIMENSIONS.flatMap(({ token, isIsa }) => {
      const dim = idOf.get(token);
      return dim === undefined ? [] : [{ project: DEFAULT_PROJECT, dim, isIsa, token }];
    });
    const made = await insertRoots(writer, roots, now);
    await appendEvents(
      writer,
      made.map((root) => root.event),
    );
    const words = await insertConcepts(
      writer,
      readDictionary().map((token) => ({ token, common: true })),
    );
    await writeConfig(writer, DICTIONARY_KEY, DICTIONARY_VERSION, now);
    return words.length;
  });
}
