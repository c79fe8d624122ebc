// Runs one action: lets the caller plan over the graph as it is, and writes the plan, as one write. And plans without
// writing, for previews. Source: memory, Writing, D11.
import { AppError } from '../../../shared/model/envelope.ts';
import { isSecretWord } from '../../../shared/redact.ts';
import { MAX_TOKEN_CHARS } from '../../graph/text/tokenise.ts';
import { preferIndexes } from '../../store/prefer-indexes.ts';
import type { StoreWriter } from '../../store/store.ts';
import { ensureConcepts } from '../../store/tables/concepts.ts';
import type { EdgePlace } from '../write/overlay.ts';
import { type HeldChain, transact, type WriteParts } from '../write/transact.ts';
import { Draft } from './draft.ts';
import type { Plan, Planning } from './planning.ts';
import { settleOthers } from './settle-others.ts';
import { type ActionHead, type WrittenAction, writeAction } from './write-action.ts';

/**
 * Plans and writes an action.
 * @param alongside written in the same transaction, also when there is nothing to do; told what was written; what it throws undoes all of it
 * @returns null when the plan had nothing to do
 * @throws AppError what the plan throws, UNAVAILABLE when other writers keep getting in between
 */
export function runAction(
  parts: WriteParts,
  plan: Plan,
  alongside: (writer: StoreWriter, written: WrittenAction | null) => Promise<void> = async () => undefined,
): Promise<WrittenAction | null> {
  let draft = new Draft(parts.graph);
  return transact(
    parts,
    async (held) => {
      draft = new Draft(parts.graph);
      const result = await planAndWrite(held, draft, plan);
      await alongside(held.writer, result);
      const change = result?.change ?? null;
      return {
        result,
        change,
        news: change ? { facts: change.edges.length, conflicts: change.places.length } : undefined,
      };
    },
    () => parts.cache.reloadChains(touchedPlaces(draft)),
  );
}

async function planAndWrite(
  { writer, chain, now }: HeldChain,
  draft: Draft,
  plan: Plan,
): Promise<WrittenAction | null> {
  const planning: Planning = {
    ...{ draft, reader: writer.reader, now, actionId: chain.id + 1 },
    isLarge: () => preferIndexes(writer),
    idsOf: (tokens) => ensureInOrder(writer, draft, tokens),
  };
  const head = await plan(planning);
  if (!head) return null;
  await settleOthers(planning, head.actor);
  if (draft.edges.length > LARGE) await preferIndexes(writer);
  return writeAction(writer, draft, head, chain, now);
}

/** Edges an action changes from which on it is written as a large one. */
const LARGE = 1000;

/** One by one: ids follow the order of the names. */
async function ensureInOrder(
  writer: StoreWriter,
  draft: Draft,
  tokens: readonly string[],
): Promise<number[]> {
  const ids: number[] = [];
  for (const token of tokens) {
    refuseImpossibleName(token);
    const known = draft.conceptId(token);
    if (known !== undefined) ids.push(known);
    else {
      refuseSecretName(token);
      for (const concept of await ensureConcepts(writer, [token])) {
        draft.addConcept(concept);
        ids.push(concept.id);
      }
    }
  }
  return ids;
}

/** Ids of concepts that a preview would make: above all real ones, as the database's would be. */
const PROVISIONAL = 2 ** 50;

/** Plans without writing. @returns the draft, others settled */
export async function planOnly(
  parts: Pick<WriteParts, 'store' | 'graph' | 'clock'>,
  plan: Plan,
): Promise<{ draft: Draft; head: ActionHead | null }> {
  const draft = new Draft(parts.graph);
  const planning: Planning = {
    ...{ draft, reader: parts.store.reader, now: parts.clock.now(), actionId: 0 },
    isLarge: async () => undefined,
    async idsOf(tokens) {
      return tokens.map((token) => {
        refuseImpossibleName(token);
        const known = draft.conceptId(token);
        if (known !== undefined) return known;
        refuseSecretName(token);
        const id = PROVISIONAL + draft.fresh.length;
        draft.addConcept({ id, token, encounterCount: 0, lastSeen: 0, novelty: 0, common: false });
        return id;
      });
    },
  };
  const head = await plan(planning);
  if (head) await settleOthers(planning, head.actor);
  return { draft, head };
}

function refuseImpossibleName(token: string): void {
  if (token.length > 0 && token.length <= MAX_TOKEN_CHARS && token.isWellFormed() && !/\p{Cc}/u.test(token))
    return;
  throw new AppError(
    'INVALID_INPUT',
    `A name is 1 to ${MAX_TOKEN_CHARS} characters: letters, digits and . _ - inside a word.`,
    { name: token.slice(0, 80).toWellFormed() },
  );
}

function refuseSecretName(token: string): void {
  if (!isSecretWord(token)) return;
  throw new AppError(
    'SECRET_NAME',
    'A name in it looks like a key, a token or a password. Nothing was kept.',
  );
}

function touchedPlaces(draft: Draft): EdgePlace[] {
  const edges = draft.edges.map((step) => ('row' in step ? step.row : step.edge));
  const above = edges.map(({ project, parent, dim }): EdgePlace => ({ project, concept: parent, dim }));
  const fresh = new Set(draft.fresh.map((concept) => concept.id));
  return [...edges, ...above, ...draft.changedPlaces()].filter(
    ({ concept, dim }) => !fresh.has(concept) && !fresh.has(dim),
  );
}
