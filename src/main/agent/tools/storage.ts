// `storage`: disks, storages, volumes and backups, with how full they are where that is measured. Source: agent, Tools.
import * as z from 'zod';
import { type Resource, type ResourceKind, ResourceReference } from '../../../shared/model/resource.ts';
import type { HandsParts } from '../hands/parts.ts';
import { short, under } from './facts.ts';
import { readTool } from './tool.ts';

const KINDS = {
  disks: ['disk'],
  storages: ['storage'],
  volumes: ['docker_volume'],
  backups: ['backup'],
  overview: ['disk', 'storage', 'docker_volume', 'backup'],
} as const satisfies Record<string, readonly ResourceKind[]>;

const Arguments = z.strictObject({
  action: z.enum(['overview', 'disks', 'storages', 'volumes', 'backups']).default('overview'),
  resource: ResourceReference.optional().describe('Only what lies in this machine or node.'),
  limit: z.number().int().min(1).max(200).default(50),
});
type Arguments = z.output<typeof Arguments>;

const RECENT_MINUTES = 5;

const keysOf = ({ action, resource, limit }: Arguments): string[] =>
  resource === undefined ? [`storage:${action}:${limit}`] : under(resource, `storage:${action}:${limit}`);

export const storage = readTool({
  name: 'storage',
  description: 'Lists disks, storages, volumes and backups: where they are, their state, how full they are.',
  schema: Arguments,
  kind: 'read',
  permission: 'anyone',
  category: 'storage',
  target: ({ resource }) => resource ?? null,
  facts(args, data) {
    const found = data.storage as readonly ReturnType<typeof entry>[];
    const words = found.map(
      ({ name, used_percent: used, state }) => `${name} ${used === null ? state : `${used}%`}`,
    );
    const value = found.length === 0 ? 'none' : short(`${data.total}: ${words.join(', ')}`);
    return keysOf(args).map((key) => ({ category: 'storage', key, value }));
  },
  predictKeys: keysOf,
  async run({ action, limit }, { parts, resource }) {
    const kinds: ReadonlySet<string> = new Set(KINDS[action]);
    const isIn = (one: Resource) =>
      resource === null || parts.known.within(one).some(({ id }) => id === resource.id);
    const found = parts.known.resources().filter((one) => kinds.has(one.kind) && isIn(one));
    return { total: found.length, storage: found.slice(0, limit).map((one) => entry(one, parts)) };
  },
});

function entry({ id, kind, name, state, detail, parent }: Resource, { measured }: HandsParts) {
  const disk = measured.series(id, RECENT_MINUTES).find(({ metric }) => metric === 'disk');
  const latest = disk?.values.findLast((value) => value !== null) ?? null;
  const limit = disk?.unit === 'percent' ? 100 : (disk?.limit ?? null);
  const used =
    latest === null || limit === null || limit === 0 ? null : Math.round((latest / limit) * 1000) / 10;
  return { id, kind, name, state, detail, parent, used_percent: used };
}
