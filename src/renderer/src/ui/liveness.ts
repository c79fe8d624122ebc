// Whether what is on the screen is true now, and if not, from when it is. Fed by the shell (session/client.ts); asked by
// whatever shows an age, a state, or can change something. Knows nothing of how that is found out.
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

export interface Liveness {
  /** False while nobody is known to be at the other end: nothing is read or changed then. */
  readonly live: boolean;
  /** Epoch milliseconds of the last sign of life while not live; null while live, or where there never was one. */
  readonly asOf: number | null;
  /** How often it came back. */
  readonly returns: number;
}

export const livenessStore = createStore<Liveness>(() => ({ live: true, asOf: null, returns: 0 }));

export const useLive = (): boolean => useStore(livenessStore, (s) => s.live);
export const useAsOf = (): number | null => useStore(livenessStore, (s) => s.asOf);
/** Another number each time the other end came back: what depends on it reads anew. */
export const useReturns = (): number => useStore(livenessStore, (s) => s.returns);

/** The element that says why nothing can be changed; what is held back is described by it. */
export const WHY_HELD = 'connection-words';
