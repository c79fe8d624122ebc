// When priority is worth a word in the list: it comes first there as it is, and a mark that most rows carry tells none apart. Pure.
import type { Conflict } from '../../../../shared/model/graph.ts';

/** The ones of a list to mark: those with priority, while they are fewer than those without. */
export function markedFirst(list: readonly Pick<Conflict, 'id' | 'priority'>[]): ReadonlySet<number> {
  const first = list.filter(({ priority }) => priority > 0);
  return new Set(first.length * 2 < list.length ? first.map(({ id }) => id) : []);
}
