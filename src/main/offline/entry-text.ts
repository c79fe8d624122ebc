// Files of a bundle as text, JSON and lines, with bounds said before anything is read; whatever does not fit is refused by the file's name. Linear in the file.
// Called by who takes exports in. Source: advisory, Outputs.
import { setImmediate as yieldLoop } from 'node:timers/promises';
import type * as z from 'zod';
import { BundleRefusal } from '../bundle/bundle-refusal.ts';
import { type BundleEntry, readBundle } from '../bundle/read-bundle.ts';
import { canonicalJson, type Json } from '../store/audit/canonical-json.ts';
import { linesOf } from '../store/backup/lines.ts';

/** Longest line, bytes: a row of the widest table. */
const MOST_LINE_BYTES = 16 * 1024 * 1024;
/** Lines read before the event loop gets its turn. */
const LINES_PER_SLICE = 50;

/** @throws BundleRefusal */
export async function textIn(entry: BundleEntry, most: number): Promise<string> {
  if (entry.size > most) throw new BundleRefusal(entry.name, `It has ${entry.size} bytes; ${most} are read.`);
  const pieces: Uint8Array[] = [];
  for await (const piece of entry.bytes()) pieces.push(piece);
  return decoded(entry.name, Buffer.concat(pieces));
}

/** A file that is one value, spelt as we spell it. @throws BundleRefusal */
export async function jsonIn<S extends z.ZodType>(
  entry: BundleEntry,
  most: number,
  schema: S,
): Promise<z.output<S>> {
  return valueIn(entry.name, await textIn(entry, most), schema);
}

/** A file with a value a line, each spelt as we spell it. @throws BundleRefusal */
export async function* linesIn<S extends z.ZodType>(
  entry: BundleEntry,
  schema: S,
  most: number,
): AsyncGenerator<z.output<S>> {
  for await (const { text, place } of rawLines(entry, most)) yield valueIn(entry.name, text, schema, place);
}

/** @throws BundleRefusal */
export async function* rawLines(
  entry: Pick<BundleEntry, 'name' | 'bytes'>,
  most: number,
): AsyncGenerator<{ readonly text: string; readonly place: string }> {
  const { name } = entry;
  let number = 0;
  const tooLong = (at: number) =>
    new BundleRefusal(name, `Line ${at} is longer than ${MOST_LINE_BYTES} bytes.`);
  for await (const line of linesOf(entry.bytes(), MOST_LINE_BYTES, tooLong)) {
    number++;
    if (number > most) throw new BundleRefusal(name, `It has more than ${most} lines.`);
    if (number % LINES_PER_SLICE === 0) await yieldLoop();
    yield { text: decoded(name, line), place: `Line ${number}: ` };
  }
}

function valueIn<S extends z.ZodType>(name: string, text: string, schema: S, place = ''): z.output<S> {
  const value = parsedJson(name, text, place);
  const fitting = schema.safeParse(value);
  if (!fitting.success) {
    const [issue] = fitting.error.issues;
    const path = issue?.path.map(String).join('.') ?? '';
    throw new BundleRefusal(
      name,
      `${place}${path === '' ? '' : `${path.slice(0, 200)}: `}${issue?.message ?? 'it does not fit'}.`,
    );
  }
  if (canonicalJson(fitting.data as Json) !== text)
    throw new BundleRefusal(name, `${place}It is not spelt as an export spells it.`);
  return fitting.data;
}

/** @throws BundleRefusal */
export function parsedJson(name: string, text: string, place: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new BundleRefusal(name, `${place}It is not JSON.`);
  }
}

function decoded(name: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new BundleRefusal(name, 'It is not UTF-8.');
  }
}

/** One file of a bundle that was verified, from its beginning. @throws (while it is read) BundleRefusal where it is another by now */
export async function* bytesOf(
  path: string,
  sums: ReadonlyMap<string, string>,
  name: string,
): AsyncGenerator<Uint8Array> {
  for await (const entry of readBundle(path, { sums })) {
    if (entry.name !== name) continue;
    yield* entry.bytes();
    return;
  }
  throw new BundleRefusal(name, 'It is not there any more.');
}
