// Promise: a picture taken out shows what the canvas shows: each box with its name as text, ISPART dashed, what is contested marked by a
// sign, a legend of what is in it, all of it inside the frame; and no name becomes markup.
import { describe, expect, it } from 'vitest';
import { aroundElements } from '../../around/around-elements.ts';
import { canvasElements } from '../../canvas/canvas-elements.ts';
import type { Neighbourhood, TreeNode } from '../../concepts-store.ts';
import { sharpness } from './png.ts';
import { type Captions, sceneOf } from './scene.ts';
import type { BoxShape, LineShape, Scene, TextShape } from './shapes.ts';
import { svgOf } from './svg.ts';

const edge = (edgeId: number, concept: string, parent: string, part: Partial<TreeNode['edge']> = {}) => ({
  ...{ edgeId, project: 'default', concept, parent, dimension: 'membership', isIsa: true, confidence: 0.95 },
  ...{ source: 'gutask' as const, lastConfirmed: 0, doNotUse: false, contested: false },
  ...part,
});

const node = (token: string, depth: number, fact: TreeNode['edge']): TreeNode => ({
  concept: {
    ...{ id: 1, token, encounterCount: 1, saliency: 0, novelty: 0, common: false, lastSeen: null },
    ...{ edges: 0, children: 0, conflicts: 0, recalled: 0 },
  },
  ...{ parent: fact?.parent ?? null, depth, edge: fact, isWay: false, childrenTotal: 0, childrenShown: 0 },
});

const neighbourhood: Neighbourhood = {
  ...{ focus: 'yard', dimension: 'membership', isDimension: false, dimensions: [] },
  nodes: [
    { ...node('yard', 0, null), childrenTotal: 40, childrenShown: 2 },
    node('<script>alert(1)</script>', 1, edge(1, '<script>alert(1)</script>', 'yard', { isIsa: false })),
    node('ship-with-a-name-that-is-far-too-long-for-a-box', 1, edge(2, 'ship', 'yard', { contested: true })),
  ],
  ...{ shown: 3, total: 41, hidden: 0, over: null },
};

const captions: Captions = {
  title: 'yard [membership]',
  lines: ['3 of 41 concepts shown'],
  legend: { isa: 'is a', ispart: 'is part of', contested: 'contested', sure: 'sure', way: 'way', over: null },
};
const scene = sceneOf(
  canvasElements(neighbourhood, (count) => `+${String(count)} more`),
  captions,
  3,
  (variable) => `c(${variable})`,
);
const texts = ({ shapes }: Scene) =>
  shapes.filter((s): s is TextShape => s.kind === 'text').map((s) => s.text);
const lines = ({ shapes }: Scene) => shapes.filter((s): s is LineShape => s.kind === 'line');

describe('a tree', () => {
  it('has every name, what is left out, its captions, and a legend of what is in it', () => {
    expect(texts(scene)).toEqual(
      expect.arrayContaining(['yard', '<script>alert(1)</script>', '+38 more', 'yard [membership]']),
    );
    expect(texts(scene)).toEqual(expect.arrayContaining(['is part of', 'contested ?', '?']));
    expect(texts(scene)).not.toContain('way');
  });

  it('draws parts dashed, what is contested in its own colour, the rest in the hue of the dimension', () => {
    expect(
      lines(scene).filter(({ dash, stroke }) => dash.length > 0 && stroke === 'c(--dim-3)'),
    ).toHaveLength(1);
    expect(lines(scene).some(({ stroke, width }) => stroke === 'c(--wait-border)' && width === 3.2)).toBe(
      true,
    );
  });

  it('keeps every box inside the frame', () => {
    for (const box of scene.shapes.filter((shape): shape is BoxShape => shape.kind === 'box')) {
      expect(box.x).toBeGreaterThan(scene.x);
      expect(box.y).toBeGreaterThan(scene.y);
      expect(box.x + box.width).toBeLessThan(scene.x + scene.width);
      expect(box.y + box.height).toBeLessThan(scene.y + scene.height);
    }
  });

  it('becomes SVG whose names are text and never markup, with the whole name of a box that is cut', () => {
    const svg = svgOf(scene);
    expect(svg).not.toContain('<script');
    expect(svg).toContain('>&lt;script&gt;alert(1)&lt;/script&gt;</text>');
    expect(svg).toContain('<title>ship-with-a-name-that-is-far-too-long-for-a-box</title>');
    expect(svg).not.toMatch(/href|url\(|NaN|undefined/);
  });
});

describe('what is around', () => {
  const around = {
    focus: 'yard',
    nodes: ['yard', 'ship'].map((token, hops) => ({ token, hops, facts: 2, contested: false })),
    edges: [
      edge(1, 'ship', 'yard', { dimension: 'berth' }),
      edge(2, 'yard', 'ship', { dimension: 'crew' }),
      edge(3, 'ship', 'yard', { dimension: 'tech' }),
    ],
    ...{ shown: 2, total: 2, hidden: 0 },
  };
  const points = [
    { token: 'yard', x: 0, y: 0 },
    { token: 'ship', x: 200, y: 0 },
  ];
  const drawn = (only: string | null) =>
    sceneOf(aroundElements(around, points as never, only), captions, null, (variable) => variable);

  it('bends lines between the same two apart, points where they lead, and names their dimensions', () => {
    const picture = drawn(null);
    const curves = lines(picture).filter(({ path }) => path.startsWith('M') && !path.includes('h'));
    expect(new Set(curves.map(({ path }) => path)).size).toBe(6);
    expect(curves.filter(({ isFilled }) => isFilled)).toHaveLength(3);
    const bends = curves.flatMap(({ path }) => /Q\S+ (\S+) /.exec(path)?.[1] ?? []).map(Number);
    expect(bends.toSorted((a, b) => a - b)).toEqual([-26, 26]);
    expect(texts(picture)).toEqual(expect.arrayContaining(['[berth]', '[crew]', '[tech]']));
  });

  it('puts the sign of what is contested where no box hides it', () => {
    const token = 'in-between';
    const nodes = [...around.nodes, { token, hops: 1, facts: 1, contested: false }];
    const edges = [edge(1, 'ship', 'yard', { dimension: 'berth', contested: true })];
    const far = [points[0], { token: 'ship', x: 600, y: 0 }, { token, x: 300, y: 0 }];
    const elements = aroundElements({ ...around, nodes, edges }, far as never, null);
    const { shapes } = sceneOf(elements, captions, null, (variable) => variable);
    const sign = shapes.find((shape): shape is TextShape => shape.kind === 'text' && shape.text === '?');
    const box = shapes.find(
      (shape): shape is BoxShape => shape.kind === 'box' && shape.x + shape.width / 2 === 300,
    );
    expect(sign && box && (sign.x < box.x || sign.x > box.x + box.width)).toBe(true);
  });

  it('lets the others step back where one dimension is looked at alone', () => {
    const faint = lines(drawn('crew')).filter(({ opacity }) => opacity < 1);
    expect(faint).toHaveLength(4);
  });
});

it('a bitmap is twice as fine as the canvas, and never more than a browser holds', () => {
  expect(sharpness({ width: 800, height: 600 })).toBe(2);
  const wide = { width: 40_000, height: 9_000 };
  const scale = sharpness(wide);
  expect(wide.width * scale).toBeLessThanOrEqual(16_000);
  expect(wide.width * scale * wide.height * scale).toBeLessThanOrEqual(100_000_000);
});
