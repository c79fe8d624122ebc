// Which vectors a question is compared with: the chosen model's where every piece of prose it would be compared with has one, else those that are built in. Part of the
// pieces by one maker and part by another, or not at all, would put what was embedded first before what is alike. Called by search.ts.
// Source: advisory, Retrieval; decision 060
import { readVectors, type StoredChunk } from '../../store/evidence/chunks.ts';
import { readModelVectors, type StoredVector } from '../../store/evidence/vectors.ts';
import type { StoreReader } from '../../store/store-access.ts';
import { type AskedVector, HASHED, hashedVector, likeness, vectorOf } from './embed.ts';

export interface Question {
  /** Empty where nothing is to be compared. */
  readonly text: string;
  /** By the model that is chosen; null where none is. */
  readonly made: AskedVector | null;
}

export interface Compared {
  readonly maker: string;
  readonly vector: Int8Array;
  /** By the ids of pieces. */
  readonly vectors: ReadonlyMap<number, Int8Array>;
  /** Why the maker is not the model; null where it is, and where none is chosen. */
  readonly problem: string | null;
}

/** Every piece of prose of a project. */
export async function comparedWithAll(
  reader: StoreReader,
  project: string,
  question: Question,
): Promise<Compared> {
  const builtIn = question.text === '' ? [] : await readVectors(reader, project, HASHED);
  return compared(question, builtIn, (maker) => readModelVectors(reader, project, maker, null));
}

/** Those of the pieces that are prose. */
export async function comparedWithThese(
  reader: StoreReader,
  project: string,
  question: Question,
  chunks: readonly StoredChunk[],
): Promise<Compared> {
  const builtIn = chunks.flatMap(({ id, embedder, vector }) =>
    vector !== null && embedder === HASHED ? [{ id, vector }] : [],
  );
  const ids = builtIn.map(({ id }) => id);
  return compared(question, builtIn, (maker) => readModelVectors(reader, project, maker, ids));
}

/** @param builtIn of all pieces that have vectors */
async function compared(
  { text, made }: Question,
  builtIn: readonly StoredVector[],
  read: (maker: string) => Promise<readonly StoredVector[]>,
): Promise<Compared> {
  const without = (problem: string | null): Compared => ({
    ...{ maker: HASHED, vector: hashedVector(text), vectors: unpacked(builtIn), problem },
  });
  if (made === null) return without(null);
  if ('problem' in made) return without(made.problem);
  const { maker, vector } = made;
  const vectors = unpacked(await read(maker));
  const lacking = builtIn.filter(({ id }) => vectors.get(id)?.length !== vector.length).length;
  if (lacking > 0) return without(`${lacking} of ${builtIn.length} pieces have no vector of ${maker} yet.`);
  return { maker, vector, vectors, problem: null };
}

/** @returns 0 for a piece that has no vector */
export function likenessIn({ vector, vectors }: Compared, id: number): number {
  const other = vectors.get(id);
  return other === undefined ? 0 : likeness(vector, other);
}

function unpacked(stored: readonly StoredVector[]): ReadonlyMap<number, Int8Array> {
  const vectors = new Map<number, Int8Array>();
  for (const { id, vector: text } of stored) {
    const vector = vectorOf(text);
    if (vector !== null) vectors.set(id, vector);
  }
  return vectors;
}
