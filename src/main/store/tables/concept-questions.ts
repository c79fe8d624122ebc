// When a model was last asked what a concept is, and what came of it: one row for each concept of a project.
// The row is what keeps every process from asking again within the cool-down. Source: memory, Writing.
import { sql } from 'kysely';
import type { StoreReader, StoreWriter } from '../store-access.ts';

/**
 * queued and waiting: a job is under way (waiting: nobody can be asked now). answered, nothing, not_needed: done.
 * bad_answer and failed: the job is dead. discarded: by an operator.
 */
export const QUESTION_OUTCOMES = [
  ...(['queued', 'waiting', 'answered', 'nothing', 'not_needed'] as const),
  ...(['bad_answer', 'failed', 'discarded'] as const),
] as const;
export type QuestionOutcome = (typeof QUESTION_OUTCOMES)[number];

export interface QuestionState {
  readonly project: string;
  readonly concept: number;
  readonly outcome: QuestionOutcome;
  /** One line for people. */
  readonly detail: string;
}

/**
 * Takes the right to ask about a concept, if nobody asked since `notSince` and no question waits.
 * @param at epoch milliseconds
 * @returns whether it was given
 */
export async function claimQuestion(
  writer: StoreWriter,
  asked: {
    readonly project: string;
    readonly concept: number;
    readonly at: number;
    readonly notSince: number;
  },
): Promise<boolean> {
  const { project, concept, at, notSince } = asked;
  const row = await writer.db
    .insertInto('concept_question')
    .values({ project, concept_id: concept, asked_at: at, outcome: 'queued', detail: '' })
    .onConflict((conflict) =>
      conflict
        .columns(['project', 'concept_id'])
        .doUpdateSet({ asked_at: at, outcome: 'queued', detail: '' })
        .where('concept_question.asked_at', '<=', notSince)
        .where('concept_question.outcome', 'not in', ['queued', 'waiting']),
    )
    .returning(sql<number>`1`.as('given'))
    .executeTakeFirst();
  return row !== undefined;
}

/** Notes what became of a question. @param at epoch milliseconds; given when an answer has come */
export async function noteQuestion(writer: StoreWriter, state: QuestionState, at?: number): Promise<void> {
  const { project, concept, outcome, detail } = state;
  await writer.db
    .updateTable('concept_question')
    .set({ outcome, detail, ...(at === undefined ? {} : { asked_at: at }) })
    .where('project', '=', project)
    .where('concept_id', '=', concept)
    .execute();
}

/** What was asked about a concept last; undefined when nothing ever was. */
export async function readQuestion(
  reader: StoreReader,
  project: string,
  concept: number,
): Promise<(QuestionState & { readonly askedAt: number }) | undefined> {
  const row = await reader
    .selectFrom('concept_question')
    .selectAll()
    .where('project', '=', project)
    .where('concept_id', '=', concept)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    project,
    concept,
    outcome: row.outcome as QuestionOutcome,
    detail: row.detail,
    askedAt: row.asked_at,
  };
}
