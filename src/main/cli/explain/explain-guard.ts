// `festinger explain guard`: what the guard before briefs makes of a text, as an operator's or as evidence. Each line is a pack of
// its own, so its marks are counted from 1. Says nothing of a secret in what it answers or refuses. Called by explain.ts.
// Source: advisory, Guardrails.
import * as z from 'zod';
import { AppError } from '../../../shared/model/envelope.ts';
import { guardText } from '../../advisory/guard/guard.ts';
import { Labels } from '../../advisory/guard/redact-typed.ts';

const GuardLine = z.strictObject({
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  /** A text alone is judged as an operator's. */
  scope: z.enum(['operator', 'evidence']).default('operator'),
  text: z.string(),
});

const EXPECTED = 'a line is {"id", "scope": "operator" or "evidence", "text": a string}, and nothing else';

/**
 * @param line `{id, scope, text}`
 * @returns `{id, verdict, code?, redactions, text}`; the text is empty when it is blocked
 * @throws AppError INVALID_INPUT for any other line
 */
export function explainGuard(line: unknown): object {
  const parsed = GuardLine.safeParse(line);
  // Not what zod says: it names members that it does not know, and they may be anything.
  if (!parsed.success) throw new AppError('INVALID_INPUT', EXPECTED);
  const { id, scope, text } = parsed.data;
  const { verdict, code, redactions, text: open } = guardText({ scope, text }, new Labels());
  return { id, verdict, ...(code === undefined ? {} : { code }), redactions, text: open };
}
