// Waiting for a task of Proxmox to end. Called by what begins one. Source: agent, What it acts on.
import type { Clock } from '../../../../shared/model/clock.ts';
import { AppError } from '../../../../shared/model/envelope.ts';
import { endedEarly, lookUntil } from '../remote/wait.ts';
import { saidWords, spanWords } from '../remote/words.ts';
import type { ProxmoxApi } from './api.ts';
import { TaskStatus } from './wire.ts';

/** A task may take what it was given and a little more; an upper end for those that were given nothing. */
const TASK_MS = 15 * 60_000;

export interface StartedTask {
  readonly api: ProxmoxApi;
  readonly clock: Clock;
  readonly node: string;
  /** `UPID:…` */
  readonly task: string;
}

/** @throws AppError EXECUTION_FAILED when its end is not well, TIMEOUT, CANCELLED */
export async function awaitTask({ api, clock, node, task }: StartedTask, signal: AbortSignal): Promise<void> {
  const path = `/nodes/${node}/tasks/${encodeURIComponent(task)}/status`;
  const end = await lookUntil(clock, TASK_MS, signal, async () => {
    const { data } = await api.get(path, TaskStatus, signal);
    return data.status === 'stopped' ? { exit: data.exitstatus ?? '' } : undefined;
  });
  if (end === undefined) {
    if (signal.aborted) throw endedEarly(signal, `${api.who} goes on with ${task}`);
    throw new AppError(
      'TIMEOUT',
      `${api.who} has not ended ${task} within ${spanWords(TASK_MS / 1000)}; it may still do so.`,
    );
  }
  if (end.exit !== 'OK' && !/^WARNINGS: \d{1,9}$/.test(end.exit)) {
    const words = end.exit === '' ? 'it ended without saying how' : saidWords(end.exit);
    throw new AppError('EXECUTION_FAILED', `${api.who}: the task failed: ${words} (${task}).`);
  }
}
