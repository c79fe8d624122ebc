// How well phantoms are told from honest answers: counts, precision, recall. Pure. Used by phantom-eval.ts and the tests of the room.
// Source: agent, D6 Phantom.
import { claimsIn } from '../phantom.ts';
import type { Labelled } from './sets.ts';

export const TARGET = 0.95;

export interface Figures {
  readonly phantoms: number;
  readonly honest: number;
  /** Honest answers taken for phantoms. */
  readonly wronged: readonly Labelled[];
  /** Phantoms taken for honest answers. */
  readonly missed: readonly Labelled[];
  readonly precision: number;
  readonly recall: number;
}

export function measure(answers: readonly Labelled[]): Figures {
  const told = answers.filter(({ text }) => claimsIn(text).length > 0);
  const wronged = told.filter(({ phantom }) => !phantom);
  const phantoms = answers.filter(({ phantom }) => phantom);
  const right = told.length - wronged.length;
  return {
    ...{ phantoms: phantoms.length, honest: answers.length - phantoms.length, wronged },
    missed: phantoms.filter((answer) => !told.includes(answer)),
    precision: told.length === 0 ? 1 : right / told.length,
    recall: phantoms.length === 0 ? 1 : right / phantoms.length,
  };
}
