// What briefs ask models for, to whoever hands out models: the words, the settings that name the models, and the budget of a day. Registered by core.
// Source: advisory, Profiles.
interface Limits {
  readonly brief_daily_tokens: number;
}

const budgets = {
  day: { tokens: ({ brief_daily_tokens: tokens }: Limits) => tokens, raisedBy: 'brief_daily_tokens' },
} as const;

export const BRIEF = {
  name: 'brief',
  title: 'Briefs',
  setting: 'brief_model_id',
  budgets,
  text: 'Puts into words what was computed of advisories and conflicts. Every sentence is checked against what it cites.',
  none: 'Without a model',
} as const;

export const CLOUD_BRIEF = {
  name: 'brief_cloud',
  title: 'Briefs by a cloud',
  setting: 'brief_cloud_model_id',
  budgets,
  text: 'The same for the profile cloud-openai alone, once you turned it on: what its preview shows leaves this host.',
  none: 'No cloud',
} as const;
