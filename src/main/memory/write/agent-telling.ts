// What agents tell, whichever door they come by (POST /iknowthat, MCP): how many facts at once, whose word they are, and how a refused one is told.
// Pure. Source: memory, Writing.
import { AppError } from '../../../shared/model/envelope.ts';
import type { Fact, FactAnswer, Provenance } from '../../../shared/model/graph.ts';
import { withUntil } from './fact-end.ts';
import { agentsFact } from './told-fact.ts';

/** Facts of one call at most. */
export const MAX_FACTS = 10_000;

export const wrongCount = (count: number): AppError =>
  new AppError(
    'INVALID_INPUT',
    `"facts" holds ${count} facts; one call takes 1 to ${MAX_FACTS.toLocaleString('en')}. Nothing was written.`,
    { count, limit: MAX_FACTS },
  );

/**
 * @param until when all of them end, epoch milliseconds
 * @throws AppError INVALID_INPUT, SECRET_NAME, with `column`, and with `index` where there are several
 */
export function agentsFacts(texts: readonly string[], until?: number): Fact[] {
  if (texts.length < 1 || texts.length > MAX_FACTS) throw wrongCount(texts.length);
  return texts.map((text, i) => withUntil(agentsFact(text, i), until));
}

/** @param at epoch milliseconds */
export function toldByAgent(client: string, at: number): Provenance {
  const nowhere = { conversation: null, role: null, segment: null, sentence: null };
  return { source: 'gutask', client, ...nowhere, at };
}

/** What an agent is told whose only fact was refused. */
export function refusalOf(answer: FactAnswer): AppError {
  const { concept, dimension, reason } = answer;
  switch (reason) {
    case 'SECRET_NAME':
      return secretName();
    case 'ROOT_FACT': {
      const message = `"${concept}" is the root of the dimension "${dimension}" and has no place inside it.`;
      return new AppError('ROOT_FACT', message, { ...answer });
    }
    case 'NAME_REFUSED': {
      const message =
        'A name in this fact reads as an instruction to whoever reads it, and would stand in every agent’s prompt. Name the thing itself; an operator can tell it in the console.';
      return new AppError('NAME_REFUSED', message, { ...answer });
    }
    default: {
      const message = `"${concept}" cannot be placed in itself: subject and parent are the same.`;
      return new AppError('SELF_FACT', message, { ...answer });
    }
  }
}

/** Says why without repeating the name. */
function secretName(): AppError {
  const why =
    'A name in it looks like a key, a token or a password, and what is told here reaches every agent.';
  return new AppError('SECRET_NAME', `${why} Nothing was kept.`);
}
