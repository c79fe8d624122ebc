// `festinger explain loop`: why a conversation is a loop or is none, whose words stand in it, and whether its agent waits. Opens nothing.
// Called by explain.ts. Source: decision 082.
import * as z from 'zod';
import { AppError } from '../../../shared/model/envelope.ts';
import { kindOf } from '../../proxy/enrich/explain-prompt.ts';
import { explainLoop } from '../../proxy/loops/explain-loop.ts';

/** Without `seconds_after_answer` the words in it came at a person's pace. */
const LoopLine = z.strictObject({
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  route: z.string(),
  body: z.unknown(),
  seconds_after_answer: z.number().min(0).optional(),
});

/**
 * @param line {id, route, body, seconds_after_answer}
 * @param parse throws what the command line says of a line that is none
 * @returns {id, loop: {rule, level, copies} or null, why, words: [{turn, by, text}]}
 * @throws AppError INVALID_INPUT where the route carries no prompt or the body is none of its
 */
export function answerLoop(
  line: unknown,
  parse: <S extends z.ZodType>(schema: S, line: unknown) => z.output<S>,
): object {
  const { id, route, body, seconds_after_answer: secondsAfterAnswer = null } = parse(LoopLine, line);
  const kind = kindOf(route);
  const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
  const explained =
    kind === 'other' ? null : explainLoop({ route: kind, body: Buffer.from(text), secondsAfterAnswer });
  if (explained) return { id, ...explained };
  throw new AppError('INVALID_INPUT', 'a line is {"route": "/api/chat", "body": a prompt of that route}');
}
