// Two recollection blocks line by line: what stays, what comes, what goes, in reading order. Pure.
import { diffArrays } from 'diff';

export interface ComparedLine {
  readonly line: string;
  readonly change: 'stays' | 'comes' | 'goes';
}

/** A block's lines without its tags; none for no block. */
function linesOf(block: string | null): string[] {
  return block === null
    ? []
    : block.split('\n').filter((line) => line !== '<recollection>' && line !== '</recollection>');
}

export function compareBlocks(before: string | null, after: string | null): ComparedLine[] {
  return diffArrays(linesOf(before), linesOf(after)).flatMap(({ value, added, removed }) =>
    value.map((line) => ({ line, change: added ? 'comes' : removed ? 'goes' : 'stays' }) as const),
  );
}
