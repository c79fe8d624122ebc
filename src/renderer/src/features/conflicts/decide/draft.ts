// A decision while it is being made: what is typed so far, and the decision it comes to once nothing is missing.
// Pure. The core has the last word on what is allowed (conflicts.preview); here only what is plainly incomplete.
import type { Decision, DecisionKind, DecisionOptions } from '../../../../../shared/model/decision.ts';
import type { Conflict } from '../../../../../shared/model/graph.ts';

/** Beside j and k, x and /: one digit per decision, in the order of the buttons. */
export const DECISION_KEYS = {
  keep: '1',
  replace: '2',
  split: '3',
  move: '4',
  dismiss: '5',
} as const satisfies Record<DecisionKind, string>;

/** In the order of the buttons. */
export const DECISIONS = Object.keys(DECISION_KEYS) as DecisionKind[];

/** What a correction that only ends a fact leaves to decide. */
const ENDING: readonly DecisionKind[] = ['keep', 'replace', 'dismiss'];

/** The decisions that make sense for a conflict, in the order of the buttons. */
export function decisionsFor({ correction }: Pick<Conflict, 'correction'>): readonly DecisionKind[] {
  return correction === 'ends' ? ENDING : DECISIONS;
}

/** What a decision means: where nothing stands there is nothing that would count as confirmed. */
export const meansOf = (kind: DecisionKind, conflict: Conflict) =>
  kind === 'keep' && conflict.existing.parent === null ? 'keepEmpty' : wordFor(kind, conflict);

/** The word for a decision: what replaces a fact by nothing ends it. */
export function wordFor(
  kind: DecisionKind,
  { correction }: Pick<Conflict, 'correction'>,
): DecisionKind | 'end' {
  return correction === 'ends' && kind === 'replace' ? 'end' : kind;
}

export interface Draft {
  readonly kind: DecisionKind;
  readonly existingDimension: string;
  readonly newDimension: string;
  readonly dimension: string;
  readonly which: 'incoming' | 'existing';
  /** An edge of the cycle, where there is one. */
  readonly givesWay: number | null;
}

/** What a decision asks for before it can be made; `null` when one key is enough. */
export function formOf(
  kind: DecisionKind,
  conflict: Conflict,
  options: DecisionOptions | null,
): 'split' | 'move' | 'cycle' | null {
  if (kind === 'split' || kind === 'move') return kind;
  const asks = kind === 'replace' && conflict.collisionType === 'cycle';
  return asks && (options === null || options.cycle.length > 1) ? 'cycle' : null;
}

/** A draft with what the graph itself suggests filled in. */
export function startDraft(kind: DecisionKind, options: DecisionOptions | null): Draft {
  const split = options?.split;
  return {
    kind,
    existingDimension: split?.existingDimension ?? '',
    newDimension: split?.newDimension ?? '',
    dimension: '',
    which: 'incoming',
    givesWay: options?.cycle.find((edge) => edge.givesWay)?.edgeId ?? null,
  };
}

/** A draft begun before the options were here: what they suggest is filled in unless something was entered meanwhile. */
export function withOptions(draft: Draft, options: DecisionOptions): Draft {
  const untouched = (Object.entries(startDraft(draft.kind, null)) as [keyof Draft, unknown][]).every(
    ([field, blank]) => draft[field] === blank,
  );
  return untouched ? startDraft(draft.kind, options) : draft;
}

/** A decision that was proposed, as a draft to look at and change. */
export function draftOf(decision: Decision, options: DecisionOptions | null): Draft {
  const start = startDraft(decision.decision, options);
  switch (decision.decision) {
    case 'split':
      return {
        ...start,
        existingDimension: decision.existingDimension,
        newDimension: decision.newDimension,
      };
    case 'move':
      return { ...start, dimension: decision.dimension, which: decision.which };
    case 'replace':
      return { ...start, givesWay: decision.givesWay ?? start.givesWay };
    case 'keep':
    case 'dismiss':
      return start;
    default:
      return decision satisfies never;
  }
}

/** The known fact a decision is about, in words: what stands at the place, or in a cycle the fact that gives way. */
export function knownName(conflict: Conflict, options: DecisionOptions | null): string | null {
  if (conflict.existing.parent !== null) return conflict.existing.parent;
  const edge = options?.cycle.find((each) => each.givesWay);
  return edge ? `${edge.concept} → ${edge.parent}` : null;
}

export type Field = 'existingDimension' | 'newDimension' | 'dimension';
export type Gap = 'empty' | 'same' | 'here';

/** Two names mean the same dimension when only case and blanks differ, as the core reads them. */
const folded = (name: string): string => name.normalize('NFKC').trim().toLowerCase().replace(/\s+/g, '_');

/** What is plainly wrong with a field; null when the core may judge. */
export function gapOf(field: Field, draft: Draft, conflict: Conflict): Gap | null {
  const name = folded(draft[field]);
  if (name === '') return 'empty';
  if (field === 'newDimension' && name === folded(draft.existingDimension)) return 'same';
  if (field === 'dimension' && name === folded(conflict.dimension)) return 'here';
  return null;
}

const FIELDS: Record<DecisionKind, readonly Field[]> = {
  keep: [],
  replace: [],
  split: ['existingDimension', 'newDimension'],
  move: ['dimension'],
  dismiss: [],
};

/** The decision a draft comes to; null while something is missing. */
export function decisionOf(draft: Draft, conflict: Conflict): Decision | null {
  if (FIELDS[draft.kind].some((field) => gapOf(field, draft, conflict) !== null)) return null;
  switch (draft.kind) {
    case 'keep':
    case 'dismiss':
      return { decision: draft.kind };
    case 'replace':
      return draft.givesWay === null || conflict.collisionType !== 'cycle'
        ? { decision: 'replace' }
        : { decision: 'replace', givesWay: draft.givesWay };
    case 'split':
      return {
        decision: 'split',
        existingDimension: draft.existingDimension.trim(),
        newDimension: draft.newDimension.trim(),
      };
    case 'move':
      return { decision: 'move', dimension: draft.dimension.trim(), which: draft.which };
    default:
      return draft.kind satisfies never;
  }
}

/** Two decisions that would do the same have the same key. */
export const decisionKey = (decision: Decision): string =>
  JSON.stringify(Object.entries(decision).sort(([a], [b]) => (a < b ? -1 : 1)));

/** The words a model has for a decision, beside a person's. */
const MODEL_WORDS: Readonly<Record<string, DecisionKind>> = {
  decompose: 'split',
  update: 'replace',
  redimension: 'move',
};

/** The kind a recorded decision was, whoever worded it; null for a word this page does not know. */
export function recordedKind(word: string): DecisionKind | null {
  const kind = MODEL_WORDS[word] ?? word;
  return kind in DECISION_KEYS ? (kind as DecisionKind) : null;
}
