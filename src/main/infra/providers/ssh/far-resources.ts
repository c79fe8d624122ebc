// What was read of a far machine, as resources: ids, ways to them, what can be done, and the digest an approval relies on.
// Pure. Called by ssh-provider.ts. Source: agent, What it acts on (canonical ids, ReachableVia, TargetHost).
import { createHash } from 'node:crypto';
import type { ExecutorPath, Hop, Resource } from '../../../../shared/model/resource.ts';
import { type SshHost, sshAddress } from '../../executors/ssh/ssh-config.ts';
import { timeOf } from '../containers/container-resource.ts';
import { restartExpectation } from '../containers/restart-policy.ts';
import { containerActions, containerName, containerState, type FarContainer } from './far-containers.ts';
import type { FarMachine } from './far-machine.ts';
import { type FarService, serviceActions } from './far-services.ts';

const SHORT_ID = 12;

export const hostId = ({ name }: SshHost): string => `host:${name}`;

export const sshHop = (host: SshHost): Hop => ({
  via: 'ssh',
  target: hostId(host),
  words: `ssh ${sshAddress(host)}`,
});

export const sshPath = (host: SshHost): ExecutorPath => [sshHop(host)];

/** @param here the machine this program runs on, where it is that one by another way */
export function hostResource(
  host: SshHost,
  machine: FarMachine | null,
  { why = null, here = null }: { readonly why?: string | null; readonly here?: string | null },
): Resource {
  const { os, kernel, bootedAt } = machine ?? { os: null, kernel: null, bootedAt: null };
  const up = bootedAt === null ? [] : [`up since ${new Date(bootedAt).toISOString()}`];
  const round = here === null ? [] : ['this very machine by another way'];
  const detail = why ?? [...round, os, kernel, ...up].filter((part) => part !== null).join(', ');
  return {
    id: hostId(host),
    kind: 'host',
    name: host.name,
    aliases: host.address === host.name ? [] : [host.address],
    provider: 'ssh',
    parent: here,
    state: why === null ? 'running' : 'unreachable',
    expectation: { shouldRun: true, reason: 'named in config.yaml' },
    detail: detail.slice(0, 500),
    actions: [],
    reachableVia: [sshPath(host)],
    targetHost: host.name,
    version: digest([host.address, host.port, host.user, why === null, os, kernel, bootedAt]),
  };
}

export function serviceResource(host: SshHost, service: FarService): Resource {
  const { unit, names, state, words, description, invocation, file, enabled } = service;
  return {
    id: `service:${host.name}:${unit}`,
    kind: 'service',
    name: unit.replace(/\.service$/, ''),
    aliases: [unit, ...names],
    provider: 'ssh',
    parent: hostId(host),
    state,
    detail: `${words}: ${description}`.slice(0, 500),
    actions: serviceActions(state),
    ...(service.shouldRun ? { expectation: { shouldRun: true, reason: 'enabled in systemd' } } : {}),
    reachableVia: [sshPath(host)],
    targetHost: host.name,
    version: digest([unit, state, invocation, file, enabled]),
  };
}

export function containerResource(host: SshHost, container: FarContainer): Resource {
  const short = container.Id.slice(0, SHORT_ID);
  const id = `docker_container:${host.name}:${short}`;
  const name = containerName(container);
  const state = containerState(container);
  const { StartedAt, ExitCode } = container.State;
  const expectation = restartExpectation({
    policy: container.HostConfig?.RestartPolicy?.Name,
    isOver: state === 'stopped' || state === 'failed',
    hasStarted: timeOf(StartedAt) !== null,
    exitCode: ExitCode,
    startError: '',
    recorded: null,
  });
  const inside: Hop = { via: 'container_exec', target: id, words: `container ${name}` };
  return {
    id,
    kind: 'docker_container',
    name,
    aliases: [short, container.Id],
    provider: 'ssh',
    parent: hostId(host),
    state,
    detail:
      `${container.State.Status}, image ${container.Config.Image || container.Image}`.slice(0, 480) +
      `, on ${container.engine}`,
    actions: containerActions(state),
    ...(expectation ? { expectation } : {}),
    reachableVia: [[sshHop(host), inside]],
    targetHost: host.name,
    version: digest([
      container.engine,
      container.Id,
      name,
      container.Image,
      state,
      container.State.StartedAt,
      container.Mounts,
    ]),
  };
}

const digest = (parts: unknown): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
