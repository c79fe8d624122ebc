// How well what a message names is told from what it does not: each resource looked up in vain, and each that was not looked up. Pure. Used by
// prefetch-eval.ts and the tests of the room. Source: agent, Context (fuzzy matching).
import { mentionsIn } from '../mentions.ts';
import type { Labelled } from './sets.ts';
import { worldOf } from './worlds.ts';

export const TARGET = 0.95;

export interface Judged extends Labelled {
  /** Looked up, and not meant. */
  readonly wrong: readonly string[];
  /** Meant, and not looked up. */
  readonly missed: readonly string[];
}

export interface Figures {
  readonly messages: number;
  readonly named: number;
  readonly found: number;
  readonly misjudged: readonly Judged[];
  readonly precision: number;
  readonly recall: number;
}

export function measure(messages: readonly Labelled[], isDictionaryWord: (word: string) => boolean): Figures {
  let [named, found, right] = [0, 0, 0];
  const misjudged: Judged[] = [];
  for (const message of messages) {
    const { text, resources, ids } = message;
    const matched = mentionsIn(text, worldOf(resources), isDictionaryWord).map(({ id }) => id);
    const wrong = matched.filter((id) => !ids.has(id));
    const missed = [...ids].filter((id) => !matched.includes(id));
    named += ids.size;
    found += matched.length;
    right += matched.length - wrong.length;
    if (wrong.length + missed.length > 0) misjudged.push({ ...message, wrong, missed });
  }
  return {
    ...{ messages: messages.length, named, found, misjudged },
    precision: found === 0 ? 1 : right / found,
    recall: named === 0 ? 1 : right / named,
  };
}
