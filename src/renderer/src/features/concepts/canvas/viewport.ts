// Which part of the picture is in sight, and how large: what a neighbourhood opens at, everything at once, and the keyboard's
// place, never under what lies over the canvas.
import type { BoundingBox12, Core, NodeSingular } from 'cytoscape';

/** Below this names in boxes cannot be read: boxes become marks, and names stand over them where they fit. */
export const READABLE = 0.72;
export const MOST_ZOOM = 2;
const LARGEST = 1.15;
const LEAST_ZOOM = 0.25;
const INSET = { top: 52, right: 56, bottom: 48, left: 32 };
/** A small window has no room to give away. */
const SMALL = { top: 44, right: 16, bottom: 24, left: 16 };

export interface Size {
  readonly width: number;
  readonly height: number;
}

const insetOf = ({ width, height }: Size) => (width < 520 || height < 360 ? SMALL : INSET);

/** The zoom at which a box is all in sight. Pure. */
export function zoomFor(box: BoundingBox12, size: Size, most = LARGEST): number {
  const inset = insetOf(size);
  const w = Math.max(40, size.width - inset.left - inset.right);
  const h = Math.max(40, size.height - inset.top - inset.bottom);
  return Math.min(most, w / Math.max(1, box.x2 - box.x1), h / Math.max(1, box.y2 - box.y1));
}

/** Everything can be got into sight, whatever there is. */
export function allowZoom(cy: Core): void {
  const all = zoomFor(cy.elements().boundingBox(), { width: cy.width(), height: cy.height() });
  cy.minZoom(Math.min(LEAST_ZOOM, all * 0.9));
}

function show(cy: Core, box: BoundingBox12, zoom: number): void {
  const inset = insetOf({ width: cy.width(), height: cy.height() });
  const middle = {
    x: inset.left + (cy.width() - inset.left - inset.right) / 2,
    y: inset.top + (cy.height() - inset.top - inset.bottom) / 2,
  };
  cy.viewport({
    zoom,
    pan: {
      x: middle.x - ((box.x1 + box.x2) / 2) * zoom,
      y: middle.y - ((box.y1 + box.y2) / 2) * zoom,
    },
  });
}

/** Everything at once. */
export function fitAll(cy: Core): void {
  allowZoom(cy);
  const box = cy.elements().boundingBox();
  show(cy, box, zoomFor(box, { width: cy.width(), height: cy.height() }));
}

/** What a neighbourhood opens at: everything if its names can be read then, else the focus with its parent and all its children. */
export function settle(cy: Core): void {
  allowZoom(cy);
  const size = { width: cy.width(), height: cy.height() };
  const all = cy.elements().boundingBox();
  const whole = zoomFor(all, size);
  const near = cy.nodes('[depth >= -1][depth <= 1], [place = "more"]').boundingBox();
  if (whole >= READABLE || near.w === 0) show(cy, all, whole);
  else show(cy, near, Math.max(whole, zoomFor(near, size)));
}

interface Rect {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

export const overlap = (a: Rect, b: Rect): boolean =>
  a.x1 < b.x2 && b.x1 < a.x2 && a.y1 < b.y2 && b.y1 < a.y2;

/** What lies over the canvas, in its own coordinates. */
function covers(container: HTMLElement): Rect[] {
  const at = container.getBoundingClientRect();
  return [...(container.parentElement?.querySelectorAll('[data-over]') ?? [])].flatMap((element) => {
    const { left, top, right, bottom, width } = element.getBoundingClientRect();
    if (width === 0) return [];
    return [{ x1: left - at.left, y1: top - at.top, x2: right - at.left, y2: bottom - at.top }];
  });
}

/** Brings a node into sight, clear of what lies over the canvas; leaves the picture alone when it is. */
export function keepInSight(cy: Core, node: NodeSingular): void {
  const container = cy.container();
  if (!container) return;
  const over = covers(container);
  const isClear = () => {
    const { x1, y1, x2, y2 } = node.renderedBoundingBox();
    const box = { x1: Math.max(x1, 0), y1, x2: Math.min(x2, cy.width()), y2 };
    return (
      x2 > 0 && x1 < cy.width() && y1 >= 0 && y2 <= cy.height() && !over.some((rect) => overlap(box, rect))
    );
  };
  if (isClear()) return;
  cy.center(node);
  if (isClear()) return;
  // A low window: between what lies at its upper and at its lower edge.
  const top = Math.max(0, ...over.filter(({ y1 }) => y1 < cy.height() / 3).map(({ y2 }) => y2));
  const bottom = Math.min(
    cy.height(),
    ...over.filter(({ y2 }) => y2 > (cy.height() * 2) / 3).map(({ y1 }) => y1),
  );
  cy.panBy({ x: 0, y: (top + bottom) / 2 - cy.height() / 2 });
}

/** Where something about a box may stand: below it, within the canvas, in its pixels. */
export function placeBelow(cy: Core | null, token: string, room: Size = { width: 280, height: 150 }) {
  const node = cy?.getElementById(token);
  if (!cy || !node || node.empty()) return { x: 16, y: 16 };
  const { x1, y1, y2 } = node.renderedBoundingBox({ includeLabels: false });
  const below = y2 + 6 + room.height <= cy.height() ? y2 + 6 : y1 - room.height - 6;
  return {
    x: Math.max(8, Math.min(x1, cy.width() - room.width - 8)),
    y: Math.max(8, Math.min(below, cy.height() - room.height - 8)),
  };
}
