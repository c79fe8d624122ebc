// The part of a fact that events and outcomes repeat.
import type { Fact } from '../../../shared/model/graph.ts';
import { isSecretWord } from '../../../shared/redact.ts';

/** What a fact says, without how sure. */
export function factNames({ concept, parent, dimension, isIsa }: Fact): Omit<Fact, 'confidence'> {
  return { concept, parent, dimension, isIsa };
}

/** Whether one of its names is a key or a token (memory D25): no such fact is written, whoever tells it. */
export function isSecretFact({ concept, parent, dimension }: Fact): boolean {
  return isSecretWord(concept) || isSecretWord(parent) || isSecretWord(dimension);
}

/** What is said of a fact whose names are not repeated. */
export const UNNAMED: Omit<Fact, 'confidence'> = { concept: '', parent: '', dimension: '', isIsa: true };
