// Models an operator added. Keys lie here as cipher text only; what it takes to read them is not in the database.
import { AppError } from '../../../shared/model/envelope.ts';
import type { Provider } from '../../../shared/model/language-model.ts';
import { revise } from '../pulse.ts';
import type { StoreReader, StoreWriter } from '../store-access.ts';

export interface ModelFields {
  readonly label: string;
  readonly provider: Provider;
  readonly baseUrl: string | null;
  readonly modelName: string;
  /** US dollars for a million tokens. */
  readonly inputPrice: number | null;
  readonly outputPrice: number | null;
  readonly contextTokens: number | null;
}

export interface ModelRow extends ModelFields {
  readonly id: number;
  readonly sealedKey: string | null;
  /** JSON, as `models.test` found them. */
  readonly abilities: string | null;
  readonly version: number;
}

const COLUMNS = [
  'id',
  'label',
  'provider',
  'base_url as baseUrl',
  'model_name as modelName',
  'api_key_encrypted as sealedKey',
  'input_price as inputPrice',
  'output_price as outputPrice',
  'context_tokens as contextTokens',
  'abilities',
  'version',
] as const;

export async function readModels(reader: StoreReader): Promise<ModelRow[]> {
  return reader.selectFrom('models').select(COLUMNS).orderBy('id').execute();
}

export async function readModel(reader: StoreReader, id: number): Promise<ModelRow | undefined> {
  return reader.selectFrom('models').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

const columnsOf = (fields: ModelFields) => ({
  label: fields.label,
  provider: fields.provider,
  base_url: fields.baseUrl,
  model_name: fields.modelName,
  input_price: fields.inputPrice,
  output_price: fields.outputPrice,
  context_tokens: fields.contextTokens,
});

/** @param seal makes the cipher text once the id is known, which it is bound to */
export async function insertModel(
  writer: StoreWriter,
  fields: ModelFields,
  seal: (id: number) => string | null,
  at: number,
): Promise<number> {
  const { id } = await writer.db
    .insertInto('models')
    .values({ ...columnsOf(fields), created_at: at, updated_at: at, context_tokens: fields.contextTokens })
    .returning('id')
    .executeTakeFirstOrThrow();
  const sealedKey = seal(id);
  if (sealedKey !== null) {
    await writer.db
      .updateTable('models')
      .set({ api_key_encrypted: sealedKey })
      .where('id', '=', id)
      .execute();
  }
  await revise(writer, 'models');
  return id;
}

/**
 * Replaces everything but the key, and the key too where one is given. What was found out about the model is forgotten.
 * @throws AppError NOT_FOUND, STALE_VERSION
 */
export async function updateModel(
  writer: StoreWriter,
  id: number,
  expectedVersion: number,
  fields: ModelFields & { readonly sealedKey?: string | null },
  at: number,
): Promise<void> {
  const { sealedKey, ...rest } = fields;
  const { numUpdatedRows } = await writer.db
    .updateTable('models')
    .set({
      ...columnsOf(rest),
      ...(sealedKey === undefined ? {} : { api_key_encrypted: sealedKey }),
      abilities: null,
      version: expectedVersion + 1,
      updated_at: at,
    })
    .where('id', '=', id)
    .where('version', '=', expectedVersion)
    .executeTakeFirst();
  if (Number(numUpdatedRows) === 0) throw await missed(writer, id, expectedVersion);
  await revise(writer, 'models');
}

/** @throws AppError NOT_FOUND, STALE_VERSION */
export async function deleteModel(writer: StoreWriter, id: number, expectedVersion: number): Promise<void> {
  const { numDeletedRows } = await writer.db
    .deleteFrom('models')
    .where('id', '=', id)
    .where('version', '=', expectedVersion)
    .executeTakeFirst();
  if (Number(numDeletedRows) === 0) throw await missed(writer, id, expectedVersion);
  await revise(writer, 'models');
}

/**
 * What a test found out about a version of the model; of no use for another one, and left out then. Not a change an
 * operator made: the version stays.
 */
export async function writeAbilities(
  writer: StoreWriter,
  { id, version }: Pick<ModelRow, 'id' | 'version'>,
  abilities: string,
): Promise<void> {
  await writer.db
    .updateTable('models')
    .set({ abilities })
    .where('id', '=', id)
    .where('version', '=', version)
    .execute();
  await revise(writer, 'models');
}

async function missed(writer: StoreWriter, id: number, expectedVersion: number): Promise<AppError> {
  const row = await readModel(writer.reader, id);
  if (!row) return new AppError('NOT_FOUND', `There is no model ${id}.`, { id: String(id) });
  return new AppError(
    'STALE_VERSION',
    `Model ${id} was changed meanwhile: you saw version ${expectedVersion}, it is ${row.version} now. Look again.`,
    { id: String(id), version: row.version },
  );
}
