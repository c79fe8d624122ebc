// Reading for as long as something is shown: now, and again whenever the connection came back, so that what could not be
// read meanwhile, or changed meanwhile, mends itself.
import { useEffect } from 'react';
import { useReturns } from '../ui/liveness.ts';

/** @param read the same function for as long as it would ask the same */
export function useReading(read: () => unknown): void {
  const returns = useReturns();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each return of the connection is a reason to read
  useEffect(() => {
    read();
  }, [read, returns]);
}
