// How the canvas looks: the tokens of tokens.css resolved to colours a canvas can paint, and the stylesheet made of them.
import type { StylesheetJson } from 'cytoscape';
import { dimensionHue, HUES } from '../../../ui/hue.ts';
import { BOX_HEIGHT } from '../layout/tree-layout.ts';
import { overStyle } from '../overlay/over-elements.ts';

/** Paints any CSS colour (OKLCH, system colours) on one pixel and reads it back as rgb. Of the theme now on <html>. */
export function resolver(): (variable: string) => string {
  const pixel = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const declared = getComputedStyle(document.documentElement);
  return (variable) => {
    if (!pixel) return 'gray';
    pixel.fillStyle = declared.getPropertyValue(variable).trim();
    pixel.fillRect(0, 0, 1, 1);
    const [r = 0, g = 0, b = 0] = pixel.getImageData(0, 0, 1, 1).data;
    return `rgb(${String(r)}, ${String(g)}, ${String(b)})`;
  };
}

/** What names over marks are painted with. */
interface LabelColours {
  readonly fill: string;
  readonly focusFill: string;
  readonly border: string;
  readonly accent: string;
  readonly text: string;
  /** A box that is a mark. */
  readonly mark: string;
}

let cached: { readonly theme: string; readonly colours: LabelColours } | null = null;

/** Those of the theme now on <html>; asked for in every frame, so they are kept. */
export function colours(): LabelColours {
  const { theme, contrast } = document.documentElement.dataset;
  const forced = matchMedia('(forced-colors: active)').matches;
  const key = `${theme ?? ''}/${contrast ?? ''}/${String(forced)}`;
  if (cached?.theme !== key) {
    const colour = resolver();
    cached = {
      theme: key,
      colours: {
        ...{ fill: colour('--n1'), focusFill: colour('--accent-tint'), border: colour('--n6') },
        ...{ accent: colour('--accent-border'), text: colour('--n12'), mark: colour('--n8') },
      },
    };
  }
  return cached.colours;
}

