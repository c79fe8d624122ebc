// For tests: one memory for all tests of a group and a project for each of them; at the end graph, tables and chain agree.
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { CueTriple } from '../../graph/types.ts';
import type { TestDialect } from '../../store/testing/temp-store.ts';
import type { LearnedFact } from '../write/learner.ts';
import { type TempMemory, tempMemory, told } from './temp-memory.ts';

/** @param use takes the memory and the project of a test before it runs */
export function sharedMemory(dialect: TestDialect, use: (t: TempMemory, project: string) => void): void {
  let t: TempMemory;
  let projects = 0;
  beforeAll(async () => {
    t = await tempMemory(dialect);
  });
  beforeEach(() => use(t, `p${projects++}`));
  afterAll(async () => {
    expect(await t.memory.verify()).toMatchObject({ ok: true, problems: [] });
    await t[Symbol.asyncDispose]();
  });
}

let segments = 0;

/** What is learned from a segment of somebody's prose. */
export async function hear(
  t: TempMemory,
  project: string,
  triples: readonly CueTriple[],
  role: string,
): Promise<LearnedFact[]> {
  const learned: LearnedFact[] = [];
  const stop = t.memory.on('learned', (one) => learned.push(one));
  const provenance = told({ role, conversation: project, segment: `${segments++}` });
  t.memory.learn({ project, triples, provenance });
  await t.memory.idle();
  stop();
  return learned;
}
