// Run by kill-campaign.test.ts as a process of its own: opens the memory over a database and does one thing for ever,
// saying on stdout, a JSON line each, what is done and durable. It is killed in the middle of it.
//   node do-until-killed.ts ACTIVITY DATABASE SEED

import { writeSync } from 'node:fs';
import type { Decision } from '../../../shared/model/decision.ts';
import type { Fact, Provenance } from '../../../shared/model/graph.ts';
import type { GraphEdit } from '../../../shared/model/memory/graph-edit.ts';
import { DEFAULT_SETTINGS } from '../../../shared/model/settings.ts';
import { ConceptGraph } from '../../graph/columns/concept-graph.ts';
import { isPostgresUrl, openStore, type Store } from '../../store/store.ts';
import { queueOver } from '../../store/testing/temp-jobs.ts';
import { fileOf, imported } from '../../transfer/testing/files.ts';
import type { AskModel } from '../ask-model.ts';
import { type Memory, openMemory } from '../memory.ts';
import { conflictDesk } from '../resolve/conflict-desk.ts';
import { Resolution } from '../resolve/resolution.ts';
import { clock, log } from './own-process.ts';
import { placing, readsPlacings } from './reads-placings.ts';

const [activity = '', database = '', seed = ''] = process.argv.slice(2);
const settings = { ...DEFAULT_SETTINGS, resolve_model_id: '1', reader_model_id: '1' };
const BY = { actor: 'operator', reason: 'the campaign' };

const SPLIT: Decision = {
  decision: 'split',
  existingDimension: 'artifact-type',
  newDimension: 'deployment-type',
};

const say = (line: object) => writeSync(1, `${JSON.stringify(line)}\n`);

const fact = (concept: string, parent: string, dimension = 'type'): Fact => ({
  ...{ concept, parent, dimension, isIsa: true, confidence: 0.7 },
});

const provenance = (): Provenance => ({
  ...{ source: 'gutask', client: 'test', conversation: seed, role: 'user', segment: null },
  ...{ sentence: 'What was said.', at: Date.now() },
});

/** New facts, one of them again, and one that contradicts it, in one call. */
async function tellBatch(memory: Memory, batch: number, size: number): Promise<void> {
  const facts = Array.from({ length: size }, (_, n) => fact(`${seed}-${batch}-${n}`, `kind-${n % 7}`));
  const [first] = facts;
  if (first) facts.push(first, { ...first, parent: 'something-else' });
  const outcomes = await memory.tell('default', facts, provenance());
  say({ told: outcomes.map(({ concept, status }) => [concept, status]) });
}

async function write(memory: Memory): Promise<never> {
  for (let batch = 0; ; batch++) {
    memory.encounter(new Map([[`word-${seed}-${batch}`, 1]]), Date.now());
    memory.learn({
      project: 'default',
      triples: [
        {
          ...{ subject: `heard-${seed}-${batch}`, parent: 'thing', dim: 'type' },
          ...{ isIsa: true, confidence: 0.8, sentence: '' },
        },
      ],
      provenance: { ...provenance(), segment: `${seed}-${batch}` },
    });
    await tellBatch(memory, batch, 30);
  }
}

/** Tells and retracts; lets a person's prose say what is and then what is now; takes every third retraction back. */
async function correct(memory: Memory): Promise<never> {
  for (let batch = 0; ; batch++) {
    const name = `r${seed}-${batch}`;
    const heard = { dim: 'type', isIsa: true, confidence: 0.8, sentence: '', subject: `h${seed}-${batch}` };
    memory.learn({
      project: 'default',
      triples: [
        { ...heard, parent: 'repo' },
        { ...heard, parent: 'container', change: { kind: 'now', from: 'repo' } },
      ],
      provenance: { ...provenance(), segment: `${seed}-${batch}` },
    });
    await memory.tell('default', [fact(name, 'repo')], provenance());
    const { status } = await memory.retract('default', fact(name, 'repo'), provenance());
    say({ ended: name, status });
    if (batch % 3 !== 0) continue;
    const actions = await memory.history.actions({ project: 'default', search: name, limit: 1 });
    const [retracted] = actions;
    if (retracted) say({ action: (await memory.history.undo(retracted.id, BY)).id, back: name });
  }
}

/** A model that takes a moment and answers every kind of conflict. */
const model: AskModel = {
  problem: () => null,
  async ask({ schema }) {
    await new Promise((resolve) => setTimeout(resolve, 2));
    const isDecomposed = schema.name === 'resolve_isa_isa';
    const dimensions = { existing_dimension: 'artifact-type', new_dimension: 'deployment-type' };
    const answer = { decision: isDecomposed ? 'decompose' : 'dismiss', reasoning: 'the campaign' };
    const text = JSON.stringify(isDecomposed ? { ...answer, ...dimensions } : answer);
    return { text, model: 'scripted', inputTokens: 1, outputTokens: 1, ms: 2 };
  },
};

async function resolve(memory: Memory, store: Store): Promise<never> {
  const desk = conflictDesk(memory);
  const job = new Resolution({
    ...{ store, clock, log, ask: model, runner: seed, settings: () => settings },
    desk: {
      ...desk,
      async decide(id, decision, by, alongside) {
        await desk.decide(id, decision, by, alongside);
        say({ decided: id });
      },
    },
  });
  job.start();
  for (let batch = 0; ; batch++) {
    const contradictions = Array.from({ length: 12 }, (_, n) => `c${seed}-${batch}-${n}`);
    const claims = contradictions.flatMap((name) => [fact(name, 'repo'), fact(name, 'container')]);
    await memory.tell('default', claims, provenance());
    const { id } = await job.run({ startedBy: 'console', actor: 'operator' });
    await job.finished(id);
    say({ run: id });
  }
}

