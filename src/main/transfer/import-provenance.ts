// Where imported edges came from: added while there is room, so that importing twice adds nothing.
import type { Provenance } from '../../shared/model/graph.ts';
import type { EdgeLine, ProvenanceLine } from '../../shared/model/graph-file.ts';
import { appendProvenance, readProvenance } from '../store/tables/edges.ts';
import type { ImportState } from './import-state.ts';

/** Provenance entries an edge may have; see store/tables/edges.ts. */
export const MAX_PROVENANCE = 10;

/** Of edges that only the history has. */
export async function importProvenance(state: ImportState, lines: readonly ProvenanceLine[]): Promise<void> {
  const known = lines.flatMap((line) => {
    const edgeId = state.edgeIds.get(line.edge);
    return edgeId === undefined ? [] : [{ edgeId, entries: line.entries }];
  });
  const { writer, journal } = state;
  const held = await readProvenance(
    writer.reader,
    known.map(({ edgeId }) => edgeId),
  );
  await appendProvenance(
    writer,
    known.flatMap(({ edgeId, entries }) =>
      newEntries(held.get(edgeId) ?? [], entries).map((provenance) => ({
        ...{ edgeId, provenance, action: journal.actionId },
      })),
    ),
  );
}

/** Entries that are not there yet, as many as there is room for; nothing makes way for them. */
export function newEntries(held: readonly Provenance[], given: readonly Provenance[]): Provenance[] {
  const there = new Set(held.map(entryKey));
  const fresh = given.filter((entry) => !there.has(entryKey(entry)));
  return fresh.slice(0, Math.max(0, MAX_PROVENANCE - held.length));
}

function entryKey({ source, client, conversation, role, segment, sentence, at, until }: Provenance): string {
  return JSON.stringify([source, client, conversation, role, segment, sentence, at, until]);
}

/** For a fact whose file says no more. */
export function bareProvenance(line: EdgeLine): Provenance {
  const nobody = { client: null, conversation: null, role: null, segment: null, sentence: null };
  return { source: line.source, ...nobody, at: line.last_confirmed, ...untilOf(line) };
}

function untilOf({ until }: EdgeLine): Pick<Provenance, 'until'> {
  return until === undefined ? {} : { until };
}
