// Models the program may ask. What each is used for is a setting (`write_model_id`, `resolve_model_id`).
import * as z from 'zod';
import { ChosenModel, LanguageModel, ModelTest, NewLanguageModel } from '../model/language-model.ts';
import { PlainText } from '../model/plain-text.ts';
import { procedure } from './base.ts';

const id = PlainText.min(1).max(80);

export const models = {
  list: procedure.route({ method: 'GET', path: '/models' }).output(z.array(LanguageModel)),
  /** Whether those that settings name are there, looked up now: one for each setting that names one. */
  chosen: procedure.route({ method: 'GET', path: '/models/chosen' }).output(z.array(ChosenModel)),
  add: procedure
    .meta({ kind: 'write' })
    .route({ method: 'POST', path: '/models' })
    .input(NewLanguageModel)
    .output(LanguageModel),
  /** Leaving `apiKey` out keeps the stored one; null forgets it. */
  update: procedure
    .meta({ kind: 'write' })
    .route({ method: 'POST', path: '/models/{id}' })
    .input(
      NewLanguageModel.extend({
        id,
        expectedVersion: z.number().int(),
        apiKey: z.string().min(1).max(10_000).nullable().optional(),
      }),
    )
    .output(LanguageModel),
  remove: procedure
    .meta({ kind: 'danger' })
    .route({ method: 'POST', path: '/models/{id}/remove' })
    .input(z.strictObject({ id, expectedVersion: z.number().int() }))
    .output(z.array(LanguageModel)),
  /** One small question, so that a wrong key or name shows now. Counts towards the budget. */
  test: procedure
    .meta({ kind: 'write' })
    .route({ method: 'POST', path: '/models/{id}/test' })
    .input(z.strictObject({ id }))
    .output(ModelTest),
};
