// Runs one action: takes the memory's turn and the chain, catches up with other processes, lets the caller plan over the
// graph as it is then, writes the plan in the same transaction, and tells the graph once it is committed.
// All or nothing; on any error tables and graph are as before. Source: memory.md Writing, D11.
import type { Clock } from '../../../shared/model/clock.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import { isSecretWord } from '../../../shared/redact.ts';
import type { ConceptGraph } from '../../graph/columns/concept-graph.ts';
import { MAX_TOKEN_CHARS } from '../../graph/text/tokenise.ts';
import { holdChain } from '../../store/audit/events.ts';
import type { Store, StoreWriter } from '../../store/store.ts';
import { ConstraintError, Undone } from '../../store/store-errors.ts';
import { ensureConcepts } from '../../store/tables/concepts.ts';
import type { GraphCache } from '../read/graph-cache.ts';
import type { Mutex } from '../write/mutex.ts';
import type { Alongside } from '../write/record-facts.ts';
import { Draft, type Place } from './draft.ts';
import type { Plan, Planning } from './planning.ts';
import { settleOthers } from './settle-others.ts';
import { type ActionHead, ForeignEdge, type WrittenAction, writeAction } from './write-action.ts';

/** How often an action starts over because the database knew something the graph did not. */
const ATTEMPTS = 4;

export interface ActionParts {
  readonly store: Store;
  readonly graph: ConceptGraph;
  readonly cache: GraphCache;
  readonly clock: Clock;
  readonly turn: Mutex;
  readonly onChanged: (facts: number, conflicts: number) => void;
}

/**
 * Plans and writes an action.
 * @param alongside written in the same transaction, also when there is nothing to do; what it throws undoes all of it
 * @returns null when the plan had nothing to do
 * @throws AppError what the plan throws, UNAVAILABLE when other writers keep getting in between
 */
export async function runAction(
  parts: ActionParts,
  plan: Plan,
  alongside: Alongside = async () => undefined,
): Promise<WrittenAction | null> {
  const written = await parts.turn.run(() => attempt(parts, plan, alongside));
  if (written) parts.onChanged(written.change.edges.length, written.change.places.length);
  return written;
}

async function attempt(parts: ActionParts, plan: Plan, alongside: Alongside): Promise<WrittenAction | null> {
  for (let tries = 1; ; tries++) {
    let draft: Draft | undefined;
    try {
      const written = await parts.store.write(async (writer) => {
        draft = new Draft(parts.graph);
        return planAndWrite(parts, writer, draft, plan, alongside);
      });
      if (written) await parts.cache.apply(written.change);
      return written;
    } catch (error) {
      if (error instanceof Undone && tries < ATTEMPTS) continue;
      if (!isRace(error)) throw error;
      if (tries === ATTEMPTS) {
        throw new AppError('UNAVAILABLE', 'Other writers kept changing the same facts. Try again.', {}, true);
      }
      await parts.cache.reloadChains(draft ? touchedPlaces(draft) : []);
    }
  }
}

async function planAndWrite(
  parts: ActionParts,
  writer: StoreWriter,
  draft: Draft,
  plan: Plan,
  alongside: Alongside,
): Promise<WrittenAction | null> {
  const chain = await holdChain(writer);
  await parts.cache.catchUp(writer.reader, chain);
  const now = Math.max(parts.clock.now(), chain.at);
  const planning: Planning = {
    ...{ draft, reader: writer.reader, now, actionId: chain.id + 1 },
    idsOf: (tokens) => ensureInOrder(writer, draft, tokens),
  };
  const head = await plan(planning);
  if (!head) {
    await alongside(writer);
    return null;
  }
  await settleOthers(planning, head.actor);
  const written = await writeAction(writer, draft, head, chain, now);
  await alongside(writer);
  return written;
}

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
  parts: Pick<ActionParts, 'store' | 'graph' | 'clock'>,
  plan: Plan,
): Promise<{ draft: Draft; head: ActionHead | null }> {
  const draft = new Draft(parts.graph);
  const planning: Planning = {
    ...{ draft, reader: parts.store.reader, now: parts.clock.now(), actionId: 0 },
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

function isRace(error: unknown): boolean {
  if (error instanceof ForeignEdge) return true;
  return error instanceof ConstraintError && (error.violation === 'unique' || error.violation === 'trigger');
}

function touchedPlaces(draft: Draft): Place[] {
  const edges = draft.edges.map((step) => ('row' in step ? step.row : step.edge));
  const above = edges.map(({ project, parent, dim }): Place => ({ project, concept: parent, dim }));
  const fresh = new Set(draft.fresh.map((concept) => concept.id));
  return [...edges, ...above, ...draft.changedPlaces()].filter(
    ({ concept, dim }) => !fresh.has(concept) && !fresh.has(dim),
  );
}
