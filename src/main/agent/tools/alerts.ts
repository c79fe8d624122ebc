// `alerts`: what is wrong now, by our own rules: what is down, unhealthy or unreachable, full disks and memories, restarts, old backups.
// Source: agent, Tools, What it acts on (alerts).
import * as z from 'zod';
import type { Alert } from '../../../shared/model/alert.ts';
import { ResourceReference } from '../../../shared/model/resource.ts';
import { short, under } from './facts.ts';
import { readTool } from './tool.ts';

const Arguments = z.strictObject({
  severity: z.enum(['warning', 'critical']).optional().describe('Only these.'),
  resource: ResourceReference.optional().describe('Only what is wrong with this one, or with what is in it.'),
});
type Arguments = z.output<typeof Arguments>;

const keysOf = ({ severity, resource }: Arguments): string[] =>
  resource === undefined ? [`alerts:${severity ?? 'all'}`] : under(resource, `alerts:${severity ?? 'all'}`);

export const alerts = readTool({
  name: 'alerts',
  description:
    'Lists active alerts: what is down, unhealthy, unreachable, full, restarting or overdue, since when, whether it was acknowledged or silenced, and what to do.',
  schema: Arguments,
  kind: 'read',
  permission: 'anyone',
  category: 'alert',
  target: ({ resource }) => resource ?? null,
  facts(args, data) {
    const found = data.alerts as readonly { severity: string; name: string; message: string }[];
    const words = found.map(({ severity, name, message }) => `${severity} ${name}: ${message}`);
    const value = found.length === 0 ? 'none' : short(`${found.length}: ${words.join('; ')}`);
    return keysOf(args).map((key) => ({ category: 'alert', key, value }));
  },
  predictKeys: keysOf,
  async run({ severity }, { parts, resource }) {
    const { known, measured } = parts;
    const concerns = ({ resourceId }: Alert): boolean => {
      if (resource === null || resourceId === resource.id) return true;
      const one = known.resources().find(({ id }) => id === resourceId);
      return one !== undefined && known.within(one).some(({ id }) => id === resource.id);
    };
    const found = measured
      .alerts()
      .filter((one) => (severity ?? one.severity) === one.severity && concerns(one));
    return {
      alerts: found.map(({ severity: how, resourceId, resourceName, acknowledged, silence, ...one }) => ({
        ...{ id: one.id, rule: one.rule, severity: how, resource: resourceId, name: resourceName },
        ...{ message: one.message, since: new Date(one.startedAt).toISOString() },
        ...(acknowledged ? { acknowledged_by: acknowledged.by, note: acknowledged.note } : {}),
        ...(silence ? { silenced_by: silence.createdBy, silence_reason: silence.reason } : {}),
        ...(silence?.until ? { silenced_until: new Date(silence.until).toISOString() } : {}),
      })),
    };
  },
});
