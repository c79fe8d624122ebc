// A unified diff as lines to draw: what is taken out, what comes in, what stays beside it. Pure. Used by the approval's card.
export interface DiffLine {
  readonly kind: 'added' | 'removed' | 'same' | 'place';
  readonly text: string;
}

/** Names of files stand on the card already. */
const isFileName = (line: string): boolean => line.startsWith('--- ') || line.startsWith('+++ ');

function lineOf(line: string): DiffLine {
  if (line.startsWith('@@')) return { kind: 'place', text: line };
  if (line.startsWith('+')) return { kind: 'added', text: line.slice(1) };
  if (line.startsWith('-')) return { kind: 'removed', text: line.slice(1) };
  return { kind: 'same', text: line.startsWith(' ') ? line.slice(1) : line };
}

/** File names before the first place are left out; after it they are text that happens to begin like one. */
export function diffLines(diff: string): DiffLine[] {
  const lines = diff.replace(/\n$/, '').split('\n');
  const first = lines.findIndex((line) => line.startsWith('@@'));
  return lines.filter((line, at) => at > first || !isFileName(line)).map(lineOf);
}
