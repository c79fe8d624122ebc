// `discovery`: where one resource listens, what it is set up by, where it logs, what of the host it sees, what lies in it. As old as the inventory's
// look at it, a minute at most. Source: agent, Tools.
import * as z from 'zod';
import { type Inspection, ResourceReference } from '../../../shared/model/resource.ts';
import { about, idIn, short, under } from './facts.ts';
import { readTool, requireResource } from './tool.ts';

const Arguments = z.strictObject({ resource: ResourceReference.describe('Its id or its name.') });

const PARTS = ['ports', 'config_paths', 'log_paths', 'bind_mounts', 'services'] as const;
const MOST_WITHIN = 200;

export const discovery = readTool({
  name: 'discovery',
  description:
    'Tells of one resource which ports it listens on, where its configuration and logs lie, which directories of the host it sees, and which services are in it. Use it before reading or editing files.',
  schema: Arguments,
  kind: 'resolve',
  permission: 'anyone',
  category: 'discovery',
  target: ({ resource }) => resource,
  facts(_args, data) {
    const id = idIn(data);
    if (id === null) return [];
    return PARTS.map((part) => {
      const found = data[part] as readonly unknown[];
      const words = found.map((one) =>
        typeof one === 'string' ? one : Object.values(one as object).join(' '),
      );
      const value = found.length === 0 ? 'none' : short(words.join(', '));
      return { category: 'discovery', key: `${id}:${part}`, value };
    });
  },
  predictKeys: ({ resource }) => under(resource, ...PARTS),
  async run(_args, context) {
    const { known } = context.parts;
    const resource = requireResource(context);
    const { ports, mounts, configPaths, logPaths } = await known.inspect(resource, context.signal);
    const services = known
      .children(resource.id)
      .filter(
        ({ kind }) => kind === 'service' || kind === 'docker_container' || kind === 'lxc' || kind === 'vm',
      );
    return {
      resource: about(resource),
      target_host: resource.targetHost,
      route: known.routeOf(resource),
      ports,
      config_paths: configPaths,
      log_paths: logPaths,
      bind_mounts: mounts.map(mountWords),
      services: services.slice(0, MOST_WITHIN).map(({ name, kind, state }) => ({ name, kind, state })),
    };
  },
});

/** Which end is the host's is what people mix up. */
const mountWords = ({ from, to, readOnly }: Inspection['mounts'][number]) => ({
  on_host: from,
  inside: to,
  ...(readOnly ? { read_only: 'read only' } : {}),
});