/** Decides, takes it back, does it again, takes it back once more. */
async function undo(memory: Memory): Promise<never> {
  for (let batch = 0; ; batch++) {
    const name = `u${seed}-${batch}`;
    await memory.tell('default', [fact(name, 'repo'), fact(name, 'container')], provenance());
    const { conflicts } = await memory.read.conflicts({
      ...{ project: 'default', view: 'open', limit: 1, offset: 0 },
    });
    const [conflict] = conflicts;
    if (!conflict) continue;
    const decided = await memory.decisions.decide(conflict.id, SPLIT, {
      ...{ ...BY, expectedVersion: conflict.version },
    });
    say({ action: decided.id });
    const undone = await memory.history.undo(decided.id, BY);
    say({ action: undone.id });
    const redone = await memory.history.redo(decided.id, BY);
    say({ action: redone.id });
    if (batch % 2 === 0) say({ action: (await memory.history.undo(decided.id, BY)).id });
  }
}

/** Facts that every edit of a round is about: all of them are as it leaves them, or none. */
const EDITED = 40;

/** Every kind of edit over the same facts, one after the other, and some taken back. */
async function edit(memory: Memory): Promise<never> {
  for (let batch = 0; ; batch++) {
    const name = `e${seed}-${batch}`;
    const [dim, other, third] = ['a', 'b', 'c'].map((letter) => `dim-${letter}-${name}`) as [
      string,
      string,
      string,
    ];
    const facts = Array.from({ length: EDITED }, (_, n) => fact(`${name}-${n}`, `kind-${name}`, dim));
    await memory.tell('default', facts, provenance());
    const apply = async (one: GraphEdit) => {
      const { basis } = await memory.graphEdits.preview('default', [one]);
      const { id } = await memory.graphEdits.apply('default', [one], basis, BY);
      say({ action: id });
      return id;
    };
    await apply({ edit: 'dimension', name: dim, question: 'What is it?', isIsa: true });
    await apply({ edit: 'rename', name: `kind-${name}`, to: `sort-${name}` });
    const split = await apply({
      ...{ edit: 'split', dimension: dim },
      parts: [{ dimension: other, question: 'Which?', which: { by: 'rule', parents: [`sort-${name}`] } }],
    });
    say({ action: (await memory.history.undo(split, BY)).id });
    await apply({ edit: 'rename', name: dim, to: other });
    await memory.tell('default', [fact(`${name}-rest`, 'thing', third)], provenance());
    await apply({ edit: 'merge', names: [other], into: third });
    const edges = memory.graph.edgeIdsIn('default', memory.graph.conceptId(third) ?? 0);
    await apply({ edit: 'move', edges, parent: `end-${name}` });
    const ended = await apply({ edit: 'end_dimension', dimension: third });
    say({ action: (await memory.history.undo(ended, BY)).id });
  }
}

/** Facts a file has. */
const LINES = 150;

/** Imports files of new facts, one after the other; two of each contradict each other. */
async function importFiles(memory: Memory): Promise<never> {
  for (let batch = 0; ; batch++) {
    const lines = Array.from({ length: LINES }, (_, n) =>
      edgeLine(n + 1, `f${seed}-${batch}-${n}`, `kind-${n % 7}`),
    );
    const taken = await memory.tell('default', [fact(`f${seed}-${batch}-taken`, 'kind')], provenance());
    const result = await imported(
      memory,
      fileOf([...lines, edgeLine(LINES + 1, `f${seed}-${batch}-taken`, 'else')]),
    );
    say({
      imported: batch,
      action: result.actionId,
      told: taken.map(({ concept, status }) => [concept, status]),
    });
  }
}

const edgeLine = (edge: number, concept: string, parent: string) => ({
  ...{ kind: 'edge', edge, project: 'default', concept, parent, dimension: 'type', is_isa: true },
  ...{ confidence: 0.9, source: 'gutask', valid_from: 1000, last_confirmed: 2000 },
});

/** Lets a model read sentences, a few at a time: some speakers say two, the second of which was said before. */
async function read(memory: Memory): Promise<never> {
  for (let batch = 0; ; batch++) {
    const names = Array.from({ length: 3 }, (_, n) => `svc-${seed}-${batch}-${n}`);
    for (const [n, name] of names.entries())
      memory.readLater({
        ...{ project: 'default', client: 'test', segment: null, role: 'user', at: Date.now() },
        text: n === 0 ? placing(name) : `${placing(name)} ${placing(names[0] ?? '')}`,
        conversation: `${seed}-${batch}-${n}`,
      });
    await memory.idle();
    say({ queued: names });
    await jobs.settled();
  }
}

const ACTIVITIES: Record<string, (memory: Memory, store: Store) => Promise<never>> = {
  ...{ write, correct, resolve, undo, edit, read },
  import: importFiles,
};

const location = isPostgresUrl(database) ? { url: database } : { databasePath: database };
const store = await openStore({ ...location, clock, log });
const graph = new ConceptGraph();
const jobs = queueOver(store, { clock, log });
const readerModel = readsPlacings();
const memory = await openMemory({ store, graph, clock, settings: () => settings, log, jobs, readerModel });
jobs.start();
const act = ACTIVITIES[activity];
if (!act) throw new Error(`no activity "${activity}"`);
say({ ready: true });
await act(memory, store);
