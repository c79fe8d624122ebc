// Where the dimension chips stand around the focus: two arcs of an ellipse, right first, then left, so that the way up to
// the parents and down to the children stays free. Pure.

export interface Ring {
  readonly rx: number;
  readonly ry: number;
  /** Centres of the chips relative to the focus, in the order given. */
  readonly places: readonly { readonly x: number; readonly y: number }[];
}

export const RING_MOST = 10;
const STEP = 30;

/** @param count how many chips, at most `RING_MOST`; @param focusWidth of the box in the middle, in pixels */
export function ringPlaces(count: number, focusWidth: number): Ring {
  const right = Math.ceil(count / 2);
  const ry = Math.max(40, (Math.max(right, 1) * STEP) / 2 + 6);
  const rx = focusWidth / 2 + 92;
  const places = Array.from({ length: count }, (_, i) => {
    const onRight = i < right;
    const many = onRight ? right : count - right;
    const y = ((onRight ? i : i - right) - (many - 1) / 2) * STEP;
    const x = rx * Math.sqrt(Math.max(0.2, 1 - (y / ry) ** 2));
    return { x: onRight ? x : -x, y };
  });
  return { rx, ry, places };
}

/**
 * Which dimensions have room, and which do not. The current one always has; what is left out leaves one chip to say so.
 * @param most chips there is room for
 */
export function splitDimensions<T extends { readonly token: string }>(
  all: readonly T[],
  current: string,
  most = RING_MOST,
): { readonly shown: readonly T[]; readonly more: readonly T[] } {
  if (all.length <= most) return { shown: all, more: [] };
  const first = all.slice(0, most - 1);
  const own = all.find(({ token }) => token === current);
  const shown = own && !first.includes(own) ? [...first.slice(0, -1), own] : first;
  return { shown, more: all.filter((one) => !shown.includes(one)) };
}

/** How much a chip reaches over its place towards the focus; see canvas.module.css. */
const INWARD = 20;
const CHIP_HEIGHT = 24;
const CHARACTER = 7.3;
/** What stands around a chip's words: padding, borders, brackets, gap. */
const AROUND = 16 + 2 + 2 * CHARACTER + 6;

/** About how wide a chip is. */
export const chipWidth = ({ token, edges }: { readonly token: string; readonly edges: number }): number =>
  AROUND + CHARACTER * (token.length + String(edges).length + 1);

export interface Seen {
  readonly zoom: number;
  /** Where the focus is in the window. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Whether every chip of a ring is in sight as a whole. @param widths of the chips, in the order of the places */
export function ringFits(
  { places }: Ring,
  widths: readonly number[],
  { zoom, x, y, width, height }: Seen,
): boolean {
  return places.every((place, i) => {
    const outward = (Math.abs(place.x) + (widths[i] ?? 0) - INWARD) * zoom;
    const up = y + (place.y - CHIP_HEIGHT / 2) * zoom;
    const down = y + (place.y + CHIP_HEIGHT / 2) * zoom;
    const isIn = place.x < 0 ? x - outward >= 0 : x + outward <= width;
    return isIn && up >= 0 && down <= height;
  });
}

const GAP = 6;
/** Of what says that there are more. */
export const MORE_WIDTH = 84;

/** How many chips fit beside each other, and beside what says that there are more; one does in any case. */
export function rowFits(widths: readonly number[], room: number): number {
  let taken = 0;
  for (const [i, width] of widths.entries()) {
    taken += width + GAP;
    const isLast = i === widths.length - 1;
    if (taken + (isLast ? 0 : MORE_WIDTH) > room) return Math.max(1, i);
  }
  return widths.length;
}
