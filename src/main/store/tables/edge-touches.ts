// Which edges were confirmed: for other processes, which hold them too. A fact said again raises its edge's confidence
// and mostly leaves no event (memory/write/confirmation.ts says why), so the chain alone would not tell them. A short list,
// of which only the end is kept; it is nobody's history. Ids run without a gap: one writer writes at a time.
import { param, template } from '../statement-template.ts';
import type { StoreReader, StoreWriter } from '../store-handles.ts';

/** Entries kept; who is further behind reads all edges anew. */
const KEPT = 20_000;
const PAGE = 5000;

/** The end of the list as a transaction left it. */
const ends = new WeakMap<StoreWriter, number>();

export async function readTouchEnd(reader: StoreReader): Promise<number> {
  const row = await reader
    .selectFrom('edge_touch')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst();
  return Number(row?.id ?? 0);
}

/** Notes that these edges changed without an event of their own. */
export async function touchEdges(writer: StoreWriter, edgeIds: readonly number[]): Promise<void> {
  if (edgeIds.length === 0) return;
  const end = ends.get(writer) ?? (await readTouchEnd(writer.reader));
  const insert = template<{ id: number; edgeId: number }>(
    writer.db.insertInto('edge_touch').values({ id: param('id'), edge_id: param('edgeId') }),
  );
  await writer.each(
    insert,
    edgeIds.map((edgeId, i) => ({ id: end + 1 + i, edgeId })),
  );
  const newEnd = end + edgeIds.length;
  ends.set(writer, newEnd);
  // Now and then is often enough.
  if (Math.floor(newEnd / 1000) > Math.floor(end / 1000)) {
    await writer.db
      .deleteFrom('edge_touch')
      .where('id', '<=', newEnd - KEPT)
      .execute();
  }
}

/** Where the list ends for a transaction that touched edges; undefined for one that did not. */
export function touchEndOf(writer: StoreWriter): number | undefined {
  return ends.get(writer);
}

export interface Touches {
  readonly edgeIds: number[];
  readonly end: number;
  readonly more: boolean;
}

/** What was touched after an entry. @returns null when that is no longer known */
export async function readTouches(reader: StoreReader, after: number): Promise<Touches | null> {
  const rows = await reader
    .selectFrom('edge_touch')
    .select(['id', 'edge_id'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(PAGE)
    .execute();
  const [first] = rows;
  if (first && first.id !== after + 1) return null;
  return {
    edgeIds: [...new Set(rows.map((row) => row.edge_id))],
    end: rows.at(-1)?.id ?? after,
    more: rows.length === PAGE,
  };
}
