// How ended containers ended, by the engine's own events: a stop by hand, a signal, or neither. Engines keep few events, so what they once said is
// remembered. Reads only; without an answer nothing is known. Called by catalogue.ts.
import * as z from 'zod';
import { timeOf } from './container-resource.ts';
import { type Engine, wholeOf } from './engine.ts';
import type { RecordedEnd } from './restart-policy.ts';
import type { ContainerInfo } from './shapes.ts';

const MOST_BYTES = 4 << 20;
const MARGIN_MS = 60_000;
/** The events of one end come within that time of it. */
const SETTLED_MS = 10_000;
const MOST_REMEMBERED = 2000;

const Event = z.object({
  Action: z.string().optional(),
  status: z.string().optional(),
  id: z.string().optional(),
  Actor: z.object({ ID: z.string() }).nullish(),
});

interface RememberedEnd {
  readonly finishedAt: number;
  readonly end: RecordedEnd | null;
}

const remembered = new WeakMap<Engine, Map<string, RememberedEnd>>();

/** By the id of each ended container whose end the engine has recorded. */
export async function recordedEnds(
  engine: Engine,
  infos: readonly ContainerInfo[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, RecordedEnd>> {
  const known = remembered.get(engine) ?? new Map<string, RememberedEnd>();
  remembered.set(engine, known);
  const finishedAt = ({ State }: ContainerInfo) => timeOf(State.FinishedAt) ?? 0;
  const ended = infos.filter(needsRecord);
  const asked = ended.filter((info) => known.get(info.Id)?.finishedAt !== finishedAt(info));
  const said = asked.length === 0 ? new Map<string, RecordedEnd>() : await readEnds(engine, asked, signal);
  for (const info of asked)
    if (Date.now() - finishedAt(info) > SETTLED_MS)
      known.set(info.Id, { finishedAt: finishedAt(info), end: said.get(info.Id) ?? null });
  for (const [oldest] of [...known].slice(0, Math.max(0, known.size - MOST_REMEMBERED))) known.delete(oldest);
  return new Map(
    ended.flatMap(({ Id }) => {
      const end = said.get(Id) ?? known.get(Id)?.end;
      return end ? [[Id, end] as const] : [];
    }),
  );
}

function needsRecord({ State, HostConfig }: ContainerInfo): boolean {
  const policy = HostConfig.RestartPolicy?.Name;
  return (
    (policy === 'unless-stopped' || policy === 'on-failure') &&
    (State.Status === 'exited' || State.Status === 'stopped')
  );
}

async function readEnds(
  engine: Engine,
  asked: readonly ContainerInfo[],
  signal: AbortSignal,
): Promise<Map<string, RecordedEnd>> {
  const first = Math.min(...asked.map(({ State }) => timeOf(State.FinishedAt) ?? 0));
  const seconds = (ms: number) => Math.max(0, Math.floor(ms / 1000));
  const query = {
    since: seconds(first - MARGIN_MS),
    // The answer ends then; one second ahead, because Podman leaves out everything where that is past.
    until: seconds(Date.now()) + 1,
    stream: false,
    filters: JSON.stringify({
      type: ['container'],
      event: ['start', 'stop', 'kill', 'die', 'died'],
      container: asked.map(({ Id }) => Id),
    }),
  };
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(engine.timeoutMs)]);
    const { stream, leash } = await engine.open({ method: 'GET', path: '/events', query }, limit);
    try {
      return endsIn((await wholeOf(stream, MOST_BYTES)).toString('utf8'));
    } finally {
      leash.end();
    }
  } catch {
    // Without a record, the exit code decides.
    return new Map();
  }
}

/** @param lines as engines write them, oldest first */
export function endsIn(lines: string): Map<string, RecordedEnd> {
  const ends = new Map<string, RecordedEnd>();
  for (const line of lines.split('\n')) {
    const event = parsedEvent(line);
    const id = event?.Actor?.ID ?? event?.id;
    if (id === undefined) continue;
    const action = event?.Action ?? event?.status;
    // A stop sends signals too, and is recorded after them.
    if (action === 'start') ends.delete(id);
    else if (action === 'stop') ends.set(id, 'stopped');
    else if (ends.get(id) !== 'stopped')
      ends.set(id, action === 'kill' ? 'killed' : (ends.get(id) ?? 'ended'));
  }
  return ends;
}

function parsedEvent(line: string): z.infer<typeof Event> | null {
  if (line === '') return null;
  try {
    return Event.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}
