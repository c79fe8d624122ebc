// A time as its age, with the full date as the tooltip; all of them step together once every ten seconds. While nobody is
// known to be at the other end an age would claim that nothing came after it: then it is the time itself.
import { useSyncExternalStore } from 'react';
import { formatAgo, formatFull, formatThen } from './format.ts';
import { useLive } from './liveness.ts';

const STEP_MS = 10_000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | null = null;

function step(): void {
  now = Date.now();
  for (const each of listeners) each();
}

/** A tab in the back steps late or not at all. */
const stepWhenSeen = () => {
  if (!document.hidden) step();
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === null) {
    timer = setInterval(step, STEP_MS);
    document.addEventListener('visibilitychange', stepWhenSeen);
    if (Date.now() - now > 1000) step();
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || timer === null) return;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', stepWhenSeen);
    timer = null;
  };
}

/** Epoch milliseconds, stepping every ten seconds. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);

export function TimeAgo({ at }: { at: number }) {
  const current = useNow();
  const live = useLive();
  return (
    <time dateTime={new Date(at).toISOString()} title={formatFull(at)}>
      {live ? formatAgo(at, Math.max(current, at)) : formatThen(at, current)}
    </time>
  );
}
