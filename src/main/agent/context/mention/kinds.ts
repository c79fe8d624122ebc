// Which of several things of one name is meant: those of the kind that is said, and what is at work before what only lies there. Pure. Called by
// whole-names.ts and loose-names.ts. Source: agent, Context (fuzzy matching).
import type { ResourceKind } from '../../../../shared/model/resource.ts';
import { KINDS_OF, STORED } from './catalogue.ts';
import type { Candidate } from './names.ts';

/** Of the kinds a word stands for. */
export function ofKinds(candidates: readonly Candidate[], word: string): readonly Candidate[] {
  const [first, second] = KINDS_OF.get(word) ?? [[], []];
  const of = (kinds: readonly ResourceKind[]) => candidates.filter(({ kind }) => kinds.includes(kind));
  const found = of(first);
  return found.length > 0 ? found : of(second);
}

/** What is at work, where anything of that name is. */
export function atWork(candidates: readonly Candidate[]): readonly Candidate[] {
  const working = candidates.filter(({ kind }) => !STORED.has(kind));
  return working.length > 0 ? working : candidates;
}
