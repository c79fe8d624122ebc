// Reads a model's answer about a name as untrusted input: what is no JSON of the right shape is a bad answer, and of
// the facts in it only those are taken that answer what was asked. Pure. Source: memory, Writing.
import * as z from 'zod';
import { AppError } from '../../../shared/model/envelope.ts';
import type { Fact } from '../../../shared/model/graph.ts';
import { withoutFence } from '../../../shared/plain-json.ts';
import { isSecretWord, redact } from '../../../shared/redact.ts';
import { canonicalToken, isNoiseToken } from '../../graph/text/tokenise.ts';
import { MAX_FACTS } from './question.ts';

/** A model is believed less than people and their agents, however sure it says it is (memory D12). */
const MOST_CONFIDENCE = 0.7;
/** A longer parent is a sentence, not a name. */
const MAX_PARENT_CHARS = 80;
const MAX_PARENT_WORDS = 6;

const Answer = z.strictObject({ facts: z.array(z.unknown()).max(100) });
const AnsweredFact = z.strictObject({
  concept: z.string().max(400),
  parent: z.string().max(400),
  dimension: z.string().max(400),
  is_isa: z.boolean(),
  confidence: z.number().min(0).max(1),
});

export interface ReadAnswer {
  readonly facts: readonly Fact[];
  /** Why facts were left out, a line each. */
  readonly refused: readonly string[];
}

/**
 * @param concept the token that was asked about
 * @param dimensions the closed list that was offered
 * @throws AppError BAD_ANSWER when the answer as a whole cannot be read
 */
export function readAnswer(text: string, concept: string, dimensions: ReadonlySet<string>): ReadAnswer {
  const answer = Answer.safeParse(json(text));
  if (!answer.success) {
    const [issue] = answer.error.issues;
    const where = issue && issue.path.length > 0 ? `${issue.path.join('.')}: ` : '';
    throw new AppError(
      'BAD_ANSWER',
      `The answer is not what was asked for: ${where}${issue?.message ?? ''}.`,
    );
  }
  const facts: Fact[] = [];
  const refused: string[] = [];
  for (const given of answer.data.facts) {
    const fact = readFact(given, concept, dimensions);
    if (typeof fact === 'string') refused.push(fact);
    else if (facts.some((one) => one.dimension === fact.dimension)) {
      refused.push(`a second fact in the dimension ${quoted(fact.dimension)}`);
    } else if (facts.length === MAX_FACTS) refused.push(`more than ${MAX_FACTS} facts`);
    else facts.push(fact);
  }
  return { facts, refused };
}

function json(text: string): unknown {
  try {
    // Models without structured output like to put their JSON between fences.
    return JSON.parse(withoutFence(text));
  } catch {
    throw new AppError('BAD_ANSWER', `The answer is not JSON; it begins with ${quoted(text.trim())}.`);
  }
}

/** @returns the fact, or why it is left out */
function readFact(given: unknown, concept: string, dimensions: ReadonlySet<string>): Fact | string {
  const parsed = AnsweredFact.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return `a fact of another shape (${issue?.path.join('.') || 'it'}: ${issue?.message ?? ''})`;
  }
  const { is_isa: isIsa, confidence } = parsed.data;
  if (canonicalToken(parsed.data.concept) !== concept) {
    return `a fact about ${quoted(parsed.data.concept)}, which was not asked about`;
  }
  const dimension = canonicalToken(parsed.data.dimension);
  if (!dimensions.has(dimension)) return `the made-up dimension ${quoted(parsed.data.dimension)}`;
  const parent = canonicalToken(parsed.data.parent);
  if (parent === concept) return 'itself as its parent';
  if (concept === dimension) return 'a fact about a dimension within itself';
  if (!isName(parent)) return `the parent ${quoted(parsed.data.parent)}, which is no name`;
  return { concept, parent, dimension, isIsa, confidence: Math.min(confidence, MOST_CONFIDENCE) };
}

function isName(token: string): boolean {
  if (token.length === 0 || token.length > MAX_PARENT_CHARS) return false;
  return token.split('_').length <= MAX_PARENT_WORDS && !isNoiseToken(token) && !isSecretWord(token);
}

function quoted(answered: string): string {
  const text = redact(answered.slice(0, 500));
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text);
}
