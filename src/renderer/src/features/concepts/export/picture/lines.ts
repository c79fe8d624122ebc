// Where the lines of a picture run: from box to box, bent where several lie between the same two, with heads where they point. Pure.
import type { ElementDefinition } from 'cytoscape';
import type { Point } from '../../layout/layout.ts';
import { BOX_HEIGHT } from '../../layout/tree-layout.ts';
import { DASHES, line, type Paint, type Shape, short, text } from './shapes.ts';

/** As the canvas has them, see `aroundStyle` and `overStyle`. */
const STEP_AROUND = 26;
const BEND_OVER = 44;
const HEAD = 9;
const ASIDE = 0.15;
const MARK = 7;

/** What stands at an end of a line: a box, or a joint that has no size. */
interface End extends Point {
  readonly width: number;
  readonly height: number;
}

export interface LineStyle {
  /** The hue of the tree's own dimension; null in a picture of all dimensions. */
  readonly hue: number | null;
  readonly paint: Paint;
}

const isLine = ({ data }: ElementDefinition): boolean => data.source !== undefined;

function endsOf(elements: readonly ElementDefinition[]): Map<string, End> {
  return new Map(
    elements.flatMap(({ data, position }): [string, End][] => {
      if (!position) return [];
      const isJoint = data.place === 'joint';
      const size = { width: isJoint ? 0 : Number(data.width), height: isJoint ? 0 : BOX_HEIGHT };
      return [[String(data.id), { x: position.x, y: position.y, ...size }]];
    }),
  );
}

/** Where a line from within a box towards a point leaves it. */
function borderOf(end: End, towards: Point): Point {
  const [dx, dy] = [towards.x - end.x, towards.y - end.y];
  if (end.width === 0 || (dx === 0 && dy === 0)) return end;
  const along = Math.min(
    dx === 0 ? Number.POSITIVE_INFINITY : end.width / 2 / Math.abs(dx),
    dy === 0 ? Number.POSITIVE_INFINITY : end.height / 2 / Math.abs(dy),
    1,
  );
  return { x: end.x + dx * along, y: end.y + dy * along };
}

/** A point beside the middle of the two, so far to the left of the way from one to the other. */
function beside(from: Point, to: Point, far: number): Point {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  return { x: (from.x + to.x) / 2 - (dy / length) * far, y: (from.y + to.y) / 2 + (dx / length) * far };
}

/** How far each line of a picture of all dimensions is bent: those between the same two side by side. */
function bends(lines: readonly ElementDefinition[]): Map<string, number> {
  const pairs = new Map<string, ElementDefinition[]>();
  for (const each of lines) {
    const pair = [String(each.data.source), String(each.data.target)].toSorted().join('\n');
    pairs.set(pair, [...(pairs.get(pair) ?? []), each]);
  }
  return new Map(
    [...pairs].flatMap(([pair, several]) =>
      several.map(({ data }, n): [string, number] => {
        const far = (n - (several.length - 1) / 2) * STEP_AROUND;
        return [String(data.id), pair.startsWith(`${String(data.source)}\n`) ? far : -far];
      }),
    ),
  );
}

const at = ({ x, y }: Point): string => `${short(x)} ${short(y)}`;

function head(from: Point, to: Point): string {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [(dx / length) * HEAD, (dy / length) * HEAD];
  const wing = (side: number): Point => ({ x: to.x - ux - uy * side, y: to.y - uy + ux * side });
  return `M${at(to)}L${at(wing(0.45))}L${at(wing(-0.45))}Z`;
}

/** Along a line, the middle first: where no box would hide what is written there. */
const SPOTS = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8];

function freeSpot(from: Point, control: Point | null, to: Point, boxes: readonly End[]): Point {
  const spots = SPOTS.map((t): Point => {
    const bend = control ?? { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
    const along = (a: number, b: number, c: number) => (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t ** 2 * c;
    return { x: along(from.x, bend.x, to.x), y: along(from.y, bend.y, to.y) };
  });
  const isFree = ({ x, y }: Point) =>
    boxes.every(
      (box) => Math.abs(x - box.x) > box.width / 2 + MARK || Math.abs(y - box.y) > box.height / 2 + MARK,
    );
  return spots.find(isFree) ?? { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
}

/** A contested line says so by a sign too. */
const mark = (middle: Point, paint: Paint): Shape[] => [
  {
    ...{ kind: 'box', x: middle.x - MARK, y: middle.y - MARK, width: 2 * MARK, height: 2 * MARK },
    ...{ radius: 3, fill: paint('--n1'), stroke: null, strokeWidth: 0, dash: [], title: null },
  },
  text('?', middle, { fill: paint('--wait-text'), weight: 700 }),
];

function colourOf(
  { kind, contested, hue: own }: ElementDefinition['data'],
  { hue, paint }: LineStyle,
): string {
  if (contested === true) return paint('--wait-border');
  if (kind === 'stem') return paint('--n7');
  return paint(`--dim-${String(typeof own === 'number' ? own : (hue ?? 0))}`);
}

/** The lines as they lie under the boxes, and those that lie over them. */
export function linesOf(
  elements: readonly ElementDefinition[],
  style: LineStyle,
): { readonly under: Shape[]; readonly over: Shape[] } {
  const ends = endsOf(elements);
  const boxes = [...ends.values()].filter(({ width }) => width > 0);
  const lines = elements.filter(isLine);
  const bent = style.hue === null ? bends(lines) : new Map<string, number>();
  const [under, over, marks]: [Shape[], Shape[], Shape[]] = [[], [], []];
  for (const { data } of lines) {
    const [source, target] = [ends.get(String(data.source)), ends.get(String(data.target))];
    if (!source || !target) continue;
    const isOver = data.over !== undefined;
    const far = isOver ? BEND_OVER : (bent.get(String(data.id)) ?? 0);
    const control = beside(source, target, far);
    const [from, to] = [borderOf(source, control), borderOf(target, control)];
    const stroke = colourOf(data, style);
    const isPart = data.kind === 'ispart' || data.over === 'ispart';
    const opacity = data.aside === true ? ASIDE : 1;
    const path = far === 0 ? `M${at(from)}L${at(to)}` : `M${at(from)}Q${at(control)} ${at(to)}`;
    const into = isOver ? over : under;
    into.push(line(path, stroke, { width: Number(data.width), dash: isPart ? DASHES : [], opacity }));
    if (isOver || style.hue === null) into.push(line(head(control, to), stroke, { opacity, isFilled: true }));
    if (data.contested === true && opacity === 1)
      marks.push(...mark(freeSpot(from, far === 0 ? null : control, to, boxes), style.paint));
  }
  return { under: [...under, ...marks], over };
}
