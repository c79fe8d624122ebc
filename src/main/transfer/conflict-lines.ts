// A conflict as a line of the lossless file. Pure. Used by graph-pages.ts.
import type { Provenance } from '../../shared/model/graph.ts';
import type { ConflictLine } from '../../shared/model/graph-file.ts';
import { parseResolution } from '../memory/decide/deltas.ts';
import type { Page } from '../store/bulk/pages.ts';
import type { EdgeNumbers } from './edge-numbers.ts';

/** @param row of a page as GraphPages.conflicts selects it */
export function conflictLine(page: Page, row: number, numbers: EdgeNumbers): ConflictLine {
  const edgeId = page.cell(row, 6);
  const resolution = page.cell(row, 23);
  return {
    kind: 'conflict',
    project: page.text(row, 1),
    concept: page.text(row, 2),
    dimension: page.text(row, 3),
    type: page.text(row, 4) as ConflictLine['type'],
    ...correctionOf(page.number(row, 27) === 1, page.number(row, 28) === 1),
    status: page.text(row, 5) as ConflictLine['status'],
    existing:
      edgeId === null
        ? null
        : {
            edge: numbers.numberOf(edgeId as number),
            parent: page.text(row, 7),
            is_isa: page.number(row, 9) === 1,
            confidence: page.number(row, 8),
            source: page.text(row, 10) as ConflictLine['incoming']['source'],
          },
    incoming: {
      parent: page.text(row, 11),
      is_isa: page.number(row, 12) === 1,
      confidence: page.number(row, 13),
      source: page.text(row, 14) as ConflictLine['incoming']['source'],
      provenance: provenanceOf(page.text(row, 15)),
    },
    priority: page.number(row, 16),
    seen_count: page.number(row, 17),
    last_seen: page.number(row, 18),
    attempts: page.number(row, 19),
    created_at: page.number(row, 20),
    resolved_at: page.cell(row, 21) as number | null,
    decided_by: page.cell(row, 22) as string | null,
    ...resolutionOf(resolution as string | null),
    snoozed_until: page.cell(row, 24) as number | null,
    note: page.cell(row, 25) as string | null,
    last_problem: page.cell(row, 26) as string | null,
  };
}

/** With its members in one order, however they were stored. */
export function provenanceOf(text: string): Provenance {
  const { source, client, conversation, role, segment, sentence, at, until } = JSON.parse(text) as Provenance;
  const said = { source, client, conversation, role, segment, sentence, at };
  return until === undefined ? said : { ...said, until };
}

/** What was decided; which action of this memory did it means nothing elsewhere. */
function correctionOf(isCorrection: boolean, ends: boolean): Pick<ConflictLine, 'correction'> {
  return isCorrection ? { correction: ends ? 'ends' : 'now' } : {};
}

function resolutionOf(json: string | null): Pick<ConflictLine, 'resolution'> {
  const resolution = parseResolution(json);
  if (!resolution) return {};
  const { decision, reason, model } = resolution;
  return { resolution: { decision, reason, model } };
}
