// A media query as a value. `useNarrow` is the one breakpoint of the frame (console, Look).
import { useSyncExternalStore } from 'react';

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}

export const useNarrow = (): boolean => useMedia('(max-width: 899px)');
