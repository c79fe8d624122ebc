// A host named where something inside it is meant: the same file or command exists on both, and the wrong one would be taken. Holds for every parent and
// child that the topology knows; only what somebody meant counts, never what a list brought up. Source: agent D4.
import { AppError } from '../../../shared/model/envelope.ts';
import type { Resource } from '../../../shared/model/resource.ts';
import type { Known } from '../hands/parts.ts';
import type { ResolvedContext } from './resolved-context.ts';

const RECENT_MS = 30 * 60_000;
const MOST_NAMED = 5;

export interface Routed {
  readonly target: Resource;
  readonly known: Pick<Known, 'within'>;
  readonly context: ResolvedContext;
  readonly runStartedAt: number;
  readonly now: number;
  /** Ids of what the operator's own words named: that is meant itself. */
  readonly namedByUser: ReadonlySet<string>;
}

export function routingMismatch({
  target,
  known,
  context,
  runStartedAt,
  now,
  namedByUser,
}: Routed): AppError | null {
  if (namedByUser.has(target.id)) return null;
  // However deep: a container in a guest is in the node, too.
  const isInside = (one: Pick<Resource, 'id' | 'parent'>) =>
    known.within(one).some(({ id }) => id === target.id);
  const since = Math.min(runStartedAt, now - RECENT_MS);
  const meant = context.meantSince(since, now).filter(isInside).slice(0, MOST_NAMED);
  const [first] = meant;
  if (!first) return null;
  const names = meant.map(({ name }) => name);
  return new AppError(
    'ROUTING_MISMATCH',
    `${target.name} is the ${target.kind.replaceAll('_', ' ')} that ${names.join(', ')} ${names.length > 1 ? 'are' : 'is'} in, and ${names.length > 1 ? 'those are' : 'that is'} what this session is about.`,
    {
      target_resource_id: first.id,
      more_specific_resources: names,
      more_specific_resource_ids: meant.map(({ id }) => id),
      ...{ target_kind: target.kind, child_kind: first.kind },
      auto_recoverable: true,
      recovery_hint: `Retry with resource ${first.id}. If ${target.name} itself is meant, ask the operator to name it.`,
    },
  );
}
