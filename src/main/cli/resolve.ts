// `festinger resolve [--wait]`: starts the resolution job of the running Festinger through POST /resolve/run.
import { RUN_OUTCOMES, type RunCounts } from '../../shared/model/resolution.ts';
import type { RunningSite } from './operator-call.ts';
import { askRunning, operatorHeaders, type Sink } from './running.ts';

export interface ResolveCommand extends RunningSite {
  readonly wait: boolean;
  readonly json: boolean;
}

interface RunAnswer {
  readonly run_id: number;
  readonly status: 'running' | 'done' | 'failed' | 'stopped';
  readonly total: number;
  readonly done: number;
  readonly counts: RunCounts;
  readonly error: string | null;
}

/** @returns 0 started or done, 1 failed, stopped or refused. @throws AppError when nothing answers. */
export async function resolve(command: ResolveCommand, out: Sink, err: Sink): Promise<number> {
  const call = { method: 'POST' as const, headers: operatorHeaders(command.dataDir) };
  const path = `/resolve/run?wait=${command.wait ? 1 : 0}`;
  const run = await askRunning<RunAnswer>(command.url, path, call, err);
  if (run === null) return 1;
  out.write(command.json ? `${JSON.stringify(run)}\n` : `${runLine(run)}\n`);
  return run.status === 'done' || run.status === 'running' ? 0 : 1;
}

function runLine({ run_id: id, status, total, done, counts, error }: RunAnswer): string {
  const parts = RUN_OUTCOMES.filter((outcome) => counts[outcome] > 0).map(
    (outcome) => `${counts[outcome]} ${outcome.replace('_', ' ')}`,
  );
  const progress = status === 'running' ? `${done} of ${total} conflicts so far` : `${done} conflicts`;
  const detail = parts.length === 0 ? '' : ` (${parts.join(', ')})`;
  return `run ${id} ${status}: ${progress}${detail}${error === null ? '' : `. ${error}`}`;
}
