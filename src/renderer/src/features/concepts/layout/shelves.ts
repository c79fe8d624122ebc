// Rectangles put on shelves, in their order: as many shelves as make the whole about half again as wide as high. Pure; called by
// tree-layout.ts.

interface Sized {
  readonly width: number;
  readonly height: number;
}

export interface Shelf<T extends Sized> {
  readonly items: readonly { readonly item: T; readonly x: number }[];
  readonly width: number;
  readonly height: number;
}

const GAP = 24;
const ASPECT = 1.6;
const WIDTHS_TRIED = 40;
/** What is no wider than this stands in one row: it fits into a window. */
const ONE_ROW = 640;

function filled<T extends Sized>(items: readonly T[], most: number): Shelf<T>[] {
  const shelves: { items: { item: T; x: number }[]; width: number; height: number }[] = [];
  for (const item of items) {
    const last = shelves.at(-1);
    if (last && last.width + GAP + item.width <= most) {
      last.items.push({ item, x: last.width + GAP });
      last.width += GAP + item.width;
      last.height = Math.max(last.height, item.height);
    } else {
      shelves.push({ items: [{ item, x: 0 }], width: item.width, height: item.height });
    }
  }
  return shelves;
}

/** @param gap between one shelf and the next */
export function shelved<T extends Sized>(items: readonly T[], gap: number): Shelf<T>[] {
  const all = items.reduce((sum, { width }) => sum + width + GAP, -GAP);
  const least = Math.max(...items.map(({ width }) => width));
  const size = (shelves: readonly Shelf<T>[]) =>
    Math.max(
      Math.max(...shelves.map(({ width }) => width)) / ASPECT,
      shelves.reduce((sum, { height }) => sum + height + gap, -gap),
    );
  let best = filled(items, all);
  if (all <= ONE_ROW) return best;
  for (let n = 0; n < WIDTHS_TRIED; n++) {
    const next = filled(items, least + ((all - least) * n) / WIDTHS_TRIED);
    if (size(next) < size(best)) best = next;
  }
  return best;
}
