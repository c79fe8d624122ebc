// Which resources a result names: those are discovered then. Ids alone count, and only those that the inventory knows. Source: agent D3.
import type { Resource } from '../../../shared/model/resource.ts';
import type { Known } from '../hands/parts.ts';

const LISTS = ['resources', 'within', 'contains', 'storage'] as const;
const MOST = 500;

export function discoveredIn(result: unknown, known: Known): Resource[] {
  const ids = idsIn(result);
  if (ids.length === 0) return [];
  return ids.slice(0, MOST).flatMap((id) => {
    const { exact } = known.resolve(id);
    return exact && exact.id === id ? [exact] : [];
  });
}

function idsIn(result: unknown): string[] {
  if (typeof result !== 'object' || result === null) return [];
  const data = result as Record<string, unknown>;
  const lists = LISTS.flatMap((name) => (Array.isArray(data[name]) ? (data[name] as unknown[]) : []));
  return [data.resource, ...lists, ...graphIds(data)].flatMap((one) => {
    const id = typeof one === 'string' ? one : (one as { id?: unknown } | null)?.id;
    return typeof id === 'string' ? [id] : [];
  });
}

/** What the memory answers names concepts and conflicts by their own numbers. */
function graphIds(data: Record<string, unknown>): string[] {
  const conflicts = Array.isArray(data.conflicts) ? data.conflicts : [];
  const ofConflicts = conflicts.map((one) => `conflict:${(one as { id?: unknown }).id}`);
  const { concept, project } = data;
  const ofConcept =
    typeof concept === 'string'
      ? [`concept:${typeof project === 'string' ? project : 'default'}:${concept}`]
      : [];
  return [...ofConflicts, ...ofConcept];
}
