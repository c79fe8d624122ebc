// What is done to containers, images, volumes and networks: the engine's calls, made once here for what is shown and for what is sent, so
// that they cannot differ. Whether an action is allowed is asked of the resource as it is now. Used by containers.ts.
// Source: agent, What it acts on, Approvals.
import { AppError } from '../../../../shared/model/envelope.ts';
import type { ActionOutcome, ActionPlan, ActionRequest, ActionRun } from '../../provider.ts';
import { containerInfo, type Found } from './catalogue.ts';
import { apiPath, type Place, shortImage } from './container-resource.ts';
import { type Engine, type EngineCall, wordsOf } from './engine.ts';
import { pull } from './pull.ts';
import type { ContainerInfo } from './shapes.ts';
import { imageUid, subnetsOf, tagsOf } from './stored-resources.ts';

/** What an engine gives a container to end by itself when nobody says, seconds. */
const GRACE = 10;
/** Beyond that, for the engine's own work, ms: volumes and layers of gigabytes are removed in it. */
const WORK = 60_000;

type ContainerAction = 'start' | 'stop' | 'restart' | 'pause' | 'resume' | 'kill' | 'remove';

interface Words {
  /** How it is taken back. */
  readonly undo: string | null;
  readonly done: string;
}

const CONTAINER_WORDS: Readonly<Record<ContainerAction, Words>> = {
  start: { undo: 'Stop it again.', done: 'started' },
  stop: { undo: 'Start it again.', done: 'stopped' },
  restart: { undo: null, done: 'restarted' },
  pause: { undo: 'Resume it.', done: 'paused' },
  resume: { undo: 'Pause it again.', done: 'resumed' },
  kill: { undo: 'Start it again; what it was writing may be lost.', done: 'killed' },
  remove: { undo: null, done: 'removed' },
};

/** What an action comes to, for one thing as it is now. */
interface Move extends Words {
  readonly calls: readonly [EngineCall, ...EngineCall[]];
  readonly preview: string | null;
  /** An image's name: it is pulled, and takes as long as that takes. */
  readonly pulls: string | null;
}

/** @throws AppError NOT_ALLOWED */
export function planOf(found: Found, request: ActionRequest, place: Place): ActionPlan {
  const move = moveOf(found, request);
  return {
    runs: move.calls.map(wordsOf).join(', then '),
    argv: null,
    path: apiPath(place),
    undo: move.undo,
    preview: move.preview,
    long: move.pulls !== null,
  };
}

/** @throws AppError NOT_ALLOWED, UNAVAILABLE, EXECUTION_FAILED, TIMEOUT, CANCELLED */
export async function perform(
  engine: Engine,
  found: Found,
  request: ActionRequest,
  run: ActionRun,
): Promise<ActionOutcome> {
  const move = moveOf(found, request);
  if (move.pulls !== null) await pull(engine, move.calls[0], move.pulls, run);
  let changed = move.pulls !== null;
  for (const call of move.pulls === null ? move.calls : [])
    changed = (await tellOnce(engine, call, found, { run, timeoutMs: timeFor(found, request) })) || changed;
  const startedAt = await startOf(engine, found, request, run.signal);
  return {
    ...{ summary: changed ? move.done : `was ${move.done} already`, exitCode: null },
    effect: { changed, ...(startedAt ? { startedAt } : {}) },
  };
}

/** @returns whether this call changed something. @throws AppError EXECUTION_FAILED where another program was faster */
async function tellOnce(
  engine: Engine,
  call: EngineCall,
  { resource }: Found,
  { run, timeoutMs }: { readonly run: ActionRun; readonly timeoutMs: number },
): Promise<boolean> {
  try {
    return await engine.tell(call, run.signal, timeoutMs);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error;
    throw new AppError('EXECUTION_FAILED', `${resource.name} is gone already: another program removed it.`);
  }
}

/** When a container was started by the call that was just answered; null for what starts nothing, or is gone. */
async function startOf(
  engine: Engine,
  found: Found,
  { action }: ActionRequest,
  signal: AbortSignal,
): Promise<string | null> {
  if (found.kind !== 'docker_container' || (action !== 'start' && action !== 'restart')) return null;
  const info = await containerInfo(engine, found.info.Id, signal).catch(() => null);
  return info?.State.StartedAt ?? null;
}

function timeFor(found: Found, { arguments: { timeout_s } }: ActionRequest): number {
  const own = found.kind === 'docker_container' ? (found.info.Config.StopTimeout ?? 0) : 0;
  return Math.max(typeof timeout_s === 'number' ? timeout_s : GRACE, own) * 1000 + WORK;
}

