// What a suite of others' tests is to the runner: where its data lies, how many of its cases must pass, what became of each case and
// why one did not pass. Suites lie beside this file, a file each, and stand in suites.ts.
// Used by conformance.ts and its test.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A case by what it asks. `outside` is one that asks for what we do not promise; it and a `missed` one have a reason. */
export interface Outcome {
  readonly what: string;
  readonly is: 'passed' | 'missed' | 'outside';
  /** Null for a miss that nobody has explained. */
  readonly reason: string | null;
}

export interface Suite {
  readonly name: string;
  /** Within the folder of shared data. */
  readonly file: string;
  /** The least share of cases that must pass, those outside left out, 0 to 1. */
  readonly target: number;
  /** @param data what the file holds, parsed */
  run(data: unknown): readonly Outcome[];
}

/** Why a case that did not pass did not: the first that fits. */
export interface Reason {
  readonly is: 'missed' | 'outside';
  readonly reason: string;
  fits(what: string): boolean;
}

/** @param passed whether our answer is the suite's */
export function outcomeOf(what: string, passed: boolean, reasons: readonly Reason[]): Outcome {
  if (passed) return { what, is: 'passed', reason: null };
  const found = reasons.find((reason) => reason.fits(what));
  return { what, is: found?.is ?? 'missed', reason: found?.reason ?? null };
}

export interface Score {
  readonly passed: number;
  /** Those outside left out. */
  readonly total: number;
  readonly missed: readonly Outcome[];
  readonly outside: readonly Outcome[];
  /** Whether the target is met and every case that did not pass has its reason. */
  readonly isMet: boolean;
}

export function scoreOf(suite: Suite, outcomes: readonly Outcome[]): Score {
  const of = (is: Outcome['is']) => outcomes.filter((outcome) => outcome.is === is);
  const [passed, missed, outside] = [of('passed').length, of('missed'), of('outside')];
  const total = passed + missed.length;
  const isMet = total > 0 && passed >= suite.target * total && missed.every(({ reason }) => reason !== null);
  return { passed, total, missed, outside, isMet };
}

const DATA =
  process.env.FESTINGER_SHARED_DATA ?? join(import.meta.dirname, '..', '..', '..', 'shared', 'data');

/** @returns null where the suite's file is not at hand */
export function readSuite({ file }: Suite): unknown {
  const path = join(DATA, file);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}
