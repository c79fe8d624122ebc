// How often campaigns run and where chance begins: in `npm test` few times and always the same, so that what fails is what changed;
// in `npm run test:long` a thousand times and each time another. FESTINGER_SEED repeats a run; a failure prints its seed.
// Every property test takes fast-check from here, and so its seed.
import fc from 'fast-check';
import { seededRandom } from '../seeded-random.ts';

export const isLong = process.env.FESTINGER_LONG === '1';
export const SEED = Number(process.env.FESTINGER_SEED ?? 1);

/** Runs of one campaign: kills of one kind of program, sequences over a real database. */
export const RUNS = isLong ? 1000 : 24;

/** Runs on each database: in the short run all of them share one campaign. */
export const runsOnEach = (databases: readonly unknown[]): number =>
  isLong ? RUNS : Math.ceil(RUNS / databases.length);

/** Runs of a property over values alone. @param long in the long run */
export const runs = (long: number): number => (isLong ? long : Math.max(24, Math.round(long / 10)));

/** Chance of a test's own. @param name two tests draw different numbers */
export const chance = (name: string): (() => number) =>
  seededRandom([...name].reduce((mixed, char) => Math.imul(mixed, 31) + char.charCodeAt(0), SEED));

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });

export { fc };
