// Models the program may ask, and what for; which one for what is a setting.
import * as z from 'zod';
import { DEFAULT_PROJECT, ProjectName } from '../model/graph.ts';
import {
  ChosenModel,
  LanguageModel,
  ModelTest,
  ModelUse,
  NewLanguageModel,
} from '../model/language-model.ts';
import { ReaderPreview, ReaderState, Reading, ReadingOutcome } from '../model/memory/reader.ts';
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

const project = ProjectName.default(DEFAULT_PROJECT);

/** A model that reads, in the background, what people say in prompts. */
export const reader = {
  state: read('/reader').input(z.strictObject({ project })).output(ReaderState),
  /** Newest first; `before` is the id of the last one shown. */
  readings: read('/reader/readings')
    .input(
      z.strictObject({
        project,
        outcome: ReadingOutcome.optional(),
        model: PlainText.max(200).optional(),
        limit: z.number().int().min(1).max(200).default(50),
        before: z.number().int().positive().optional(),
      }),
    )
    .output(z.array(Reading)),
  /** Stores a statement that the checks refused, as the operator's own fact. An action, so it can be undone. */
  accept: write('/reader/readings/{id}/accept', 'memory', 'id')
    .input(z.strictObject({ id: z.number().int().positive() }))
    .output(z.strictObject({ reading: Reading, action_id: z.number().int().nullable() })),
  /** What a model would read in what people said last. Asks the model; writes nothing. */
  preview: write('/reader/preview', 'process', 'model')
    .input(z.strictObject({ project, model: PlainText.trim().min(1).max(80).nullable().default(null) }))
    .output(ReaderPreview),
};
