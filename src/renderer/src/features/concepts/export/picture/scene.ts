// A picture of what is looked at, whole: what it shows above, boxes and lines as on the canvas, what the strokes mean below. Pure.

import type { ElementDefinition } from 'cytoscape';
import { showHidden } from '../../../../../../shared/hidden-characters.ts';
import { BOX_HEIGHT } from '../../layout/tree-layout.ts';
import { boxesOf, isBox } from './boxes.ts';
import { type LegendWords, legendOf } from './legend.ts';
import { linesOf } from './lines.ts';
import { type Paint, type Scene, type Shape, text } from './shapes.ts';

export interface Captions {
  readonly title: string;
  /** How much is shown, of when, narrowed how: a line each. */
  readonly lines: readonly string[];
  readonly legend: LegendWords;
}

const MARGIN = 24;
const TITLE = 24;
const LINE = 18;
const APART = 20;
const LEAST = 520;
const CHARACTER = 7.3;

/** What the boxes take, with room for lines that are bent around the outermost. */
function extentOf(elements: readonly ElementDefinition[]) {
  let [left, right, top, bottom] = [0, 0, 0, 0].map(() => Number.NaN) as [number, number, number, number];
  for (const { data, position } of elements.filter(isBox)) {
    if (!position) continue;
    const half = Number(data.width) / 2;
    left = Math.min(Number.isNaN(left) ? position.x : left, position.x - half);
    right = Math.max(Number.isNaN(right) ? position.x : right, position.x + half);
    top = Math.min(Number.isNaN(top) ? position.y : top, position.y - BOX_HEIGHT / 2);
    bottom = Math.max(Number.isNaN(bottom) ? position.y : bottom, position.y + BOX_HEIGHT / 2);
  }
  return Number.isNaN(left) ? { left: 0, right: 0, top: 0, bottom: 0 } : { left, right, top, bottom };
}

/** @param hue the tree's own; null in a picture of all dimensions, where each line has its own */
export function sceneOf(
  elements: readonly ElementDefinition[],
  { title, lines, legend }: Captions,
  hue: number | null,
  paint: Paint,
): Scene {
  const { left, right, top, bottom } = extentOf(elements);
  const captionWidth = Math.max(...[title, ...lines].map((words) => words.length * CHARACTER));
  const inner = Math.max(right - left, captionWidth, LEAST);
  const x = (left + right) / 2 - inner / 2;
  const captionTop = top - APART - TITLE - lines.length * LINE;
  const caption: Shape[] = [
    text(
      title,
      { x, y: captionTop + TITLE / 2 },
      {
        ...{ fill: paint('--n12'), size: 14, weight: 600, anchor: 'start' },
      },
    ),
    ...lines.map((words, n) =>
      text(
        words,
        { x, y: captionTop + TITLE + (n + 0.5) * LINE },
        {
          ...{ fill: paint('--n10'), font: 'text', anchor: 'start' },
        },
      ),
    ),
  ];
  const below = legendOf(elements, legend, { x, y: bottom + APART, width: inner }, paint);
  const drawn = linesOf(elements, { hue, paint });
  return {
    ...{ x: Math.floor(x - MARGIN), y: Math.floor(captionTop - MARGIN) },
    width: Math.ceil(inner + 2 * MARGIN),
    height: Math.ceil(bottom + APART + below.height - captionTop + 2 * MARGIN),
    ...{ background: paint('--n1'), title: showHidden(`${title}. ${lines.join('. ')}`) },
    shapes: [...caption, ...drawn.under, ...boxesOf(elements, paint), ...drawn.over, ...below.shapes],
  };
}
