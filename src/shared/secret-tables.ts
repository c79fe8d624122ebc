// Secrets that are known by the heading of their column. Pure and linear. Used by secret-places.ts alone.
import { PASSWORD, raw, SHORT_PASSWORD } from './secret-words.ts';

const CELL_WORD = new RegExp(raw`^\W*(?:${PASSWORD}|${SHORT_PASSWORD}|secret|token|api[ _-]?key)\W*$`, 'iu');
const MAY_BE_HEADING = new RegExp(raw`(?:${PASSWORD}|${SHORT_PASSWORD}|secret|token|key)`, 'iu');
const ROWS = 200;

const RULE_CELL = /^\s*:?-{3,}:?\s*$/;

/** The same where a table was folded into one line: `| user | password | | --- | --- | | bob | ... |`. */
function foldedColumn(line: string, from: number, visit: (start: number, end: number) => void): void {
  const cells = line.split('|');
  const rule = cells.findIndex((cell) => RULE_CELL.test(cell));
  let width = 0;
  while (RULE_CELL.test(cells[rule + width] ?? '')) width++;
  const heading = cells.slice(Math.max(0, rule - 1 - width), rule - 1);
  const column = heading.findIndex((cell) => CELL_WORD.test(cell));
  if (width === 0 || column < 0) return;
  let at = from;
  for (const [i, cell] of cells.entries()) {
    const place = (i - rule) % (width + 1);
    if (i > rule + width && place === column && /[\p{L}\p{N}]/u.test(cell)) visit(at, at + cell.length);
    at += cell.length + 1;
  }
}

/** Calls back with the cells below a password's heading: in tables of Markdown, CSV and TSV. */
export function visitCells(text: string, visit: (start: number, end: number) => void): void {
  let heading: { column: number; columns: number; mark: string; rows: number } | null = null;
  for (let from = 0; from < text.length; ) {
    const newline = text.indexOf('\n', from);
    const end = newline < 0 ? text.length : newline;
    const line = end - from <= 2000 ? text.slice(from, end) : '';
    const cells: string[] = heading ? line.split(heading.mark) : [];
    if (heading && cells.length === heading.columns && heading.rows-- > 0) {
      const start = from + cells.slice(0, heading.column).reduce((sum, cell) => sum + cell.length + 1, 0);
      const cell = cells[heading.column] as string;
      if (/[\p{L}\p{N}]/u.test(cell)) visit(start, start + cell.length);
    } else {
      heading = headingOf(line);
      if (line.includes('---')) foldedColumn(line, from, visit);
    }
    from = end + 1;
  }
}

function headingOf(line: string) {
  if (line === '' || !MAY_BE_HEADING.test(line)) return null;
  for (const mark of ['|', '\t', ',', ';']) {
    const cells = line.split(mark);
    if (cells.length < 2 || cells.some((cell) => cell.length > 60)) continue;
    const column = cells.findIndex((cell) => CELL_WORD.test(cell));
    if (column >= 0) return { column, columns: cells.length, mark, rows: ROWS };
  }
  return null;
}
