// `question`: asks the person who is there. Only where somebody is: without a session nobody would answer. Source: agent, Tools.
import * as z from 'zod';
import { AppError } from '../../../shared/model/envelope.ts';
import { readTool } from './tool.ts';

const Arguments = z.strictObject({
  question: z.string().trim().min(1).max(1000).describe('One question, in plain words.'),
  options: z
    .array(z.string().trim().min(1).max(200))
    .max(8)
    .default([])
    .describe('Answers to choose from, if there are such.'),
});

export const question = readTool({
  name: 'question',
  description:
    'Asks the operator one question. Only for what cannot be found out by looking, and never for permission: writes are asked for by themselves.',
  schema: Arguments,
  kind: 'user_input',
  permission: 'assistant',
  category: null,
  target: () => null,
  facts: () => [],
  predictKeys: () => [],
  async run({ question: asked, options }, { parts, signal }) {
    if (!parts.ask)
      throw new AppError(
        'ACTION_NOT_ALLOWED',
        'Nobody is there to be asked: this call belongs to no session.',
        {
          recovery_hint: 'Go on with what can be found out, and say what is not known.',
        },
      );
    return { answer: await parts.ask({ question: asked, options }, signal) };
  },
});
