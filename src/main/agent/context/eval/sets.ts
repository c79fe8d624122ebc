// The labelled messages: `dev` is what mentions.ts was mended with; `held-out` was written before that, and none of its misses was looked at. What a
// message mentions is what a reader would look up for it: whatever it names, to be acted on or left alone; not a product that is spoken of as such, and
// not a word of the dictionary in its own sense. Reads and checks; judges nothing. Source: agent, Context (fuzzy matching).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { WORLD_NAMES, worldOf } from './worlds.ts';

const Line = z.strictObject({
  text: z.string().min(1),
  /** The world it is said in. */
  resources: z.enum(WORLD_NAMES),
  /** Names: of all that are called so; or ids, of one of them. */
  mentions: z.array(z.string()),
});

export interface Labelled {
  readonly text: string;
  readonly resources: z.infer<typeof Line>['resources'];
  readonly ids: ReadonlySet<string>;
}

export type SetName = 'dev' | 'held-out';

/** @throws Error for a label that names nothing of its world */
export function readSet(name: SetName): Labelled[] {
  return readFileSync(join(import.meta.dirname, `${name}.jsonl`), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const { text, resources, mentions } = Line.parse(JSON.parse(line));
      const ids = mentions.flatMap((label) => idsOf(label, resources));
      return { text, resources, ids: new Set(ids) };
    });
}

function idsOf(label: string, world: Labelled['resources']): string[] {
  const ids = worldOf(world)
    .filter(({ id, name }) => id === label || name === label)
    .map(({ id }) => id);
  if (ids.length === 0) throw new Error(`${world} holds nothing called ${label}.`);
  return ids;
}
