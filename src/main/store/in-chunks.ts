// Lists of keys cut to what one statement may bind; both databases have a limit.

const KEYS_PER_STATEMENT = 500;

/** Runs a query for each slice of the keys and joins the answers. */
export async function inChunks<K, R>(
  keys: readonly K[],
  query: (chunk: readonly K[]) => Promise<readonly R[]>,
): Promise<R[]> {
  const rows: R[] = [];
  for (let start = 0; start < keys.length; start += KEYS_PER_STATEMENT) {
    rows.push(...(await query(keys.slice(start, start + KEYS_PER_STATEMENT))));
  }
  return rows;
}
