// What asking a model for the assistant is, to whoever hands out models. Source: agent, The loop (budgets).
import type { Settings } from '../../../shared/model/settings.ts';

export const ASSISTANT = {
  name: 'assistant',
  title: 'The assistant',
  text: 'Asked in Chat, and by what starts investigations: it looks around and proposes; the program and the operator decide.',
  none: 'There is no assistant',
  setting: 'assistant_model_id',
  budgets: {
    day: {
      tokens: (settings: Settings) => settings.assistant_daily_tokens,
      raisedBy: 'assistant_daily_tokens',
    },
    run: { tokens: (settings: Settings) => settings.assistant_run_tokens, raisedBy: 'assistant_run_tokens' },
  },
} as const;
