// What the inspector shows: the row of the list, or what a link led to although the list does not hold it.
import { useEffect, useState } from 'react';
import { describeFailure, type Failure } from '../../app/client.ts';

interface Listed<T> {
  /** Undefined while it is on its way, null when there is none. */
  readonly row: T | null | undefined;
  readonly failure: Failure | null;
}

/** @param ask the newest rows before an id; stable over renders */
export function useListed<T extends { readonly id: number }>(
  id: number,
  rows: readonly T[] | null,
  ask: (page: { before: number; limit: number }) => Promise<readonly T[]>,
): Listed<T> {
  const listed = rows?.find((one) => one.id === id);
  const [asked, setAsked] = useState<{ id: number; row: T | null; failure: Failure | null } | null>(null);
  const known = listed !== undefined;
  // Asked again with every new list: what was just done may have changed it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows only say that the list is another one
  useEffect(() => {
    if (known) return;
    let current = true;
    ask({ before: id + 1, limit: 1 })
      .then((found) => {
        if (current) setAsked({ id, row: found.find((one) => one.id === id) ?? null, failure: null });
      })
      .catch((thrown: unknown) => {
        if (current) setAsked({ id, row: null, failure: describeFailure(thrown) });
      });
    return () => {
      current = false;
    };
  }, [id, known, rows, ask]);
  const answer = asked?.id === id ? asked : null;
  return { row: listed ?? answer?.row, failure: known ? null : (answer?.failure ?? null) };
}
