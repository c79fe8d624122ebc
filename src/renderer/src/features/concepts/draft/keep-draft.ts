// The draft in this browser, so that a reload loses no edit. What was not kept by this program is no draft; what an edit may be is the
// core's to say, which reads each of them before anything is done. Source: console, Rules.
import type { GraphEdit } from '../../../../../shared/model/memory/graph-edit.ts';

type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const KEY = 'festinger.concepts.draft';

const isEdit = (value: unknown): value is GraphEdit =>
  typeof value === 'object' && value !== null && typeof (value as { edit?: unknown }).edit === 'string';

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
