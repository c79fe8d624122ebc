// Measures the cue scanner on its labelled sets and prints the figures: `npm run eval:cues`.
// Exits 1 when the held-out set falls under the targets of memory.md "Cue scanner" or an agent prompt yields a triple.
// The dev set is for developing; the held-out set was written before the scanner and is never tuned on.
import { readFileSync } from 'node:fs';
import { scanCues } from '../cues.ts';
import { dictionaryLexicon } from './dictionary-lexicon.ts';

interface Label {
  readonly subject: string;
  readonly parent: string;
  readonly dim: string;
  readonly is_isa: boolean;
}

interface Example {
  readonly text: string;
  readonly role: 'user' | 'assistant';
  readonly triples: readonly Label[];
  readonly kind: string;
}

interface Score {
  right: number;
  wrong: number;
  missed: number;
}

const TARGET = { precision: 0.95, recall: 0.9 };

function load(file: string): Example[] {
  const lines = readFileSync(new URL(file, import.meta.url), 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Example);
}

function keyOf(label: Label): string {
  return `${label.subject} ${label.is_isa ? 'isa' : 'ispart'} ${label.parent} [${label.dim}]`;
}

const lexicon = dictionaryLexicon();

function scan(example: Example): string[] {
  const triples = scanCues(example.text, lexicon, { role: example.role });
  return triples.map((triple) => keyOf({ ...triple, is_isa: triple.isIsa }));
}

function rate(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole;
}

function percent(value: number): string {
  return value.toFixed(3);
}

function evaluate(name: string, examples: readonly Example[], verbose: boolean): Score {
  const total: Score = { right: 0, wrong: 0, missed: 0 };
  const kinds = new Map<string, Score & { sentences: number }>();
  for (const example of examples) {
    const wanted = new Set(example.triples.map(keyOf));
    const got = scan(example);
    const wrong = got.filter((key) => !wanted.has(key));
    const missed = [...wanted].filter((key) => !got.includes(key));
    const kind = kinds.get(example.kind) ?? {
      right: 0,
      wrong: 0,
      missed: 0,
      sentences: 0,
    };
    kind.sentences += 1;
    for (const score of [total, kind]) {
      score.right += got.length - wrong.length;
      score.wrong += wrong.length;
      score.missed += missed.length;
    }
    kinds.set(example.kind, kind);
    if (verbose && wrong.length + missed.length > 0) {
      console.log(`  ${JSON.stringify(example.text)}`);
      for (const key of wrong) console.log(`    wrong:  ${key}`);
      for (const key of missed) console.log(`    missed: ${key}`);
    }
  }
  const precision = rate(total.right, total.right + total.wrong);
  const recall = rate(total.right, total.right + total.missed);
  const f1 = rate(2 * precision * recall, precision + recall);
  const counts = `${total.right} right, ${total.wrong} wrong, ${total.missed} missed`;
  console.log(
    `${name}: ${examples.length} texts, precision ${percent(precision)}, recall ${percent(recall)}, F1 ${percent(f1)} (${counts})`,
  );
  for (const [kind, score] of kinds) {
    if (score.wrong + score.missed === 0) continue;
    console.log(`  ${kind}: ${score.sentences} texts, ${score.wrong} wrong, ${score.missed} missed`);
  }
  return total;
}

const verbose = process.argv.includes('--verbose');
const heldOutVerbose = process.argv.includes('--verbose-held-out');
evaluate('dev', load('cues-dev.jsonl'), verbose);
const heldOut = evaluate('held-out', load('cues-held-out.jsonl'), heldOutVerbose);
const prompts = load('agent-prompts.jsonl');
const fromPrompts = prompts.flatMap(scan);
console.log(`agent prompts: ${prompts.length} texts, ${fromPrompts.length} triples (0 wanted)`);
for (const key of fromPrompts) console.log(`  ${key}`);

const precise = rate(heldOut.right, heldOut.right + heldOut.wrong) >= TARGET.precision;
const complete = rate(heldOut.right, heldOut.right + heldOut.missed) >= TARGET.recall;
if (!precise || !complete || fromPrompts.length > 0) process.exitCode = 1;
