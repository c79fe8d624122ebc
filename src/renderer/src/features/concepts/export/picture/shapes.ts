// What a picture is made of: lines, boxes and words with their colours, in the canvas' own pixels. Painted as SVG or onto a bitmap.
import { showHidden } from '../../../../../../shared/hidden-characters.ts';

export interface LineShape {
  readonly kind: 'line';
  /** Path data, as SVG and Path2D both read it. */
  readonly path: string;
  readonly stroke: string;
  readonly width: number;
  readonly dash: readonly number[];
  readonly opacity: number;
  /** Closed and filled with its colour: the head of an arrow. */
  readonly isFilled: boolean;
}

export interface BoxShape {
  readonly kind: 'box';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly radius: number;
  readonly fill: string;
  readonly stroke: string | null;
  readonly strokeWidth: number;
  readonly dash: readonly number[];
  /** The whole name, where the box says a part of it. */
  readonly title: string | null;
}

export interface TextShape {
  readonly kind: 'text';
  readonly x: number;
  /** Its middle. */
  readonly y: number;
  readonly text: string;
  readonly size: number;
  readonly weight: number;
  readonly isItalic: boolean;
  readonly fill: string;
  readonly font: 'mono' | 'text';
  readonly anchor: 'start' | 'middle';
}

export type Shape = LineShape | BoxShape | TextShape;

export interface Scene {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly background: string;
  readonly title: string;
  readonly shapes: readonly Shape[];
}

/** Resolves a variable of tokens.css to a colour. */
export type Paint = (variable: string) => string;

export const FONTS: Readonly<Record<TextShape['font'], string>> = {
  mono: '"JetBrains Mono Variable", "JetBrains Mono", ui-monospace, monospace',
  text: '"Inter Variable", "Inter", system-ui, sans-serif',
};

export const DASHES: readonly number[] = [6, 4];

/** Two places are enough, and make files a third smaller. */
export const short = (value: number): string => String(Math.round(value * 100) / 100);

export const line = (
  path: string,
  stroke: string,
  part: Partial<Omit<LineShape, 'kind' | 'path' | 'stroke'>> = {},
): LineShape => ({ kind: 'line', path, stroke, width: 1, dash: [], opacity: 1, isFilled: false, ...part });

export const text = (
  words: string,
  at: { readonly x: number; readonly y: number },
  part: Pick<TextShape, 'fill'> & Partial<TextShape>,
): TextShape => ({
  ...{ kind: 'text', x: at.x, y: at.y, text: showHidden(words), size: 12, weight: 400 },
  ...{ isItalic: false, font: 'mono', anchor: 'middle' },
  ...part,
});
