// Measures what is looked up for messages on labelled ones: `npm run eval:prefetch`. Lists what was judged wrongly, but of the held-out half only with
// `--held-out`: who looks at it while writing rules spoils it. Exits 1 where precision is under the target.
import { readDictionary } from '../../../store/words/dictionary.ts';
import { measure, TARGET } from './measure.ts';
import { readSet, type SetName } from './sets.ts';

const dictionary = new Set(readDictionary());
const cell = (text: string | number): string => String(text).padStart(11);

/** @returns whether it is under the target */
function print(name: SetName, lists: boolean): boolean {
  const figures = measure(readSet(name), (word) => dictionary.has(word));
  const { messages, named, found, misjudged, precision, recall } = figures;
  const counts = [messages, named, found, misjudged.length];
  console.log(name.padEnd(12) + [...counts, precision.toFixed(4), recall.toFixed(4)].map(cell).join(''));
  for (const { text, wrong, missed } of lists ? misjudged : [])
    console.log(`  ${JSON.stringify(text)}${told('in vain', wrong)}${told('not looked up', missed)}`);
  return precision < TARGET;
}

const told = (what: string, ids: readonly string[]): string =>
  ids.length === 0 ? '' : `\n      ${what}: ${ids.join(', ')}`;

console.log(
  ''.padEnd(12) + ['messages', 'named', 'looked up', 'misjudged', 'precision', 'recall'].map(cell).join(''),
);
const isUnder = [print('dev', true), print('held-out', process.argv.includes('--held-out'))];
if (isUnder.includes(true)) {
  console.error(`under target: a precision of at least ${TARGET}`);
  process.exitCode = 1;
}
