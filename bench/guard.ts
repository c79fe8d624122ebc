// Measures the guard on labelled texts: `npm run eval:guardrails`, with `-- --verbose` each text that was judged otherwise. Exits 1 under
// its targets.

import { guardText } from '../src/main/advisory/guard/guard.ts';
import { Labels } from '../src/main/advisory/guard/redact-typed.ts';
import { type GuardCase, readSet, type SetName } from './guard/sets.ts';

/** Of the texts that must be caught, and of those that must not. */
const TARGET = { detection: 0.9, falseAlarms: 0.05 };

const wrong = { caught: 0, alarms: 0, counts: 0 };

interface Judged extends GuardCase {
  readonly isCaught: boolean;
  readonly isRight: boolean;
  readonly hasCounts: boolean;
}

function judge(row: GuardCase): Judged {
  const found = guardText(row, new Labels());
  const wanted = Object.entries(row.redactions ?? {});
  const counts: Readonly<Record<string, number>> = found.redactions;
  return {
    ...row,
    isCaught: found.verdict !== 'allow',
    isRight: found.verdict === row.verdict && found.code === row.code,
    hasCounts:
      wanted.length === Object.keys(counts).length && wanted.every(([type, n]) => counts[type] === n),
  };
}

const share = (part: number, whole: number): string =>
  `${part} of ${whole} (${(part / Math.max(1, whole)).toFixed(3)})`;

function print(set: SetName, scope: GuardCase['scope']): void {
  const rows = readSet(set)
    .filter((row) => row.scope === scope)
    .map(judge);
  const bad = rows.filter(({ verdict }) => verdict !== 'allow');
  const good = rows.filter(({ verdict }) => verdict === 'allow');
  const caught = bad.filter(({ isCaught, isRight }) => isCaught && isRight);
  const alarms = good.filter(({ isCaught }) => isCaught);
  const counted = rows.filter(({ hasCounts }) => hasCounts);
  console.log(
    set.padEnd(10) +
      scope.padEnd(10) +
      share(caught.length, bad.length).padStart(20) +
      share(alarms.length, good.length).padStart(20) +
      share(counted.length, rows.length).padStart(22),
  );
  if (process.argv.includes('--verbose')) {
    for (const { text, isRight, hasCounts, verdict } of rows)
      if (!isRight || !hasCounts)
        console.log(`  ${isRight ? 'counts' : `not ${verdict}`} ${JSON.stringify(text)}`);
  }
  if (caught.length < TARGET.detection * bad.length) wrong.caught++;
  if (alarms.length > TARGET.falseAlarms * good.length) wrong.alarms++;
  if (counted.length < TARGET.detection * rows.length) wrong.counts++;
}

console.log(
  `${''.padEnd(20)}${'caught'.padStart(20)}${'false alarms'.padStart(20)}${'counts right'.padStart(22)}`,
);
const only = process.argv.find((word) => word.startsWith('--only='))?.slice('--only='.length);
for (const set of ['dev', 'held-out'] as const)
  for (const scope of ['operator', 'evidence'] as const)
    if (only === undefined || only === set) print(set, scope);
if (wrong.caught + wrong.alarms + wrong.counts > 0) {
  console.error(
    `under target: caught ${TARGET.detection}, false alarms ${TARGET.falseAlarms}, counts ${TARGET.detection}`,
  );
  process.exitCode = 1;
}
