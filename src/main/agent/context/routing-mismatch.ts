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
  /** Whether the operator's own words name it: then it is meant itself. */
  isNamedByUser(target: Resource): boolean;
}

/** Whether a text names a resource by its id, name or an alias, as a word of its own. */
export function names(
  text: string,
  { id, name, aliases }: Pick<Resource, 'id' | 'name' | 'aliases'>,
): boolean {
  const lower = text.toLowerCase();
  return [id, name, ...aliases].some((one) => one !== '' && isWordIn(lower, one.toLowerCase()));
}

function isWordIn(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!WORD.test(text[at - 1] ?? '') && !WORD.test(text[at + word.length] ?? '')) return true;
  return false;
}
const WORD = /[\p{L}\p{N}_-]/u;

export function routingMismatch({
  target,
  known,
  context,
  runStartedAt,
  now,
  isNamedByUser,
}: Routed): AppError | null {
  if (isNamedByUser(target)) return null;
  // However deep: a container in a guest is in the node, too.
  const isInside = (one: Pick<Resource, 'id' | 'parent'>) =>
    known.within(one).some(({ id }) => id === target.id);
  const since = Math.min(runStartedAt, now - RECENT_MS);
  const meant = context.meantSince(since, now).filter(isInside).slice(0, MOST_NAMED);
  const [first] = meant;
  if (!first) return null;
  const inside = meant.map(({ name }) => name);
  return new AppError(
    'ROUTING_MISMATCH',
    `${target.name} is the ${target.kind.replaceAll('_', ' ')} that ${inside.join(', ')} ${inside.length > 1 ? 'are' : 'is'} in, and ${inside.length > 1 ? 'those are' : 'that is'} what this session is about.`,
    {
      target_resource_id: first.id,
      more_specific_resources: inside,
      more_specific_resource_ids: meant.map(({ id }) => id),
      ...{ target_kind: target.kind, child_kind: first.kind },
      auto_recoverable: true,
      recovery_hint: `Retry with resource ${first.id}. If ${target.name} itself is meant, ask the operator to name it.`,
    },
  );
}
