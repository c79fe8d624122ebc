// Lines of logs of a far machine: journalctl's JSON, a line an object, and docker's own with a time before each. Pure; a line that is
// none is taken as text. Called by ssh-provider.ts. Source: agent, What it acts on (logs).
import * as z from 'zod';
import type { LogLine } from '../../../../shared/model/resource.ts';

/** Lines, and what is asked for to read on after them. */
export interface ReadLines {
  readonly lines: readonly LogLine[];
  readonly cursor: string | null;
}

const MAX_TEXT = 16_384;

const Entry = z.object({
  __CURSOR: z.string().max(1000),
  __REALTIME_TIMESTAMP: z.string(),
  /** An array of bytes where it is no text. */
  MESSAGE: z.union([z.string(), z.array(z.number())]).nullish(),
  PRIORITY: z.string().optional(),
});

/** Priorities up to this are errors. */
const WARNING = 4;

export function readJournal(text: string): ReadLines {
  const lines: LogLine[] = [];
  let cursor: string | null = null;
  for (const line of text.split('\n')) {
    const entry = entryOf(line);
    if (entry === null) continue;
    const { MESSAGE: message } = entry;
    cursor = entry.__CURSOR;
    lines.push({
      at: Math.floor(Number(entry.__REALTIME_TIMESTAMP) / 1000) || null,
      stream: Number(entry.PRIORITY ?? 6) < WARNING ? 'err' : 'out',
      text: (typeof message === 'string' ? message : Buffer.from(message ?? []).toString()).slice(
        0,
        MAX_TEXT,
      ),
    });
  }
  return { lines, cursor };
}

function entryOf(line: string): z.output<typeof Entry> | null {
  if (!line.startsWith('{')) return null;
  try {
    return Entry.parse(JSON.parse(line));
  } catch {
    return null;
  }
}

/** @param after lines of that time and before were read already */
export function readContainerLog(out: string, err: string, after: string | null): ReadLines {
  const lines: (LogLine & { time: string })[] = [];
  for (const [stream, text] of [
    ['out', out],
    ['err', err],
  ] as const) {
    for (const line of text.split('\n')) {
      const end = line.indexOf(' ');
      const time = end < 0 ? line : line.slice(0, end);
      if (line === '' || (after !== null && time <= after)) continue;
      const at = Date.parse(time);
      const isTimed = !Number.isNaN(at) && time.length > 18;
      lines.push({
        at: isTimed ? at : null,
        stream,
        text: (isTimed ? line.slice(time.length + 1) : line).slice(0, MAX_TEXT),
        time: isTimed ? time : '',
      });
    }
  }
  lines.sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));
  return {
    lines: lines.map(({ at, stream, text }) => ({ at, stream, text })),
    cursor: lines.at(-1)?.time || after,
  };
}
