// Whether a fact is one of those somebody wants to look at. Pure; for the graph's rows and for what the tables say of the past.
// Source: console, Concepts.
import { SOURCES, type Source } from '../../../shared/model/graph.ts';
import type { FactFilter } from '../../../shared/model/memory/fact-filter.ts';

/** What a filter looks at; `contested` is asked for last, since it takes longest. */
export interface TestedFact {
  readonly isIsa: boolean;
  readonly confidence: number;
  readonly lastConfirmed: number;
  readonly source: Source;
  readonly contested: () => boolean;
}

export function passes(filter: FactFilter, fact: TestedFact): boolean {
  const { sources, trustedAs, sureFrom, sureBelow, confirmedFrom, confirmedBefore, isIsa } = filter;
  return (
    (isIsa === undefined || fact.isIsa === isIsa) &&
    (sources === undefined || sources.includes(fact.source)) &&
    (trustedAs === undefined || SOURCES.indexOf(fact.source) <= SOURCES.indexOf(trustedAs)) &&
    (sureFrom === undefined || fact.confidence >= sureFrom) &&
    (sureBelow === undefined || fact.confidence < sureBelow) &&
    (confirmedFrom === undefined || fact.lastConfirmed >= confirmedFrom) &&
    (confirmedBefore === undefined || fact.lastConfirmed < confirmedBefore) &&
    (filter.contested === undefined || fact.contested())
  );
}
