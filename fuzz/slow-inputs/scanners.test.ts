// Promise: a new module that searches or takes apart text is either attacked by the fuzzer or named with the reason why it need
// not be; none is forgotten.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NOT_SCANNERS } from './not-scanners.ts';
import { SCANNERS } from './scanners.ts';

const SOURCES = join(import.meta.dirname, '..', '..', 'src');

/** How a program reads text: patterns, searches, character after character, parsing. */
const READS_TEXT =
  /\.(?:matchAll|match|replace|replaceAll|split|search|exec|test|charCodeAt|codePointAt|indexOf|lastIndexOf|normalize)\(|JSON\.parse\(|Segmenter\(/;
/** Rooms that meet no text of strangers, or only as rows they store: the window, the fixtures, the database, the commands. */
const OTHER_ROOMS =
  /^main\/(?:fixtures|store|desktop|cli|telemetry)\/|\/(?:testing|eval)\/|\.test\.ts$|^main\/(?:cli|index|serve|heap)\.ts$/;

const modules = globSync('{main,shared}/**/*.ts', { cwd: SOURCES })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !OTHER_ROOMS.test(file) && READS_TEXT.test(readFileSync(join(SOURCES, file), 'utf8')))
  .map((file) => file.replace(/\.ts$/, ''));

const attacked = new Set(SCANNERS.flatMap((scanner) => scanner.modules));

describe('the registry of scanners', () => {
  it('names every module that reads text, or says why not', () => {
    const forgotten = modules.filter((module) => !attacked.has(module) && !(module in NOT_SCANNERS));
    expect(forgotten, 'add a row to scanners.ts, or a reason to not-scanners.ts').toEqual([]);
  });

  it('names no module that is gone, and none twice', () => {
    const named = [...attacked, ...Object.keys(NOT_SCANNERS)];
    expect(named.filter((module) => !existsSync(join(SOURCES, `${module}.ts`)))).toEqual([]);
    expect(Object.keys(NOT_SCANNERS).filter((module) => attacked.has(module))).toEqual([]);
    expect(new Set(SCANNERS.map(({ name }) => name)).size).toBe(SCANNERS.length);
  });

  it('gives every scanner something to be attacked with', () => {
    for (const { name, atoms, most, holdMs } of SCANNERS) {
      expect([atoms.length > 10, most > 0, holdMs > 0], name).toEqual([true, true, true]);
    }
  });

  it('looks where the sources are', () => {
    expect(modules).toContain(relative(SOURCES, join(SOURCES, 'main/graph/text/prose')));
  });
});
