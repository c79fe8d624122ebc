// Which facts of a lab a prompt about it is shown: the lab is told to a whole program over HTTP; each prompt is then the first request
// of a conversation of its own, explained as `festinger explain prompt` does. Called by real.ts.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { graphToExplain } from '../../src/main/cli/explain/explain-graph.ts';
import { startTestCore } from '../../src/main/core/testing/start-test-core.ts';
import type { ConceptGraph } from '../../src/main/graph/columns/concept-graph.ts';
import type { OrdinaryWords } from '../../src/main/graph/text/particular.ts';
import { explainPrompt } from '../../src/main/proxy/enrich/explain-prompt.ts';
import { DEFAULT_SETTINGS } from '../../src/shared/model/settings.ts';
import { readBlock } from './block.ts';
import type { Lab } from './material.ts';

export interface Shown {
  readonly needed: number;
  readonly shown: number;
  /** Lines of facts, and those of them that the prompt does not need. */
  readonly lines: number;
  readonly unneeded: number;
  /** Words asked about; beside the lines. */
  readonly asked: string[];
}

export interface LabFigures {
  readonly all: Shown;
  readonly byClass: ReadonlyMap<string, Shown>;
  readonly misses: { readonly text: string; readonly missing: string[]; readonly unneeded: string[] }[];
}

const NOTHING: Shown = { needed: 0, shown: 0, lines: 0, unneeded: 0, asked: [] };

const sum = (a: Shown, b: Shown): Shown => ({
  needed: a.needed + b.needed,
  shown: a.shown + b.shown,
  lines: a.lines + b.lines,
  unneeded: a.unneeded + b.unneeded,
  asked: [...a.asked, ...b.asked],
});

/** @throws Error when the program refuses a fact of the lab */
export async function recalledOf({ facts, prompts }: Lab, ordinaryWords: OrdinaryWords): Promise<LabFigures> {
  const graph = await graphOf(facts);
  const byClass = new Map<string, Shown>();
  const misses: LabFigures['misses'] = [];
  for (const prompt of prompts) {
    const body = { model: 'm', messages: [{ role: 'user', content: prompt.text }] };
    const { block } = explainPrompt('chat', body, graph, DEFAULT_SETTINGS, { ordinaryWords });
    const { concepts, asked } = readBlock(block);
    const missing = prompt.needed.filter((name) => !concepts.includes(name));
    const unneeded = concepts.filter((name) => !prompt.needed.includes(name));
    if (missing.length + unneeded.length > 0) misses.push({ text: prompt.text, missing, unneeded });
    const shown: Shown = {
      needed: prompt.needed.length,
      shown: prompt.needed.length - missing.length,
      lines: concepts.length,
      unneeded: unneeded.length,
      asked,
    };
    byClass.set(prompt.class, sum(byClass.get(prompt.class) ?? NOTHING, shown));
  }
  return { all: [...byClass.values()].reduce(sum, NOTHING), byClass, misses };
}

async function graphOf(facts: readonly string[]): Promise<ConceptGraph> {
  const dataDir = mkdtempSync(join(tmpdir(), 'festinger-lab-'));
  try {
    await using core = await startTestCore({ dataDir });
    await core.tell(...facts);
    await core.core.settle();
    return await graphToExplain(dataDir);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
