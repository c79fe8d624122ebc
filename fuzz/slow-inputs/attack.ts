// Looks for inputs that make a scanner slow: recipes from its alphabet, bred from the slowest so far, judged by how their
// time grows. What is found is made as small as it gets, kept in the corpus and reported with its recipe.
// Deterministic in its seed but for what the clock says. Called by the fuzzer's entry and by attack.test.ts.
import { seededRandom } from '../../src/shared/seeded-random.ts';
import { invent, mutate, type Random, smaller } from './breed.ts';
import { keepInCorpus, readCorpus } from './corpus.ts';
import { trial, type Verdict, whyItIsSlow } from './measure.ts';
import { build, type Recipe } from './recipe.ts';
import { SCANNERS, type Scanner } from './scanners.ts';

export interface SlowInput {
  readonly scanner: string;
  readonly recipe: Recipe;
  readonly verdict: Verdict;
  /** The beginning of the text, for people. */
  readonly sample: string;
}

export interface AttackOptions {
  readonly seed: number;
  /** In all, shared evenly by the scanners. */
  readonly minutes: number;
  /** Where what was slow lies, to be tried first; null for nowhere. */
  readonly corpusDir: string | null;
  /** Whether what is found is added to it; so by default. */
  readonly keeps?: boolean;
  /** Longest text that is tried, characters; a megabyte, or what the scanner is given, by default. */
  readonly upTo?: number;
  /** Told of every slow input as it is found. */
  readonly report: (found: SlowInput) => void;
  /** Those of the registry by default. */
  readonly scanners?: readonly Scanner[];
}

export interface AttackResult {
  readonly found: readonly SlowInput[];
  readonly tried: number;
}

/** So many of the slowest are bred from. */
const ELITE = 12;
/** Most recipes are only tried at the size at which slowness begins to show. */
const GLANCE_CHARS = 8192;
/** One of so many is tried to the end, and every one that is among the slowest. */
const WHOLE_EVERY = 12;
const SAMPLE_CHARS = 160;
const MOST_SMALLER = 120;
const WARM_UP = 3;
/** Slow inputs of one scanner that are looked for in one run: more are most likely the same. */
const MOST_FOUND = 3;

/** Attacks every scanner. Returns what was slow; empty when all kept their promise. */
export function attackScanners(options: AttackOptions): AttackResult {
  const { seed, minutes, scanners = SCANNERS } = options;
  const random = seededRandom(seed);
  const share = (minutes * 60_000) / scanners.length;
  const results = scanners.map((scanner) => new Attack(scanner, options, random).run(share));
  return {
    found: results.flatMap(({ found }) => found),
    tried: results.reduce((sum, { tried }) => sum + tried, 0),
  };
}

class Attack {
  readonly #scanner: Scanner;
  readonly #options: AttackOptions;
  readonly #random: Random;
  readonly #found: SlowInput[] = [];
  #elite: { readonly recipe: Recipe; readonly slowness: number }[] = [];
  #tried = 0;

  constructor(scanner: Scanner, options: AttackOptions, random: Random) {
    this.#scanner = scanner;
    this.#options = options;
    this.#random = random;
  }

  run(ms: number): AttackResult {
    const end = performance.now() + ms;
    this.#warmUp();
    for (const recipe of this.#seeds()) this.#try(recipe, true);
    while (performance.now() < end && this.#found.length < MOST_FOUND) {
      this.#try(this.#next(), this.#tried % WHOLE_EVERY === 0);
    }
    return { found: this.#found, tried: this.#tried };
  }

  #seeds(): Recipe[] {
    const { corpusDir } = this.#options;
    return corpusDir === null ? [] : readCorpus(corpusDir, this.#scanner.name);
  }

  /** Code that was never run is slow for that alone. */
  #warmUp(): void {
    const recipe = invent(this.#scanner.atoms, this.#random);
    for (let round = 0; round < WARM_UP; round++) trial(this.#scanner, recipe, GLANCE_CHARS);
  }

  #next(): Recipe {
    const { atoms } = this.#scanner;
    const parent = this.#elite[Math.floor(this.#random() * this.#elite.length)];
    if (parent === undefined || this.#random() < 0.4) return invent(atoms, this.#random);
    const child = mutate(parent.recipe, atoms, this.#random);
    return this.#random() < 0.3 ? mutate(child, atoms, this.#random) : child;
  }

  #try(recipe: Recipe, isWhole: boolean): void {
    this.#tried++;
    const { upTo } = this.#options;
    const glance = trial(this.#scanner, recipe, isWhole ? upTo : GLANCE_CHARS);
    if (glance.verdict !== null) {
      this.#note(recipe, glance.verdict);
      return;
    }
    if (!this.#joins(recipe, glance.slowness) || isWhole) return;
    const whole = trial(this.#scanner, recipe, upTo);
    if (whole.verdict !== null) this.#note(recipe, whole.verdict);
  }

  /** Whether it is among the slowest, which it then is bred with. */
  #joins(recipe: Recipe, slowness: number): boolean {
    const last = this.#elite[ELITE - 1];
    if (last !== undefined && slowness <= last.slowness) return false;
    this.#elite = [...this.#elite, { recipe, slowness }]
      .sort((a, b) => b.slowness - a.slowness)
      .slice(0, ELITE);
    return true;
  }

  #note(found: Recipe, first: Verdict): void {
    const { recipe, verdict } = this.#minimised(found, first);
    // What it was bred from would lead to the same again.
    this.#elite = [];
    const slow = {
      scanner: this.#scanner.name,
      recipe,
      verdict,
      sample: build(recipe, SAMPLE_CHARS).slice(0, SAMPLE_CHARS),
    };
    this.#found.push(slow);
    const { corpusDir, keeps = true, report } = this.#options;
    if (corpusDir !== null && keeps) keepInCorpus(corpusDir, this.#scanner.name, recipe);
    report(slow);
  }

  /** The smallest neighbour that is slow in the same way (held, or in all), again and again. */
  #minimised(recipe: Recipe, verdict: Verdict): { recipe: Recipe; verdict: Verdict } {
    let least = { recipe, verdict };
    let tries = MOST_SMALLER;
    for (let isSmaller = true; isSmaller && tries > 0; ) {
      isSmaller = false;
      for (const candidate of smaller(least.recipe)) {
        if (tries-- <= 0) break;
        const { verdict: again } = trial(this.#scanner, candidate, this.#options.upTo);
        if (again === null || isHeld(again) !== isHeld(verdict)) continue;
        least = { recipe: candidate, verdict: again };
        isSmaller = true;
        break;
      }
    }
    return { ...least, verdict: whyItIsSlow(this.#scanner, least.recipe, least.verdict) };
  }
}

const isHeld = ({ reason }: Verdict): boolean => reason === 'holds the event loop';

/** A slow input as a line for people, and its recipe to run it again with. */
export function describe({ scanner, recipe, verdict, sample }: SlowInput): string {
  const { reason, at, ratio } = verdict;
  const growth = ratio > 0 ? `, ${ratio.toFixed(1)} times the time for 4 times the text` : '';
  return [
    `${scanner}: ${reason}: ${at.chars} characters take ${at.total.toFixed(0)} ms, ${at.longest.toFixed(0)} ms at a stretch${growth}`,
    `  begins ${JSON.stringify(sample)}`,
    `  recipe ${JSON.stringify(recipe)}`,
  ].join('\n');
}
