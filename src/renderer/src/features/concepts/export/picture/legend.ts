// What the strokes of a picture mean, for what is in it, in rows below it. Pure.
import type { ElementDefinition } from 'cytoscape';
import { DASHES, line, type Paint, type Shape, text } from './shapes.ts';

export interface LegendWords {
  readonly isa: string;
  readonly ispart: string;
  readonly contested: string;
  readonly sure: string;
  readonly way: string;
  /** What lies over the tree; null where nothing does. */
  readonly over: string | null;
}

interface Item {
  readonly label: string;
  readonly colour: string;
  readonly lines: readonly {
    readonly width: number;
    readonly dash: readonly number[];
    readonly dy: number;
  }[];
}

const STROKE = 26;
const GAP = 8;
const BETWEEN = 20;
const ROW = 22;
/** Wide enough for the letters of either font. */
const CHARACTER = 7.3;

const PLAIN = [{ width: 2, dash: [], dy: 0 }];
const SURE = [
  { width: 1, dash: [], dy: -5 },
  { width: 2, dash: [], dy: -1 },
  { width: 3.2, dash: [], dy: 4 },
];

function itemsOf(elements: readonly ElementDefinition[], words: LegendWords): Item[] {
  const all = elements.map(({ data }) => data);
  const has = (test: (data: ElementDefinition['data']) => boolean) => all.some(test);
  const when = (isThere: boolean, item: Item): Item[] => (isThere ? [item] : []);
  const dimensions = new Map(
    all.flatMap(({ dimension, hue }): [string, string][] =>
      typeof dimension === 'string' ? [[dimension, `--dim-${String(hue)}`]] : [],
    ),
  );
  const over = all.find((data) => data.over !== undefined);
  return [
    ...when(
      has(({ kind }) => kind === 'isa'),
      { label: words.isa, colour: '--n11', lines: PLAIN },
    ),
    ...when(
      has(({ kind, over: bent }) => kind === 'ispart' || bent === 'ispart'),
      {
        ...{ label: words.ispart, colour: '--n11' },
        lines: [{ width: 2, dash: DASHES, dy: 0 }],
      },
    ),
    ...when(
      has(({ source, contested }) => source !== undefined && contested === true),
      {
        ...{ label: `${words.contested} ?`, colour: '--wait-border', lines: PLAIN },
      },
    ),
    ...when(
      has(({ kind }) => kind === 'isa' || kind === 'ispart'),
      {
        ...{ label: words.sure, colour: '--n11', lines: SURE },
      },
    ),
    ...(over === undefined || words.over === null
      ? []
      : [{ label: words.over, colour: `--dim-${String(over.hue)}`, lines: PLAIN }]),
    ...when(
      has(({ way }) => way === true),
      { label: words.way, colour: '--n11', lines: [] },
    ),
    ...[...dimensions]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([label, colour]) => ({ label, colour, lines: PLAIN })),
  ];
}

/** @param place its upper left corner, and how wide it may be @returns its shapes, and how high they are */
export function legendOf(
  elements: readonly ElementDefinition[],
  words: LegendWords,
  place: { readonly x: number; readonly y: number; readonly width: number },
  paint: Paint,
): { readonly shapes: Shape[]; readonly height: number } {
  const shapes: Shape[] = [];
  let [x, y] = [place.x, place.y + ROW / 2];
  for (const { label, colour, lines } of itemsOf(elements, words)) {
    const stroke = lines.length > 0 ? STROKE + GAP : 0;
    const wide = stroke + label.length * CHARACTER;
    if (x > place.x && x + wide > place.x + place.width) [x, y] = [place.x, y + ROW];
    for (const { width, dash, dy } of lines)
      shapes.push(line(`M${String(x)} ${String(y + dy)}h${String(STROKE)}`, paint(colour), { width, dash }));
    shapes.push(text(label, { x: x + stroke, y }, { fill: paint('--n11'), font: 'text', anchor: 'start' }));
    x += wide + BETWEEN;
  }
  return { shapes, height: y + ROW / 2 - place.y };
}
