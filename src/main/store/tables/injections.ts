// The log of what went into which prompt, so that an injected line can be followed back to its edges.
import { param, template } from '../statement-template.ts';
import type { StoreWriter } from '../store-access.ts';

export interface Injection {
  readonly requestId: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly project: string;
  readonly conversation: string | null;
  readonly client: string | null;
  readonly concepts: readonly string[];
  readonly edgeIds: readonly number[];
  readonly position: string;
  readonly bytes: number;
  /** How much of the prompt stayed an identical prefix of the conversation's previous request. */
  readonly prefixBytes: number;
}

export async function insertInjections(writer: StoreWriter, injections: readonly Injection[]): Promise<void> {
  const insert = template<Record<string, string | number | null>>(
    writer.db.insertInto('injection').values({
      request_id: param('requestId'),
      at: param('at'),
      project: param('project'),
      conversation: param('conversation'),
      client: param('client'),
      concepts: param('concepts'),
      edge_ids: param('edgeIds'),
      position: param('position'),
      bytes: param('bytes'),
      prefix_bytes: param('prefixBytes'),
    }),
  );
  await writer.each(
    insert,
    injections.map((injection) => ({
      ...injection,
      concepts: JSON.stringify(injection.concepts),
      edgeIds: JSON.stringify(injection.edgeIds),
    })),
  );
}

/** Forgets injections older than the given time. */
export async function forgetInjections(writer: StoreWriter, before: number): Promise<void> {
  await writer.db.deleteFrom('injection').where('at', '<', before).execute();
}
