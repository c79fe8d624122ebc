// A fact as somebody writes it in one line, read or refused with the column of what is wrong. Called by the doors that facts are
// told through: POST /iknowthat and the console. Source: memory, Writing.
import { AppError } from '../../../shared/model/envelope.ts';
import type { Fact } from '../../../shared/model/graph.ts';
import { FACT_GRAMMAR, MAX_FACT_CHARS, parseFact } from '../../graph/text/fact-grammar.ts';

/** What is no fact, with how one is written. */
export const malformed = (message: string, details: Record<string, unknown> = {}): AppError =>
  new AppError('INVALID_INPUT', message, { ...details, grammar: FACT_GRAMMAR });

/** An operator's, who sees the line beside the answer. @throws AppError INVALID_INPUT with `column` */
export function operatorsFact(text: string): Fact {
  const parsed = parseFact(text);
  if (parsed.ok) return parsed.fact;
  const { column, message } = parsed;
  throw new AppError('INVALID_INPUT', `Column ${column}: ${message}`, { column });
}

/** An agent's. @param index its place among many @throws AppError INVALID_INPUT, SECRET_NAME, with `column` */
export function agentsFact(text: string, index?: number): Fact {
  const where = index === undefined ? {} : { index };
  const name = index === undefined ? 'The fact' : `Fact ${index}`;
  if (text.length > MAX_FACT_CHARS) {
    const long = `${text.length.toLocaleString('en')} characters long; at most ${MAX_FACT_CHARS} fit`;
    const details = { ...where, column: MAX_FACT_CHARS + 1, limit: MAX_FACT_CHARS };
    throw new AppError('INVALID_INPUT', `${name} is ${long}. Nothing was written.`, details);
  }
  const parsed = parseFact(text);
  if (parsed.ok) return parsed.fact;
  const { column, message, isSecret } = parsed;
  if (isSecret)
    throw new AppError('SECRET_NAME', `${name}, column ${column}: ${message}.`, { ...where, column });
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  const said = `${name} is malformed at column ${column}: ${sentence} Grammar: ${FACT_GRAMMAR}`;
  throw malformed(said, { ...where, column });
}
