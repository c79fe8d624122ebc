// What a run costs, as the operator reads it, and what is used of the budgets, from the transcript. Source: agent, The loop (budgets).
import { useTranslation } from 'react-i18next';
import type { Entry } from '../../../../../shared/model/assistant/transcript.ts';

const dollars = new Intl.NumberFormat(undefined, {
  ...{ style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' },
  ...{ minimumFractionDigits: 2, maximumFractionDigits: 4 },
});

export const formatCost = (cost: number): string => dollars.format(cost);

export function useCost(): (cost: number) => string {
  const { t } = useTranslation();
  return (cost) => (cost > 0 && cost < 0.0001 ? t('chat.costTiny') : formatCost(cost));
}

export interface Used {
  readonly tokens: number;
  /** Null where no answer has a price. */
  readonly cost: number | null;
  /** What its last answer took of what the model can hold. */
  readonly contextTokens: number;
}

/** What the last run took so far, and how full the model is by its last answer. */
export function usedBy(entries: readonly Entry[]): Used {
  const runId = entries.at(-1)?.run_id;
  let tokens = 0;
  let cost: number | null = null;
  let contextTokens = 0;
  for (const entry of entries) {
    if (entry.kind !== 'answer' || entry.input_tokens + entry.output_tokens === 0) continue;
    contextTokens = entry.input_tokens + entry.output_tokens;
    if (entry.run_id !== runId) continue;
    tokens += contextTokens;
    if (entry.cost !== null) cost = (cost ?? 0) + entry.cost;
  }
  return { tokens, cost, contextTokens };
}
