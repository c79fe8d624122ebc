// Lists of edits, previewed together and applied as one action: the draft that an operator gathers, the assistant's plan, a single rename.
// What is applied is what was looked at, or nothing. Reached as `memory.graphEdits`. Source: console, Concepts; memory, Writing, D11.
import type { Action } from '../../../shared/model/decision.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type { EditProblem, EditsPreview, GraphEdit } from '../../../shared/model/memory/graph-edit.ts';
import { shownAction } from '../decide/actions.ts';
import type { DecisionParts } from '../decide/decisions.ts';
import { type Draft, isEmpty, MOST_TAKEN_BACK, partsOf } from '../decide/draft.ts';
import type { Plan } from '../decide/planning.ts';
import { planOnly, runAction } from '../decide/run-action.ts';
import type { ActionHead } from '../decide/write-action.ts';
import { basisOf } from './basis.ts';
import { edgeChanges } from './edge-changes.ts';
import { effectOf } from './effect.ts';
import { actionKindOf, type EditBy, EditRefused, planEdits } from './plan-edits.ts';
import { planTakeOut, type TakenOut, type TakeOut } from './take-out.ts';

/** Problems looked for; each takes another look at the whole list. */
const PROBLEMS_FOUND = 10;
/** Longest line of what was done; the rest is in the parts. */
const SUMMARY_CHARS = 300;

export interface AppliedBy {
  readonly actor: string;
  readonly reason: string;
}

export class GraphEdits {
  readonly #parts: DecisionParts;

  constructor(parts: DecisionParts) {
    this.#parts = parts;
  }

  /**
   * What the edits would do, in order, each on what those before it leave; those that cannot be are named and left out.
   * @param shown tokens of concepts whose facts are followed one by one
   */
  async preview(
    project: string,
    edits: readonly GraphEdit[],
    shown: readonly string[] = [],
  ): Promise<EditsPreview> {
    const problems: EditProblem[] = [];
    const left = edits.map((edit, at) => ({ edit, at }));
    for (;;) {
      const planned = await this.#rehearse(
        project,
        left.map(({ edit }) => edit),
      );
      if (!(planned instanceof EditRefused)) {
        const summaries = edits.map((): string | null => null);
        for (const [i, line] of planned.summaries.entries()) summaries[left[i]?.at ?? 0] = line;
        const { draft, basis } = planned;
        const edges = await edgeChanges(draft, shown);
        const isFinal = partsOf(draft) > MOST_TAKEN_BACK;
        return { ...(await this.#effect(project, draft)), edges, isFinal, basis, summaries, problems };
      }
      const [refused] = left.splice(planned.at, 1);
      problems.push(problemOf(refused?.at ?? 0, planned));
      if (problems.length >= PROBLEMS_FOUND) left.length = planned.at;
    }
  }

  /**
   * Applies the edits as one action.
   * @param basis what the preview gave; null applies whatever they come to now
   * @throws EditRefused naming the first that cannot be, AppError STALE_VERSION when they would do something else by now,
   *   NOT_ALLOWED when they come to nothing; nothing is written then
   */
  async apply(
    project: string,
    edits: readonly GraphEdit[],
    basis: string | null,
    by: AppliedBy,
  ): Promise<Action> {
    const { actor, reason } = by;
    const written = await runAction(this.#parts, async (planning): Promise<ActionHead> => {
      const summaries = await planEdits(planning, edits, { project, actor });
      if (isEmpty(planning.draft)) throw new AppError('NOT_ALLOWED', 'These edits change nothing.');
      if (basis !== null && (await basisOf(planning.draft)) !== basis) throw changedMeanwhile();
      return { project, kind: actionKindOf(edits), actor, reason, summary: summaryOf(summaries) };
    });
    if (!written) throw new AppError('INTERNAL', 'Edits came to nothing.');
    return shownAction(written.action);
  }

  /** Takes out what certain parties alone told, as one action. @returns no action where there was nothing */
  async takeOut(wanted: TakeOut): Promise<TakenOut & { readonly action: Action | null }> {
    let taken: TakenOut = { facts: 0, conflicts: 0 };
    const plan: Plan = (planning) =>
      planTakeOut(planning, wanted, (what) => {
        taken = what;
      });
    const written = await runAction(this.#parts, plan);
    return { ...taken, action: written && shownAction(written.action) };
  }

  async #rehearse(
    project: string,
    edits: readonly GraphEdit[],
  ): Promise<EditRefused | { draft: Draft; basis: string | null; summaries: readonly string[] }> {
    const by: EditBy = { project, actor: '' };
    let summaries: readonly string[] = [];
    let basis: string | null = null;
    try {
      const { draft } = await planOnly(this.#parts, async (planning) => {
        summaries = await planEdits(planning, edits, by);
        basis = await basisOf(planning.draft);
        return { project, kind: actionKindOf(edits), actor: '', reason: '', summary: '' };
      });
      return { draft, basis, summaries };
    } catch (error) {
      if (error instanceof EditRefused) return error;
      throw error;
    }
  }

  #effect(project: string, draft: Draft) {
    const { settings, clock } = this.#parts;
    return effectOf(draft, project, settings(), clock.now());
  }
}

function problemOf(at: number, { code, message, details }: EditRefused): EditProblem {
  const { path = [] } = details as { readonly path?: EditProblem['path'] };
  return { at, code, message, path };
}

function changedMeanwhile(): AppError {
  return new AppError(
    'STALE_VERSION',
    'The memory has changed since you looked: these edits would do something else by now. Look at them again.',
  );
}

function summaryOf(summaries: readonly string[]): string {
  const [only = ''] = summaries;
  const line = summaries.length === 1 ? only : `${summaries.length} edits: ${summaries.join('; ')}`;
  return line.length > SUMMARY_CHARS ? `${line.slice(0, SUMMARY_CHARS - 1)}…` : line;
}
