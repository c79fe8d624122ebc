// What a model is told of one resource that a message names: who it is, how it is, where it lies, what of it is on which machine. What providers say is
// data: kept on its line, and short. Called by prefetch.ts. Source: agent, Context (prefetch).
import type { Inspection, Resource, ResourceKind } from '../../../shared/model/resource.ts';
import type { Known } from '../hands/parts.ts';

export const LINE_CHARS = 200;
const INSPECT_MS = 2000;

/** Without a look at its set-up. */
export const briefOf = ({ id, name, kind, state, detail }: Resource): string =>
  `## ${line(name)} (${KIND_WORDS[kind] ?? kind})\nid: ${line(id)}\nstate: ${state}, ${line(detail)}`;

/** With its set-up, as far as it answers within two seconds. */
export async function sectionOf(known: Known, resource: Resource, signal: AbortSignal): Promise<string> {
  const { id, name, kind, state, detail, actions, targetHost } = resource;
  const within = known.within(resource);
  const inspection = await inspected(known, resource, signal);
  return [
    `## ${line(name)} (${KIND_WORDS[kind] ?? kind})`,
    `id: ${line(id)}`,
    `state: ${state}, ${line(detail)}`,
    ...(within.length > 0 ? [`Location: ${placeWords(kind, within)}`] : []),
    `>>> target_host: "${line(targetHost)}" <<<`,
    ...inspection,
    ...(actions.length > 0 ? [`can be done: ${actions.join(', ')}`] : []),
  ].join('\n');
}

async function inspected(known: Known, resource: Resource, signal: AbortSignal): Promise<string[]> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(INSPECT_MS)]);
  try {
    return linesOf(await known.inspect(resource, limit), resource.targetHost);
  } catch {
    return ['set-up: could not be looked at just now'];
  }
}

function linesOf({ ports, configPaths, logPaths, mounts }: Inspection, host: string): string[] {
  const listed = (label: string, all: readonly string[]) =>
    all.length === 0 ? [] : [`${label}: ${line(all.slice(0, 10).join(', '))}`];
  const binds = mounts.slice(0, 10).map(({ from, to }) => `  ${line(from)} → ${line(to)}`);
  return [
    ...listed('ports', ports),
    ...listed('config', configPaths),
    ...listed('logs', logPaths),
    ...(binds.length > 0
      ? [`Bind mounts (paths on ${line(host)} filesystem, NOT inside container):`, ...binds]
      : []),
  ];
}

function placeWords(kind: ResourceKind, within: readonly Resource[]): string {
  const via = kind === 'docker_container' ? 'Docker on ' : '';
  return via + within.map(({ name, kind: of }) => `${PLACE_WORDS[of] ?? of} "${line(name)}"`).join(' on ');
}

const KIND_WORDS: Partial<Record<ResourceKind, string>> = {
  docker_container: 'Docker container',
  docker_image: 'image',
  lxc: 'LXC',
  vm: 'VM',
  node: 'Proxmox node',
};

const PLACE_WORDS: Partial<Record<ResourceKind, string>> = {
  ...KIND_WORDS,
  host: 'machine',
  k8s_cluster: 'cluster',
};

/** One line, and short: a name with a line break in it would be read as ours. */
export function line(text: string): string {
  const plain = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll('<', '‹')
    .replaceAll('>', '›');
  return plain.length <= LINE_CHARS ? plain : `${plain.slice(0, LINE_CHARS - 1)}…`;
}
