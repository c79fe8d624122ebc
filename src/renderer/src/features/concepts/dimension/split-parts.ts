// A suggested split while it is being named: what each part is to be called and ask, what is still missing, and the edits it comes to.
// Pure. The core has the last word (edits.preview); here only what is plainly incomplete.
import type { DimensionPage } from '../../../../../shared/model/memory/dimension-page.ts';
import type { GraphEdit } from '../../../../../shared/model/memory/graph-edit.ts';
import { asTyped } from '../inspect/tell.tsx';

export type Suggestion = NonNullable<DimensionPage['suggestion']>;

/** A part as it is named so far; without a name it stays where it is. */
export interface NamedPart {
  readonly name: string;
  readonly question: string;
}

export type Gap = 'same' | 'itself';

/** One rule names so many parents at most, and one split so many parts. */
const PARENTS_A_RULE = 200;

/** The parts with the names that the graph itself knows: one that is used elsewhere, the first of each. */
export function startParts({ parts }: Suggestion, dimension: string): NamedPart[] {
  const used = new Set([dimension]);
  return parts.map((part) => {
    const name = part.dimension !== null && !used.has(part.dimension) ? part.dimension : '';
    used.add(name);
    return { name, question: '' };
  });
}

/** What is wrong with a part's name; null for nothing. */
export function gapOf(parts: readonly NamedPart[], at: number, dimension: string): Gap | null {
  const name = asTyped(parts[at]?.name ?? '');
  if (name === '') return null;
  if (name === dimension) return 'itself';
  return parts.some((other, i) => i < at && asTyped(other.name) === name) ? 'same' : null;
}

/** Whether it comes to anything: one part has a name, and none a wrong one. */
export const isWhole = (parts: readonly NamedPart[], dimension: string): boolean =>
  parts.some(({ name }) => asTyped(name) !== '') &&
  parts.every((_, i) => gapOf(parts, i, dimension) === null);

/**
 * The edits a named split comes to. A part with more parents than a rule may name is moved by several, one after the other.
 * @param known dimensions there are already: they keep their question
 */
export function splitEdits(
  dimension: string,
  { parts }: Suggestion,
  named: readonly NamedPart[],
  known: ReadonlySet<string>,
): GraphEdit[] {
  const rounds = Math.max(...parts.map(({ parents }) => Math.ceil(parents.length / PARENTS_A_RULE)));
  return Array.from({ length: rounds }, (_, round): Extract<GraphEdit, { edit: 'split' }> => {
    const from = round * PARENTS_A_RULE;
    return {
      edit: 'split',
      dimension,
      parts: parts.flatMap(({ parents }, i) => {
        const name = asTyped(named[i]?.name ?? '');
        const some = parents.slice(from, from + PARENTS_A_RULE);
        const question = named[i]?.question.trim() ?? '';
        if (name === '' || some.length === 0) return [];
        return [
          {
            dimension: name,
            question: question === '' || known.has(name) ? null : question,
            which: { by: 'rule' as const, parents: [...some] },
          },
        ];
      }),
    };
  }).filter((edit) => edit.parts.length > 0);
}
