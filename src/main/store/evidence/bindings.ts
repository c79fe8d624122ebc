// Which resource runs what a list of components is of. Called by advisory/findings. Source: advisory, Evidence.
import type { StoreWriter } from '../store-access.ts';

export interface Binding {
  readonly project: string;
  readonly product: string;
  readonly resource: string;
}

/** Said twice is said once. */
export async function bind(
  writer: StoreWriter,
  { project, product, resource }: Binding,
  by: string,
  now: number,
): Promise<void> {
  await writer.db
    .insertInto('evidence_binding')
    .values({ project, product, resource_id: resource, bound_by: by, bound_at: now })
    .onConflict((conflict) => conflict.columns(['project', 'product', 'resource_id']).doNothing())
    .execute();
}

export async function unbind(writer: StoreWriter, { project, product, resource }: Binding): Promise<void> {
  await writer.db
    .deleteFrom('evidence_binding')
    .where('project', '=', project)
    .where('product', '=', product)
    .where('resource_id', '=', resource)
    .execute();
}
