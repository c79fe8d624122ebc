// Renders what is known about one concept as the line (or the zero-hit prompt) that goes into a recollection block.
// Pure; the bytes are a contract with agents. Used by recollection.ts, the console and GET /recall.
// Source: memory, Recollection, D7, D8, D10.

import { endWords } from '../../../shared/fact-end.ts';
import { DEFAULT_PROJECT, type Source } from '../../../shared/model/graph.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import type { ConceptGraph } from '../columns/concept-graph.ts';
import type { EdgeRow } from '../types.ts';

const DAY_MS = 86_400_000;

/** Sources whose facts never go out of date by silence (memory D10). */
export const LASTING: ReadonlySet<Source> = new Set<Source>(['operator', 'gutask']);

/** A rendered line, without its newline, and the edges it shows. */
export interface RenderedLine {
  readonly line: string;
  readonly edgeIds: number[];
  /** When the first of its facts ends, epoch milliseconds: the line is rendered again then. */
  readonly until: number;
}

export type RecallSettings = Pick<
  Settings,
  'recollection_confidence_floor' | 'recollection_recency_days' | 'recollection_assistant_facts'
>;

/** What rendering asks of the graph; a graph as it would be answers it too. */
export type RenderedGraph = Pick<ConceptGraph, 'edgesOf' | 'isPending' | 'pendingDims' | 'tokenOf'>;

/** A dimension in a line; without a fact where something waits in it and nothing is shown. */
interface Shown {
  readonly dim: number;
  readonly edge: EdgeRow | null;
}

/** Whether agents may see the edge now: not withdrawn, not over, sure enough, recent enough or lastingly told. */
export function isShown(edge: EdgeRow, settings: RecallSettings, now: number): boolean {
  if (edge.doNotUse || edge.confidence < settings.recollection_confidence_floor) return false;
  if (edge.until !== undefined && edge.until <= now) return false;
  if (edge.isGuess && !settings.recollection_assistant_facts) return false;
  return LASTING.has(edge.source) || edge.lastConfirmed >= now - settings.recollection_recency_days * DAY_MS;
}

/**
 * `token: [dim] parent [dim?] parent`, dimensions by id descending. `?` marks a dimension with a pending conflict, also
 * where no fact is shown (`[dim?]`); `~` a fact that only an assistant stated; both are `[dim~?]`. A fact with an end says it:
 * `[dim] parent until 2026-12-24`. A line longer than `maxChars` UTF-16 units loses whole facts at its end.
 * @param now epoch milliseconds, for recency
 * @returns null when nothing would be shown
 */
export function renderConcept(
  graph: RenderedGraph,
  project: string,
  concept: number,
  settings: RecallSettings,
  now: number,
  maxChars = Number.POSITIVE_INFINITY,
): RenderedLine | null {
  const shown: Shown[] = [];
  for (const edge of graph.edgesOf(project, concept)) {
    if (isShown(edge, settings, now)) shown.push({ dim: edge.dim, edge });
  }
  for (const dim of graph.pendingDims(project, concept)) {
    if (!shown.some((one) => one.dim === dim)) shown.push({ dim, edge: null });
  }
  const edgeIds: number[] = [];
  let until = Number.POSITIVE_INFINITY;
  let line = `${graph.tokenOf(concept)}:`;
  const bare = line.length;
  for (const { dim, edge } of shown.sort((a, b) => b.dim - a.dim)) {
    const mark = `${edge?.isGuess ? '~' : ''}${graph.isPending(project, concept, dim) ? '?' : ''}`;
    const end = edge?.until === undefined ? '' : ` until ${endWords(edge.until)}`;
    const fact = ` [${graph.tokenOf(dim)}${mark}]${edge ? ` ${graph.tokenOf(edge.parent)}${end}` : ''}`;
    if (line.length + fact.length > maxChars) break;
    line += fact;
    if (edge) edgeIds.push(edge.edgeId);
    until = Math.min(until, edge?.until ?? until);
  }
  return line.length === bare ? null : { line, edgeIds, until };
}

/** The four lines that ask an agent about a concept nothing is known about. @param command e.g. `gutask iknowthat` */
export function renderZeroHit(token: string, command: string): string {
  return [
    `? ${token}: no recollection. If this is a typo, ignore.`,
    'If you know what it is, store it before proceeding:',
    `${command} '${token} -isa <parent> in context of <dimension>'`,
    `${command} '${token} -ispart <system> in context of <dimension>'`,
  ].join('\n');
}

/** What agents would see for one token on its own; null when nothing (used by the console and GET /recall). */
export function recollectionOf(
  graph: RenderedGraph & Pick<ConceptGraph, 'conceptId'>,
  token: string,
  settings: RecallSettings,
  now: number,
  project = DEFAULT_PROJECT,
): string | null {
  const id = graph.conceptId(token);
  return id === undefined ? null : (renderConcept(graph, project, id, settings, now)?.line ?? null);
}
