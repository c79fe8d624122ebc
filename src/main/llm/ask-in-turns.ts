// A question to a model as turns, without a system text: an answer by schema where the model is known to take one, and plain text else, since a schema in words would be a
// system text. Same places, budgets and record as every other call. Called through ports that features declare. Source: advisory, Prompt assembly.
import type { AnswerSchema, ChatMessage } from './chat-model.ts';
import { collected } from './collect-answer.ts';
import { untilPlaced } from './limits/places.ts';
import { type ModelDesk, wordsOnly } from './model-desk.ts';
import { refusedAnswer } from './model-problems.ts';

export interface TurnsAsked {
  /** The name of a purpose that was registered. */
  readonly purpose: string;
  readonly messages: readonly ChatMessage[];
  readonly schema: AnswerSchema;
  readonly signal: AbortSignal;
}

/** @throws AppError, as `ModelDesk.ask` */
export async function askInTurns(
  desk: ModelDesk,
  { purpose, messages, schema, signal }: TurnsAsked,
): Promise<string> {
  const { abilities } = await desk.chosen(purpose);
  const asked = {
    purpose,
    messages,
    signal,
    temperature: 0,
    ...(abilities.jsonSchema === false ? {} : { schema }),
  };
  const answer = await untilPlaced(() => collected(desk.stream(asked)));
  const refused = refusedAnswer(answer.model, answer);
  if (refused) throw refused;
  return wordsOnly(answer.text);
}
