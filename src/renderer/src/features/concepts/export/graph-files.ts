// What is looked at for other programs: GraphML (yEd, Gephi) and JSON. Pure.
import { xmlText } from '../../../../../shared/files/xml-text.ts';
import type { Viewed, ViewedEdge } from './viewed.ts';

type Value = string | number | boolean | null;
type Attribute<T> = readonly [
  name: string,
  type: 'string' | 'double' | 'long' | 'boolean',
  value: (of: T) => Value | undefined,
];
/** A concept, or a name that a fact leads to beyond what is shown. */
type Node = Partial<Viewed['nodes'][number]> & { readonly concept: string };

const GRAPH: readonly Attribute<Viewed>[] = [
  ['project', 'string', (v) => v.project],
  ['view', 'string', (v) => v.view],
  ['focus', 'string', (v) => v.focus],
  ['dimension', 'string', (v) => v.dimension],
  ['over', 'string', (v) => v.over],
  ['hops', 'long', (v) => v.hops],
  ['moment', 'string', (v) => v.moment],
  ['exported', 'string', (v) => v.exported],
  ['draft', 'boolean', (v) => v.draft],
  ['compared_with', 'string', (v) => v.compared_with],
  ['filters', 'string', (v) => new URLSearchParams(v.filters).toString() || null],
  ['shown', 'long', (v) => v.counts.shown],
  ['total', 'long', (v) => v.counts.total],
  ['hidden', 'long', (v) => v.counts.hidden],
];

const NODE: readonly Attribute<Node>[] = [
  ['label', 'string', (n) => n.concept],
  ['place', 'string', (n) => n.place],
  ['distance', 'long', (n) => n.distance],
  ['named', 'long', (n) => n.named],
  ['below', 'long', (n) => n.below],
  ['facts', 'long', (n) => n.facts],
  ['change', 'string', (n) => n.change],
];

const EDGE: readonly Attribute<ViewedEdge>[] = [
  ['label', 'string', (e) => e.dimension],
  ['dimension', 'string', (e) => e.dimension],
  ['relation', 'string', (e) => e.relation],
  ['confidence', 'double', (e) => e.confidence],
  // Not "source": tools take that for the node an edge starts at.
  ['said_by', 'string', (e) => e.source],
  ['last_confirmed', 'string', (e) => e.last_confirmed],
  ['contested', 'boolean', (e) => e.contested],
  ['change', 'string', (e) => e.change],
];

const keysOf = <T>(of: 'graph' | 'node' | 'edge', attributes: readonly Attribute<T>[]): string =>
  attributes
    .map(([name, type]) => `<key id="${of}_${name}" for="${of}" attr.name="${name}" attr.type="${type}"/>\n`)
    .join('');

function dataOf<T>(of: string, attributes: readonly Attribute<T>[], subject: T): string {
  return attributes
    .map(([name, , read]) => {
      const value = read(subject) ?? null;
      return value === null ? '' : `<data key="${of}_${name}">${xmlText(String(value))}</data>`;
    })
    .join('');
}

/** http://graphml.graphdrawing.org/specification.html; what is not known is left out. Edges lead from a concept to its parent. */
export function graphMl(viewed: Viewed): string {
  const nodes = new Map<string, Node>(viewed.nodes.map((node) => [node.concept, node]));
  for (const { concept, parent } of viewed.edges)
    for (const name of [concept, parent]) if (!nodes.has(name)) nodes.set(name, { concept: name });
  const ids = new Map([...nodes.keys()].map((name, n) => [name, `n${String(n)}`]));
  const idOf = (name: string) => ids.get(name) ?? '';
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">\n',
    ...[keysOf('graph', GRAPH), keysOf('node', NODE), keysOf('edge', EDGE)],
    `<graph id="view" edgedefault="directed">${dataOf('graph', GRAPH, viewed)}\n`,
    ...[...nodes.values()].map(
      (node) => `<node id="${idOf(node.concept)}">${dataOf('node', NODE, node)}</node>\n`,
    ),
    ...viewed.edges.map(
      (edge, n) =>
        `<edge id="e${String(n)}" source="${idOf(edge.concept)}" target="${idOf(edge.parent)}">${dataOf('edge', EDGE, edge)}</edge>\n`,
    ),
    '</graph>\n</graphml>\n',
  ].join('');
}

/** All that is known of what is looked at, to be read by programs. */
export const jsonOfView = (viewed: Viewed): string =>
  `${JSON.stringify({ kind: 'festinger-view', version: 1, ...viewed }, null, 2)}\n`;
