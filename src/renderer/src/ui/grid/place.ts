// Where one stands in a grid: the row that is selected, and after it was closed the row that was; and the place on the screen, when rows
// become higher or lower beneath one. Called by virtual-grid.tsx alone.
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

interface Standing<T> {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string;
  readonly selected: string | null;
  /** Of the selected row; -1 when it is not there. */
  readonly index: number;
}

/**
 * The row that the keys go on from: the selected one, else the one that was selected last; when that is gone while the focus is in the
 * list, the one in its place.
 *
 * @returns its index, or -1 when nothing was selected yet
 */
export function useStanding<T>({ scroller, rows, keyOf, selected, index }: Standing<T>): number {
  const [last, setLast] = useState<{ readonly key: string; readonly index: number } | null>(null);
  useEffect(() => {
    if (index >= 0 && selected !== null) setLast({ key: selected, index });
  }, [index, selected]);
  const at = index >= 0 ? index : last === null ? -1 : rows.findIndex((row) => keyOf(row) === last.key);
  useEffect(() => {
    if (at >= 0 || last === null) return;
    const place = Math.min(last.index, rows.length - 1);
    const instead = rows[place];
    const isHere = scroller.current !== null && scroller.current === document.activeElement;
    setLast(isHere && instead ? { key: keyOf(instead), index: place } : null);
  }, [at, last, rows, keyOf, scroller]);
  return at;
}

/** Of the head that stays at the upper edge, pixels. */
const HEAD = 32;

interface Place {
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Of a row, pixels. */
  readonly height: number;
  /** The row it is about; -1 for none. */
  readonly index: number;
}

/** Scrolls as far as it takes to have all of a row in sight, beneath the head, when another one is selected. */
export function useInSight({ scroller, height, index }: Place): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another height stay where they are: see `useHeldPlace`
  useEffect(() => {
    const box = scroller.current;
    if (index < 0 || !box) return;
    const top = index * height;
    const least = top + height + HEAD - box.clientHeight;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (least > box.scrollTop) box.scrollTop = least;
  }, [index, scroller]);
}

interface HeldPlace extends Place {
  /** Has the rows stand where the new height puts them. */
  readonly measure: () => void;
}

/** Keeps the row in its place, if it is in sight, and otherwise the first that is, when rows become higher or lower, as they do when something opens beside them. */
export function useHeldPlace({ scroller, height, index, measure }: HeldPlace): void {
  const before = useRef(height);
  // Read before the rows change: in a list that becomes shorter the browser moves what is scrolled past its end.
  const top = before.current === height ? 0 : (scroller.current?.scrollTop ?? 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: where one was scrolled counts when the height changes, and not else
  useLayoutEffect(() => {
    const was = before.current;
    before.current = height;
    const box = scroller.current;
    if (was === height || !box) return;
    measure();
    const inSight = index * was >= top && (index + 1) * was + HEAD <= top + box.clientHeight;
    const held = index >= 0 && inSight ? index : Math.round(top / was);
    box.scrollTop = held * height - (held * was - top);
  }, [height, index, measure, scroller]);
}