/** The stylesheet for the theme now on <html>, for one dimension's tree. */
export function canvasStyle(dimension: string): StylesheetJson {
  const colour = resolver();
  const hue = colour(`--dim-${String(dimensionHue(dimension))}`);
  return [
    {
      selector: 'node',
      style: {
        shape: 'round-rectangle',
        width: 'data(width)',
        height: BOX_HEIGHT,
        'corner-radius': '6',
        'background-color': colour('--n1'),
        'border-width': 1,
        'border-color': colour('--n7'),
        label: 'data(label)',
        color: colour('--n12'),
        'font-family': '"JetBrains Mono Variable", monospace',
        'font-size': 12,
        'text-valign': 'center',
        'text-halign': 'center',
        'overlay-opacity': 0,
      },
    },
    { selector: 'node[place = "above"]', style: { 'background-color': colour('--n3') } },
    {
      selector: 'node[place = "focus"]',
      style: {
        'background-color': colour('--accent-tint'),
        'border-color': colour('--accent-border'),
        'border-width': 2,
        'font-weight': 600,
      },
    },
    {
      selector: 'node[place = "joint"]',
      style: { width: 1, height: 1, 'border-width': 0, 'background-opacity': 0, events: 'no' },
    },
    {
      selector: 'node[place = "more"]',
      style: {
        'border-style': 'dashed',
        'background-color': colour('--n2'),
        color: colour('--n10'),
        'font-family': '"Inter Variable", sans-serif',
      },
    },
    // Compared with what was: each with its sign in the name.
    {
      selector: 'node[change = "added"]',
      style: { 'border-width': 2, 'border-color': colour('--ok-border') },
    },
    {
      selector: 'node[change = "moved"]',
      style: { 'border-width': 2, 'border-color': colour('--info-border') },
    },
    {
      selector: 'node[place = "gone"]',
      style: {
        'border-style': 'dotted',
        'border-width': 2,
        'border-color': colour('--bad-border'),
        color: colour('--n10'),
      },
    },
    {
      selector: 'node[change = "renamed"]',
      style: { 'border-width': 2, 'border-color': colour('--info-border') },
    },
    // Still there and to go, with a draft.
    {
      selector: 'node[change = "gone"]',
      style: {
        'border-style': 'dotted',
        'border-width': 2,
        'border-color': colour('--bad-border'),
        color: colour('--n10'),
      },
    },
    // Too small to hold their names: marks.
    {
      selector: 'node.far[place != "joint"]',
      style: { label: '', 'background-color': colour('--n5'), 'border-color': colour('--n8') },
    },
    { selector: 'node.far[place = "more"]', style: { 'background-color': colour('--n2') } },
    { selector: 'node.far[place = "focus"]', style: { 'background-color': colour('--accent-border') } },
    { selector: 'node.far[?contested]', style: { 'background-color': colour('--wait-border') } },
    { selector: 'node.hover', style: { 'border-color': colour('--n9'), 'background-color': colour('--n4') } },
    // While it is edited: what is selected, what is carried, and whether the place under it takes it.
    {
      selector: 'node.selected',
      style: {
        'border-width': 2,
        'border-color': colour('--accent-border'),
        'background-color': colour('--accent-tint'),
      },
    },
    { selector: 'node.carried', style: { opacity: 0.55, 'border-style': 'dashed' } },
    {
      selector: 'node.takes',
      style: {
        'border-width': 3,
        'border-color': colour('--ok-border'),
        'background-color': colour('--ok-tint'),
      },
    },
    {
      selector: 'node.refuses',
      style: {
        'border-width': 3,
        'border-style': 'dotted',
        'border-color': colour('--bad-border'),
        'background-color': colour('--bad-tint'),
      },
    },
    {
      selector: 'node.cursor',
      style: { 'outline-width': 2, 'outline-color': colour('--accent-border'), 'outline-offset': 3 },
    },
    {
      selector: 'edge',
      style: {
        width: 'data(width)',
        'line-color': hue,
        'curve-style': 'straight',
        events: 'no',
        'overlay-opacity': 0,
        'overlay-padding': 6,
        'overlay-color': colour('--accent-border'),
      },
    },
    // A fact: it can be asked why it is there, a little beside its line, too.
    { selector: 'edge[edgeId]', style: { events: 'yes' } },
    { selector: 'edge.hover', style: { 'overlay-opacity': 0.25 } },
    { selector: 'edge[kind = "stem"]', style: { 'line-color': colour('--n7') } },
    ...overStyle(colour),
    {
      selector: 'node[?way]',
      style: { 'font-style': 'italic', color: colour('--n10'), 'border-color': colour('--n6') },
    },
    { selector: 'edge[kind = "ispart"]', style: { 'line-style': 'dashed', 'line-dash-pattern': [6, 4] } },
    {
      selector: 'edge[?contested]',
      style: {
        'line-color': colour('--wait-border'),
        label: '?',
        color: colour('--wait-text'),
        'font-size': 12,
        'font-weight': 700,
        'text-background-color': colour('--n1'),
        'text-background-opacity': 1,
        'text-background-padding': '2px',
      },
    },
    { selector: 'edge.far', style: { label: '' } },
  ];
}

/** The stylesheet for all dimensions at once: each line in its dimension's hue, with an arrow to what it leads to. */
export function aroundStyle(): StylesheetJson {
  const colour = resolver();
  const hues = Array.from({ length: HUES }, (_, hue) => ({
    selector: `edge[hue = ${String(hue)}]`,
    style: {
      'line-color': colour(`--dim-${String(hue)}`),
      'target-arrow-color': colour(`--dim-${String(hue)}`),
      color: colour(`--dim-${String(hue)}`),
    },
  }));
  const [own, contested] = [
    canvasStyle('type'),
    canvasStyle('type').filter(({ selector }) => selector === 'edge[?contested]'),
  ];
  return [
    ...own.filter(({ selector }) => selector !== 'edge[?contested]'),
    {
      selector: 'edge',
      style: {
        'curve-style': 'bezier',
        'control-point-step-size': 26,
        'target-arrow-shape': 'triangle',
        'arrow-scale': 0.8,
        'font-family': '"JetBrains Mono Variable", monospace',
        'font-size': 11,
        'text-background-color': colour('--n1'),
        'text-background-opacity': 1,
        'text-background-padding': '2px',
      },
    },
    ...hues,
    ...contested,
    { selector: 'edge[?aside]', style: { opacity: 0.15 } },
    // Which dimension a line is of, in words, of what is pointed at: two hues can look alike.
    { selector: 'edge.near', style: { label: 'data(dimension)', 'z-index': 9 } },
  ];
}
