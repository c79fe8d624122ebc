// What clients were asked, the last questions of each: whoever never answers is left alone, after a restart and in other
// processes too. Raises the revision of `clients`, which those that cache them follow. Source: memory D22.
import { revise } from '../pulse.ts';
import type { StoreReader, StoreWriter } from '../store-access.ts';

export interface ClientQuestionRow {
  readonly client: string;
  readonly scope: string;
  readonly word: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Oldest first. */
export async function readClientQuestions(reader: StoreReader): Promise<ClientQuestionRow[]> {
  return reader
    .selectFrom('client_question')
    .select(['client', 'scope', 'word', 'asked_at as at'])
    .orderBy('asked_at')
    .orderBy('id')
    .execute();
}

/**
 * Adds questions to one client's.
 * @param kept how many of a client's are kept, and `since` when of all clients' (epoch milliseconds); the others go
 */
export async function insertClientQuestions(
  writer: StoreWriter,
  client: string,
  questions: readonly Omit<ClientQuestionRow, 'client'>[],
  { most, since }: { readonly most: number; readonly since: number },
): Promise<void> {
  if (questions.length === 0) return;
  await writer.db
    .insertInto('client_question')
    .values(questions.map(({ scope, word, at }) => ({ client, scope, word, asked_at: at })))
    .execute();
  const kept = await writer.reader
    .selectFrom('client_question')
    .select('id')
    .where('client', '=', client)
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  await writer.db
    .deleteFrom('client_question')
    .where('client', '=', client)
    .where(
      'id',
      'not in',
      kept.map(({ id }) => id),
    )
    .execute();
  await writer.db.deleteFrom('client_question').where('asked_at', '<', since).execute();
  await revise(writer, 'clients');
}

/** Forgets what a client was asked; the caller raises the revision. */
export async function deleteClientQuestions(writer: StoreWriter, client: string): Promise<void> {
  await writer.db.deleteFrom('client_question').where('client', '=', client).execute();
}
