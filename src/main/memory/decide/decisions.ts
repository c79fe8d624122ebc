// What people, and the resolution job for a model, do to conflicts: look at the choices, preview, decide, put off.
// Reached as `memory.decisions`. Source: memory, Conflicts, D6, D7; console, Conflicts.
import type {
  Action,
  Decision,
  DecisionOptions,
  DecisionPreview,
  ManyAnswer,
} from '../../../shared/model/decision.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import { MAX_TIME } from '../../../shared/model/time.ts';
import { noteConflict, snoozeConflict } from '../../store/tables/conflict-updates.ts';
import type { Alongside } from '../write/record-facts.ts';
import type { WriteParts } from '../write/transact.ts';
import { shownAction } from './actions.ts';
import { decisionOptions } from './decision-options.ts';
import { eachForItself } from './each-for-itself.ts';
import { handleConflict, refuseAnswer } from './handle-conflict.ts';
import { type DecidedBy, planDecision, requireConflict } from './plan-decision.ts';
import type { Plan } from './planning.ts';
import { preview } from './preview.ts';
import { runAction } from './run-action.ts';

export interface DecisionParts extends WriteParts {
  readonly settings: () => Settings;
}

export class Decisions {
  readonly #parts: DecisionParts;

  constructor(parts: DecisionParts) {
    this.#parts = parts;
  }

  /** What the graph itself can say to help. @throws AppError NOT_FOUND */
  async options(id: number): Promise<DecisionOptions> {
    const { store, graph } = this.#parts;
    return decisionOptions(graph, await requireConflict(store.reader, id));
  }

  /** What a decision would do, really planned and never written. @throws AppError NOT_FOUND */
  async preview(id: number, decision: Decision): Promise<DecisionPreview> {
    const conflict = await requireConflict(this.#parts.store.reader, id);
    const by = { actor: '', reason: '', expectedVersion: null };
    const place = { project: conflict.project, concept: conflict.concept.id };
    return preview(this.#parts, place, (planning) => planDecision(planning, id, decision, by));
  }

  /**
   * Decides a conflict, in one transaction with everything that follows from it.
   * @param alongside written in the same transaction; throwing undoes all of it
   * @throws AppError NOT_FOUND, STALE_VERSION (another version, or decided already), NOT_ALLOWED, INVALID_INPUT
   */
  async decide(id: number, decision: Decision, by: DecidedBy, alongside?: Alongside): Promise<Action> {
    const plan: Plan = (planning) => planDecision(planning, id, decision, by);
    const written = await runAction(this.#parts, plan, alongside);
    if (!written) throw new AppError('INTERNAL', 'A decision came to nothing.');
    return shownAction(written.action);
  }

  /** One decision for many, each in its own transaction and answered for itself. */
  decideMany(
    items: readonly { readonly id: number; readonly expectedVersion: number }[],
    decision: Decision,
    by: { readonly actor: string; readonly reason: string },
  ): Promise<ManyAnswer[]> {
    return eachForItself(items, ({ id, expectedVersion }) =>
      this.decide(id, decision, { ...by, expectedVersion }),
    );
  }

  /**
   * Puts a conflict off; its place stays marked. @param until epoch milliseconds; null wakes it
   * @throws AppError NOT_FOUND, STALE_VERSION, INVALID_INPUT for a time that is past, or that no calendar has
   */
  async snooze(
    id: number,
    { until, expectedVersion, actor }: { until: number | null; expectedVersion: number; actor: string },
  ): Promise<void> {
    if (until !== null && !(until > this.#parts.clock.now() && until <= MAX_TIME)) {
      const what = `A conflict is put off to a time that is still to come, in milliseconds up to ${MAX_TIME}.`;
      throw new AppError('INVALID_INPUT', what, { until });
    }
    await handleConflict(this.#parts, { id, expectedVersion, actor }, async (writer) => {
      await snoozeConflict(writer, id, until);
      return { kind: 'conflict.snoozed', payload: { until } };
    });
  }

  /** Sets the operator's note; an empty one takes it away. @throws AppError NOT_FOUND, STALE_VERSION */
  async note(
    id: number,
    { note, expectedVersion, actor }: { note: string; expectedVersion: number; actor: string },
  ): Promise<void> {
    const text = note.trim() === '' ? null : note;
    await handleConflict(this.#parts, { id, expectedVersion, actor }, async (writer) => {
      await noteConflict(writer, id, text);
      return { kind: 'conflict.noted', payload: { note: text } };
    });
  }

  /**
   * Notes that a model's answer could not be used; the third in a row makes the conflict `needs_human`.
   * @param alongside written in the same transaction
   * @returns the answers refused in a row, and whether a person is needed now
   * @throws AppError NOT_FOUND, STALE_VERSION
   */
  refuseAnswer(
    id: number,
    refusal: { readonly expectedVersion: number; readonly problem: string; readonly actor?: string },
    alongside?: Alongside,
  ): Promise<{ attempts: number; needsHuman: boolean }> {
    return refuseAnswer(this.#parts, id, refusal, alongside);
  }
}
