// The labelled commands: three files beside this one, and the public list where it is at hand. Reads and checks them; judges nothing.
// Used by intent-eval.ts and the tests of the room.
// Source: decision 051.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const Case = z.strictObject({ command: z.string().min(1), expect: z.enum(['read', 'write']) });
export type Case = z.infer<typeof Case>;

/**
 * `dev` grows with every attack that came to mind; `held-out` was written before the tables; `documented` are the examples of tldr-pages; `runbooks`
 * are reads out of public runbooks without their `sudo`, of which `runbooks-unseen` is not looked at, so that it can be measured on.
 */
export type SetName = 'dev' | 'held-out' | 'documented' | 'runbooks' | 'runbooks-unseen';

export const readSet = (name: SetName): Case[] =>
  readFileSync(join(import.meta.dirname, `${name}.jsonl`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Case.parse(JSON.parse(line)));

const Public = z.object({
  source: z.string(),
  cases: z.array(
    z.object({ command: z.string(), expect: z.string(), coarse: z.enum(['readonly', 'write']) }),
  ),
});

const PUBLIC_LIST = join(
  import.meta.dirname,
  '..',
  '..',
  '..',
  '..',
  '..',
  '..',
  'shared',
  'data',
  'intent-commands.json',
);

/** @returns null where the list is not at hand */
export function readPublicList(): Case[] | null {
  if (!existsSync(PUBLIC_LIST)) return null;
  const { cases } = Public.parse(JSON.parse(readFileSync(PUBLIC_LIST, 'utf8')));
  return cases.map(({ command, coarse }) => ({ command, expect: coarse === 'readonly' ? 'read' : 'write' }));
}
