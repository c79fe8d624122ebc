// The file in which the traffic log outlives the program: a first line that says what it is, then a line a request, the later
// line of a request in the place of the earlier. Text in, text out, and the reading of it; who writes is kept-traffic.ts.
// A last line without its end is what a kill left, and is passed over; anything else that does not read fails the whole.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import * as z from 'zod';
import { TrafficDetail } from '../../../shared/model/traffic.ts';
import type { TrafficLimits } from './traffic-log.ts';

/** Raised with every change of `TrafficDetail` that an older line would not fit. */
const VERSION = 1;
const Head = z.strictObject({
  festinger: z.literal('traffic'),
  version: z.literal(VERSION),
  memory: z.string(),
});

/** A request whose texts are larger is kept without them: no line may hold the event loop for long. */
const MOST_TEXT_CHARS = 1_048_576;
const ENDED_WITH_US = 'Festinger ended before the answer was over';

/** What did not read, in words that follow "since". */
export class UnreadableTraffic extends Error {}

/** @param memory names the memory whose edges the lines lead to */
export const headLine = (memory: string): string =>
  `${JSON.stringify({ festinger: 'traffic', version: VERSION, memory })}\n`;

/** A request as a line: its id, a tab, all the log has of it. @param bodies whether texts of its prompt may go in */
export function lineOf(detail: TrafficDetail, bodies: boolean): string {
  const kept = bodies && textOf(detail) <= MOST_TEXT_CHARS ? detail : withoutBodies(detail);
  return `${detail.row.id}\t${JSON.stringify(kept)}\n`;
}

function textOf({ diff, segments }: TrafficDetail): number {
  let characters = (diff?.before?.length ?? 0) + (diff?.after?.length ?? 0);
  for (const { text } of segments ?? []) characters += text.length;
  return characters;
}

/** As the log has a request while prompts are not kept (prompt-record.ts). */
export function withoutBodies(detail: TrafficDetail): TrafficDetail {
  const { diff, loop } = detail;
  return {
    ...detail,
    segments: null,
    diff: diff && { ...diff, bodiesKept: false, before: null, after: null, truncated: false },
    loop: loop && { ...loop, evidence: [] },
  };
}

/** What was still on its way then will never end. */
function ended({ row, ...rest }: TrafficDetail): TrafficDetail {
  return { row: row.state === 'running' ? { ...row, state: 'failed', error: ENDED_WITH_US } : row, ...rest };
}

/** Another memory's edges are none of ours, though their numbers may be. */
const withoutEdges = (detail: TrafficDetail): TrafficDetail => ({
  ...detail,
  lines: detail.lines.map((line) => ({ ...line, edgeIds: [] })),
});

interface Reading {
  readonly limits: TrafficLimits;
  /** Whether texts of prompts may be taken back. */
  readonly bodies: boolean;
  /** The memory there is now. */
  readonly memory: string;
}

/**
 * The newest requests of a file, oldest first, within the limits, pinned ones in any case; none where there is no file.
 * @throws UnreadableTraffic when it is of another version, damaged or far too large; what the file system throws
 */
export async function readTraffic(
  file: string,
  { limits, bodies, memory }: Reading,
): Promise<TrafficDetail[]> {
  const size = await sizeOf(file);
  if (size === null || size === 0) return [];
  // Four times what the log may hold, as characters: no file of ours grows so large.
  if (size > 4 * limits.bytes + MOST_TEXT_CHARS) throw new UnreadableTraffic(`it has ${size} bytes`);
  const { head, lines } = await newestLines(file);
  const isOurs = head.memory === memory;
  const all = lines.map((line) => detailOf(line, bodies));
  const details = all.map((detail) => ended(isOurs ? detail : withoutEdges(detail)));
  details.sort((a, b) => a.row.at - b.row.at || (a.row.id < b.row.id ? -1 : 1));
  const first = Math.max(0, details.length - limits.requests);
  return details.filter(({ row }, at) => at >= first || row.pinned);
}

async function sizeOf(file: string): Promise<number | null> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The last line of each request. */
async function newestLines(file: string): Promise<{ head: z.infer<typeof Head>; lines: string[] }> {
  let head: z.infer<typeof Head> | undefined;
  const lines = new Map<string, string>();
  for await (const line of wholeLines(file)) {
    if (head === undefined) {
      head = headOf(line);
      continue;
    }
    const tab = line.indexOf('\t');
    if (tab <= 0) throw new UnreadableTraffic('a line of it has no request');
    lines.set(line.slice(0, tab), line.slice(tab + 1));
  }
  if (head === undefined) throw new UnreadableTraffic('its first line is not whole');
  return { head, lines: [...lines.values()] };
}

/** The lines that have their end. */
async function* wholeLines(file: string): AsyncGenerator<string, void, void> {
  let rest = '';
  for await (const piece of createReadStream(file, { encoding: 'utf8', highWaterMark: 1_048_576 })) {
    const parts = (rest + String(piece)).split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
}

function headOf(line: string): z.infer<typeof Head> {
  const head = Head.safeParse(jsonOr(line));
  if (!head.success) throw new UnreadableTraffic('it is of another version, or no log of requests');
  return head.data;
}

function detailOf(line: string, bodies: boolean): TrafficDetail {
  const detail = TrafficDetail.safeParse(jsonOr(line));
  if (!detail.success) throw new UnreadableTraffic('a request in it does not read');
  return bodies ? detail.data : withoutBodies(detail.data);
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
