// The four formats of an export, each as text in pieces. Pure but for reading the snapshot; nothing is held but a page.
// JSON Lines is lossless; the others show the present to other tools. Source: memory, Store, docs/transfer.md.

import { csvRow } from '../../shared/files/csv-cells.ts';
import { xmlText } from '../../shared/files/xml-text.ts';
import { GRAPH_FILE_VERSION, type GraphFileVersion, type GraphLine } from '../../shared/model/graph-file.ts';
import type { ExportFormat } from '../../shared/model/transfer.ts';
import type { GraphPages, NumberedConcept, NumberedEdge } from './graph-pages.ts';

export interface ExportRequest {
  readonly format: ExportFormat;
  /** One project, or all. */
  readonly project: string | null;
  /** JSON Lines only: the record of changes too, for reading. */
  readonly events: boolean;
  /** Which program wrote it, and when (epoch milliseconds), for the header; null where the same graph has to make the same file. */
  readonly stamp: { readonly program: string; readonly now: number } | null;
  /** JSON Lines only: another than the newest, for who compares with a file of that. What that cannot say must not be there. */
  readonly version?: GraphFileVersion | undefined;
}

/** Told how many more facts were written. */
type Progress = (more: number) => void;
type Format = (pages: GraphPages, request: ExportRequest, progress: Progress) => AsyncGenerator<string>;

export const EXPORT_FILES: Readonly<Record<ExportFormat, { extension: string; contentType: string }>> = {
  jsonl: { extension: 'jsonl', contentType: 'application/x-ndjson; charset=utf-8' },
  graphml: { extension: 'graphml', contentType: 'application/xml; charset=utf-8' },
  cytoscape: { extension: 'json', contentType: 'application/json; charset=utf-8' },
  csv: { extension: 'csv', contentType: 'text/csv; charset=utf-8' },
};

const FORMATS: Readonly<Record<ExportFormat, Format>> = {
  jsonl: jsonLines,
  graphml: graphMl,
  cytoscape: cytoscapeJson,
  csv: csvOfEdges,
};

/** The file in pieces of a page each. */
export function exportText(
  pages: GraphPages,
  request: ExportRequest,
  progress: Progress,
): AsyncGenerator<string> {
  return FORMATS[request.format](pages, request, progress);
}

async function* jsonLines(
  pages: GraphPages,
  request: ExportRequest,
  progress: Progress,
): AsyncGenerator<string> {
  const { stamp, project } = request;
  yield line({
    kind: 'festinger-memory',
    version: request.version ?? GRAPH_FILE_VERSION,
    ...(stamp === null ? {} : { program: stamp.program, exported_at: stamp.now }),
    project,
  });
  let lines = 1;
  const write = (page: readonly object[]) => {
    lines += page.length;
    return page.map(line).join('');
  };
  for await (const page of pages.concepts(true)) yield write(page.map(({ id: _, ...concept }) => concept));
  for await (const page of pages.dimensions()) yield write(page);
  for await (const page of pages.edges(true)) {
    yield write(page.map(edgeLine));
    progress(page.length);
  }
  const rest: AsyncGenerator<GraphLine[]>[] = [pages.history(), pages.provenance(), pages.conflicts()];
  if (request.events) rest.push(pages.events());
  for (const part of rest) for await (const page of part) yield write(page);
  yield line({ kind: 'end', lines: lines + 1 });
}

const line = (value: object): string => `${JSON.stringify(value)}\n`;

function edgeLine({
  conceptId: _c,
  parentId: _p,
  dimensionId: _d,
  contested: _x,
  ...edge
}: NumberedEdge): object {
  return edge;
}

type Attribute<T> = readonly [
  name: string,
  type: 'string' | 'double' | 'long' | 'boolean',
  value: (of: T) => unknown,
];

/** A node and, where it is a dimension, what that asks. */
type Node = NumberedConcept & { readonly question: string | null };

const asking = (concepts: readonly NumberedConcept[], questions: ReadonlyMap<string, string>): Node[] =>
  concepts.map((concept) => ({ ...concept, question: questions.get(concept.token) ?? null }));

const NODE_ATTRIBUTES: readonly Attribute<Node>[] = [
  ['label', 'string', (node) => node.token],
  ['encounters', 'long', (node) => node.encounters],
  ['last_seen', 'long', (node) => node.last_seen],
  ['novelty', 'double', (node) => node.novelty],
  ['common', 'boolean', (node) => node.common],
  ['question', 'string', (node) => node.question],
];

const EDGE_ATTRIBUTES: readonly Attribute<NumberedEdge>[] = [
  ['label', 'string', (edge) => edge.dimension],
  ['dimension', 'string', (edge) => edge.dimension],
  ['relation', 'string', relation],
  ['project', 'string', (edge) => edge.project],
  ['confidence', 'double', (edge) => edge.confidence],
  // Not "source": tools take that for the node an edge starts at.
  ['said_by', 'string', (edge) => edge.source],
  ['valid_from', 'long', (edge) => edge.valid_from],
  ['last_confirmed', 'long', (edge) => edge.last_confirmed],
  ['do_not_use', 'boolean', (edge) => edge.do_not_use],
  ['contested', 'boolean', (edge) => edge.contested],
  ['is_guess', 'boolean', (edge) => edge.is_guess ?? false],
  ['until', 'long', (edge) => edge.until ?? null],
];

