// Run by kill.test.ts as a process of its own: opens the memory over the file named on the command line and tells
// batches for ever, each with new facts, a confirmation and a contradiction, and says on stdout when one is stored.

import { writeSync } from 'node:fs';
import type { Fact, Provenance } from '../../../shared/model/graph.ts';
import { DEFAULT_SETTINGS } from '../../../shared/model/settings.ts';
import { ConceptGraph } from '../../graph/columns/concept-graph.ts';
import { openStore } from '../../store/store.ts';
import { queueOver } from '../../store/testing/temp-jobs.ts';
import { openMemory } from '../memory.ts';
import { clock, log } from './own-process.ts';

/** New facts in each batch. */
const BATCH = 40;

const [databasePath = '', run = ''] = process.argv.slice(2);
const fact = (concept: string, parent: string): Fact => ({
  ...{ concept, parent, dimension: 'type', isIsa: true, confidence: 0.7 },
});

const store = await openStore({ databasePath, clock, log });
const memory = await openMemory({
  store,
  graph: new ConceptGraph(),
  clock,
  settings: () => DEFAULT_SETTINGS,
  log,
  jobs: queueOver(store, { clock, log }),
});
for (let batch = 0; ; batch++) {
  const provenance: Provenance = {
    ...{ source: 'gutask', client: 'test', conversation: run, role: 'user', segment: `${batch}` },
    ...{ sentence: null, at: Date.now() },
  };
  const facts = Array.from({ length: BATCH }, (_, i) => fact(`kill-${run}-${batch}-${i}`, `kind-${i}`));
  const [first] = facts;
  if (first) facts.push(first, { ...first, parent: 'something-else' });
  memory.encounter(new Map([[`word-${run}-${batch}`, 1]]), Date.now());
  memory.learn({
    project: 'default',
    triples: [
      {
        ...{ subject: `learned-${run}-${batch}`, parent: 'thing', dim: 'type' },
        ...{ isIsa: true, confidence: 0.8, sentence: '' },
      },
    ],
    provenance,
  });
  await memory.tell('default', facts, provenance);
  writeSync(1, `${batch}\n`);
}
