// The draft in this browser, so that a reload loses no edit. What was not kept by this program is no draft; what an edit may be is the
// core's to say, which reads each of them before anything is done. Source: console, Rules.
import type { GraphEdit } from '../../../../../shared/model/memory/graph-edit.ts';

type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const KEY = 'festinger.concepts.draft';

/** Whether what was kept under a key (null: everything) is the draft. */
export const isKeptAt = (key: string | null): boolean => key === null || key === KEY;

const isText = (value: unknown) => typeof value === 'string';
const isList = (value: unknown) => Array.isArray(value);
const isParts = (value: unknown) =>
  Array.isArray(value) &&
  value.every((part: unknown) => isText((part as { dimension?: unknown } | null)?.dimension));

/** What each kind has to have to be shown at all; a program of another version may have kept something else. */
const SHAPES: Readonly<Record<GraphEdit['edit'], Readonly<Record<string, (value: unknown) => boolean>>>> = {
  add: { concept: isText, parent: isText, dimension: isText },
  move: { edges: isList },
  retire: { edges: isList },
  rename: { name: isText, to: isText },
  merge: { names: isList, into: isText },
  dimension: { name: isText },
  split: { dimension: isText, parts: isParts },
  end_dimension: { dimension: isText },
};

function isEdit(value: unknown): value is GraphEdit {
  if (typeof value !== 'object' || value === null) return false;
  const { edit, ...rest } = value as { edit?: unknown } & Record<string, unknown>;
  if (typeof edit !== 'string' || !Object.hasOwn(SHAPES, edit)) return false;
  return Object.entries(SHAPES[edit as GraphEdit['edit']]).every(([field, fits]) => fits(rest[field]));
}

export function readKept(storage: Kept): readonly GraphEdit[] {
  try {
    const read: unknown = JSON.parse(storage.getItem(KEY) ?? '[]');
    return Array.isArray(read) && read.every(isEdit) ? read : [];
  } catch {
    return [];
  }
}

export function keep(storage: Kept, edits: readonly GraphEdit[]): void {
  try {
    if (edits.length === 0) storage.removeItem(KEY);
    else storage.setItem(KEY, JSON.stringify(edits));
  } catch {
    // A browser that keeps nothing: the draft lasts as long as the page.
  }
}
