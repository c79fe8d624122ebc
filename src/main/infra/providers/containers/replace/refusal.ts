// Which containers are not recreated here, and why: what manages them would undo it, or something would be lost. Pure. Used by replacement.ts.
import { readFileSync } from 'node:fs';
import { labelOf } from '../container-resource.ts';
import type { ContainerSetup, PodmanSetup } from './container-setup.ts';
import { nameOf } from './container-setup.ts';
import { optionsNotInspected } from './podman-command.ts';

export interface RefusalInput {
  readonly setup: ContainerSetup;
  readonly podman: PodmanSetup | null;
  /** Every other container of the engine. */
  readonly others: readonly ContainerSetup[];
  /** The id of the container this program runs in; null: none. */
  readonly ownId: string | null;
}

/** @returns why, and what to do instead, as a sentence; null when it can be recreated */
export function refusalOf({ setup, podman, others, ownId }: RefusalInput): string | null {
  const name = nameOf(setup);
  const { HostConfig, Config } = setup;
  const labels = Config.Labels ?? {};
  if (setup.Id === ownId) return `${name} is Festinger itself: update it the way you installed it.`;
  if (HostConfig.AutoRemove)
    return `${name} was started with --rm: the engine deletes it as soon as it stops, so there would be nothing to roll back to.`;
  const unit = labels.PODMAN_SYSTEMD_UNIT;
  if (unit)
    return `${name} is managed by systemd (${unit}), which recreates it by itself: pull its image, then restart ${unit}.`;
  if (labels['io.kubernetes.pod.name'] !== undefined || labels['io.kubernetes.container.name'] !== undefined)
    return `${name} belongs to a Kubernetes pod: change the image of its deployment instead.`;
  if (labels['com.docker.swarm.service.id'] !== undefined)
    return `${name} belongs to a Swarm service: run docker service update instead.`;
  if (podman?.Pod || podman?.IsInfra)
    return `${name} belongs to a Podman pod: recreate the pod with the command or the file that created it.`;
  const dependents = others.filter((other) => dependsOn(other, setup)).map(nameOf);
  if (dependents.length > 0)
    return `${dependents.join(', ')} ${dependents.length === 1 ? 'uses' : 'use'} the network or processes of ${name} and would lose them: recreate them together, from their Compose file.`;
  const lost = podman ? optionsNotInspected(setup, podman) : [];
  if (lost.length > 0)
    return `Podman does not show what ${lost.join(', ')} of ${name} is set to, so a new container would lack it: recreate it with the command that created it.`;
  return null;
}

/** A container whose network, processes or memory another one shares. */
function dependsOn({ Id, HostConfig }: ContainerSetup, setup: ContainerSetup): boolean {
  if (Id === setup.Id) return false;
  return [HostConfig.NetworkMode, HostConfig.PidMode, HostConfig.IpcMode].some(
    (mode) => mode === `container:${setup.Id}` || mode === `container:${nameOf(setup)}`,
  );
}

/** What a Compose project's container is told of it. */
export const composeNote = (setup: ContainerSetup): string | null => {
  const project = labelOf(setup.Config.Labels, 'project');
  return project === null
    ? null
    : `It belongs to the Compose project ${project}. Its Compose file stays as it is; the next "up" may recreate it.`;
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
