// Tries again by itself what failed on the screen: at once when the connection is back, after a growing pause where the
// core had a trouble that may pass. Only what is shown is tried, and not in a tab in the back.
import { useEffect, useRef } from 'react';
import type { Failure } from './failure.ts';
import { useLive } from './liveness.ts';

/** Troubles that may pass without anybody doing anything here. */
const PASSING: ReadonlySet<string> = new Set(['UNAVAILABLE', 'TIMEOUT', 'INTERNAL', 'UNKNOWN', 'OFFLINE']);
const PAUSE_MS = { least: 2000, most: 30_000 } as const;

/**
 * @param failure another object with each failure
 * @returns whether it will be tried again by itself
 */
export function useRetry(failure: Failure, onRetry: (() => void) | undefined): boolean {
  const live = useLive();
  const pause = useRef<number>(PAUSE_MS.least);
  const retry = useRef(onRetry);
  retry.current = onRetry;
  const tries = onRetry !== undefined && PASSING.has(failure.code);
  useEffect(() => {
    if (!tries || !live) return;
    const stop = new AbortController();
    const again = () => {
      if (document.hidden) {
        document.addEventListener('visibilitychange', again, { once: true, signal: stop.signal });
        return;
      }
      pause.current = Math.min(PAUSE_MS.most, pause.current * 2);
      retry.current?.();
    };
    const timer = setTimeout(again, failure.offline ? 0 : pause.current);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [failure, live, tries]);
  return tries;
}
