// What follows `festinger conflicts` on the command line, as a command. Pure. Called by arguments.ts.

import { DECISIONS, Decision } from '../../shared/model/decision.ts';
import { mistake } from './mistake.ts';

export interface ConflictOptions {
  readonly project?: string | undefined;
  readonly view?: string | undefined;
  readonly reason?: string | undefined;
  /** The version that was looked at. */
  readonly seen?: string | undefined;
  readonly dimension?: string | undefined;
  readonly which?: string | undefined;
  readonly 'existing-dimension'?: string | undefined;
  readonly 'new-dimension'?: string | undefined;
  readonly 'gives-way'?: string | undefined;
}

export type ConflictAction =
  | { readonly action: 'list'; readonly view: string; readonly project: string | undefined }
  | { readonly action: 'show'; readonly id: number }
  | {
      readonly action: 'decide';
      readonly id: number;
      readonly decision: Decision;
      readonly reason: string;
      /** The version that was looked at; the newest when absent. */
      readonly version: number | undefined;
    };

const VIEWS = ['open', 'snoozed', 'decided'];

/** @param words what stands after `conflicts`. @throws AppError INVALID_INPUT saying what to type */
export function conflictAction(words: readonly string[], options: ConflictOptions): ConflictAction {
  const [action = 'list', id, decision] = words;
  switch (action) {
    case 'list': {
      const view = options.view ?? 'open';
      if (!VIEWS.includes(view)) throw mistake(`--view is one of ${VIEWS.join(', ')}.`);
      return { action, view, project: options.project };
    }
    case 'show':
      return { action, id: number('Give the conflict: festinger conflicts show 12.', id) };
    case 'decide':
      return {
        action,
        id: number('Give the conflict: festinger conflicts decide 12 keep.', id),
        decision: decisionOf(decision, options),
        reason: options.reason ?? '',
        version: options.seen === undefined ? undefined : number('--seen is a version number.', options.seen),
      };
    default:
      throw mistake(`There is no \`festinger conflicts ${action}\`; say list, show or decide.`);
  }
}

function decisionOf(word: string | undefined, options: ConflictOptions): Decision {
  const given = {
    existingDimension: options['existing-dimension'],
    newDimension: options['new-dimension'],
    dimension: options.dimension,
    which: options.which,
    givesWay:
      options['gives-way'] === undefined
        ? undefined
        : number('--gives-way is the number of an edge.', options['gives-way']),
  };
  const parsed = Decision.safeParse({
    decision: word,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  });
  if (parsed.success) return parsed.data;
  throw mistake(
    `Decide one of ${DECISIONS.join(', ')}; split wants --existing-dimension and --new-dimension, move wants --dimension (and --which incoming|existing), and replace in a cycle takes --gives-way EDGE.`,
  );
}

function number(message: string, text: string | undefined): number {
  if (text === undefined || !/^\d{1,15}$/.test(text)) throw mistake(message);
  return Number(text);
}
