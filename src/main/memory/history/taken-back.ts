// What an edge is without an action: as it was before, with the testimonies that came since. Pure. Called by undo-edges.ts.
import type { EdgeRow } from '../../graph/types.ts';
import { type EdgeRecord, edgeOfRecord } from '../decide/deltas.ts';
import { confirmedEdge, toldBy } from '../write/confirmation.ts';
import type { Later, LaterTestimony } from './later-testimonies.ts';

type Facts = Pick<EdgeRow, 'confidence' | 'lastConfirmed' | 'source' | 'isGuess' | 'until'>;

/** What the action changed and nobody since goes back; what later testimonies changed stays. @param row as it is now */
export function takenBack(row: EdgeRow, before: EdgeRecord, after: EdgeRecord, later: Later): EdgeRow {
  const doNotUse = row.doNotUse === after.doNotUse ? before.doNotUse : row.doNotUse;
  const isIsa = row.isIsa === after.isIsa ? before.isIsa : row.isIsa;
  const back = { ...row, doNotUse, isIsa };
  const { testimonies, base } = later;
  if (base === null) return spokenFor(back, testimonies);
  if (base) return { ...back, ...factsOf(withTestimonies(edgeOfRecord(base), testimonies)) };
  const done = withTestimonies(edgeOfRecord(after), testimonies);
  const without = withTestimonies(edgeOfRecord(before), testimonies);
  return { ...back, ...changed(row, done, without) };
}

/** The edge as these testimonies alone would have made it. */
export function spokenFor(row: EdgeRow, testimonies: readonly LaterTestimony[]): EdgeRow {
  const [first, ...rest] = testimonies;
  if (!first) return row;
  return withTestimonies({ ...row, ...toldBy(first) }, rest);
}

/** Each of them is as without the action, unless it is not what the action and the testimonies since made it. */
function changed(row: EdgeRow, done: EdgeRow, without: EdgeRow): Facts {
  return {
    confidence: row.confidence === done.confidence ? without.confidence : row.confidence,
    lastConfirmed: row.lastConfirmed === done.lastConfirmed ? without.lastConfirmed : row.lastConfirmed,
    source: row.source === done.source ? without.source : row.source,
    isGuess: row.isGuess === done.isGuess ? without.isGuess : row.isGuess,
    until: row.until === done.until ? without.until : row.until,
  };
}

function withTestimonies(row: EdgeRow, testimonies: readonly LaterTestimony[]): EdgeRow {
  return testimonies.reduce(confirmedEdge, row);
}

function factsOf({ confidence, lastConfirmed, source, isGuess, until }: EdgeRow): Facts {
  return { confidence, lastConfirmed, source, isGuess, until };
}
