// The dimensions there are, with what they ask, for fields in which one is chosen; read when such a field is shown.
import { useEffect, useState } from 'react';
import { attempt } from '../../../session/ask.ts';
import { api } from '../../../session/client.ts';
import type { DimensionRow } from '../concepts-store.ts';

/** None while they are on their way, and none where they could not be read: any name may be typed all the same. */
export function useKnownDimensions(): readonly DimensionRow[] {
  const [rows, setRows] = useState<readonly DimensionRow[]>([]);
  useEffect(() => void attempt(async () => setRows(await api.concepts.dimensions({}))), []);
  return rows;
}
