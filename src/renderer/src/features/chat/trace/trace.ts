// A run as bars over time: turns of the model and calls, with what gates blocked and what it took. From the transcript alone. Pure.
// Source: agent, Telemetry; console, Chat.
import type { Entry, EntryOf } from '../../../../../shared/model/assistant/transcript.ts';

export interface Bar {
  readonly id: string;
  readonly entry: EntryOf<'answer'> | EntryOf<'tool'>;
  readonly turn: number;
  /** Milliseconds from the beginning of the run. */
  readonly from: number;
  readonly ms: number;
  /** Gates that stood before it, or answered in its place. */
  readonly blocked: EntryOf<'tool'>['gates'];
}

export interface Trace {
  /** Milliseconds that the whole width stands for; never 0. */
  readonly spanMs: number;
  readonly bars: readonly Bar[];
}

const isTimed = (entry: Entry): entry is EntryOf<'answer'> | EntryOf<'tool'> =>
  entry.kind === 'answer' || entry.kind === 'tool';

/** @param run all entries of one run, its end last */
export function traceOf(run: readonly Entry[]): Trace {
  const begins = run[0]?.at ?? 0;
  const bars = run.filter(isTimed).map((entry): Bar => {
    const blocked = entry.kind === 'tool' ? entry.gates.filter(({ verdict }) => verdict !== 'passed') : [];
    // The clock of the core may be set back while it works.
    const from = Math.max(0, entry.at - begins);
    return { id: entry.id, entry, turn: entry.turn, from, ms: Math.max(0, entry.ms ?? 0), blocked };
  });
  const end = run.findLast((entry) => entry.kind === 'end');
  const spanMs = Math.max(1, end?.kind === 'end' ? end.ms : 0, ...bars.map(({ from, ms }) => from + ms));
  return { spanMs, bars };
}

/** Where a bar stands, in hundredths of the width; a short one is still to be seen. */
export function placeOf(
  { from, ms }: Pick<Bar, 'from' | 'ms'>,
  spanMs: number,
): { left: number; width: number } {
  const least = 0.8;
  const width = Math.min(100, Math.max(least, (ms / spanMs) * 100));
  return { left: Math.min(100 - width, (from / spanMs) * 100), width };
}
