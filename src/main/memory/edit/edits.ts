// What an operator does to facts by hand: tell, move, retire, keep out of recollections. Each is an action: one
// transaction, in the audit, undoable. Reached as `memory.edits`. Source: console, Concepts; memory D11, D16.
import type { Action, DecisionPreview } from '../../../shared/model/decision.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type { Fact, FactOutcome, Provenance } from '../../../shared/model/graph.ts';
import { redactSentence } from '../../../shared/redact.ts';
import type { StoreWriter } from '../../store/store.ts';
import { shownAction } from '../decide/actions.ts';
import type { DecisionParts } from '../decide/decisions.ts';
import type { Entered } from '../decide/draft.ts';
import type { Plan } from '../decide/planning.ts';
import { preview } from '../decide/preview.ts';
import { runAction } from '../decide/run-action.ts';
import type { WrittenAction } from '../decide/write-action.ts';
import { factNames } from '../write/fact-names.ts';
import { KnownSpelling } from '../write/known-spelling.ts';
import { withEnd } from '../write/record-facts.ts';
import { type EdgeExpectation, planDoNotUse, planMove, planRetire, planTell } from './plan-edit.ts';

/** Whose edit it is. */
export interface EditedBy {
  readonly actor: string;
  readonly reason: string;
}

/** An edit of one edge. */
export type EdgeEdit =
  | { readonly kind: 'retire' }
  /** At least one of the two. */
  | { readonly kind: 'move'; readonly dimension?: string | undefined; readonly parent?: string | undefined };

export class Edits {
  readonly #parts: DecisionParts;

  constructor(parts: DecisionParts) {
    this.#parts = parts;
  }

  /**
   * Records an operator's fact.
   * @param alongside written in the same transaction; throwing undoes all of it
   * @returns what became of it; no action for a fact that was refused
   * @throws AppError INVALID_INPUT for a name that cannot be one
   */
  async tell(
    project: string,
    given: Fact,
    provenance: Provenance,
    by: EditedBy,
    alongside?: (writer: StoreWriter, outcome: FactOutcome) => Promise<void>,
  ): Promise<{ outcome: FactOutcome; action: Action | null }> {
    const fact = new KnownSpelling(this.#parts.graph).of(project, given);
    const sentence = provenance.sentence === null ? null : redactSentence(provenance.sentence);
    const { provenance: told } = withEnd({ project, fact, provenance: { ...provenance, sentence } });
    let entered: Entered | undefined;
    const outcome = (written: WrittenAction | null): FactOutcome => {
      if (!entered) throw new AppError('INTERNAL', 'A told fact came to nothing.');
      return outcomeOf(fact, entered, written);
    };
    const written = await runAction(
      this.#parts,
      async (planning) => {
        const planned = await planTell(planning, project, fact, told, by);
        entered = planned.entered;
        return planned.head;
      },
      async (writer, result) => alongside?.(writer, outcome(result)),
    );
    return { outcome: outcome(written), action: written && shownAction(written.action) };
  }

  /** @returns null when the edge is marked so already @throws AppError NOT_FOUND */
  async setDoNotUse(edgeId: number, doNotUse: boolean, by: EditedBy): Promise<Action | null> {
    const plan: Plan = (planning) => planDoNotUse(planning, edgeId, doNotUse, by);
    const written = await runAction(this.#parts, plan);
    return written && shownAction(written.action);
  }

  /**
   * Retires or moves an edge; it keeps its id.
   * @param expected what the caller saw of it
   * @throws AppError NOT_FOUND, STALE_VERSION (it says something else by now), NOT_ALLOWED, INVALID_INPUT
   */
  async change(edgeId: number, edit: EdgeEdit, expected: EdgeExpectation, by: EditedBy): Promise<Action> {
    const written = await runAction(this.#parts, planOf(edgeId, edit, expected, by));
    if (!written) throw new AppError('INTERNAL', 'An edit came to nothing.');
    return shownAction(written.action);
  }

  /** What `change` would do. @throws AppError NOT_FOUND */
  async preview(edgeId: number, edit: EdgeEdit): Promise<DecisionPreview> {
    const edge = this.#parts.graph.edgeById(edgeId);
    if (!edge || edge.concept === edge.dim) {
      throw new AppError('NOT_FOUND', `There is no edge ${edgeId}.`, { edgeId });
    }
    const shown = { project: edge.project, concept: edge.concept };
    return preview(this.#parts, shown, planOf(edgeId, edit, null, { actor: '', reason: '' }));
  }
}

function planOf(edgeId: number, edit: EdgeEdit, expected: EdgeExpectation | null, by: EditedBy): Plan {
  switch (edit.kind) {
    case 'retire':
      return (planning) => planRetire(planning, edgeId, expected, by);
    case 'move':
      return (planning) => planMove(planning, edgeId, edit, expected, by);
  }
}

function outcomeOf(fact: Fact, entered: Entered, written: WrittenAction | null): FactOutcome {
  const names = factNames(fact);
  switch (entered.status) {
    case 'refused':
      return { ...names, status: 'refused', reason: entered.code };
    case 'conflict':
      return {
        ...names,
        status: 'conflict',
        reason: entered.conflict.type,
        conflictId: written?.conflictIds[0],
      };
    default: {
      const { edgeId, until } = entered.edge;
      return { ...names, status: entered.status, edgeId: written?.edgeIds.get(edgeId) ?? edgeId, until };
    }
  }
}
