// Which names stand on the canvas where boxes are too small to hold them, and where: the focus and what is pointed at first, then
// the way up, then what has much below it; never two over each other, and none over the mark of another unless it must be read.
// Pure. Sizes are pixels of the screen.
import { overlap } from './viewport.ts';

/** A box on the canvas, in pixels of the canvas. */
export interface Mark {
  readonly id: string;
  readonly label: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Nothing is below it: its mark gives way to the names of those that have something. */
  readonly isLeaf: boolean;
  /** Its parent: leaves of one parent are named together or not at all. */
  readonly group: string;
  /** Smaller comes first; below 0 it is shown in any case. */
  readonly rank: number;
}

/** Measured from the canvas' 0/0, times the zoom. */
export interface PlacedLabel {
  readonly id: string;
  readonly text: string;
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

export const LABEL_SIZE = 11;
export const LABEL_HEIGHT = 18;
const CHARACTER = LABEL_SIZE * 0.6;
const PADDING = 5;
const APART = 2;
const CELL = 64;
/** So many of the leaves of one parent must fit, or none is named: every third name says nothing. */
const ENOUGH = 0.7;

type Rect = Pick<PlacedLabel, 'x1' | 'y1' | 'x2' | 'y2'>;

/** Rectangles by the cells they lie in. */
class Grid<T extends Rect> {
  readonly #cells = new Map<string, T[]>();

  #each(rect: Rect, visit: (cell: string) => boolean): boolean {
    for (let x = Math.floor(rect.x1 / CELL); x <= Math.floor(rect.x2 / CELL); x++)
      for (let y = Math.floor(rect.y1 / CELL); y <= Math.floor(rect.y2 / CELL); y++)
        if (visit(`${String(x)}/${String(y)}`)) return true;
    return false;
  }

  add(rect: T): void {
    this.#each(rect, (cell) => {
      const here = this.#cells.get(cell);
      if (here) here.push(rect);
      else this.#cells.set(cell, [rect]);
      return false;
    });
  }

  hits(rect: Rect, but: (other: T) => boolean = () => false): boolean {
    return this.#each(
      rect,
      (cell) => this.#cells.get(cell)?.some((other) => overlap(rect, other) && !but(other)) ?? false,
    );
  }
}

const around = (x: number, y: number, width: number, height: number): Rect => ({
  x1: x - width / 2,
  y1: y - height / 2,
  x2: x + width / 2,
  y2: y + height / 2,
});

/** @returns the names that are shown at this zoom, first the most important */
export function placeLabels(marks: readonly Mark[], zoom: number): PlacedLabel[] {
  const boxes = new Grid<Rect & Pick<Mark, 'id' | 'isLeaf'>>();
  for (const { id, x, y, width, height, isLeaf } of marks)
    boxes.add({ id, isLeaf, ...around(x * zoom, y * zoom, width * zoom, height * zoom) });
  const taken = new Grid<Rect>();
  const placed: PlacedLabel[] = [];
  for (const { id, label, x, y, rank, isLeaf } of marks.toSorted((a, b) => a.rank - b.rank)) {
    const width = label.length * CHARACTER + 2 * PADDING;
    const rect = around(x * zoom, y * zoom, width, LABEL_HEIGHT);
    const room = around(x * zoom, y * zoom, width + 2 * APART, LABEL_HEIGHT + 2 * APART);
    if (taken.hits(room)) continue;
    if (rank >= 0 && boxes.hits(rect, (other) => other.id === id || (other.isLeaf && !isLeaf))) continue;
    taken.add(rect);
    placed.push({ id, text: label, ...rect });
  }
  return withoutOdd(marks, placed);
}

/** Takes out the names of leaves where most of their siblings have none. */
function withoutOdd(marks: readonly Mark[], placed: readonly PlacedLabel[]): PlacedLabel[] {
  const optional = new Map(
    marks.filter(({ isLeaf, rank }) => isLeaf && rank >= 0).map((mark) => [mark.id, mark.group]),
  );
  const there = new Map<string, number>();
  for (const group of optional.values()) there.set(group, (there.get(group) ?? 0) + 1);
  const named = new Map<string, number>();
  for (const { id } of placed) {
    const group = optional.get(id);
    if (group !== undefined) named.set(group, (named.get(group) ?? 0) + 1);
  }
  return placed.filter(({ id }) => {
    const group = optional.get(id);
    return group === undefined || (named.get(group) ?? 0) >= ENOUGH * (there.get(group) ?? 0);
  });
}
