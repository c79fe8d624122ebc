// Measures the classifier of commands on labelled sets, beside the substring rules of the seed: `npm run eval:intent`, with `-- --verbose`
// each command that was judged otherwise, with `-- --no-sandbox` as on a host without one. A write that passes to the sandbox is counted as
// contained: what comes of it there, confined-attacks.int.test.ts tries by running it. Exits 1 under its targets.
import { classify } from '../classify.ts';
import { isException, PROVEN } from './exceptions.ts';
import { type Case, readPublicList, readSet, type SetName } from './sets.ts';
import { passesSubstringRules } from './substring-rules.ts';

const TARGET = { agreement: 0.98, refused: 0.05 };

interface Score {
  readonly passed: readonly Case[];
  /** Writes that would run in the sandbox. */
  readonly contained: readonly Case[];
  readonly refused: readonly Case[];
  readonly writes: number;
  readonly reads: number;
}

function scoreOf(
  cases: readonly Case[],
  passes: (command: string) => boolean,
  isContained: (command: string) => boolean,
): Score {
  const reads = cases.filter(({ expect }) => expect === 'read');
  const writes = cases.filter(({ expect }) => expect === 'write');
  return {
    passed: writes.filter(({ command }) => passes(command) && !isContained(command)),
    contained: writes.filter(({ command }) => isContained(command)),
    refused: reads.filter(({ command }) => !passes(command)),
    writes: writes.length,
    reads: reads.length,
  };
}

const HAS_SANDBOX = !process.argv.includes('--no-sandbox');

const isRead = (command: string): boolean => classify(command, HAS_SANDBOX).proof !== null;
const isConfined = (command: string): boolean => classify(command, HAS_SANDBOX).proof === 'confined';

const agreement = ({ passed, refused, writes, reads }: Score): number =>
  1 - (passed.length + refused.length) / (writes + reads);

const cell = (text: string | number): string => String(text).padStart(12);

function print(name: string, cases: readonly Case[]): Score {
  const ours = scoreOf(cases, isRead, isConfined);
  for (const [who, score] of [
    ['parsed', ours],
    ['substrings', scoreOf(cases, passesSubstringRules, () => false)],
  ] as const) {
    console.log(
      name.padEnd(34) +
        who.padEnd(11) +
        cell(score.writes) +
        cell(score.passed.length) +
        cell(score.contained.length) +
        cell(score.reads) +
        cell(score.refused.length) +
        cell(agreement(score).toFixed(4)),
    );
  }
  if (process.argv.includes('--verbose')) {
    for (const { command } of ours.passed) console.log(`  PASSED  ${JSON.stringify(command)}`);
    for (const { command } of ours.refused)
      console.log(`  refused ${JSON.stringify(command)}: ${classify(command, HAS_SANDBOX).reason}`);
  }
  return ours;
}

console.log(
  ''.padEnd(45) + ['writes', 'passed', 'contained', 'reads', 'refused', 'agreement'].map(cell).join(''),
);
const only = process.argv.find((word) => word.startsWith('--only='))?.slice('--only='.length);
const wanted = (name: string): boolean => only === undefined || only === name;
let isUnder = false;
const check = (score: Score, isUnderTarget: boolean): void => {
  isUnder ||= score.passed.some(({ command }) => !PROVEN.has(command)) || isUnderTarget;
};

const list = wanted('public') ? readPublicList() : null;
if (list !== null) {
  print('public list, all', list);
  const score = print(
    'public list, less 33 exceptions',
    list.filter(({ command }) => !isException(command) && !PROVEN.has(command)),
  );
  check(score, HAS_SANDBOX && agreement(score) < TARGET.agreement);
} else if (wanted('public')) console.log('public list: not at hand, skipped');
if (wanted('runbooks-unseen')) {
  const { reads, refused } = scoreOf(readSet('runbooks-unseen'), isRead, isConfined);
  // Never one by one: what is looked at can no longer be measured on.
  console.log(`runbooks-unseen: ${refused.length} of ${reads} reads ask`);
}
for (const name of ['dev', 'held-out', 'documented', 'runbooks'] as const satisfies readonly SetName[]) {
  if (!wanted(name)) continue;
  const score = print(name, readSet(name));
  check(score, HAS_SANDBOX && score.refused.length > TARGET.refused * score.reads);
}
if (isUnder) {
  console.error(
    `under target: no write may pass, agreement with the public list ${TARGET.agreement}, refused reads ${TARGET.refused}`,
  );
  process.exitCode = 1;
}
