// For tests: a model for the reader that states what sentences of the form "We ended up putting NAME on HOST" say, and nothing else.
import { setTimeout as pause } from 'node:timers/promises';
import type { WatchedModel } from '../ask-model.ts';
import type { ReadStatement } from '../reader/reader-question.ts';

/** What is said of one name. */
export const placing = (name: string): string => `We ended up putting ${name} on nas01.`;

/** @param asked told the names in each question, before it is answered */
export function readsPlacings(asked: (names: readonly string[]) => void = () => undefined): WatchedModel {
  return {
    problem: () => null,
    about: async () => ({ label: 'scripted', isLocal: true }),
    usedToday: async () => 0,
    async ask({ prompt }) {
      const { sentences } = JSON.parse(prompt) as { sentences: { number: number; text: string }[] };
      const statements = sentences.flatMap(({ number, text }): ReadStatement[] => {
        const [, concept, parent] = /putting (\S+) on (\S+?)\.?$/.exec(text) ?? [];
        if (concept === undefined || parent === undefined) return [];
        const where = { dimension: 'runs-on', is_isa: false, sentence: number, concept_sentence: number };
        return [{ ...where, mode: 'asserts', concept, parent }];
      });
      asked(statements.map(({ concept }) => concept));
      await pause(2);
      return {
        text: JSON.stringify({ statements }),
        model: 'scripted',
        inputTokens: 1,
        outputTokens: 1,
        ms: 2,
      };
    },
  };
}
