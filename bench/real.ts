// How true the memory is on real text: measures every directory of labelled material and prints the figures with what they are
// shares of. What is not labelled yet is written out for a person to label. Judges nothing itself and exits 1 only when it cannot
// measure. docs/eval-real.md says what a directory holds.
//   npm run eval:real -- [--material DIR]... [--only PART,PART]... [--json FILE] [--unlabelled FILE] [--verbose]
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { graphToExplain } from '../src/main/cli/explain/explain-graph.ts';
import { ordinaryWords } from '../src/main/store/words/word-lists.ts';
import { readWordLists } from '../src/main/store/words/word-lists-read.ts';
import { falseAlarms, loopsFound } from './real/loops.ts';
import { type Judged, type Material, readMaterial } from './real/material.ts';
import { questionsOf } from './real/questions.ts';
import { paragraphsOf, precisionOf, readerOf, readPrompts, recallOf } from './real/reading.ts';
import { recalledOf } from './real/recalled.ts';
import {
  type Part,
  type Report,
  sayAlarms,
  sayLab,
  sayLoops,
  sayPrecision,
  sayPrompts,
  sayQuestions,
  sayRecall,
  sayTools,
} from './real/say.ts';
import { toolsOn } from './real/tools.ts';

/** Beside the checkout. */
const DEFAULT_MATERIAL = join(import.meta.dirname, '..', '..', 'shared', 'data', 'real');

const { values } = parseArgs({
  options: {
    material: { type: 'string', multiple: true, default: [DEFAULT_MATERIAL] },
    only: { type: 'string', multiple: true, default: [] },
    json: { type: 'string' },
    unlabelled: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
});

// A path that is no data directory: the dictionary and the seed's dimensions, nothing learnt.
const read = readerOf(await graphToExplain(join(import.meta.dirname, 'no-data-directory')));
const words = ordinaryWords(await readWordLists());

/** Measures one part of a directory; null where the material for it is absent. */
const PARTS: Record<Part, (material: Material) => Promise<Report | null> | Report | null> = {
  reading: ({ judged }) => judged && sayPrecision(precisionOf(judged, judged, read)),
  recall: ({ sentences }) => sentences && sayRecall(recallOf(sentences, read)),
  docs: ({ docs, judged }) => docs && sayPrecision(precisionOf(paragraphsOf(docs), judged ?? [], read)),
  prompts: ({ prompts }) => prompts && sayPrompts(prompts.length, readPrompts(prompts, read)),
  lab: async ({ lab }) => lab && sayLab(await recalledOf(lab, words)),
  questions: async ({ requests }) => requests && sayQuestions(await questionsOf(requests)),
  loops: ({ loops }) => loops && sayLoops(loopsFound(loops)),
  healthy: ({ healthy }) => healthy && sayAlarms(falseAlarms(healthy)),
  tools: (material) => {
    const tools = toolsOn(material);
    return tools && sayTools(tools);
  },
};

function readOrLeave(dir: string): Material {
  try {
    return readMaterial(dir);
  } catch (error) {
    console.error(`${(error as Error).message}\n--material DIR names another directory (docs/eval-real.md)`);
    process.exit(1);
  }
}

const isPart = (name: string): name is Part => name in PARTS;
const only = values.only.flatMap((parts) => parts.split(','));
const wanted = only.length > 0 ? only : Object.keys(PARTS);
const unlabelled: Judged[] = [];
const figures: Record<string, Record<string, unknown>> = {};

for (const dir of values.material.map((given) => resolve(given))) {
  const material = readOrLeave(dir);
  const ofDir: Record<string, unknown> = {};
  figures[dir] = ofDir;
  console.log(`\n${dir}`);
  for (const part of wanted) {
    if (!isPart(part)) throw new Error(`--only ${part}: one of ${Object.keys(PARTS).join(', ')}`);
    const report = await PARTS[part](material);
    ofDir[part] = report?.figures ?? null;
    if (!report) {
      console.log(`  ${part}: no material`);
      continue;
    }
    for (const line of report.lines) console.log(`  ${part}: ${line}`);
    if (values.verbose) for (const line of report.details) console.log(`      ${line}`);
    unlabelled.push(...report.unlabelled);
  }
}

const write = (file: string, value: unknown) => writeFileSync(file, `${JSON.stringify(value, null, 1)}\n`);
if (values.json !== undefined) write(values.json, figures);
if (values.unlabelled !== undefined) write(values.unlabelled, unlabelled);
