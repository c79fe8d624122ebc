// Many of one kind in one call: each in its own transaction and answered for itself, in order; what stands in the way of one
// does not stand in the way of the rest. Used by decisions.ts and history/history.ts.
import type { Action, ManyAnswer } from '../../../shared/model/decision.ts';
import { AppError } from '../../../shared/model/envelope.ts';

/** @throws what `act` throws, unless it is an AppError: that is the item's answer */
export async function eachForItself<T extends { readonly id: number }>(
  items: readonly T[],
  act: (item: T) => Promise<Action>,
): Promise<ManyAnswer[]> {
  const answers: ManyAnswer[] = [];
  for (const item of items) {
    try {
      answers.push({ id: item.id, action: await act(item), problem: null });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      answers.push({ id: item.id, action: null, problem: { code: error.code, message: error.message } });
    }
  }
  return answers;
}
