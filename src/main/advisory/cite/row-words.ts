// A row of a table as it is read: each cell behind the words that head its column. Whoever looks at what stands in front of a version looks at them too. Judges nothing;
// linear. Used by fixed-claims.ts and remediation.ts. Source: advisory, Guardrails.
import type { Block } from './blocks.ts';
import { blanked, type Reading } from './reading.ts';

/** Cells that are headed; of wider tables the rest is read without. */
const MOST_COLUMNS = 24;

/** @returns the words of a sentence or row that begins at this place, without markers */
export function wordsOf(reading: Reading): (start: number, end: number) => string {
  const prose = blanked(reading.text, reading.markers);
  const heads = new Map<number, Block>();
  let head: Block | null = null;
  for (const block of reading.blocks) {
    if (block.kind === 'head-row') head = block;
    else if (block.kind === 'row' && head !== null) heads.set(block.start, head);
    else head = null;
  }
  const rows = new Map(reading.blocks.map((block) => [block.start, block]));
  return (start, end) => {
    const above = heads.get(start);
    const row = rows.get(start);
    if (above === undefined || row === undefined) return prose.slice(start, end);
    return row.parts
      .map((cell, at) => {
        const title = at < MOST_COLUMNS ? above.parts[at] : undefined;
        const words = title === undefined ? '' : prose.slice(title.start, title.end).trim().slice(0, 60);
        return `${words === '' ? '' : `${words}: `}${prose.slice(cell.start, cell.end).trim()}`;
      })
      .join(' | ');
  };
}
