// Everything about a far host, service or container that may be shown: no value of a variable leaves. Pure. Called by ssh-provider.ts.
// Source: agent, What it acts on (inspect).
import type { Inspection, Resource } from '../../../../shared/model/resource.ts';
import { containerPorts, type FarContainer } from './far-containers.ts';
import type { FarMachine } from './far-machine.ts';
import type { FarService } from './far-services.ts';

type Facts = Readonly<Record<string, string | number | null | undefined>>;

const shown = (facts: Facts): Inspection['facts'] =>
  Object.entries(facts)
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([label, value]) => ({ label, value: String(value).slice(0, 2000) }));

const NOTHING = { ports: [], mounts: [], configPaths: [], logPaths: [], environment: [] } as const;

const inspection = (resource: Resource, facts: Facts, more: Partial<Inspection> = {}): Inspection => ({
  ports: [...NOTHING.ports],
  mounts: [...NOTHING.mounts],
  configPaths: [...NOTHING.configPaths],
  logPaths: [...NOTHING.logPaths],
  environment: [...NOTHING.environment],
  ...more,
  resource,
  facts: shown(facts),
});

export const inspectHost = (resource: Resource, machine: FarMachine | null): Inspection =>
  inspection(resource, {
    'Operating system': machine?.os,
    Kernel: machine?.kernel,
    'Up since': machine?.bootedAt == null ? null : new Date(machine.bootedAt).toISOString(),
  });

export const inspectService = (resource: Resource, service: FarService): Inspection =>
  inspection(
    resource,
    {
      Description: service.description,
      State: service.words,
      Since: service.since,
      'At start': service.enabled,
      'Process id': service.pid === '0' ? null : service.pid,
      Restarts: service.restarts,
    },
    { configPaths: service.file === '' ? [] : [service.file] },
  );

export const inspectContainer = (resource: Resource, container: FarContainer): Inspection =>
  inspection(
    resource,
    {
      Image: container.Config.Image || container.Image,
      Id: container.Id,
      Engine: container.engine,
      State: container.State.Status,
      'Started at': container.State.StartedAt,
      'Exit code': container.State.Status === 'running' ? null : container.State.ExitCode,
      Restarts: container.RestartCount,
    },
    {
      ports: containerPorts(container),
      mounts: container.Mounts.map(({ Source, Destination, RW }) => ({
        from: Source,
        to: Destination,
        readOnly: !RW,
      })),
      environment: container.Config.Env,
    },
  );
