// What the inspector shows: the row of the list, or what a link led to although the list does not hold it.
import { useEffect, useState } from 'react';
import { describeFailure } from '../../session/client.ts';
import type { Failure } from '../../ui/failure.ts';
import { useReturns } from '../../ui/liveness.ts';

interface Listed<T> {
  /** Undefined while it is on its way, null when there is none. */
  readonly row: T | null | undefined;
  readonly failure: Failure | null;
  readonly again: () => void;
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
  const returns = useReturns();
  const [tries, setTries] = useState(0);
  // Asked again with every new list, since what was just done may have changed it, and when the connection is back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows, returns and tries only say that the answer may be another one
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
  }, [id, known, rows, ask, returns, tries]);
  const answer = asked?.id === id ? asked : null;
  return {
    row: listed ?? answer?.row,
    failure: known ? null : (answer?.failure ?? null),
    again: () => setTries((before) => before + 1),
  };
}
