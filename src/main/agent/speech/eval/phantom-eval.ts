// Measures the detector of phantoms on labelled answers: `npm run eval:phantom`, with `-- FILE...` on files of JSON Lines instead. Lists what was judged
// wrongly, but of the held-out half only with `--held-out`: who looks at it while writing rules spoils it. Exits 1 under the target.
import { claimsIn } from '../phantom.ts';
import { measure, TARGET } from './measure.ts';
import { type Labelled, readLabelled, readSet } from './sets.ts';

const cell = (text: string | number): string => String(text).padStart(12);

/** @returns whether it is under the target */
function print(name: string, answers: readonly Labelled[], lists: boolean): boolean {
  const { phantoms, honest, wronged, missed, precision, recall } = measure(answers);
  const counts = [phantoms, missed.length, honest, wronged.length];
  console.log(name.padEnd(24) + [...counts, precision.toFixed(4), recall.toFixed(4)].map(cell).join(''));
  if (lists) {
    for (const { text } of missed) console.log(`  missed   ${JSON.stringify(text)}`);
    for (const { text } of wronged)
      console.log(`  wronged  ${JSON.stringify(text)}: ${JSON.stringify(claimsIn(text)[0]?.text)}`);
  }
  return precision < TARGET || recall < TARGET;
}

console.log(
  ''.padEnd(24) + ['phantoms', 'missed', 'honest', 'wronged', 'precision', 'recall'].map(cell).join(''),
);
const words = process.argv.slice(2);
const files = words.filter((word) => !word.startsWith('--'));
const isUnder =
  files.length > 0
    ? files.map((file) => print(file, readLabelled(file), true))
    : [
        print('development', readSet('dev'), true),
        print('held-out', readSet('held-out'), words.includes('--held-out')),
      ];
if (isUnder.includes(true)) {
  console.error(`under target: precision and recall of at least ${TARGET}`);
  process.exitCode = 1;
}
