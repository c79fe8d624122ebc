// A dimension's page, read when it is shown and again whenever what is looked at was read anew.
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { DimensionPage } from '../../../../../shared/model/memory/dimension-page.ts';
import { newestOnly } from '../../../session/ask.ts';
import { api } from '../../../session/client.ts';
import type { Failure } from '../../../ui/failure.ts';
import { conceptsStore } from '../concepts-store.ts';

interface ReadPage {
  /** Null until it was read. */
  readonly page: DimensionPage | null;
  readonly failure: Failure | null;
  readonly read: () => void;
}

export function useDimensionPage(token: string): ReadPage {
  const [page, setPage] = useState<DimensionPage | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const detail = useStore(conceptsStore, (s) => s.detail);
  const reading = useMemo(newestOnly, []);
  const read = useCallback(
    () =>
      void reading(
        () => api.concepts.dimension({ token }),
        (found) => {
          setPage(found);
          setFailure(null);
        },
        setFailure,
      ),
    [token, reading],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a concept that was read anew may stand in another dimension now
  useEffect(read, [read, detail]);
  return { page, failure, read };
}
