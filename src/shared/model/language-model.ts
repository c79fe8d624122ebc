// Models the program itself may ask: for the write path, the resolution job and later the assistant.
// A key goes in once and never comes out. Source: memory, Models.
import * as z from 'zod';
import { PlainText } from './plain-text.ts';

/** Another one: a file beside its like in main/llm, a migration of `models.provider`, and whatever then does not compile. */
export const PROVIDERS = ['ollama', 'openai', 'claude'] as const;
export const Provider = z.enum(PROVIDERS);
export type Provider = z.infer<typeof Provider>;

/** What a key's cipher text is worth here: usable, none stored, or stored and not readable with this host's vault key. */
export const KEY_STATES = ['ok', 'absent', 'undecryptable', 'environment'] as const;

export const ModelAbilities = z.strictObject({
  tools: z.boolean().nullable(),
  /** Several in one answer. Kept by earlier versions without it. */
  parallelCalls: z.boolean().nullable().default(null),
  jsonSchema: z.boolean().nullable(),
  contextTokens: z.number().int().nullable(),
});
export type ModelAbilities = z.infer<typeof ModelAbilities>;

export const LanguageModel = z.strictObject({
  /** What settings refer to it by: a number of the table, or a name from config.yaml. */
  id: z.string(),
  label: z.string(),
  provider: Provider,
  baseUrl: z.string().nullable(),
  modelName: z.string(),
  keyState: z.enum(KEY_STATES),
  /** US dollars for a million tokens; null: unknown, counted as nothing and said so. */
  inputPrice: z.number().nullable(),
  outputPrice: z.number().nullable(),
  abilities: ModelAbilities,
  setBy: z.enum(['console', 'file']),
  version: z.number().int(),
  /** What an operator should know of it, such as a key sent over plain http; null for nothing. */
  warning: z.string().nullable(),
  /** What it is chosen for. */
  usedFor: z.array(z.string()),
});
export type LanguageModel = z.infer<typeof LanguageModel>;

/** What models are asked for, and the setting that names the one. */
export const ModelUse = z.strictObject({
  name: z.string(),
  title: z.string(),
  text: z.string(),
  /** What happens while no model is chosen. */
  none: z.string(),
  setting: z.string(),
});
export type ModelUse = z.infer<typeof ModelUse>;

/** Whether a model that a setting names is there. */
export const ChosenModel = z.strictObject({
  use: z.string(),
  state: z.enum(['there', 'missing', 'unchecked']),
  /** What is wrong and where, or why that is not known; null when it is there, and of providers that are not asked. */
  problem: z.string().nullable(),
  /** What there is instead, and how to mend it; null where there is nothing to mend here. */
  fix: z.string().nullable(),
});
export type ChosenModel = z.infer<typeof ChosenModel>;

const Price = z.number().min(0).max(100_000);
const BaseUrl = z
  .url({ protocol: /^https?$/ })
  .max(2000)
  .refine((url) => !url.includes('\0'), 'an address has no NUL characters')
  .describe('such as http://127.0.0.1:11434 or https://api.example.com/v1');

export const NewLanguageModel = z.strictObject({
  label: PlainText.trim().min(1).max(100),
  provider: Provider,
  baseUrl: BaseUrl.nullable().default(null),
  modelName: PlainText.trim().min(1).max(200),
  apiKey: z.string().min(1).max(10_000).optional(),
  inputPrice: Price.nullable().default(null),
  outputPrice: Price.nullable().default(null),
  contextTokens: z.number().int().min(256).max(100_000_000).nullable().default(null),
});
export type NewLanguageModel = z.infer<typeof NewLanguageModel>;

export const ModelTest = z.strictObject({
  ok: z.boolean(),
  ms: z.number(),
  /** What was wrong and how to mend it; null when it answered as it should. */
  problem: z.string().nullable(),
  abilities: ModelAbilities.nullable(),
});
export type ModelTest = z.infer<typeof ModelTest>;