function moveOf(found: Found, { action, arguments: args }: ActionRequest): Move {
  const { resource } = found;
  if (!resource.actions.includes(action)) {
    const may =
      resource.actions.length > 0
        ? `it can be told to ${resource.actions.join(', ')}`
        : 'nothing can be done to it';
    throw new AppError(
      'NOT_ALLOWED',
      `${action} does not go with ${resource.name} as it is (${resource.detail}): ${may}`,
    );
  }
  switch (found.kind) {
    case 'docker_container':
      return containerMove(found.info, action as ContainerAction, args);
    case 'docker_image':
      return action === 'pull' ? pullMove(found) : imageRemoval(found);
    case 'docker_volume':
      return removal(`/volumes/${encodeURIComponent(found.info.Name)}`, {
        preview: `Its data goes with it: ${found.info.Mountpoint ?? 'kept by its driver'}.`,
        undo: null,
      });
    case 'docker_network': {
      const subnets = subnetsOf(found.info).join(', ');
      return removal(`/networks/${found.info.Id}`, {
        preview: null,
        undo: `Make it again: driver ${found.info.Driver}${subnets ? `, subnet ${subnets}` : ''}.`,
      });
    }
    case 'compose_project':
      throw new AppError('NOT_ALLOWED', `${resource.name} is managed by its Compose command alone`);
  }
}

function containerMove(info: ContainerInfo, action: ContainerAction, args: ActionRequest['arguments']): Move {
  const path = `/containers/${info.Id}`;
  const words = CONTAINER_WORDS[action];
  if (action === 'remove') {
    const volumes = args.volumes === true;
    const call: EngineCall = { method: 'DELETE', path, ...(volumes ? { query: { v: 1 } } : {}) };
    return { ...words, calls: [call], preview: removalPreview(info, volumes), pulls: null };
  }
  const seconds = graceSeconds(info, action, args);
  const query = seconds === null ? {} : { query: { t: seconds } };
  const verb = action === 'resume' ? 'unpause' : action;
  return {
    ...words,
    calls: [{ method: 'POST', path: `${path}/${verb}`, ...query }],
    preview: null,
    pulls: null,
  };
}

/** Docker's and Podman's own, where a container says nothing. */
const GRACE_SECONDS = 10;

/** How long a container gets to end by itself; null: as the engine has it. Podman 4 takes a restart without a figure for one of 0 seconds, and kills. */
function graceSeconds(
  { Config }: ContainerInfo,
  action: ContainerAction,
  { timeout_s: asked }: ActionRequest['arguments'],
): number | null {
  if (typeof asked === 'number') return asked;
  return action === 'restart' ? (Config.StopTimeout ?? GRACE_SECONDS) : null;
}

const ANONYMOUS = /^[0-9a-f]{64}$/;

function removalPreview({ Mounts, Config, Image }: ContainerInfo, volumes: boolean): string {
  const named = (Mounts ?? []).filter(({ Type, Name }) => Type === 'volume' && Name);
  const anonymous = named.filter(({ Name }) => ANONYMOUS.test(Name ?? ''));
  const kept = named.filter((mount) => !anonymous.includes(mount)).map(({ Name }) => Name);
  const places = anonymous.map(({ Destination }) => Destination).join(', ');
  return [
    'What it wrote outside volumes is gone.',
    ...(anonymous.length > 0
      ? [`Its volumes without a name (${places}) ${volumes ? 'go with it, and what is in them' : 'stay'}.`]
      : []),
    ...(kept.length > 0 ? [`Volumes that stay: ${kept.join(', ')}.`] : []),
    `Its image ${shortImage(Config.Image || Image)} stays.`,
  ].join(' ');
}

type ImageFound = Extract<Found, { kind: 'docker_image' }>;

function pullMove({ info }: ImageFound): Move {
  const [tag = ''] = tagsOf(info);
  const old = imageUid(info.Id);
  return {
    calls: [{ method: 'POST', path: '/images/create', query: { fromImage: tag } }],
    done: `pulled ${shortImage(tag)}`,
    undo: `The image it was, ${old}, stays until it is pruned: tag that as ${shortImage(tag)} again.`,
    preview: `Containers go on with ${old} until they are made anew.`,
    pulls: tag,
  };
}

/** By its id, which an engine refuses while an image has several names: all but one are removed first. */
function imageRemoval({ info }: ImageFound): Move {
  const tags = tagsOf(info);
  const [first = info.Id, ...others] = [...tags.slice(1), info.Id];
  const pulled = (info.RepoDigests ?? []).length > 0;
  return {
    calls: [deletion(first), ...others.map(deletion)],
    done: 'removed',
    undo: pulled && tags.length > 0 ? `Pull it again: ${tags.map(shortImage).join(', ')}.` : null,
    preview: tags.length > 1 ? `All its names go: ${tags.map(shortImage).join(', ')}.` : null,
    pulls: null,
  };
}

const deletion = (reference: string): EngineCall => ({
  method: 'DELETE',
  path: `/images/${encodeURI(reference)}`,
});

function removal(path: string, words: { preview: string | null; undo: string | null }): Move {
  return { calls: [{ method: 'DELETE', path }], done: 'removed', ...words, pulls: null };
}
