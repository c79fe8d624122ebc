// Upstreams an operator added. What their headers hold lies here as cipher text only. Every change raises the revision of `upstreams`,
// which processes that serve through them follow. Called by console/upstreams. Source: decision 052
import { AppError } from '../../../shared/model/envelope.ts';
import { revise } from '../pulse.ts';
import type { StoreReader, StoreWriter } from '../store-access.ts';

export interface UpstreamFields {
  readonly url: string;
  readonly weight: number;
  readonly slots: number | null;
  readonly headerNames: readonly string[];
  readonly sealedHeaders: string | null;
}

export interface UpstreamRow extends UpstreamFields {
  readonly name: string;
  readonly version: number;
}

/** In the order in which they were added. */
export async function readUpstreams(reader: StoreReader): Promise<UpstreamRow[]> {
  const rows = await reader.selectFrom('upstream').selectAll().orderBy('id').execute();
  return rows.map((row) => ({
    name: row.name,
    url: row.url,
    weight: row.weight,
    slots: row.slots,
    headerNames: JSON.parse(row.header_names) as string[],
    sealedHeaders: row.headers_encrypted,
    version: row.version,
  }));
}

const columnsOf = (fields: UpstreamFields) => ({
  url: fields.url,
  weight: fields.weight,
  slots: fields.slots,
  header_names: JSON.stringify(fields.headerNames),
  headers_encrypted: fields.sealedHeaders,
});

/** @throws AppError NOT_ALLOWED when the name is there already */
export async function insertUpstream(
  writer: StoreWriter,
  name: string,
  fields: UpstreamFields,
  at: number,
): Promise<void> {
  if ((await versionOf(writer, name)) !== 0)
    throw new AppError('NOT_ALLOWED', `There is an upstream "${name}" already. Give another name.`, { name });
  await writer.db
    .insertInto('upstream')
    .values({ name, ...columnsOf(fields), created_at: at, updated_at: at })
    .execute();
  await revise(writer, 'upstreams');
}

/** @throws AppError NOT_FOUND, STALE_VERSION */
export async function updateUpstream(
  writer: StoreWriter,
  name: string,
  expectedVersion: number,
  fields: UpstreamFields,
  at: number,
): Promise<void> {
  await expectVersion(writer, name, expectedVersion);
  await writer.db
    .updateTable('upstream')
    .set({ ...columnsOf(fields), version: expectedVersion + 1, updated_at: at })
    .where('name', '=', name)
    .execute();
  await revise(writer, 'upstreams');
}

/** @throws AppError NOT_FOUND, STALE_VERSION */
export async function deleteUpstream(
  writer: StoreWriter,
  name: string,
  expectedVersion: number,
): Promise<void> {
  await expectVersion(writer, name, expectedVersion);
  await writer.db.deleteFrom('upstream').where('name', '=', name).execute();
  await revise(writer, 'upstreams');
}

/** 0 when it is not stored. */
async function versionOf(writer: StoreWriter, name: string): Promise<number> {
  const row = await writer.reader
    .selectFrom('upstream')
    .select('version')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.version ?? 0;
}

async function expectVersion(writer: StoreWriter, name: string, expected: number): Promise<void> {
  const version = await versionOf(writer, name);
  if (version === expected && version > 0) return;
  if (version === 0)
    throw new AppError('NOT_FOUND', `The console holds no upstream "${name}"; it may have been removed.`, {
      name,
    });
  throw new AppError(
    'STALE_VERSION',
    `The upstream ${name} was changed meanwhile: you saw version ${expected}, it is ${version} now. Look again.`,
    { name, version },
  );
}
