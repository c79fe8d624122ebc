// The log of a guest or a node: what its tasks wrote, oldest first, each task under a line that says what it was. Owns how far back
// is read; follows by asking again. Called by the provider. Source: agent, What it acts on.
import type { Clock } from '../../../../shared/model/clock.ts';
import type { LogLine } from '../../../../shared/model/resource.ts';
import type { LogRequest } from '../../provider.ts';
import { pause } from '../remote/wait.ts';
import type { ProxmoxApi } from './api.ts';
import { TaskLine, TaskRow } from './wire.ts';

const MAX_TASKS = 30;
const AGAIN_MS = 2000;
/** The most Proxmox is asked for at once. */
const PAGE = 5000;
const MAX_LINE = 4000;

interface Place {
  readonly node: string;
  readonly vmid: number | null;
}

export async function* taskLog(
  api: ProxmoxApi,
  clock: Clock,
  place: Place,
  request: LogRequest,
  signal: AbortSignal,
): AsyncGenerator<LogLine, void, undefined> {
  /** Lines of each task that were given out. */
  const given = new Map<string, number>();
  yield* (await firstLines(api, place, request.tail, given, signal)).slice(-request.tail);
  while (request.follow && (await pause(clock, AGAIN_MS, signal))) {
    for (const task of (await tasksOf(api, place, signal)).reverse())
      yield* await newLines(api, place, task, given, signal);
  }
}

/** Newest tasks first, as Proxmox lists them. */
async function tasksOf(api: ProxmoxApi, { node, vmid }: Place, signal: AbortSignal): Promise<TaskRow[]> {
  const of = vmid === null ? '' : `&vmid=${vmid}`;
  const { fit } = await api.rows(
    `/nodes/${node}/tasks?source=all&limit=${MAX_TASKS}${of}`,
    TaskRow,
    'tasks',
    signal,
  );
  return [...fit].sort((a, b) => b.starttime - a.starttime).slice(0, MAX_TASKS);
}

async function firstLines(
  api: ProxmoxApi,
  place: Place,
  tail: number,
  given: Map<string, number>,
  signal: AbortSignal,
): Promise<LogLine[]> {
  let lines: LogLine[] = [];
  const tasks = await tasksOf(api, place, signal);
  for (const task of tasks) {
    if (lines.length >= tail) given.set(task.upid, Number.POSITIVE_INFINITY);
    else lines = [...(await newLines(api, place, task, given, signal)), ...lines];
  }
  return lines;
}

async function newLines(
  api: ProxmoxApi,
  { node }: Place,
  task: TaskRow,
  given: Map<string, number>,
  signal: AbortSignal,
): Promise<LogLine[]> {
  const from = given.get(task.upid);
  if (from === Number.POSITIVE_INFINITY) return [];
  const path = `/nodes/${node}/tasks/${encodeURIComponent(task.upid)}/log?start=${from ?? 0}&limit=${PAGE}`;
  const { fit } = await api.rows(path, TaskLine, 'lines of a task', signal);
  // Of a task without a line yet, Proxmox gives a line that says so.
  const lines = fit.filter((line) => !(line.n === 1 && line.t === 'no content'));
  const isOver = task.status !== null && task.status !== undefined;
  given.set(task.upid, isOver ? Number.POSITIVE_INFINITY : (lines.at(-1)?.n ?? from ?? 0));
  const head: LogLine[] = from === undefined ? [headLine(task)] : [];
  return [
    ...head,
    ...lines.map(
      ({ t }): LogLine => ({ at: null, stream: isError(t) ? 'err' : 'out', text: t.slice(0, MAX_LINE) }),
    ),
  ];
}

const isError = (text: string): boolean => text.startsWith('TASK ERROR') || text.startsWith('ERROR');

const headLine = (task: TaskRow): LogLine => ({
  at: task.starttime * 1000,
  stream: 'out',
  text: `${task.type} ${task.id ?? ''} by ${task.user ?? 'unknown'}${task.status ? `: ${task.status}` : ', running'}`.slice(
    0,
    MAX_LINE,
  ),
});
