// Which weights of each model word briefs, as they were first met or as an operator took them. Called by advisory/outputs.
// Source: advisory, Profiles.
import type { StoreReader, StoreWriter } from '../store-access.ts';

export interface ModelPin {
  /** As its calls are recorded. */
  readonly model: string;
  readonly digest: string;
  readonly by: string;
  readonly at: number;
}

export async function readPins(reader: StoreReader): Promise<ModelPin[]> {
  const rows = await reader.selectFrom('brief_model_pin').selectAll().orderBy('model').execute();
  return rows.map(({ model, digest, pinned_by: by, pinned_at: at }) => ({ model, digest, by, at }));
}

export async function readPin(reader: StoreReader, model: string): Promise<string | null> {
  const row = await reader
    .selectFrom('brief_model_pin')
    .select('digest')
    .where('model', '=', model)
    .executeTakeFirst();
  return row?.digest ?? null;
}

/** The first to come keeps it. */
export async function pinFirst(writer: StoreWriter, { model, digest, by, at }: ModelPin): Promise<void> {
  await writer.db
    .insertInto('brief_model_pin')
    .values({ model, digest, pinned_by: by, pinned_at: at })
    .onConflict((conflict) => conflict.column('model').doNothing())
    .execute();
}

/** An operator takes other weights. */
export async function pinAnew(writer: StoreWriter, { model, digest, by, at }: ModelPin): Promise<void> {
  const pinned = { digest, pinned_by: by, pinned_at: at };
  await writer.db
    .insertInto('brief_model_pin')
    .values({ model, ...pinned })
    .onConflict((conflict) => conflict.column('model').doUpdateSet(pinned))
    .execute();
}
