// A question to a model whose answer is prose: the turns as they are, without a system text and without a schema. Same places, budgets and record as every other call.
// Called through ports that features declare. Source: advisory, Prompt assembly.
import type { ChatMessage } from './chat-model.ts';
import { collected } from './collect-answer.ts';
import { untilPlaced } from './limits/places.ts';
import { type ModelDesk, wordsOnly } from './model-desk.ts';
import { refusedAnswer } from './model-problems.ts';

export interface WordsAsked {
  /** The name of a purpose that was registered. */
  readonly purpose: string;
  readonly messages: readonly ChatMessage[];
  readonly signal: AbortSignal;
}

/** @throws AppError, as `ModelDesk.ask` */
export async function askedInWords(
  desk: ModelDesk,
  { purpose, messages, signal }: WordsAsked,
): Promise<string> {
  const asked = { purpose, messages, signal, temperature: 0 };
  const answer = await untilPlaced(() => collected(desk.stream(asked)));
  const refused = refusedAnswer(answer.model, answer);
  if (refused) throw refused;
  return wordsOnly(answer.text);
}
