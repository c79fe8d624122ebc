// What a new database starts with: the dictionary and the six seed dimensions with their roots.
// One transaction; a start that is killed half-way starts again from nothing.
import type { Clock } from '../../shared/model/clock.ts';
import { DEFAULT_PROJECT, SEED_DIMENSIONS } from '../../shared/model/graph.ts';
import { appendEvents } from './audit/events.ts';
import type { OpenAccess, StoreWriter } from './store-access.ts';
import { ensureConcepts, insertTokens } from './tables/concepts.ts';
import { readConfig, writeConfig } from './tables/config.ts';
import { insertRoots } from './tables/edges.ts';
import { DICTIONARY_VERSION, readDictionary } from './words/dictionary.ts';

const DICTIONARY_KEY = 'store.dictionary';

/** @returns how many dictionary words were added; 0 when the database had them. */
export async function bootstrap(store: OpenAccess, clock: Clock): Promise<number> {
  if ((await readConfig(store.reader, DICTIONARY_KEY)) === DICTIONARY_VERSION) return 0;
  return store.write(async (writer) => {
    const now = clock.now();
    await seedDimensions(writer, now);
    const words = await insertTokens(writer, readDictionary(), true);
    await writeConfig(writer, DICTIONARY_KEY, DICTIONARY_VERSION, now);
    return words;
  });
}

/** Dimensions come first, so that they have the smallest ids; as words they are common and never surface alone. */
async function seedDimensions(writer: StoreWriter, now: number): Promise<void> {
  const tokens = SEED_DIMENSIONS.map(({ token }) => token);
  await insertTokens(writer, tokens, true);
  const concepts = await ensureConcepts(writer, tokens);
  const roots = concepts.flatMap(({ id, token }) => {
    const seed = SEED_DIMENSIONS.find((dimension) => dimension.token === token);
    return seed ? [{ project: DEFAULT_PROJECT, dim: id, isIsa: seed.isIsa, token }] : [];
  });
  const made = await insertRoots(writer, roots, now);
  await appendEvents(
    writer,
    made.map((root) => root.event),
  );
}
