// Promise: where boxes were put is known after a reload, of what is looked at alone, and nothing else that lies in the browser breaks it.
import { describe, expect, it } from 'vitest';
import { createPlacesStore, viewOf } from './places-store.ts';

function browser(kept: Record<string, string> = {}) {
  const held = new Map(Object.entries(kept));
  const storage = {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  };
  return { storage, held };
}
const KEY = 'festinger.concepts.places';
const CORP = viewOf({ focus: 'corp', dimension: 'membership' });
const TYPE = viewOf({ focus: 'corp', dimension: 'type' });

describe('places', () => {
  it('are kept over a reload, added up, of one view alone', () => {
    const { storage } = browser();
    const first = createPlacesStore(storage).getState();
    first.put(CORP, 'yard', { x: 10, y: 4.4 });
    first.put(CORP, 'yard', { x: 5, y: 0 });
    const { places } = createPlacesStore(storage).getState();
    expect(places.get(CORP)).toEqual(new Map([['yard', { x: 15, y: 4 }]]));
    expect(places.get(TYPE)).toBeUndefined();
  });

  it('are those of all windows of the browser', () => {
    const { storage } = browser();
    const [one, other] = [createPlacesStore(storage), createPlacesStore(storage)];
    one.getState().put(CORP, 'yard', { x: 10, y: 4 });
    other.getState().follow();
    other.getState().put(TYPE, 'wood', { x: 1, y: 1 });
    one.getState().follow();
    expect([...one.getState().places.keys()]).toEqual([CORP, TYPE]);
  });

  it('are nothing once all stand where the tree has them, by hand or at once, and are brought back', () => {
    const { storage, held } = browser();
    const store = createPlacesStore(storage);
    const { put, tidy, bringBack } = store.getState();
    put(CORP, 'yard', { x: 10, y: 4 });
    put(CORP, 'yard', { x: -10, y: -4 });
    expect(held.has(KEY)).toBe(false);
    put(CORP, 'yard', { x: 10, y: 4 });
    const before = tidy(CORP);
    expect(store.getState().places.size).toBe(0);
    bringBack(CORP, before);
    expect(store.getState().places.get(CORP)?.get('yard')).toEqual({ x: 10, y: 4 });
  });

  it('of the views arranged longest ago go first', () => {
    const { storage } = browser();
    const store = createPlacesStore(storage);
    for (let n = 0; n < 120; n++)
      store.getState().put(viewOf({ focus: `c${String(n)}`, dimension: 'type' }), 'a', { x: 1, y: 1 });
    const { places } = createPlacesStore(storage).getState();
    expect(places.size).toBe(100);
    expect(places.has(viewOf({ focus: 'c119', dimension: 'type' }))).toBe(true);
  });

  it.each([
    'no json',
    '{}',
    'null',
    '[1, null, ["x"], ["v", [["a", "b", 1], ["c", 1e9, 0], [3, 1, 1], null]]]',
    '[["v", {"a": 1}]]',
  ])('that this program did not keep are nothing: %s', (text) => {
    expect(createPlacesStore(browser({ [KEY]: text }).storage).getState().places.size).toBe(0);
  });

  it('last as long as the page in a browser that keeps nothing', () => {
    const refuse = () => {
      throw new Error('QuotaExceededError');
    };
    const store = createPlacesStore({ getItem: () => null, setItem: refuse, removeItem: refuse });
    store.getState().put(CORP, 'yard', { x: 1, y: 1 });
    expect(store.getState().places.size).toBe(1);
  });
});
