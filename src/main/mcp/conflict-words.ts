// A conflict as agents outside are told of it: both sides, how sure each is and since when. Neither who said it nor in which words: those are other
// clients' and the operator's. Pure. Source: agent, MCP; memory, Conflicts.
import * as z from 'zod';
import { conflictKind } from '../../shared/conflict-kind.ts';
import {
  type Claim,
  CONFLICT_STATUSES,
  type Conflict,
  ConflictKind,
  Source,
} from '../../shared/model/graph.ts';

const Side = z.strictObject({
  parent: z.string().nullable().describe('What it says; null where the place is empty.'),
  source: Source.nullable().describe(
    'Whose word: an operator, an agent on purpose (gutask), a prompt (inferred) …',
  ),
  confidence: z.number().nullable(),
  said_at: z.iso.datetime().nullable(),
  recollection: z.string().nullable().describe('What agents would read of the concept if it held.'),
});

export const ConflictBrief = z.strictObject({
  conflict_id: z.number().int(),
  project: z.string(),
  concept: z.string(),
  dimension: z.string(),
  kind: ConflictKind,
  status: z.enum(CONFLICT_STATUSES),
  known: z.string().nullable().describe('The parent that is known; null where nothing is.'),
  claimed: z.string().nullable().describe('The parent that is claimed against it.'),
  times_claimed: z.number().int(),
  since: z.iso.datetime(),
});

export const ConflictFull = ConflictBrief.omit({ known: true, claimed: true }).extend({
  known: Side,
  claimed: Side.extend({
    ends: z.boolean().describe('It says that what is known is so no more, and names nothing in its place.'),
  }),
  explanation: z.string(),
  decided: z.strictObject({ decision: z.string(), at: z.iso.datetime().nullable() }).nullable(),
});

const iso = (ms: number) => new Date(ms).toISOString();

/** Why both cannot hold. */
const WHY = {
  isa_isa: 'A concept has one kind per dimension, and these are two.',
  ispart_ispart: 'A concept has one place per dimension, and these are two.',
  misclassification: 'One says what it is, the other what it belongs to.',
  cycle: 'Followed upwards, the claim leads back to the concept itself.',
  correction: 'It is said to have changed, and whoever told what is known is trusted more.',
} as const satisfies Record<z.output<typeof ConflictKind>, string>;

const DECIDED: Readonly<Record<string, string>> = {
  keep: 'what is known stays',
  replace: 'the claim took its place',
  split: 'both hold, in two dimensions',
  move: 'one of them moved to another dimension',
  dismiss: 'the claim was dismissed',
};

const ended = ({ correction }: Conflict) => correction === 'ends';

export function conflictBrief(conflict: Conflict): z.output<typeof ConflictBrief> {
  const { id, project, concept, dimension, status, existing, incoming, seenCount, createdAt } = conflict;
  return {
    ...{ conflict_id: id, project, concept, dimension, kind: conflictKind(conflict), status },
    ...{ known: existing.parent, claimed: incoming.parent },
    ...{ times_claimed: seenCount, since: iso(createdAt) },
  };
}

const side = ({ parent, source, confidence, provenance, line }: Claim): z.output<typeof Side> => ({
  ...{ parent, source, confidence, recollection: line },
  said_at: provenance === null ? null : iso(provenance.at),
});

export function conflictFull(conflict: Conflict): z.output<typeof ConflictFull> {
  const { existing, incoming, resolution, resolvedAt } = conflict;
  return {
    ...conflictBrief(conflict),
    known: side(existing),
    claimed: { ...side(incoming), ends: ended(conflict) },
    explanation: explanationOf(conflict),
    decided: resolution && {
      decision: resolution.decision,
      at: resolvedAt === null ? null : iso(resolvedAt),
    },
  };
}

/** `Conflict 7: web-1 [runs-on]: known pve1, claimed pve2 (two places, pending, claimed 3 times)`. */
export function conflictLine(conflict: Conflict): string {
  const { id, concept, dimension, existing, incoming, status, seenCount } = conflict;
  const known = existing.parent === null ? 'nothing known' : `known ${existing.parent}`;
  const claimed = ended(conflict) ? 'said to be so no more' : `claimed ${incoming.parent}`;
  return `Conflict ${id}: ${concept} [${dimension}]: ${known}, ${claimed} (${status}, claimed ${times(seenCount)})`;
}

function explanationOf(conflict: Conflict): string {
  const { existing, resolution, status } = conflict;
  const known = existing.line === null ? '' : `\nKnown: ${existing.line}`;
  const claimed = conflict.incoming.line === null ? '' : `\nClaimed: ${conflict.incoming.line}`;
  const state =
    resolution === null
      ? status === 'pending' || status === 'needs_human'
        ? 'Nothing changes until an operator decides it (Conflicts, in the console); agents see what is known, marked with a question mark.'
        : `It is ${status}.`
      : `Decided: ${DECIDED[resolution.decision] ?? resolution.decision}.`;
  return `${conflictLine(conflict)}${known}${claimed}\n${WHY[conflictKind(conflict)]} ${state}`;
}

const times = (count: number) => (count === 1 ? 'once' : `${count} times`);
