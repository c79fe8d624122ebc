// What the tools of one kind of thing share (docker, kubernetes): which of it there is, one of it looked at, its log, and what of that is a fact.
// Reads only. Source: agent, Tools.

import { AppError } from '../../../shared/model/envelope.ts';
import type { Resource, ResourceKind } from '../../../shared/model/resource.ts';
import { about, idIn, short, under } from '../tools/facts.ts';
import { type CallContext, requireResource, type ToolData, type ToolFact } from '../tools/tool.ts';
import { withoutHalfKey } from './files.ts';

const LOG_CHARS = 256 * 1024;

interface Asked {
  readonly action: string;
  readonly resource?: string | undefined;
  readonly kind?: ResourceKind | undefined;
  readonly limit: number;
  readonly lines: number;
  readonly container?: string | undefined;
}

/** The reading half of a tool that is for `kinds` alone: its actions list, inspect and logs. */
export const readsOf = (tool: string, kinds: readonly ResourceKind[]) => ({
  target: ({ action, resource }: Asked): string | null => (action === 'list' ? null : (resource ?? null)),
  facts({ action }: Asked, data: ToolData): ToolFact[] {
    const id = idIn(data);
    if (action !== 'inspect' || id === null) return [];
    return [{ category: 'resource', key: `${id}:status`, value: stateWords(data) }];
  },
  predictKeys: ({ action, resource }: Asked): string[] =>
    action === 'inspect' ? under(resource, 'status') : [],
  async run(args: Asked, context: CallContext): Promise<ToolData> {
    if (args.action === 'list') return listedOf(context, kinds, args);
    const resource = requireResource(context);
    requireKind(resource, kinds, tool);
    return args.action === 'logs' ? await logOf(resource, args, context) : await inspected(resource, context);
  },
});

/** @throws AppError INVALID_INPUT for another kind of thing */
export function requireKind(resource: Resource, kinds: readonly ResourceKind[], tool: string): void {
  if (kinds.includes(resource.kind)) return;
  throw new AppError(
    'INVALID_INPUT',
    `${resource.name} is a ${resource.kind}; ${tool} is for ${kinds.join(', ')}.`,
    {
      field: 'resource',
      recovery_hint: 'Use control, read or query for it.',
    },
  );
}

function listedOf(
  { parts }: CallContext,
  kinds: readonly ResourceKind[],
  { kind, limit }: { readonly kind?: ResourceKind | undefined; readonly limit: number },
): ToolData {
  const wanted = kind === undefined ? kinds : [kind];
  const found = parts.known.resources().filter((one) => wanted.includes(one.kind));
  return {
    total: found.length,
    resources: found.slice(0, limit).map(({ actions, state, detail, ...one }) => ({
      ...about(one as Resource),
      ...{ state, detail, actions },
    })),
  };
}

async function inspected(resource: Resource, { parts, signal }: CallContext): Promise<ToolData> {
  const { facts, ports, mounts, configPaths, logPaths, environment } = await parts.known.inspect(
    resource,
    signal,
  );
  const { state, detail, actions, targetHost } = resource;
  return {
    resource: about(resource),
    ...{ state, detail, actions, target_host: targetHost, facts, ports, mounts },
    ...{ config_paths: configPaths, log_paths: logPaths, environment_names: environment },
  };
}

/** The last lines of its log, as one text. */
export async function logOf(
  resource: Resource,
  request: { readonly lines: number; readonly container?: string | undefined },
  { parts, signal }: CallContext,
): Promise<ToolData> {
  const { lines, container } = request;
  const asked = { tail: lines, follow: false, ...(container === undefined ? {} : { container }) };
  const said: string[] = [];
  for await (const { at, stream, text } of parts.known.providerOf(resource).logs(resource, asked, signal))
    said.push(
      `${at === null ? '' : `${new Date(at).toISOString()} `}${stream === 'err' ? '[err] ' : ''}${text}`,
    );
  const text = said.slice(-lines).join('\n').slice(-LOG_CHARS);
  return { resource: about(resource), lines: Math.min(said.length, lines), text: withoutHalfKey(text) };
}

const stateWords = (data: ToolData): string => short(`${data.state}, ${data.detail}`);
