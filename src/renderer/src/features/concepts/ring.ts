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
