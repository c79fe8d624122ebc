// Asks a model what sentences state, and holds each of its statements against them. Writes nothing. Called by the worker, by the
// preview and by `npm run eval:reader`. Source: structure S2.
import { setImmediate } from 'node:timers/promises';
import type { Fact } from '../../../shared/model/graph.ts';
import { redact } from '../../../shared/redact.ts';
import type { Lexicon } from '../../graph/types.ts';
import type { OfferedDimension } from '../ask/question.ts';
import type { AskModel } from '../ask-model.ts';
import { checkStatement } from './check-statement.ts';
import type { OfferedSentence } from './offered-sentences.ts';
import { READ, type ReadStatement, readerQuestion, readStatements } from './reader-question.ts';

/** One statement of a model, with what the checks made of it. */
export interface SentenceReading {
  /** Its place among the sentences that were shown. */
  readonly sentence: number;
  /** In the model's words, cut to what a name may be, or as the fact's names. */
  readonly said: Omit<Fact, 'confidence'>;
  /** Null where it is refused. */
  readonly fact: Omit<Fact, 'confidence'> | null;
  readonly refusal: string | null;
}

export interface ReadingParts {
  readonly model: Pick<AskModel, 'ask'>;
  readonly lexicon: Lexicon;
  /** A model by its id, in the place of the one that is chosen. */
  readonly modelId?: string | null;
  readonly signal?: AbortSignal | undefined;
}

/** Characters of a name in a refusal; more than a name may have, so that one that was cut is none. */
const SHOWN = 80;

/** @throws AppError, as AskModel; BAD_ANSWER when the answer as a whole cannot be read */
export async function readSentences(
  { model, lexicon, modelId = null, signal }: ReadingParts,
  sentences: readonly OfferedSentence[],
  dimensions: readonly OfferedDimension[],
): Promise<{ readonly model: string; readonly ms: number; readonly readings: SentenceReading[] }> {
  const question = readerQuestion(sentences, dimensions);
  const answer = await model.ask({ purpose: READ.name, ...question, model: modelId, signal });
  const { statements } = readStatements(answer.text);
  const offered = new Set(dimensions.map(({ dimension }) => dimension));
  const readings: SentenceReading[] = [];
  for (const reading of checkEach(statements, { sentences, dimensions: offered, lexicon })) {
    if (reading !== null) readings.push(reading);
    // Requests come first.
    await setImmediate();
  }
  return { model: answer.model, ms: answer.ms, readings };
}

/** Each statement once, null where it says what one before it said; a second parent in one dimension is refused. */
export function* checkEach(
  statements: readonly ReadStatement[],
  context: Parameters<typeof checkStatement>[1],
): Generator<SentenceReading | null> {
  const taken = new Map<string, string>();
  for (const statement of statements) {
    const result = checkStatement(statement, context);
    const sentence = statement.sentence - 1;
    if (typeof result === 'string') {
      const { concept, parent, dimension, is_isa: isIsa } = statement;
      const said = { concept: shown(concept), parent: shown(parent), dimension: shown(dimension), isIsa };
      yield { sentence: context.sentences[sentence] ? sentence : 0, said, fact: null, refusal: result };
      continue;
    }
    const { fact } = result;
    const place = `${fact.concept}\n${fact.dimension}`;
    const before = taken.get(place);
    if (before === undefined) taken.set(place, fact.parent);
    if (before === fact.parent) yield null;
    else if (before === undefined) yield { sentence, said: fact, fact, refusal: null };
    else yield { sentence, said: fact, fact: null, refusal: `A second parent in ${fact.dimension}.` };
  }
}

/** All at once. */
export const checked = (...given: Parameters<typeof checkEach>): SentenceReading[] =>
  [...checkEach(...given)].filter((reading) => reading !== null);

function shown(text: string): string {
  const clean = redact(text.replace(/\s+/g, ' ').trim());
  return clean.length <= SHOWN ? clean : `${clean.slice(0, SHOWN - 1).toWellFormed()}…`;
}
