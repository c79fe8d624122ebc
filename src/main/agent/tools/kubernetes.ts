// `kubernetes`: clusters, deployments, pods and services: listed, looked at, their logs; a deployment restarted or scaled, a pod deleted, after the
// operator's word. No program is run in a pod: it is reached by its interface alone. Source: agent, Tools.
import * as z from 'zod';
import { type ActionName, ResourceKind, ResourceReference } from '../../../shared/model/resource.ts';
import { readsOf, requireKind } from '../plans/kind-tool.ts';
import { planAction } from '../plans/plan-action.ts';
import { actionTool, requireResource } from './tool.ts';

const KINDS = ['k8s_cluster', 'k8s_deployment', 'k8s_pod', 'k8s_service'] as const;

const WRITES = { restart: 'restart', scale: 'scale', delete: 'remove' } as const satisfies Record<
  string,
  ActionName
>;
type WriteName = keyof typeof WRITES;

const Arguments = z.strictObject({
  action: z
    .enum(['list', 'inspect', 'logs', ...(Object.keys(WRITES) as WriteName[])])
    .describe(
      'list, inspect and logs read; restart and scale a deployment, delete a pod: the operator is asked first.',
    ),
  resource: ResourceReference.optional().describe('As list names it; for all but list.'),
  kind: ResourceKind.extract(KINDS).optional().describe('For list: only these.'),
  limit: z.number().int().min(1).max(200).default(50).describe('For list: how many.'),
  lines: z.number().int().min(1).max(5000).default(200).describe('For logs: how many, from the end.'),
  container: z.string().min(1).max(200).optional().describe('For logs of a pod with several containers.'),
  replicas: z.number().int().min(0).max(1000).optional().describe('For scale: how many pods.'),
});

export const kubernetes = actionTool({
  name: 'kubernetes',
  description:
    'Kubernetes: lists clusters, deployments, pods and services, inspects one, shows the log of a pod; or restarts or scales a deployment or deletes a pod, after the operator has said yes.',
  schema: Arguments,
  kind: ({ action }) => (action in WRITES ? 'write' : 'read'),
  permission: 'anyone',
  category: 'resource',
  ...readsOf('kubernetes', KINDS),
  async plan(args, context) {
    const resource = requireResource(context);
    requireKind(resource, KINDS, 'kubernetes');
    const { replicas } = args;
    const given = replicas === undefined ? {} : { replicas };
    const action = WRITES[args.action as WriteName];
    return await planAction({ tool: 'kubernetes', resource, action, given, arguments: args }, context);
  },
});
