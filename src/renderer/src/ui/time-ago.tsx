// A time as its age, with the full date as the tooltip; all of them step together once every ten seconds.
import { useSyncExternalStore } from 'react';
import { formatAgo, formatFull } from '../app/format.ts';

const STEP_MS = 10_000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | null = null;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, STEP_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };
}

/** Epoch milliseconds, stepping every ten seconds. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);

export function TimeAgo({ at }: { at: number }) {
  const current = useNow();
  return (
    <time dateTime={new Date(at).toISOString()} title={formatFull(at)}>
      {formatAgo(at, Math.max(current, at))}
    </time>
  );
}
