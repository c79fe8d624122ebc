// Compose projects as resources: which services and containers belong together, and the files they were made from, all by the labels that Compose
// writes. Pure: from an engine's list alone. Used by the catalogue and by compose-actions.ts.
import { posix } from 'node:path';
import type { ActionName, Resource, ResourceState } from '../../../../../shared/model/resource.ts';
import { apiPath, digestOf, labelOf, type Place, withEngine } from '../container-resource.ts';
import type { ContainerList } from '../shapes.ts';

export interface ComposeContainer {
  readonly id: string;
  readonly name: string;
  readonly service: string;
  /** `running`, `exited`. */
  readonly state: string;
}

export interface ComposeProject {
  readonly name: string;
  /** Null where no label says it: then nothing can be done with it from here. */
  readonly directory: string | null;
  /** Whole paths. */
  readonly files: readonly string[];
  /** None after it was taken down. */
  readonly containers: readonly ComposeContainer[];
}

const NAME = /^[a-z0-9][a-z0-9_-]*$/i;

export function composeProjects(list: ContainerList): ComposeProject[] {
  const labelled = list.flatMap((container) => {
    const project = labelOf(container.Labels, 'project');
    return project !== null && NAME.test(project) ? [{ ...container, project }] : [];
  });
  return [...Map.groupBy(labelled, ({ project }) => project)].map(([name, containers]) => {
    const labels = containers[0]?.Labels;
    const directory = labelOf(labels, 'project.working_dir');
    return {
      ...{ name, directory, files: filesOf(labelOf(labels, 'project.config_files'), directory) },
      containers: containers.map(({ Id, Names, Labels, State }) => ({
        id: Id,
        name: Names?.[0]?.replace(/^\//, '') ?? Id.slice(0, 12),
        service: labelOf(Labels, 'service') ?? '',
        state: State ?? 'unknown',
      })),
    };
  });
}

function filesOf(named: string | null, directory: string | null): string[] {
  const files = (named ?? '').split(',').map((file) => file.trim());
  return files
    .filter((file) => file !== '' && (file.startsWith('/') || directory !== null))
    .map((file) => (file.startsWith('/') ? file : posix.join(directory ?? '/', file)));
}

export const servicesOf = ({ containers }: ComposeProject): string[] =>
  [...new Set(containers.map(({ service }) => service))].filter((service) => service !== '').sort();

export function composeResource(project: ComposeProject, place: Place): Resource {
  const { name, files, containers, directory } = project;
  const id = `compose_project:${place.host}:${place.prefix}${name}`;
  const runs = containers.filter(({ state }) => state === 'running').length;
  const state: ResourceState = runs === 0 ? 'stopped' : runs < containers.length ? 'degraded' : 'running';
  const services = servicesOf(project);
  const counted =
    containers.length === 0
      ? 'taken down'
      : `${runs} of ${containers.length} ${containers.length === 1 ? 'container runs' : 'containers run'}`;
  const from = files.length > 0 ? `from ${files.join(', ')}` : 'its labels name no Compose file';
  const isKnown = files.length > 0 && directory !== null;
  const actions: ActionName[] = containers.length > 0 ? ['up', 'restart', 'pull', 'down'] : ['up'];
  return {
    ...{
      id,
      kind: 'compose_project',
      name,
      aliases: [],
      provider: 'containers',
      parent: `host:${place.host}`,
      state,
    },
    detail: withEngine(`${services.length > 0 ? `${services.join(', ')}; ` : ''}${counted}, ${from}`, place),
    actions: isKnown ? actions : [],
    reachableVia: [apiPath(place)],
    targetHost: place.host,
    version: digestOf([id, place.address, directory, files, containers.map((one) => one.id).sort()]),
  };
}
