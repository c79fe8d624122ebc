// Labelled real material: which files a directory of it may hold, read and checked at the border. Knows nothing of what is
// measured on it. The form is described in docs/eval-real.md. Called by real.ts and by the tests beside it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const Triple = z.object({
  subject: z.string(),
  parent: z.string(),
  dim: z.string(),
  is_isa: z.boolean(),
});
export type Triple = z.infer<typeof Triple>;

/** A triple that was read out of a text, judged by a person; `null` while nobody has. */
const Judged = z.object({
  text: z.string(),
  triple: Triple,
  label: z.enum(['true', 'useless', 'false']).nullable(),
  /** Where the text is from, for whoever labels it. */
  source: z.string().nullish(),
});
export type Judged = z.infer<typeof Judged>;

const oneOrMore = z.union([z.string(), z.array(z.string()).nonempty()]).transform((name) => [name].flat());

/** A fact and the names it may have; the first of each is the one memory D18 asks for. */
const Claim = z.object({ subject: oneOrMore, parent: oneOrMore, dim: oneOrMore, is_isa: z.boolean() });
export type Claim = z.infer<typeof Claim>;

/** A sentence with every fact a person expects of it. */
export const Sentence = z.object({
  text: z.string(),
  expect: z.array(Claim),
  /** Neither missed nor wrong. */
  optional: z.array(Claim).default([]),
  /** True, and says nothing. */
  useless: z.array(Claim).default([]),
});
export type Sentence = z.infer<typeof Sentence>;

const Lab = z.object({
  facts: z.array(z.string()),
  prompts: z.array(z.object({ text: z.string(), needed: z.array(z.string()), class: z.string() })),
});
export type Lab = z.infer<typeof Lab>;

/** A chat message as OpenAI writes it; members beside these are kept. */
const Message = z.looseObject({
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  content: z.string().nullable(),
});
export type Message = z.infer<typeof Message>;

const Transcript = z.object({ id: z.string(), messages: z.array(Message).nonempty() });
export type Transcript = z.infer<typeof Transcript>;

const Looping = Transcript.extend({ loop: z.enum(['exact', 'counter', 'stuck']) });
export type Looping = z.infer<typeof Looping>;

/** A text of a repository: a file of documentation, or a prompt of an agent. */
export interface TextFile {
  /** Beneath the material's directory. */
  readonly path: string;
  readonly text: string;
}

/** What a directory holds; null where it has no such file. */
export interface Material {
  readonly dir: string;
  readonly judged: Judged[] | null;
  readonly sentences: Sentence[] | null;
  readonly docs: TextFile[] | null;
  readonly lab: Lab | null;
  readonly requests: Transcript[] | null;
  readonly loops: Looping[] | null;
  readonly healthy: Transcript[] | null;
  readonly prompts: TextFile[] | null;
}

/** Files of judged triples; all of a directory are read together. */
const JUDGED_FILES = ['prose-triples.json', 'agent-prompts.json'];

/** @throws Error that names the file, and what is wrong in it; also when there is no such directory */
export function readMaterial(dir: string): Material {
  if (!existsSync(dir)) throw new Error(`${dir}: no such directory`);
  const judged = JUDGED_FILES.map((name) => readJson(dir, name, z.array(Judged))).filter(
    (list) => list !== null,
  );
  return {
    dir,
    judged: judged.length === 0 ? null : judged.flat(),
    sentences: readJson(dir, 'recall-sentences.json', z.array(Sentence)),
    docs: readTexts(dir, 'docs'),
    lab: readJson(dir, 'homelab.json', Lab),
    requests: readLines(dir, 'requests.jsonl', Transcript),
    loops: readJson(dir, 'loops.json', z.array(Looping)),
    healthy: readJson(dir, 'healthy.json', z.array(Transcript)),
    prompts: readTexts(dir, 'agent-prompts'),
  };
}

function readJson<T>(dir: string, name: string, shape: z.ZodType<T>): T | null {
  const file = join(dir, name);
  return existsSync(file) ? parse(file, readFileSync(file, 'utf8'), shape) : null;
}

function readLines<T>(dir: string, name: string, shape: z.ZodType<T>): T[] | null {
  const file = join(dir, name);
  if (!existsSync(file)) return null;
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, n) => (line.trim() === '' ? [] : [parse(`${file}:${n + 1}`, line, shape)]));
}

/** Every file beneath a folder, in the order of their paths. */
function readTexts(dir: string, folder: string): TextFile[] | null {
  if (!existsSync(join(dir, folder))) return null;
  return readdirSync(join(dir, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:md|txt)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => ({ path: file.slice(dir.length + 1), text: readFileSync(file, 'utf8') }));
}

function parse<T>(where: string, text: string, shape: z.ZodType<T>): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`${where}: no JSON: ${(error as Error).message}`);
  }
  const result = shape.safeParse(value);
  if (!result.success) throw new Error(`${where}: ${z.prettifyError(result.error)}`);
  return result.data;
}
