// Clients an operator knows by name, what they may do, and their keys as hashes: what opens the door is not in the
// database. Every change raises the revision of `clients`, which processes that cache them follow.
import type { ClientPolicy } from '../../../shared/model/client.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import { MITIGATIONS, type Mitigation } from '../../../shared/model/loop.ts';
import { revise } from '../pulse.ts';
import type { StoreReader, StoreWriter } from '../store-access.ts';
import { deleteClientQuestions } from './client-questions.ts';

export interface ClientRow extends ClientPolicy {
  readonly name: string;
  readonly version: number;
}

export interface ClientKeyRow {
  readonly id: number;
  readonly client: string;
  /** SHA-256 of the whole key, hex. */
  readonly keyHash: string;
  readonly hint: string;
  readonly createdAt: number;
  readonly revokedAt: number | null;
}

const KEY_COLUMNS = [
  'id',
  'client',
  'key_hash as keyHash',
  'hint',
  'created_at as createdAt',
  'revoked_at as revokedAt',
] as const;

/** By name. */
export async function readClients(reader: StoreReader): Promise<ClientRow[]> {
  const rows = await reader.selectFrom('clients').selectAll().orderBy('name').execute();
  return rows.map((row) => ({
    name: row.name,
    project: row.project,
    concurrency: row.concurrency,
    ratePerMinute: row.rate_per_minute,
    mitigationsOff: mitigationsOf(row.mitigations_off),
    learning: row.learning,
    questions: row.questions,
    note: row.note,
    version: row.version,
  }));
}

/** Newest first. */
export async function readClientKeys(reader: StoreReader): Promise<ClientKeyRow[]> {
  return reader.selectFrom('client_keys').select(KEY_COLUMNS).orderBy('id', 'desc').execute();
}

const columnsOf = (policy: ClientPolicy) => ({
  project: policy.project,
  concurrency: policy.concurrency,
  rate_per_minute: policy.ratePerMinute,
  mitigations_off: JSON.stringify(policy.mitigationsOff),
  learning: policy.learning,
  questions: policy.questions,
  note: policy.note,
});

/**
 * Stores what a client may do.
 * @param expectedVersion 0 for one that is not stored yet
 * @throws AppError STALE_VERSION when it is another one by now
 */
export async function saveClient(
  writer: StoreWriter,
  name: string,
  policy: ClientPolicy,
  expectedVersion: number,
  at: number,
): Promise<void> {
  const version = await versionOf(writer, name);
  if (version !== expectedVersion) throw stale(name, expectedVersion, version);
  const columns = { ...columnsOf(policy), updated_at: at };
  if (version === 0) {
    await writer.db
      .insertInto('clients')
      .values({ name, ...columns, created_at: at })
      .execute();
  } else {
    await writer.db
      .updateTable('clients')
      .set({ ...columns, version: version + 1 })
      .where('name', '=', name)
      .execute();
  }
  await revise(writer, 'clients');
}

/**
 * Forgets a client and revokes its keys.
 * @throws AppError NOT_FOUND, STALE_VERSION
 */
export async function deleteClient(
  writer: StoreWriter,
  name: string,
  expectedVersion: number,
  at: number,
): Promise<void> {
  const version = await versionOf(writer, name);
  if (version === 0) throw noClient(name);
  if (version !== expectedVersion) throw stale(name, expectedVersion, version);
  await writer.db.deleteFrom('clients').where('name', '=', name).execute();
  await deleteClientQuestions(writer, name);
  await writer.db
    .updateTable('client_keys')
    .set({ revoked_at: at })
    .where('client', '=', name)
    .where('revoked_at', 'is', null)
    .execute();
  await revise(writer, 'clients');
}

/** Adds a key to a client, and the client where it is not stored yet, free to do everything. @returns the key's id */
export async function insertClientKey(
  writer: StoreWriter,
  key: Pick<ClientKeyRow, 'client' | 'keyHash' | 'hint'>,
  at: number,
): Promise<number> {
  const { client, keyHash, hint } = key;
  await writer.db
    .insertInto('clients')
    .values({ name: client, created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { id } = await writer.db
    .insertInto('client_keys')
    .values({ client, key_hash: keyHash, hint, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await revise(writer, 'clients');
  return id;
}

/** Revoking twice is revoking once. @returns whose it was. @throws AppError NOT_FOUND */
export async function revokeClientKey(writer: StoreWriter, id: number, at: number): Promise<string> {
  const row = await writer.reader
    .selectFrom('client_keys')
    .select(['client', 'revoked_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND', `There is no client key ${id}. Settings lists those there are.`);
  if (row.revoked_at === null) {
    await writer.db.updateTable('client_keys').set({ revoked_at: at }).where('id', '=', id).execute();
    await revise(writer, 'clients');
  }
  return row.client;
}

/** Keys that open the door. */
export async function countLiveKeys(reader: StoreReader): Promise<number> {
  const row = await reader
    .selectFrom('client_keys')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return Number(row?.n ?? 0);
}

/** The version stored; 0 for none. */
async function versionOf(writer: StoreWriter, name: string): Promise<number> {
  const row = await writer.reader
    .selectFrom('clients')
    .select('version')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.version ?? 0;
}

/** What a newer version may have added is left out. */
function mitigationsOf(text: string): Mitigation[] {
  const stored = JSON.parse(text) as unknown[];
  return MITIGATIONS.filter((one) => stored.includes(one));
}

const noClient = (name: string) =>
  new AppError('NOT_FOUND', `Nothing is stored for a client "${name}". Settings lists those there are.`);

const stale = (name: string, expected: number, version: number) =>
  new AppError(
    'STALE_VERSION',
    version === 0
      ? `The client ${name} was removed meanwhile. Look again.`
      : `The client ${name} was changed meanwhile: you saw version ${expected}, it is ${version} now. Look again.`,
    { name, version },
  );
