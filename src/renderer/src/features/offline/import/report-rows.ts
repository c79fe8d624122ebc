// A report kind by kind: how many are new, how many are here already, and what becomes of the others. Pure.
import type { BundleReport } from '../../../../../shared/model/evidence/bundle.ts';

type Other =
  | 'conflicting'
  | 'takenBack'
  | 'keysLeft'
  | 'refused'
  | 'conflicts'
  | 'factsRefused'
  | 'concepts'
  | 'history'
  | 'questions';

export interface KindRow {
  readonly kind: 'briefs' | 'decisions' | 'documents' | 'keys' | 'facts';
  readonly added: number;
  readonly same: number;
  readonly others: readonly {
    readonly what: Other;
    readonly count: number;
    /** Somebody has to look at it. */
    readonly isTrouble: boolean;
  }[];
}

/** Whether it brings nothing that is not here, and nothing that waits for somebody. */
export const isNothingNew = (report: BundleReport): boolean =>
  report.how !== 'restored' &&
  rowsOf(report).every(({ added, others }) => added === 0 && others.length === 0);

/** A memory that is taken whole, or is here already, is counted in what the bundle holds alone. */
export function rowsOf(report: BundleReport): KindRow[] {
  const { briefs, decisions, documents, keys, graph, how, holds } = report;
  const other = (what: Other, count: number, isTrouble = false) => ({ what, count, isTrouble });
  const rows: KindRow[] = [
    { kind: 'briefs', ...briefs, others: [other('conflicting', briefs.conflicting.length, true)] },
    { kind: 'decisions', ...decisions, others: [other('takenBack', decisions.takenBack)] },
    { kind: 'documents', ...documents, others: [other('refused', documents.refused, true)] },
    {
      ...{ kind: 'keys', ...keys },
      others: [other('keysLeft', holds.keys - keys.added - keys.same, true)],
    },
  ];
  if (graph !== null)
    rows.push({
      ...{ kind: 'facts', added: graph.inserted, same: graph.confirmed + graph.unchanged },
      others: [
        ...[other('conflicts', graph.conflicts, true), other('factsRefused', graph.refused, true)],
        ...[other('concepts', graph.concepts), other('history', graph.history)],
        other('questions', graph.questions),
      ],
    });
  else if (how === 'restored') rows.push({ kind: 'facts', added: holds.facts, same: 0, others: [] });
  else if (how === 'continued') rows.push({ kind: 'facts', added: 0, same: holds.facts, others: [] });
  return rows.map(({ kind, added, same, others }) => ({
    ...{ kind, added, same },
    others: others.filter(({ count }) => count > 0),
  }));
}
