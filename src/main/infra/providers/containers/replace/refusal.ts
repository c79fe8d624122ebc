// Which containers are not made anew here, and why: what manages them would undo it, or something would be lost. Pure.
import { readFileSync } from 'node:fs';
import { labelOf } from '../container-resource.ts';
import type { ContainerSetup, PodmanSetup } from './container-setup.ts';
import { nameOf } from './container-setup.ts';

export interface RefusalInput {
  readonly setup: ContainerSetup;
  readonly podman: PodmanSetup | null;
  /** Every other container of the engine. */
  readonly others: readonly ContainerSetup[];
  /** The id of the container this program runs in; null: none. */
  readonly ownId: string | null;
}

/** Options of `podman run` that Podman does not tell of a container that has them: one made anew would lack them. */
const UNTOLD: ReadonlySet<string> = new Set([
  ...[
    '--sysctl',
    '--secret',
    '--mac-address',
    '--ip6',
    '--userns',
    '--uidmap',
    '--gidmap',
    '--subuidname',
    '--subgidname',
  ],
  ...[
    '--rootfs',
    '--requires',
    '--umask',
    '--tz',
    '--timeout',
    '--hostuser',
    '--passwd-entry',
    '--group-entry',
    '--chrootdirs',
  ],
  ...[
    '--sdnotify',
    '--cgroup-conf',
    '--personality',
    '--unsetenv',
    '--unsetenv-all',
    '--health-on-failure',
    '--annotation',
  ],
  ...[
    '--conmon-pidfile',
    '--pidfile',
    '--decryption-key',
    '--gpus',
    '--intel-rdt-clos-id',
    '--image-volume',
    '--seccomp-policy',
  ],
]);

/** @returns why, and what to do instead, as a sentence; null when it can be made anew */
export function refusalOf({ setup, podman, others, ownId }: RefusalInput): string | null {
  const name = nameOf(setup);
  const { HostConfig, Config } = setup;
  const labels = Config.Labels ?? {};
  if (setup.Id === ownId) return `${name} is Festinger itself: update it the way you installed it.`;
  if (HostConfig.AutoRemove)
    return `${name} was started with --rm: the engine deletes it as soon as it stops, so there would be nothing to roll back to.`;
  const unit = labels.PODMAN_SYSTEMD_UNIT;
  if (unit)
    return `${name} is managed by systemd (${unit}), which makes it anew by itself: pull its image, then restart ${unit}.`;
  if (labels['io.kubernetes.pod.name'] !== undefined || labels['io.kubernetes.container.name'] !== undefined)
    return `${name} belongs to a Kubernetes pod: change the image of its deployment instead.`;
  if (labels['com.docker.swarm.service.id'] !== undefined)
    return `${name} belongs to a Swarm service: run docker service update instead.`;
  if (podman?.Pod || podman?.IsInfra)
    return `${name} belongs to a Podman pod: make the pod anew with the command or the file it was made from.`;
  const dependents = others.filter((other) => dependsOn(other, setup)).map(nameOf);
  if (dependents.length > 0)
    return `${dependents.join(', ')} ${dependents.length === 1 ? 'uses' : 'use'} the network or processes of ${name} and would lose them: make them anew together, from their Compose file.`;
  // Of one that does not run, Podman tells no address.
  if (
    setup.State.Status !== 'running' &&
    podman?.Config?.CreateCommand?.some((word) => /(^|[:,])ip=|^--ip(=|$)/.test(word))
  )
    return `${name} has a fixed address, which Podman tells only while it runs: start it first.`;
  const untold = untoldOptions(podman, Config.Image ?? '');
  if (untold.length > 0)
    return `Podman does not say how ${untold.join(', ')} of ${name} is set, so a new container would lack it: make it anew with the command it was made with.`;
  return null;
}

/** A container whose network, processes or memory another one shares. */
function dependsOn({ Id, HostConfig }: ContainerSetup, setup: ContainerSetup): boolean {
  if (Id === setup.Id) return false;
  return [HostConfig.NetworkMode, HostConfig.PidMode, HostConfig.IpcMode].some(
    (mode) => mode === `container:${setup.Id}` || mode === `container:${nameOf(setup)}`,
  );
}

function untoldOptions(podman: PodmanSetup | null, image: string): string[] {
  const command = podman?.Config?.CreateCommand ?? [];
  // What follows the image are words of the container's own program.
  const end = command.findIndex((word) => isImage(word, image));
  const options = end === -1 ? command : command.slice(0, end);
  return [...new Set(options.flatMap((word) => word.split('=', 1)).filter((word) => UNTOLD.has(word)))];
}

/** Whether a word of a command is the image, with or without its registry and tag. */
const isImage = (word: string, image: string): boolean =>
  word !== '' && [word, `${word}:latest`].some((one) => image === one || image.endsWith(`/${one}`));

/** What a Compose project's container is told of it. */
export const composeNote = (setup: ContainerSetup): string | null => {
  const project = labelOf(setup.Config.Labels, 'project');
  return project === null
    ? null
    : `It belongs to the Compose project ${project}. Its Compose file stays as it is; the next "up" may make it anew.`;
};

/** The id of the container this program runs in, by where its engine mounted its `/etc/hostname` from. */
export function ownContainerId(): string | null {
  try {
    const mounts = readFileSync('/proc/self/mountinfo', 'utf8')
      .split('\n')
      .map((line) => line.split(' '));
    const from = mounts.find(([, , , , to]) => to === '/etc/hostname')?.[3] ?? '';
    return from.split('/').find((part) => /^[0-9a-f]{64}$/.test(part)) ?? null;
  } catch {
    return null;
  }
}
