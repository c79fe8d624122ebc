// Rows of the traffic log as a file's text. Pure. Called by the API.
import type { TrafficRow } from '../../../shared/model/traffic.ts';

const NESTED = ['timings', 'usage', 'loop'] as const;

/** A row without nested members: `timings.addedMs` becomes a column of that name. */
function flat(row: TrafficRow): Record<string, unknown> {
  const { timings, usage, loop, leftOut, ...rest } = row;
  const nested = { timings, usage, loop };
  const columns: Record<string, unknown> = { ...rest };
  for (const name of NESTED) {
    for (const [key, value] of Object.entries(nested[name] ?? {})) columns[`${name}.${key}`] = value;
  }
  for (const { what, amount } of leftOut) columns[`leftOut.${what}`] = amount;
  return columns;
}

/** A cell: quoted where it must be, and never read as a formula by a spreadsheet. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = Array.isArray(value) ? value.join(' ') : String(value);
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** @param now epoch milliseconds, for the file's name */
export function exportRows(
  rows: readonly TrafficRow[],
  format: 'jsonl' | 'csv',
  now: number,
): { fileName: string; text: string; rows: number } {
  const stamp = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-');
  const fileName = `festinger-traffic-${stamp}.${format}`;
  if (format === 'jsonl')
    return { fileName, text: rows.map((row) => `${JSON.stringify(row)}\n`).join(''), rows: rows.length };
  const lines = rows.map(flat);
  const names = [...new Set(lines.flatMap((line) => Object.keys(line)))];
  const text = [names, ...lines.map((line) => names.map((name) => line[name]))]
    .map((cells) => `${cells.map(cell).join(',')}\r\n`)
    .join('');
  return { fileName, text, rows: rows.length };
}
