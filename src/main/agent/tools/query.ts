// `query`: what there is: list, search, one resource with its state and the way to it, what is inside what, how the providers are. Source: agent, Tools.
import * as z from 'zod';
import { AppError } from '../../../shared/model/envelope.ts';
import { type Resource, ResourceKind, ResourceReference } from '../../../shared/model/resource.ts';
import { short, under } from './facts.ts';
import type { CallContext, ToolData, ToolFact } from './tool.ts';
import { readTool } from './tool.ts';

const Arguments = z.strictObject({
  action: z.enum(['list', 'search', 'get', 'topology', 'config']),
  resource: ResourceReference.optional().describe('For get, topology and config: an id or a name.'),
  kind: ResourceKind.optional().describe('For list and search: only this kind.'),
  text: z.string().min(1).max(200).optional().describe('For search: part of a name.'),
  limit: z.number().int().min(1).max(200).default(50),
});
type Arguments = z.output<typeof Arguments>;

const NEEDS = new Set(['get', 'topology', 'config']);
/** Under what the facts of an action are kept. */
const PART_KEYS: Readonly<Record<string, string>> = { get: 'status', topology: 'contains' };

export const query = readTool({
  name: 'query',
  description:
    'Finds resources (containers, services, models, machines …) by list or search, or tells about one: its state, what can be done to it, the way to it, its set-up. Use it before anything else.',
  schema: Arguments,
  kind: 'resolve',
  permission: 'anyone',
  category: 'resource',
  target: (args) => (NEEDS.has(args.action) ? (args.resource ?? null) : null),
  facts(args, data) {
    const found = data.resource as { id?: string; state?: string; detail?: string } | undefined;
    if (!found?.id) return [];
    const fact = (what: string, value: string, complete: boolean): ToolFact[] => [
      { category: 'resource', key: `${found.id}:${what}`, value: short(value), complete },
    ];
    if (args.action === 'get') return fact('status', `${found.state}, ${found.detail}`, true);
    if (args.action === 'config') {
      const facts = data.facts as readonly { label: string; value: string }[];
      return fact('config', facts.map(({ label, value }) => `${label} ${value}`).join(', '), false);
    }
    const contains = data.contains as readonly { name: string; state: string }[];
    return fact(
      'contains',
      contains.map(({ name, state }) => `${name} (${state})`).join(', ') || 'nothing',
      true,
    );
  },
  predictKeys: ({ action, resource }) =>
    NEEDS.has(action) ? under(resource, PART_KEYS[action] ?? action) : [],
  async run(args, context) {
    await context.parts.known.fresh();
    if (NEEDS.has(args.action) && !context.resource)
      throw new AppError('INVALID_INPUT', `${args.action} is about one resource: name it in \`resource\`.`, {
        field: 'resource',
      });
    return await ANSWERS[args.action](args, context);
  },
});

type Answer = (args: Arguments, context: CallContext) => Promise<ToolData>;

const ANSWERS: Readonly<Record<Arguments['action'], Answer>> = {
  list: async (args, { parts }) => listed(parts.known.resources(), args),
  async search(args, { parts }) {
    const text = args.text?.toLowerCase();
    if (text === undefined)
      throw new AppError('INVALID_INPUT', 'search takes a `text`, a part of a name.', { field: 'text' });
    const fits = (name: string) => name.toLowerCase().includes(text);
    return listed(
      parts.known.resources().filter(({ name, aliases }) => [name, ...aliases].some(fits)),
      args,
    );
  },
  async get(_args, { parts, resource }) {
    const one = resource as Resource;
    return {
      resource: brief(one),
      within: parts.known.within(one).map(brief),
      route: parts.known.routeOf(one),
      target_host: one.targetHost,
    };
  },
  async topology(_args, { parts, resource }) {
    const one = resource as Resource;
    return {
      resource: brief(one),
      within: parts.known.within(one).map(brief),
      contains: parts.known.children(one.id).slice(0, 200).map(brief),
    };
  },
  async config(_args, { parts, resource, signal }) {
    const { facts, ports, mounts, environment } = await parts.known.inspect(resource as Resource, signal);
    return { resource: brief(resource as Resource), facts, ports, mounts, environment_names: environment };
  },
};

function listed(resources: readonly Resource[], { kind, limit }: Arguments): ToolData {
  const fitting = kind === undefined ? resources : resources.filter((one) => one.kind === kind);
  return { total: fitting.length, resources: fitting.slice(0, limit).map(brief) };
}

const brief = ({ id, kind, name, state, detail, actions, parent }: Resource) => ({
  ...{ id, kind, name, state, detail, actions, parent },
});
