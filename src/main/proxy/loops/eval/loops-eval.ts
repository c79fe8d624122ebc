// Measures the loop rules on the labelled corpus beside the published rules of other programs: `npm run eval:loops`, with
// `-- --verbose` each miss. Exits 1 under its targets. A trace is replayed as the requests an agent would send;
// found means a finding in any of them, so one finding anywhere in a look-alike is a false alarm.
// The classes named "hard" were written to be missed or mistaken; they are counted like all others.
//
// What was found the first time each batch was run: scripted and hand-made traces 0.891 recall at 0.980 precision, where the
// misses were a fault of the stream's hash table beside the hard ones; the "fresh" batch, written when the rules stood,
// 12 of 13 loops and none of 16 look-alikes. The one that was missed led to a rule of masking (systemd's "Process: 4711").
import { type Measured, measureAll, OURS, PROGRAMS, scoreOf } from './measure.ts';

const TARGET = { recall: 0.95, precision: 0.98 };
const CELL = 13;

const row = (first: string, cells: readonly string[]): void =>
  console.log(first.padEnd(50) + cells.map((cell) => cell.padStart(CELL)).join(''));

/** Share found, and how soon: turns, or characters of a stream. */
function caughtCell(of: readonly Measured[], program: string): string {
  const found = of.flatMap(({ byProgram }) => (byProgram[program]?.found ? [byProgram[program]] : []));
  if (found.length === 0) return '-';
  const delay = found.reduce((sum, one) => sum + one.delay, 0) / found.length;
  return `${(found.length / of.length).toFixed(2)} @${delay.toFixed(of[0]?.unit === 'turns' ? 1 : 0)}`;
}

function alarmCell(of: readonly Measured[], program: string): string {
  const count = of.filter(({ byProgram }) => byProgram[program]?.found).length;
  return count === 0 ? '-' : String(count);
}

function printClasses(title: string, of: readonly Measured[], cell: typeof caughtCell): void {
  row(title, ['traces', ...PROGRAMS]);
  for (const kind of new Set(of.map((one) => one.kind))) {
    const members = of.filter((one) => one.kind === kind);
    row(`  ${kind}`, [String(members.length), ...PROGRAMS.map((program) => cell(members, program))]);
  }
}

const measured = measureAll();
const loops = measured.filter(({ isLoop }) => isLoop);
const fine = measured.filter(({ isLoop }) => !isLoop);
printClasses('loops: recall @turns (streams: @characters)', loops, caughtCell);
console.log();
printClasses('look-alikes: false alarms', fine, alarmCell);
console.log();
const scores = PROGRAMS.map((program) => scoreOf(program, measured));
row('all', [String(measured.length), ...PROGRAMS]);
row('  recall', [String(loops.length), ...scores.map(({ recall }) => recall.toFixed(3))]);
row('  precision', [String(fine.length), ...scores.map(({ precision }) => precision.toFixed(3))]);
if (process.argv.includes('--verbose')) {
  for (const { id, kind, isLoop, byProgram } of measured) {
    if (byProgram[OURS]?.found !== isLoop)
      console.log(`${isLoop ? 'missed' : 'false alarm'}: ${id} (${kind})`);
  }
}
const { recall, precision } = scoreOf(OURS, measured);
if (recall < TARGET.recall || precision < TARGET.precision) {
  console.error(`under target: recall ${TARGET.recall}, precision ${TARGET.precision}`);
  process.exitCode = 1;
}
