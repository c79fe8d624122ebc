// Runs rules over the corpus: traces request by request, texts piece by piece. Used by loops-eval.ts and its test.
import type { Mitigation } from '../../../../shared/model/loop.ts';
import { type BodyIndex, scanBody } from '../../body/body-scanner.ts';
import { commonPrefix } from '../../body/splice.ts';
import { LoopMemory } from '../loop-memory.ts';
import { StreamWatch } from '../stream/stream-watch.ts';
import { type StreamTrace, streams, traces } from './corpus.ts';
import { geminiText, OTHER_TOOLS } from './other-tools.ts';
import { requestsOf, type Trace } from './trace.ts';

/** What one program made of one trace. */
export interface Outcome {
  readonly found: boolean;
  /** Rounds, or characters of a stream, from the loop's beginning to its detection. */
  readonly delay: number;
}

export interface Measured {
  readonly id: string;
  readonly kind: string;
  readonly isLoop: boolean;
  readonly unit: 'turns' | 'characters';
  readonly byProgram: Readonly<Record<string, Outcome>>;
}

const NOT_FOUND: Outcome = { found: false, delay: 0 };
const NOTHING_OFF: ReadonlySet<Mitigation> = new Set();

/** How long a person takes to reply. */
const PERSONS_PACE_MS = 20_000;

/** The program of this repository, by its name in the tables. */
export const OURS = 'Festinger';
export const PROGRAMS: readonly string[] = [OURS, ...Object.keys(OTHER_TOOLS)];

const turnsSince = (trace: Trace, events: number): number =>
  trace.events.slice(trace.onset, events).filter((event) => !('user' in event)).length;

function ours(trace: Trace): Outcome {
  const memory = new LoopMemory();
  let last: { body: Buffer; index: BodyIndex } | null = null;
  for (const { route, body, events } of requestsOf(trace)) {
    const same = last ? commonPrefix(last.body, body) : 0;
    const index = scanBody(body, route, last ? { index: last.index, same } : undefined);
    if (!index) throw new Error(`${trace.id} is written as no JSON`);
    const finding = memory.look({
      ...{ body, index, route, client: 'agent', sharedBytes: same, now: 0 },
      ...{ breakerMs: 300_000, off: NOTHING_OFF },
    });
    if (finding) return { found: true, delay: turnsSince(trace, events) };
    memory.noteWhole('agent', trace.isPersons ? -PERSONS_PACE_MS : 0);
    last = { body, index };
  }
  return NOT_FOUND;
}

function others(trace: Trace): Record<string, Outcome> {
  const found = Object.entries(OTHER_TOOLS).map(([name, rule]) => {
    const at = trace.events.findIndex((event, n) => !('user' in event) && rule(trace.events.slice(0, n + 1)));
    return [name, at < 0 ? NOT_FOUND : { found: true, delay: turnsSince(trace, at + 1) }];
  });
  return Object.fromEntries(found) as Record<string, Outcome>;
}

const PIECE = 4;

/** Where a text is cut when it streams as Ollama's lines, four characters at a time. */
export function cutIn(text: string): number {
  const watch = new StreamWatch('generate');
  for (let at = 0; at < text.length; at += PIECE) {
    const line = { model: 'm', created_at: '', response: text.slice(at, at + PIECE), done: false };
    if (watch.add(Buffer.from(`${JSON.stringify(line)}\n`))) return at + PIECE;
  }
  return -1;
}

function measureStream({ id, kind, isLoop, text, onset }: StreamTrace): Measured {
  const cut = cutIn(text);
  const byProgram: Record<string, Outcome> = Object.fromEntries(
    Object.keys(OTHER_TOOLS).map((name) => [name, NOT_FOUND]),
  );
  byProgram[OURS] = cut < 0 ? NOT_FOUND : { found: true, delay: cut - onset };
  const step = 100;
  for (let end = step; end < text.length + step; end += step) {
    if (!geminiText(text.slice(0, end))) continue;
    byProgram['gemini-cli'] = { found: true, delay: end - onset };
    break;
  }
  return { id, kind, isLoop, unit: 'characters', byProgram };
}

/** Every trace and text of the corpus, seen by every program. */
export function measureAll(): Measured[] {
  const requests = traces().map(
    (trace): Measured => ({
      ...{ id: trace.id, kind: trace.kind, isLoop: trace.isLoop, unit: 'turns' },
      byProgram: { [OURS]: ours(trace), ...others(trace) },
    }),
  );
  return [...requests, ...streams().map(measureStream)];
}

export interface Score {
  readonly recall: number;
  readonly precision: number;
}

/** Recall and precision of a program over all that was measured. */
export function scoreOf(program: string, measured: readonly Measured[]): Score {
  const caught = measured.filter(({ byProgram }) => byProgram[program]?.found);
  const right = caught.filter(({ isLoop }) => isLoop).length;
  const loops = measured.filter(({ isLoop }) => isLoop).length;
  return { recall: right / loops, precision: caught.length === 0 ? 1 : right / caught.length };
}
