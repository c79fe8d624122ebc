// How true the reader is on labelled sentences. With a model: what it reads after the checks, of what is there. Without one: what the
// checks do with true statements and with every mistake of `reader/labelled.ts`. Prints figures and judges nothing.
//   npm run eval:reader -- [--material FILE]... [--seed N] [--verbose]
//   npm run eval:reader -- --model NAME [--provider ollama|openai|claude] [--url URL] [--key-env VARIABLE] [--material FILE]...
// FILE is a list of {text, expect, optional?}, as docs/eval-real.md describes for "recall"; left out, the sentences that ship with the rules.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { systemClock } from '../src/main/core/clock.ts';
import { dictionaryLexicon } from '../src/main/graph/eval/dictionary-lexicon.ts';
import { ModelNetwork } from '../src/main/llm/call-guard.ts';
import { wordsOnly } from '../src/main/llm/model-desk.ts';
import { openChatModel } from '../src/main/llm/open-chat-model.ts';
import { readSentences } from '../src/main/memory/reader/read-sentences.ts';
import { MOST_SENTENCES } from '../src/main/memory/reader/reader-question.ts';
import { SEED_DIMENSIONS } from '../src/shared/model/graph.ts';
import { Provider } from '../src/shared/model/language-model.ts';
import { type Labelled, shippedLabels } from './reader/labelled.ts';
import { type Answering, measureChecks, measureReading } from './reader/measure.ts';
import { Sentence } from './real/material.ts';

const { values } = parseArgs({
  options: {
    material: { type: 'string', multiple: true, default: [] },
    model: { type: 'string' },
    provider: { type: 'string', default: 'ollama' },
    url: { type: 'string', default: 'http://127.0.0.1:11434' },
    'key-env': { type: 'string' },
    seed: { type: 'string', default: '38' },
    verbose: { type: 'boolean', default: false },
  },
});

const OPTIONS = { maxTokens: 4096, timeoutMs: 600_000, temperature: 0 } as const;
const lexicon = dictionaryLexicon();

/** A file of labelled sentences. @throws Error that says which file, and what is wrong in it */
function labelsOf(file: string): Labelled[] {
  const read = z.array(Sentence).safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (!read.success) throw new Error(`${file}: ${z.prettifyError(read.error)}`);
  return read.data;
}

/** A model that answers for itself. */
function modelAnswers(modelName: string): Answering {
  const keyVariable = values['key-env'];
  const endpoint = {
    provider: Provider.parse(values.provider),
    baseUrl: values.url.replace(/\/$/, ''),
    isOfficial: false,
    modelName,
    apiKey: () => (keyVariable === undefined ? null : (process.env[keyVariable] ?? null)),
    contextTokens: null,
  };
  const model = openChatModel(endpoint, new ModelNetwork(systemClock));
  const ask = async ({ system, prompt, schema }: { system: string; prompt: string; schema: never }) => {
    const pieces: string[] = [];
    const request = { ...OPTIONS, system, messages: [{ role: 'user' as const, content: prompt }], schema };
    for await (const event of model.chat(request)) if (event.type === 'text') pieces.push(event.text);
    return { text: wordsOnly(pieces.join('')), model: modelName, inputTokens: 0, outputTokens: 0, ms: 0 };
  };
  const dimensions = SEED_DIMENSIONS.map(({ token, question, isIsa }) => ({
    ...{ dimension: token, question, usually_is_isa: isIsa },
  }));
  return async (sentences) => {
    const readings = [];
    for (let from = 0; from < sentences.length; from += MOST_SENTENCES) {
      const some = sentences.slice(from, from + MOST_SENTENCES);
      readings.push(
        ...(await readSentences({ model: { ask: ask as never }, lexicon }, some, dimensions)).readings,
      );
    }
    return readings;
  };
}

const share = (part: number, whole: number): string =>
  `${part} of ${whole} (${((100 * part) / Math.max(1, whole)).toFixed(2)} %)`;

async function report(name: string, texts: readonly Labelled[]): Promise<void> {
  console.log(`\n${name}: ${texts.length} texts`);
  if (values.model === undefined) {
    const { true: all, lost, mistakes, pairs } = measureChecks(texts, lexicon, Number(values.seed));
    console.log(`  true statements refused: ${share(lost.length, all)}`);
    const made = [...mistakes.values()].reduce((sum, one) => sum + one.made, 0);
    const taken = [...mistakes.values()].reduce((sum, one) => sum + one.taken.length, 0);
    console.log(`  mistakes refused: ${share(made - taken, made)}`);
    for (const [mistake, one] of mistakes)
      console.log(`    ${mistake}: ${share(one.made - one.taken.length, one.made)}`);
    console.log(`  wrong pairs of names refused: ${share(pairs.made - pairs.taken.length, pairs.made)}`);
    if (values.verbose)
      for (const line of [
        ...lost,
        ...pairs.taken.map((text) => `wrong pair: ${text}`),
        ...[...mistakes].flatMap(([what, one]) => one.taken.map((text) => `${what}: ${text}`)),
      ])
        console.log(`    ${line}`);
    return;
  }
  const figures = await measureReading(texts, lexicon, modelAnswers(values.model));
  console.log(`  found: ${share(figures.found, figures.expected)}`);
  console.log(`  wrong: ${share(figures.wrong, figures.read)} read`);
  console.log(`  texts that state nothing, read all the same: ${share(figures.silentRead, figures.silent)}`);
  for (const [refusal, times] of [...figures.refusals].sort(([, a], [, b]) => b - a))
    console.log(`    refused ${times}: ${refusal}`);
  if (values.verbose) for (const line of figures.misses) console.log(`    ${line}`);
}

if (values.material.length > 0) for (const file of values.material) await report(file, labelsOf(file));
else for (const file of ['cues-dev', 'cues-held-out'] as const) await report(file, shippedLabels(file));
