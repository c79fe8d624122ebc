// Measures the pipeline of briefs on advisories of our own with scripted models of differing quality: `npm run eval:briefs`, with `-- --verbose` each honest answer that
// was refused and each lie with another code. Exits 1 where a lie comes through, or a claim is shown that what it cites does not hold.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../../store/store.ts';
import { CLOCK, readCases, type SetName } from './cases.ts';
import { type Figures, runBriefs } from './run-briefs.ts';

/** Ways in which the careful model words each prompt. */
const MANNERS = 4;
const COLUMNS = [10, 11, 9, 8, 10, 10, 9, 8, 10, 6, 9];

const line = (cells: readonly (string | number)[]): string =>
  cells
    .map((cell, at) =>
      at < 2 ? String(cell).padEnd(COLUMNS[at] ?? 0) : String(cell).padStart(COLUMNS[at] ?? 0),
    )
    .join('');
const share = (part: number, whole: number): string => (whole === 0 ? '–' : (part / whole).toFixed(3));

function print(rows: readonly Figures[], isShown: boolean): void {
  for (const row of rows) {
    console.log(
      `${line([
        ...[
          row.set,
          row.model,
          row.strict ? 'strict' : 'lenient',
          row.briefs,
          row.accepted,
          row.reasked,
          row.refused,
        ],
        ...[row.claims, share(row.held, row.claims), row.lies, row.through.length],
      ])}  ${[...row.codes].map(([code, count]) => `${code} ${count}`).join(', ')}`,
    );
    for (const one of [...row.through, ...row.unheld]) if (isShown) console.log(`    ! ${one}`);
    if (isShown && process.argv.includes('--verbose')) {
      if (row.strict) for (const one of row.alarms) console.log(`    refused: ${one}`);
      if (row.strict && row.model !== 'careless')
        for (const one of row.otherwise) console.log(`    otherwise: ${one}`);
    }
  }
}

const dir = mkdtempSync(join(tmpdir(), 'briefs-eval-'));
try {
  const log = { info() {}, warn() {}, error() {} };
  await using store = await openStore({ databasePath: join(dir, 'eval.db'), clock: CLOCK, log });
  console.log(
    line([
      'set',
      'model',
      'faults',
      'briefs',
      'accepted',
      're-asked',
      'refused',
      'claims',
      'coverage',
      'lies',
      'through',
    ]),
  );
  const all: Figures[] = [];
  for (const set of ['dev', 'held-out'] as const satisfies readonly SetName[]) {
    const rows = await runBriefs({ store, set, cases: readCases(set), manners: MANNERS });
    // The held-out half is counted, and looked at where that is asked for alone.
    print(rows, set === 'dev' || process.argv.includes('--held-out'));
    all.push(...rows);
  }
  const through = all.reduce((sum, row) => sum + row.through.length, 0);
  const unheld = all.reduce((sum, row) => sum + row.claims - row.held, 0);
  if (through + unheld > 0) {
    console.error(`${through} lies came through, ${unheld} claims are not held by what they cite`);
    process.exitCode = 1;
  }
} finally {
  rmSync(dir, { recursive: true, force: true });
}
