// Changes of a conflict that decide nothing: put off, annotated, a model's answer refused. One write each, with an
// event, so that the audit shows it and other processes see the new version. Called by decisions.ts.

import type { Json } from '../../store/audit/canonical-json.ts';
import type { EventKind } from '../../store/audit/chain.ts';
import { appendEvents } from '../../store/audit/events.ts';
import type { StoreWriter } from '../../store/store.ts';
import { conflictState, updateConflict } from '../../store/tables/conflict-updates.ts';
import type { StoredConflict } from '../../store/tables/conflicts.ts';
import { readPlacesOf } from '../../store/tables/contested-places.ts';
import type { Alongside } from '../write/record-facts.ts';
import { transact, type WriteParts } from '../write/transact.ts';
import { refuseStale, requireConflict } from './plan-decision.ts';

/** Answers of models that could not be used, in a row, until a person has to look. */
const ANSWERS_BEFORE_HUMAN = 3;

export interface Handling {
  readonly id: number;
  readonly expectedVersion: number;
  readonly actor: string;
}

type Handled = { readonly kind: EventKind; readonly payload: Json };

/** @throws AppError NOT_FOUND, STALE_VERSION */
export async function handleConflict(
  parts: WriteParts,
  { id, expectedVersion, actor }: Handling,
  change: (writer: StoreWriter, row: StoredConflict) => Promise<Handled>,
  alongside: Alongside = async () => undefined,
): Promise<void> {
  await transact(parts, async ({ writer, now }) => {
    const row = await requireConflict(writer.reader, id);
    refuseStale(row, expectedVersion);
    const { kind, payload } = await change(writer, row);
    const head = await appendEvents(writer, [
      { at: now, project: row.project, kind, actor, edgeId: null, conflictId: id, payload },
    ]);
    const places = await readPlacesOf(writer.reader, [id]);
    await alongside(writer);
    return {
      result: undefined,
      change: { concepts: [], edges: [], places, head },
      news: { facts: 0, conflicts: 1 },
    };
  });
}

/** See Decisions.refuseAnswer. */
export async function refuseAnswer(
  parts: WriteParts,
  id: number,
  refusal: { readonly expectedVersion: number; readonly problem: string; readonly actor?: string },
  alongside?: Alongside,
): Promise<{ attempts: number; needsHuman: boolean }> {
  const { expectedVersion, problem, actor = 'festinger' } = refusal;
  let result = { attempts: 0, needsHuman: false };
  await handleConflict(
    parts,
    { id, expectedVersion, actor },
    async (writer, row) => {
      const attempts = row.attempts + 1;
      const needsHuman = row.status === 'needs_human' || attempts >= ANSWERS_BEFORE_HUMAN;
      const status = needsHuman ? 'needs_human' : 'pending';
      await updateConflict(writer, id, { ...conflictState(row), attempts, status, lastProblem: problem });
      result = { attempts, needsHuman };
      return { kind: 'conflict.answer_refused', payload: { problem, attempts, needsHuman } };
    },
    alongside,
  );
  return result;
}
