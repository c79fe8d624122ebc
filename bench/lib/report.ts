// How benchmarks say what they measured: a table on stdout, JSON in bench/results/, and what machine it was.
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';

const RESULTS = join(import.meta.dirname, '..', 'results');

export const machine = { node: process.version, cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length };

/** Prints rows under their headings, aligned to the right. */
export function printTable(headings: readonly string[], rows: readonly (readonly string[])[]): void {
  const table = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  for (const row of table)
    console.log(row.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  '));
}

/** Writes `bench/results/<name>.json` with the machine beside the figures. */
export function writeResults(name: string, figures: object): void {
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(join(RESULTS, `${name}.json`), `${JSON.stringify({ machine, ...figures }, null, 2)}\n`);
  console.log(`written to bench/results/${name}.json`);
}

export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
