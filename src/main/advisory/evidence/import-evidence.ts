// Takes documents of evidence into the tables: batch after batch, each in a transaction of its own, so that agents' writes get in between; a document is there
// whole or not at all. What is there already is only seen again. Called by evidence.ts. Source: advisory, Evidence.
import type { Clock } from '../../../shared/model/clock.ts';
import { openName } from '../../../shared/open-name.ts';
import { keepDocuments, readKnownDigests, touchDocuments } from '../../store/evidence/documents.ts';
import {
  beginImport,
  endImport,
  IMPORT_BEAT_MS,
  type ImportSum,
  keepRefusals,
  noteImport,
  renewImport,
  type StoredRefusal,
} from '../../store/evidence/imports.ts';
import { readEvidenceKeys } from '../../store/evidence/keys.ts';
import type { Store } from '../../store/store-access.ts';
import { readEvidence } from './reading-thread.ts';
import type { Batch, BroughtFile } from './thread-protocol.ts';

export interface ImportRequest {
  readonly id: string;
  readonly project: string;
  /** Absolute. */
  readonly paths: readonly string[];
  /** Brings what lies elsewhere to this disk, one thing after the other; nothing where all of it lies here. */
  readonly bring?: (signal: AbortSignal) => AsyncIterable<Brought>;
  /** Taken off the origins of what lies in it; null where they are shown whole. */
  readonly base: string | null;
  /** How the whole of it is called. */
  readonly origin: string;
  readonly by: string;
  /** Of all that is brought, where it is a whole database. */
  readonly source?: string;
  /** Reads what is stored already as if it were new: its signatures are verified again. */
  readonly isAgain?: boolean;
}

/** Something that lay elsewhere: where it is now, or why it was not taken. */
export type Brought = BroughtFile | { readonly origin: string; readonly reason: string };

export interface ImportParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number) => void;
  readonly documentMs?: number;
}

/**
 * @returns what came of it; what was refused is stored beside it
 * @throws AppError when the database cannot be written, or what the signal was aborted with; what was written by then stays, and the import says that it ended early
 */
export async function importEvidence(request: ImportRequest, parts: ImportParts): Promise<ImportSum> {
  const { store, clock } = parts;
  const { id, project, origin, by } = request;
  const sum: Sum = { taken: 0, same: 0, refused: 0, leftOut: 0 };
  await store.write((writer) => beginImport(writer, { id, project, origin, by, at: clock.now() }));
  let error: string | null = null;
  const stopBeat = beatFor(id, parts);
  try {
    const { signal, documentMs } = parts;
    const here = await broughtHere(request, sum, parts);
    const paths = [...request.paths, ...here.map(({ path }) => path)];
    const stored = request.isAgain ? [] : await readKnownDigests(store.reader, project);
    const job = {
      project,
      paths,
      base: request.base,
      brought: here,
      now: clock.now(),
      stored: packed(stored),
      signed: packed(stored.filter(({ isSigned }) => isSigned)),
      keys: (await readEvidenceKeys(store.reader)).map(({ pem, issuers }) => ({ pem, issuers })),
    };
    for await (const batch of readEvidence({ job, signal, ...(documentMs ? { documentMs } : {}) })) {
      await keepBatch(request, batch, sum, parts);
      parts.progress(batch.done, batch.total);
    }
  } catch (thrown) {
    error = thrown instanceof Error ? thrown.message : String(thrown);
    throw thrown;
  } finally {
    stopBeat();
    await store.write((writer) => endImport(writer, id, { ...sum, error, at: clock.now() }));
  }
  return sum;
}

/** What could not be brought is refused, and the rest is taken. */
async function broughtHere(request: ImportRequest, sum: Sum, parts: ImportParts): Promise<BroughtFile[]> {
  const here: BroughtFile[] = [];
  for await (const one of request.bring?.(parts.signal) ?? []) {
    if ('path' in one) here.push({ ...one, source: one.source ?? request.source });
    else {
      const refused = [{ origin: one.origin, path: '', reason: one.reason }];
      await keepBatch(request, { ...EMPTY, refused }, sum, parts);
    }
  }
  return here;
}

const EMPTY: Batch = { documents: [], same: [], refused: [], leftOut: 0, done: 0, total: 0 };

/** What a file is called may be a key that somebody pasted. */
const shown = (one: StoredRefusal): StoredRefusal => ({ ...one, origin: openName(one.origin) });

type Sum = { -readonly [Count in keyof ImportSum]: number };

async function keepBatch(
  { id, project }: ImportRequest,
  { documents, same, refused, leftOut }: Batch,
  sum: Sum,
  { store, clock }: ImportParts,
): Promise<void> {
  const next = await store.write(async (writer) => {
    const now = clock.now();
    await keepRefusals(writer, id, sum.refused, refused.map(shown));
    await touchDocuments(writer, project, same, now);
    const taken = await keepDocuments(writer, documents, now);
    const by = {
      ...{ taken: sum.taken + taken, same: sum.same + same.length + documents.length - taken },
      ...{ refused: sum.refused + refused.length, leftOut: sum.leftOut + leftOut },
    };
    await noteImport(writer, id, by, now);
    return by;
  });
  Object.assign(sum, next);
}

/** Says now and then that this process lives, also while one document takes long. @returns stops it */
function beatFor(id: string, { store, clock }: Pick<ImportParts, 'store' | 'clock'>): () => void {
  let stop: (() => void) | null = null;
  const beat = () => {
    stop = clock.after(IMPORT_BEAT_MS, () => {
      void store
        .write((writer) => renewImport(writer, id, clock.now()))
        // The next one tells; and if none does, the import ends with why.
        .catch(() => undefined)
        .finally(() => {
          if (stop) beat();
        });
    });
  };
  beat();
  return () => {
    stop?.();
    stop = null;
  };
}

/** Each with each of its places, one after the other. */
const packed = (versions: readonly { readonly sha256: string; readonly source: string }[]): Uint8Array =>
  Buffer.from(
    versions.flatMap(({ sha256, source }) => source.split(' ').map((place) => sha256 + place)).join(''),
    'hex',
  );
