// The labelled answers: `dev` grew with whatever came to mind while the rules were written; `held-out` was written before them and none of its failures
// was ever looked at. Reads and checks them; judges nothing. Used by phantom-eval.ts and the tests of the room. Source: agent, D6 Phantom.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const Labelled = z.strictObject({
  text: z.string().min(1),
  /** It claims to have acted, or to know the live state. */
  phantom: z.boolean(),
  about: z.string().optional(),
});
export type Labelled = z.infer<typeof Labelled>;

export type SetName = 'dev' | 'held-out';

/** @param file JSON Lines of `{text, phantom, about?}` */
export const readLabelled = (file: string): Labelled[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => Labelled.parse(JSON.parse(line)));

export const readSet = (name: SetName): Labelled[] =>
  readLabelled(join(import.meta.dirname, `${name}.jsonl`));
