// What calls of models may use: the day's money for everything, the day's tokens for all purposes that have none of their own, and what a purpose has
// of its own, a day and a run: a long run of one never takes what the nightly job lives on.
// The day is the host's own calendar day. Counting is model-calls.ts's; called by model-desk.ts.
import { AppError } from '../../../shared/model/envelope.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import type { CallLimit, CallSum } from '../../store/tables/model-calls.ts';
import type { Asker } from '../purpose.ts';

/** `2026-11-21`. @param now epoch milliseconds */
export function localDay(now: number): string {
  const date = new Date(now);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** When the day is over, epoch milliseconds. */
export function resetsAt(now: number): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1).getTime();
}

interface Limit extends CallLimit {
  readonly budget: 'day' | 'purpose' | 'run';
  readonly words: string;
  readonly raise: string;
}

/**
 * All that hold for a call; the first that has no room is the one that is named.
 * @param apart names of the purposes whose tokens have a day's budget of their own
 */
export function limitsOf(
  asker: Asker,
  run: string | undefined,
  {
    settings,
    apart,
    now,
  }: { readonly settings: Settings; readonly apart: readonly string[]; readonly now: number },
): Limit[] {
  const { budget_daily_tokens: tokens, budget_daily_cost: cost } = settings;
  const { day: ofDay, run: ofRun } = asker.budgets ?? {};
  const day = localDay(now);
  const words = 'The daily budget for models';
  const shared: Limit = {
    ...{ budget: 'day', words, of: { day, without: apart }, tokens, cost: null },
    raise: 'budget_daily_tokens in Settings raises it.',
  };
  const money: Limit = {
    ...{ budget: 'day', words, of: { day }, tokens: null, cost },
    raise: 'budget_daily_cost in Settings raises it.',
  };
  const own = (budget: 'purpose' | 'run', of: CallLimit['of'], given: typeof ofDay): Limit[] => {
    if (!given) return [];
    const ofWhat = `The ${budget === 'run' ? 'budget of one run' : 'daily budget'} for ${asker.title}`;
    const raise = `${given.raisedBy} in Settings raises it.`;
    return [{ budget, words: ofWhat, of, tokens: given.tokens(settings), cost: null, raise }];
  };
  return [
    ...(ofDay ? [] : [shared]),
    money,
    ...own('purpose', { day, purpose: asker.name }, ofDay),
    ...(run === undefined ? [] : own('run', { run }, ofRun)),
  ];
}

/** A day's budget is worth waiting for, a run's is not. */
export function exceeded({ budget, words, tokens, cost, raise }: Limit, sum: CallSum, now: number): AppError {
  const used =
    cost === null
      ? `${sum.tokens} of ${tokens} tokens`
      : `${sum.cost.toFixed(2)} of ${cost.toFixed(2)} US dollars`;
  const isDaily = budget !== 'run';
  const at = resetsAt(now);
  return new AppError(
    'BUDGET_EXCEEDED',
    `${words} has no room for another call: ${used} are used or reserved. ${isDaily ? 'It starts anew at midnight; ' : ''}${raise}`,
    {
      ...{ budget, tokens: sum.tokens, cost: sum.cost },
      ...(isDaily ? { resetsAt: at, retryAfterMs: at - now } : {}),
    },
    isDaily,
  );
}
