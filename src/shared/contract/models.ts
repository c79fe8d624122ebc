// Models the program may ask, and what for; which one for what is a setting.
import * as z from 'zod';
import {
  ChosenModel,
  LanguageModel,
  ModelTest,
  ModelUse,
  NewLanguageModel,
} from '../model/language-model.ts';
import { PlainText } from '../model/plain-text.ts';
import { danger, read, write } from './base.ts';

const id = PlainText.min(1).max(80);

export const models = {
  list: read('/models').output(z.array(LanguageModel)),
  uses: read('/models/uses').output(z.array(ModelUse)),
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
