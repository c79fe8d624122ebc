// Promise: every pair of colours the console sets as text on a surface reaches 4.5:1, and every stroke that means
// something 3:1, in each palette (WCAG 2.2 1.4.3, 1.4.11). Catches a token nudged "just a little".
/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

type Rgb = readonly [number, number, number];

/** OKLCH to linear-light sRGB, clipped to the gamut (the matrices of CSS Color 4). */
function toLinear(l: number, c: number, hue: number): Rgb {
  const a = c * Math.cos((hue * Math.PI) / 180);
  const b = c * Math.sin((hue * Math.PI) / 180);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (v: number) => Math.min(1, Math.max(0, v));
  return [
    clip(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    clip(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    clip(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  ];
}

const luminance = ([r, g, b]: Rgb): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;

function contrast(one: Rgb, other: Rgb): number {
  const [high, low] = [luminance(one), luminance(other)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** The variables a selector's blocks declare, in order, as colours. */
function declared(selector: string): Map<string, Rgb> {
  const colours = new Map<string, Rgb>();
  for (const block of css.matchAll(/(?:^|\n)([^\n{}@/]+) \{([^}]*)\}/g)) {
    if (block[1]?.trim() !== selector) continue;
    const found = (block[2] ?? '').matchAll(/(--[\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\);/g);
    for (const [, name, l, c, h] of found)
      colours.set(String(name), toLinear(Number(l), Number(c), Number(h)));
  }
  return colours;
}

const light = ':root';
const dark = ':root[data-theme="dark"]';
const more = ':root[data-contrast="more"]';
const darkMore = ':root[data-theme="dark"][data-contrast="more"]';
const PALETTES: Record<string, string[]> = {
  light: [light],
  dark: [light, dark],
  'light, high contrast': [light, more],
  'dark, high contrast': [light, dark, more, darkMore],
};

const MEANINGS = ['ok', 'wait', 'bad', 'info', 'accent'];
const DIMENSIONS = Array.from({ length: 12 }, (_, i) => `--dim-${i}`);
const SURFACES = ['--n1', '--n2', '--n3', '--n4'];

const TEXT: (readonly [string, readonly string[]])[] = [
  ['--n12', SURFACES],
  ['--n11', SURFACES],
  ['--n10', [...SURFACES, '--accent-tint', '--wait-tint', '--ok-tint', '--bad-tint', '--info-tint']],
  ...MEANINGS.map((m) => [`--${m}-text`, ['--n1', '--n2', '--n3', `--${m}-tint`]] as const),
  ...DIMENSIONS.map((d) => [d, [...SURFACES, '--accent-tint', '--wait-tint']] as const),
  ['--on-accent', ['--accent-solid']],
];
const STROKES: (readonly [string, readonly string[]])[] = [
  ['--n8', ['--n1', '--n2', '--n3']],
  ...MEANINGS.map((m) => [`--${m}-border`, ['--n1', '--n2', `--${m}-tint`]] as const),
];

describe.each(Object.entries(PALETTES))('palette: %s', (_name, selectors) => {
  const colours = new Map(selectors.flatMap((s) => [...declared(s)]));
  const ratio = (front: string, back: string): number => {
    const [a, b] = [colours.get(front), colours.get(back)];
    if (!a || !b) throw new Error(`tokens.css declares no ${a ? back : front}`);
    return contrast(a, b);
  };
  const weak = (pairs: typeof TEXT, least: number) =>
    pairs.flatMap(([front, backs]) =>
      backs
        .filter((back) => ratio(front, back) < least)
        .map((back) => `${front} on ${back}: ${ratio(front, back).toFixed(2)}`),
    );

  it('sets no text below 4.5:1', () => expect(weak(TEXT, 4.5)).toEqual([]));
  it('draws no meaningful stroke below 3:1', () => expect(weak(STROKES, 3)).toEqual([]));
});
