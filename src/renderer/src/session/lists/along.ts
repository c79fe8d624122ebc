// Where one goes in a list from the row that is open: along it with the keys, and on from a row that leaves it. Pure; called by the screens.

/**
 * The row `by` rows on from the one that is open, or the first where none of them is.
 *
 * @returns null past either end
 */
export function stepped<R>(list: readonly R[] | null, isOpen: (row: R) => boolean, by: number): R | null {
  const at = list?.findIndex(isOpen) ?? -1;
  return list?.[at < 0 ? 0 : at + by] ?? null;
}

/** The row to open after one is dealt with: the next in the list, else the one before; null when it was the last, or not there. */
export function neighbour<R>(list: readonly R[] | null, isGone: (row: R) => boolean): R | null {
  const at = list?.findIndex(isGone) ?? -1;
  if (!list || at < 0) return null;
  return list[at + 1] ?? list[at - 1] ?? null;
}
