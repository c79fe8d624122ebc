// A picture as an SVG file: vectors, names as text, nothing that is fetched or run. Pure.
import { xmlText } from '../../../../../../shared/files/xml-text.ts';
import {
  type BoxShape,
  FONTS,
  type LineShape,
  type Scene,
  type Shape,
  short,
  type TextShape,
} from './shapes.ts';

type Attributes = Readonly<Record<string, string | number | null>>;

const written = (attributes: Attributes): string =>
  Object.entries(attributes)
    .map(([name, value]) =>
      value === null ? '' : ` ${name}="${typeof value === 'number' ? short(value) : xmlText(value)}"`,
    )
    .join('');

const dashed = (dash: readonly number[]): string | null => (dash.length === 0 ? null : dash.join(' '));

function lineOf({ path, stroke, width, dash, opacity, isFilled }: LineShape): string {
  const look = isFilled
    ? { fill: stroke }
    : { fill: 'none', stroke, 'stroke-width': width, 'stroke-dasharray': dashed(dash) };
  return `<path${written({ d: path, ...look, opacity: opacity === 1 ? null : opacity })}/>`;
}

function boxOf({ x, y, width, height, radius, fill, stroke, strokeWidth, dash, title }: BoxShape): string {
  const border = stroke === null ? {} : { stroke, 'stroke-width': strokeWidth };
  const attributes = { x, y, width, height, rx: radius, fill, ...border, 'stroke-dasharray': dashed(dash) };
  return title === null
    ? `<rect${written(attributes)}/>`
    : `<rect${written(attributes)}><title>${xmlText(title)}</title></rect>`;
}

const textOf = ({ x, y, text, size, weight, isItalic, fill, font, anchor }: TextShape): string =>
  `<text${written({
    ...{ x, y, 'text-anchor': anchor, 'dominant-baseline': 'central', fill, 'font-size': size },
    ...{ 'font-family': FONTS[font], 'font-weight': weight === 400 ? null : weight },
    'font-style': isItalic ? 'italic' : null,
  })}>${xmlText(text)}</text>`;

function shapeOf(shape: Shape): string {
  switch (shape.kind) {
    case 'line':
      return lineOf(shape);
    case 'box':
      return boxOf(shape);
    case 'text':
      return textOf(shape);
  }
}

export function svgOf({ x, y, width, height, background, title, shapes }: Scene): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<svg xmlns="http://www.w3.org/2000/svg"${written({ width, height, viewBox: [x, y, width, height].join(' ') })} role="img">`,
    `<title>${xmlText(title)}</title>`,
    `<rect${written({ x, y, width, height, fill: background })}/>`,
    ...shapes.map(shapeOf),
    '</svg>\n',
  ].join('\n');
}
