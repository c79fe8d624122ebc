// Models the program may ask. What each is used for is a setting (`write_model_id`, `resolve_model_id`).
import * as z from 'zod';
import { ChosenModel, LanguageModel, ModelTest, NewLanguageModel } from '../model/language-model.ts';
import { PlainText } from '../model/plain-text.ts';
import { danger, read, write } from './base.ts';

const id = PlainText.min(1).max(80);

export const models = {
  list: read('/models').output(z.array(LanguageModel)),
  /** Whether those that settings name are there, looked up now: one for each setting that names one. */
  chosen: read('/models/chosen').output(z.array(ChosenModel)),
  add: write('/models', 'console', 'label', 'provider', 'modelName')
    .input(NewLanguageModel)
    .output(LanguageModel),
  /** Leaving `apiKey` out keeps the stored one; null forgets it. */
  update: write('/models/{id}', 'console', 'id')
    .input(
      NewLanguageModel.extend({
        id,
        expectedVersion: z.number().int(),
        apiKey: z.string().min(1).max(10_000).nullable().optional(),
      }),
    )
    .output(LanguageModel),
  remove: danger('/models/{id}/remove', 'console', 'id')
    .input(z.strictObject({ id, expectedVersion: z.number().int() }))
    .output(z.array(LanguageModel)),
  /** One small question, so that a wrong key or name shows now. Counts towards the budget. */
  test: write('/models/{id}/test', 'process', 'id').input(z.strictObject({ id })).output(ModelTest),
};
