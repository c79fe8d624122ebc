// What the assistant asks a model for, to whoever hands out models: its words, the setting that names the model, and the budgets it has of its own.
// Registered by core. Source: agent, The loop.
import type { Settings } from '../../../shared/model/settings.ts';

type Limits = Readonly<Pick<Settings, 'assistant_run_tokens' | 'assistant_daily_tokens'>>;

export const ASSISTANT = {
  name: 'assistant',
  title: 'Assistant',
  text: 'Answers you, looks around, and proposes what to do. Nothing is changed without your word.',
  none: 'No assistant',
  setting: 'assistant_model_id',
  budgets: {
    run: {
      tokens: ({ assistant_run_tokens: tokens }: Limits) => tokens,
      raisedBy: 'assistant_run_tokens',
    },
    day: {
      tokens: ({ assistant_daily_tokens: tokens }: Limits) => tokens,
      raisedBy: 'assistant_daily_tokens',
    },
  },
} as const;
