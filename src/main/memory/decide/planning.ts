// What a plan may use, and what a plan is: the same for an action and for a preview, which plans and writes nothing.

import type { StoreReader } from '../../store/store.ts';
import { readConcepts, readConceptsNamed } from '../../store/tables/concepts.ts';
import type { Draft } from './draft.ts';
import type { ActionHead } from './write-action.ts';

export interface Planning {
  readonly draft: Draft;
  readonly reader: StoreReader;
  /** Says that the plan will look up very much by keys; nothing where nothing is written. */
  readonly isLarge: () => Promise<void>;
  /** Epoch milliseconds; no event is later. */
  readonly now: number;
  /** The id the action will have. */
  readonly actionId: number;
  /** Ids of tokens, made in this order where they are new. @throws AppError INVALID_INPUT for what cannot be a name */
  idsOf(tokens: readonly string[]): Promise<number[]>;
}

/** Fills the draft and says what it is; null when nothing needs doing. */
export type Plan = (planning: Planning) => Promise<ActionHead | null>;

/** Makes sure the draft has words for concepts that only another process may have met so far. */
export async function knowConcepts(
  { draft, reader }: Pick<Planning, 'draft' | 'reader'>,
  ids: readonly number[],
): Promise<void> {
  const unknown = [...new Set(ids)].filter((id) => !draft.knows(id));
  for (const concept of await readConcepts(reader, unknown)) draft.addConcept(concept);
}

/** The same for tokens: a claim that waits may name a word that stands in no fact yet. Makes none. */
export async function knowTokens(
  { draft, reader }: Pick<Planning, 'draft' | 'reader'>,
  tokens: readonly string[],
): Promise<void> {
  const unknown = [...new Set(tokens)].filter((token) => draft.conceptId(token) === undefined);
  for (const concept of await readConceptsNamed(reader, unknown)) draft.addConcept(concept);
}
