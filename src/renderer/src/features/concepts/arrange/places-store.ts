// Where an operator put boxes on the canvas of a dimension, by what is looked at; kept in this browser. It says nothing of the memory.
// What was not kept by this program is nothing.
import { createStore, type StoreApi } from 'zustand/vanilla';
import { DEFAULT_PROJECT } from '../../../session/project.ts';
import type { Neighbourhood } from '../concepts-store.ts';
import type { Point } from '../layout/layout.ts';
import { NONE, type Shifts } from '../layout/shifted.ts';

type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const KEY = 'festinger.concepts.places';
/** Views that are kept; the one that was arranged longest ago goes first. */
const MOST_VIEWS = 100;
/** Boxes of a view, as many as a canvas holds. */
const MOST_BOXES = 1500;
/** Further away nothing is put, in canvas pixels. */
const FARTHEST = 20_000;

type Places = ReadonlyMap<string, Shifts>;

export interface PlacesState {
  readonly places: Places;
  /** Puts a box so much further, with all that is below it. */
  put(view: string, token: string, by: Point): void;
  /** Back to the tidy tree. @returns what was, to be brought back */
  tidy(view: string): Shifts;
  bringBack(view: string, shifts: Shifts): void;
  /** Takes over what another window of this browser put elsewhere. */
  follow(): void;
}

/** What is looked at: the same concept in another dimension is another picture. */
export const viewOf = ({ focus, dimension }: Pick<Neighbourhood, 'focus' | 'dimension'>): string =>
  JSON.stringify([DEFAULT_PROJECT, dimension, focus]);

const isFar = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= FARTHEST;

function shiftsIn(value: unknown): [string, Point][] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, MOST_BOXES).flatMap((entry: unknown): [string, Point][] => {
    if (!Array.isArray(entry)) return [];
    const [token, x, y] = entry as unknown[];
    return typeof token === 'string' && isFar(x) && isFar(y) ? [[token, { x, y }]] : [];
  });
}

function readPlaces(storage: Kept): Places {
  try {
    const read: unknown = JSON.parse(storage.getItem(KEY) ?? '[]');
    if (!Array.isArray(read)) return new Map();
    const views = read.slice(-MOST_VIEWS).flatMap((entry: unknown): [string, Shifts][] => {
      if (!Array.isArray(entry) || typeof entry[0] !== 'string') return [];
      const shifts = shiftsIn(entry[1]);
      return shifts.length === 0 ? [] : [[entry[0], new Map(shifts)]];
    });
    return new Map(views);
  } catch {
    return new Map();
  }
}

function keepPlaces(storage: Kept, places: Places): void {
  try {
    if (places.size === 0) storage.removeItem(KEY);
    else {
      const written = [...places].map(([view, shifts]) => [
        view,
        [...shifts].map(([token, { x, y }]) => [token, x, y]),
      ]);
      storage.setItem(KEY, JSON.stringify(written));
    }
  } catch {
    // A browser that keeps nothing: places last as long as the page.
  }
}

const within = (value: number) => Math.round(Math.max(-FARTHEST, Math.min(FARTHEST, value)));

export function createPlacesStore(storage: Kept): StoreApi<PlacesState> {
  return createStore<PlacesState>()((set, get) => {
    const become = (view: string, shifts: Shifts) => {
      const rest = [...get().places].filter(([other]) => other !== view);
      const all = shifts.size === 0 ? rest : [...rest, [view, shifts] as const];
      const places = new Map(all.slice(-MOST_VIEWS));
      set({ places });
      keepPlaces(storage, places);
    };
    return {
      places: readPlaces(storage),
      put(view, token, by) {
        const shifts = new Map(get().places.get(view) ?? NONE);
        const { x, y } = shifts.get(token) ?? { x: 0, y: 0 };
        const now = { x: within(x + by.x), y: within(y + by.y) };
        if (now.x === 0 && now.y === 0) shifts.delete(token);
        else if (shifts.size < MOST_BOXES || shifts.has(token)) shifts.set(token, now);
        become(view, shifts);
      },
      tidy(view) {
        const before = get().places.get(view) ?? NONE;
        become(view, NONE);
        return before;
      },
      bringBack: become,
      follow: () => set({ places: readPlaces(storage) }),
    };
  });
}

export const placesStore = createPlacesStore(globalThis.localStorage);

globalThis.addEventListener?.('storage', ({ key }: StorageEvent) => {
  if (key === null || key === KEY) placesStore.getState().follow();
});

/** Where the boxes of what is looked at were put. */
export const shiftsOf = (neighbourhood: Neighbourhood): Shifts =>
  placesStore.getState().places.get(viewOf(neighbourhood)) ?? NONE;
