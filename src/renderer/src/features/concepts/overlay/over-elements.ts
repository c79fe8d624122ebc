// A second dimension over the first one's tree: its facts between what is shown, bent and with an arrow to what they lead to, so that they
// are told apart without their colour. Pure.
import type { ElementDefinition, StylesheetJson } from 'cytoscape';
import { confidenceStep } from '../../../ui/confidence.ts';
import { dimensionHue, HUES } from '../../../ui/hue.ts';
import type { Neighbourhood } from '../concepts-store.ts';

const WIDTH_BY_STEP = { 1: 1, 2: 2, 3: 3.2 } as const;

export function overElements({ over, nodes }: Neighbourhood): ElementDefinition[] {
  if (over === null) return [];
  const shown = new Set(nodes.map((node) => node.concept.token));
  const hue = dimensionHue(over.dimension);
  return over.edges
    .filter(({ concept, parent }) => shown.has(concept) && shown.has(parent))
    .map(({ edgeId, concept, parent, isIsa, confidence }) => ({
      data: {
        ...{ id: `over:${String(edgeId)}`, source: concept, target: parent, edgeId },
        ...{ over: isIsa ? 'isa' : 'ispart', hue, width: WIDTH_BY_STEP[confidenceStep(confidence)] },
      },
    }));
}

/** @param colour resolves a variable of tokens.css */
export function overStyle(colour: (variable: string) => string): StylesheetJson {
  return [
    {
      selector: 'edge[over]',
      style: {
        'curve-style': 'unbundled-bezier',
        'control-point-distances': [44],
        'control-point-weights': [0.5],
        'target-arrow-shape': 'triangle',
        'arrow-scale': 0.9,
        'z-index': 5,
      },
    },
    ...Array.from({ length: HUES }, (_, hue) => ({
      selector: `edge[over][hue = ${String(hue)}]`,
      style: {
        'line-color': colour(`--dim-${String(hue)}`),
        'target-arrow-color': colour(`--dim-${String(hue)}`),
      },
    })),
    { selector: 'edge[over = "ispart"]', style: { 'line-style': 'dashed', 'line-dash-pattern': [6, 4] } },
  ];
}
