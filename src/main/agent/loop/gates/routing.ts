// Fifth gate: what is inside another thing is not confused with it. A command, a file or a write on a host, while something inside that host is what
// the session is about, is sent to the thing itself. Source: agent D4.
import { routingMismatch } from '../../context/routing-mismatch.ts';
import { gate } from './gate.ts';

/** Reads that are about a place: a log, a state or a figure of a host is harmless. */
const ABOUT_A_PLACE: ReadonlySet<string> = new Set(['read', 'file_edit']);

export const routing = gate('routing', ({ parsed: { tool, args, kind }, resource }, run) => {
  if (!resource) return undefined;
  if (kind !== 'write' && !(ABOUT_A_PLACE.has(tool.name) && args.action !== 'logs')) return undefined;
  const { known, context, startedAt, isNamedByUser } = run;
  const mismatch = routingMismatch({
    target: resource,
    known,
    context,
    runStartedAt: startedAt,
    now: run.now(),
    isNamedByUser,
  });
  if (mismatch) throw mismatch;
  return undefined;
});
