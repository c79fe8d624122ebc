// The log of a far service or container: its last lines, and then, where it is followed, what came since, asked for every two seconds
// from where it was read to. No program is left running on the far side. Called by ssh-provider.ts. Source: agent, What it acts on (logs).
import { AppError } from '../../../../shared/model/envelope.ts';
import type { LogLine } from '../../../../shared/model/resource.ts';
import type { Engine } from '../../executors/container-cli.ts';
import type { LogRequest } from '../../provider.ts';
import type { Argv, FarHost } from './far-host.ts';
import { type ReadLines, readContainerLog, readJournal } from './far-logs.ts';

const EVERY_MS = 2000;
/** Of one look, while it is followed. */
const MOST_NEW = 5000;

export type LogSource =
  | { readonly kind: 'unit'; readonly unit: string }
  | { readonly kind: 'container'; readonly engine: Engine; readonly id: string };

export interface Following {
  readonly request: LogRequest;
  readonly signal: AbortSignal;
  pause(ms: number): Promise<void>;
}

export async function* followLog(
  far: FarHost,
  source: LogSource,
  { request, signal, pause }: Following,
): AsyncIterable<LogLine> {
  let cursor: string | null = null;
  for (let tail = request.tail; !signal.aborted; tail = MOST_NEW) {
    const read = await readOn(far, source, { tail, cursor, signal });
    yield* read.lines;
    cursor = read.cursor ?? cursor;
    if (!request.follow) return;
    await pause(EVERY_MS);
  }
}

async function readOn(
  far: FarHost,
  source: LogSource,
  {
    tail,
    cursor,
    signal,
  }: { readonly tail: number; readonly cursor: string | null; readonly signal: AbortSignal },
): Promise<ReadLines> {
  const argv =
    source.kind === 'unit' ? journalArgv(source.unit, tail, cursor) : logsArgv(source, tail, cursor);
  const { exitCode, stdout, stderr } = await far.ask(argv, signal);
  if (exitCode !== 0)
    throw new AppError(
      'UNAVAILABLE',
      `the log cannot be read on ${far.host.name}: ${stderr.trim().slice(0, 300)}`,
    );
  return source.kind === 'unit' ? readJournal(stdout) : readContainerLog(stdout, stderr, cursor);
}

const journalArgv = (unit: string, tail: number, cursor: string | null): Argv => [
  'journalctl',
  '--no-pager',
  '--output=json',
  `--unit=${unit}`,
  `--lines=${tail}`,
  ...(cursor === null ? [] : [`--after-cursor=${cursor}`]),
];

const logsArgv = (
  { engine, id }: { readonly engine: Engine; readonly id: string },
  tail: number,
  cursor: string | null,
): Argv => [
  engine,
  'logs',
  '--timestamps',
  '--tail',
  String(tail),
  ...(cursor === null ? [] : ['--since', cursor]),
  id,
];
