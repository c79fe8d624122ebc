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