function relation(edge: NumberedEdge): string {
  return edge.is_isa ? 'isa' : 'ispart';
}

/** http://graphml.graphdrawing.org/specification.html; attributes are typed, ids are `c1` and `e1`. */
async function* graphMl(
  pages: GraphPages,
  _request: ExportRequest,
  progress: Progress,
): AsyncGenerator<string> {
  const keys = [
    ...NODE_ATTRIBUTES.map(([name, type]) => key('n', 'node', name, type)),
    ...EDGE_ATTRIBUTES.map(([name, type]) => key('e', 'edge', name, type)),
  ];
  yield [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">',
    ...keys,
    '<graph id="memory" edgedefault="directed">\n',
  ].join('\n');
  const questions = await pages.questions();
  for await (const page of pages.concepts(false)) {
    yield asking(page, questions)
      .map((node) => `<node id="c${node.id}">${dataOf('n', NODE_ATTRIBUTES, node)}</node>\n`)
      .join('');
  }
  for await (const page of pages.edges(false)) {
    yield page
      .map(
        (edge) =>
          `<edge id="e${edge.edge}" source="c${edge.conceptId}" target="c${edge.parentId}">${dataOf('e', EDGE_ATTRIBUTES, edge)}</edge>\n`,
      )
      .join('');
    progress(page.length);
  }
  yield '</graph>\n</graphml>\n';
}

const key = (prefix: string, of: string, name: string, type: string) =>
  `<key id="${prefix}_${name}" for="${of}" attr.name="${name}" attr.type="${type}"/>`;

function dataOf<T>(prefix: string, attributes: readonly Attribute<T>[], of: T): string {
  let data = '';
  for (const [name, , value] of attributes) {
    const held = value(of);
    if (held !== null) data += `<data key="${prefix}_${name}">${xmlText(String(held))}</data>`;
  }
  return data;
}

/** Cytoscape's own file (`.cyjs`), which cytoscape.js takes as it is. */
async function* cytoscapeJson(
  pages: GraphPages,
  request: ExportRequest,
  progress: Progress,
): AsyncGenerator<string> {
  const about = { name: request.project ?? 'all projects', program: request.stamp?.program ?? 'festinger' };
  yield `{"format_version":"1.0","generated_by":"festinger","target_cytoscapejs_version":"~3","data":${JSON.stringify(about)},"elements":{"nodes":[`;
  let comma = '';
  const questions = await pages.questions();
  for await (const page of pages.concepts(false)) {
    for (const { id, kind: _, question, ...node } of asking(page, questions)) {
      const asked = question === null ? {} : { question };
      yield `${comma}\n${JSON.stringify({ data: { id: `c${id}`, label: node.token, ...node, ...asked } })}`;
      comma = ',';
    }
  }
  yield '\n],"edges":[';
  comma = '';
  for await (const page of pages.edges(false)) {
    for (const edge of page) {
      yield `${comma}\n${JSON.stringify({ data: cytoscapeEdge(edge) })}`;
      comma = ',';
    }
    progress(page.length);
  }
  yield '\n]}}\n';
}

function cytoscapeEdge(edge: NumberedEdge): object {
  const { edge: number, conceptId, parentId } = edge;
  const attributes = EDGE_ATTRIBUTES.map(([name, , value]) => [name, value(edge)]);
  return {
    id: `e${number}`,
    source: `c${conceptId}`,
    target: `c${parentId}`,
    ...Object.fromEntries(attributes),
  };
}

const CSV_COLUMNS: readonly (readonly [name: string, value: (edge: NumberedEdge) => string | number])[] = [
  ['project', (edge) => edge.project],
  ['concept', (edge) => edge.concept],
  ['relation', relation],
  ['parent', (edge) => edge.parent],
  ['dimension', (edge) => edge.dimension],
  ['confidence', (edge) => edge.confidence],
  ['source', (edge) => edge.source],
  ['valid_from', (edge) => new Date(edge.valid_from).toISOString()],
  ['last_confirmed', (edge) => new Date(edge.last_confirmed).toISOString()],
  ['do_not_use', (edge) => String(edge.do_not_use)],
  ['contested', (edge) => String(edge.contested)],
  ['is_guess', (edge) => String(edge.is_guess ?? false)],
  ['until', (edge) => (edge.until === undefined ? '' : new Date(edge.until).toISOString())],
];

async function* csvOfEdges(
  pages: GraphPages,
  _request: ExportRequest,
  progress: Progress,
): AsyncGenerator<string> {
  yield csvRow(CSV_COLUMNS.map(([name]) => name));
  for await (const page of pages.edges(false)) {
    yield page.map((edge) => csvRow(CSV_COLUMNS.map(([, value]) => value(edge)))).join('');
    progress(page.length);
  }
}
