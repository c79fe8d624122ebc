// Briefs, decisions and public keys of an export joined to those that are here: what is new comes in, what is here stays, another brief under the same key is told and left
// out. Within the caller's transaction, or without one, to tell what it would come to. Called by take-in.ts. Source: advisory, Outputs.
import { StoredBrief } from '../../shared/model/evidence/brief.ts';
import type { BundleReport } from '../../shared/model/evidence/bundle.ts';
import { subjectOf } from '../advisory/brief/brief-body.ts';
import { bodyOf, rowOf } from '../advisory/outputs/kept-brief.ts';
import { readPublicKey } from '../advisory/signing/public-key-text.ts';
import { readBundle } from '../bundle/read-bundle.ts';
import { keepOutput, readOutput } from '../store/briefs/outputs.ts';
import { joinDecisions } from '../store/bundles/decisions.ts';
import type { StoreReader, StoreWriter } from '../store/store-access.ts';
import { keepPublicHalf, readSigningKeys } from '../store/tables/signing-keys.ts';
import type { CheckedExport } from './check-export.ts';

export interface Joining {
  /** Of the bundle. */
  readonly path: string;
  readonly checked: CheckedExport;
  /** What the bundle is called in records. */
  readonly title: string;
  /** Keys the operator vouches for, in PEM. */
  readonly keys: readonly string[];
}

export interface Writing {
  readonly writer: StoreWriter;
  /** Epoch milliseconds. */
  readonly now: number;
}

export type Joined = Pick<BundleReport, 'briefs' | 'decisions' | 'keys'>;

/** Briefs, decisions and keys: what they come to, and where there is a writer, done. */
export async function joinRest(reader: StoreReader, write: Writing | null, asked: Joining): Promise<Joined> {
  const { checked } = asked;
  const decisions = { added: 0, same: 0, takenBack: 0 };
  for (const { name } of checked.manifest.projects) {
    const given = checked.decisions.filter(({ project }) => project === name);
    const joined = await joinDecisions({ reader, write: write?.writer ?? null }, name, given);
    for (const count of ['added', 'same', 'takenBack'] as const) decisions[count] += joined[count];
  }
  return {
    briefs: await joinBriefs(reader, write, asked),
    decisions,
    keys: await joinKeys(reader, write, asked),
  };
}

async function joinBriefs(
  reader: StoreReader,
  write: Writing | null,
  { path, checked, title }: Joining,
): Promise<Joined['briefs']> {
  const result = { added: 0, same: 0, conflicting: [] as string[] };
  const fresh = new Set<string>();
  const contexts = new Set<string>();
  for (const one of checked.briefs) {
    const here = await readOutput(reader, one.project, one.cacheKey, one.revision);
    if (here === undefined) {
      fresh.add(one.file);
      contexts.add(one.contextFile);
    } else if (here.output_hash === one.outputHash) result.same++;
    else result.conflicting.push(`${one.project} ${one.cacheKey}/${one.revision}`);
  }
  result.added = fresh.size;
  if (!write || fresh.size === 0) return result;
  // A brief stands before what it was made from.
  let brief: StoredBrief | undefined;
  const made: { readonly brief: StoredBrief; readonly manifest: string }[] = [];
  for await (const { name, bytes } of readBundle(path, { sums: checked.sums })) {
    if (fresh.has(name)) brief = StoredBrief.parse(JSON.parse(await text(bytes())));
    else if (brief && contexts.has(name)) {
      made.push({ brief, manifest: await text(bytes()) });
      brief = undefined;
    }
  }
  // Who reads newest first reads by when they came.
  made.sort(
    (a, b) => order(a.brief.generated_at, b.brief.generated_at) || a.brief.revision - b.brief.revision,
  );
  for (const { brief: one, manifest } of made)
    await keepOutput(write.writer, outputRow(one, manifest, title));
  return result;
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function outputRow(brief: StoredBrief, manifest: string, cameFrom: string) {
  const { signatures, generated_at } = brief;
  const row = rowOf(bodyOf(brief), {
    ...{
      subject: subjectOf(brief),
      manifest: JSON.parse(manifest),
      signatures,
      generatedAt: Date.parse(generated_at),
      cameFrom,
    },
  });
  return { ...row, manifest };
}

async function joinKeys(
  reader: StoreReader,
  write: Writing | null,
  { checked, keys }: Joining,
): Promise<Joined['keys']> {
  const known = new Set((await readSigningKeys(reader)).map(({ keyId }) => keyId));
  // Who signed the bundle vouches for the keys in it; where nobody did, nobody does.
  const { signedBy } = checked;
  const signers = keys.map(keyOf).filter(({ keyId }) => signedBy?.includes(keyId));
  const vouched = signedBy === null ? [] : [...checked.keys, ...signers];
  const given = [...new Map(vouched.map((key) => [key.keyId, key])).values()];
  const added = given.filter(({ keyId }) => !known.has(keyId));
  for (const key of write ? added : [])
    await keepPublicHalf(
      write?.writer as StoreWriter,
      { ...key, createdAt: write?.now ?? 0, retiredAt: null },
      write?.now ?? 0,
    );
  return { added: added.length, same: given.length - added.length };
}

function keyOf(pem: string): CheckedExport['keys'][number] {
  const { keyId, algorithm, pem: publicPem } = readPublicKey(pem);
  return { keyId, algorithm, publicPem };
}

async function text(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all).toString('utf8');
}
