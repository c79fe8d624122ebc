// Boxes that were put elsewhere than where the tidy tree has them: each with all that is below it. Pure; called by tree-layout.ts.
import type { Layout, Point } from './layout.ts';

/** How far from its tidy place a box was put, by concept, in canvas pixels. What is below it goes along. */
export type Shifts = ReadonlyMap<string, Point>;

export const NONE: Shifts = new Map();
const NOWHERE: Point = { x: 0, y: 0 };

const sum = (a: Point, b: Point): Point => ({ x: a.x + b.x, y: a.y + b.y });

/** @param layout with a parent's box before its children's */
export function shifted(layout: Layout, shifts: Shifts): Layout {
  if (shifts.size === 0) return layout;
  const { boxes, lines, entries, parents } = layout;
  const by = new Map<string, Point>();
  const shiftOf = (token: string | undefined) => (token === undefined ? NOWHERE : (by.get(token) ?? NOWHERE));
  for (const { token } of boxes)
    by.set(token, sum(shiftOf(parents.get(token)), shifts.get(token) ?? NOWHERE));
  return {
    boxes: boxes.map((box) => ({ ...box, ...sum(box, shiftOf(box.token)) })),
    lines: lines.map((line) => {
      const own = shiftOf(line.owner);
      return { ...line, from: sum(line.from, own), to: sum(line.to, own) };
    }),
    entries: new Map([...entries].map(([token, at]) => [token, sum(at, shiftOf(parents.get(token)))])),
    parents,
  };
}
