// What a session has found out, in short facts: bounded, the least used going first, with ages. A call whose every answer is known and fresh is not
// made; what was written makes everything about it unknown again. Times are epoch milliseconds. Called by the loop. Source: agent D5.
import * as z from 'zod';
import { FACT_CATEGORIES, type ToolFact } from '../tools/tool.ts';

const MOST_FACTS = 60;
/** Of keys and values together. */
const MOST_CHARS = 2000;
const MOST_VALUE = 200;
/** Facts of this many newest turns go last. */
const PINNED_TURNS = 2;
const SOON_STALE_MS = 60_000;
const STALE_MS = 600_000;
const NEGATIVE = ':queried';
const MISSING = 'not_found';

const Fact = z.object({
  category: z.enum(FACT_CATEGORIES),
  key: z.string(),
  value: z.string().max(MOST_VALUE),
  /** The resource it is about, and what that is in. */
  about: z.string().nullable(),
  within: z.array(z.string()),
  observedAt: z.number(),
  turn: z.number(),
});
type Fact = z.infer<typeof Fact>;

interface Kept extends Fact {
  /** Of an earlier life of the session: told, never served. */
  readonly resumed: boolean;
}

export interface Observed {
  readonly about: string | null;
  readonly within: readonly string[];
  readonly now: number;
  readonly turn: number;
}

export class Knowledge {
  /** In the order of their last use, the oldest first. */
  readonly #facts = new Map<string, Kept>();
  #turn = 0;

  /** What is no list of facts is none. */
  static from(stored: unknown): Knowledge {
    const knowledge = new Knowledge();
    const parsed = z.array(Fact).safeParse(stored);
    for (const fact of parsed.data ?? []) {
      knowledge.#turn = Math.max(knowledge.#turn, fact.turn);
      knowledge.#keep({ ...fact, resumed: true });
    }
    return knowledge;
  }

  toJSON(): unknown {
    return [...this.#facts.values()].map(({ resumed: _, ...fact }) => fact);
  }

  get size(): number {
    return this.#facts.size;
  }

  add(facts: readonly ToolFact[], { about, within, now, turn }: Observed): void {
    this.#turn = Math.max(this.#turn, turn);
    for (const { category, key, value } of facts) {
      this.#facts.delete(key);
      // What was found after all is no longer missing, and what is missing is no longer as it was found.
      if (!key.endsWith(NEGATIVE)) this.#facts.delete(key + NEGATIVE);
      else if (value === MISSING) this.#facts.delete(key.slice(0, -NEGATIVE.length));
      this.#keep({
        category,
        key,
        value: shortened(value),
        about,
        within: [...within],
        observedAt: now,
        turn,
        resumed: false,
      });
    }
  }

  /** @param keys of facts that say what a call would find out. @returns what is known; null unless all of it is, and fresh */
  answer(
    keys: readonly string[],
    { now }: { readonly now: number },
  ): { readonly text: string; readonly ageMs: number } | null {
    if (keys.length === 0) return null;
    const found: Kept[] = [];
    for (const key of keys) {
      const fact = this.#fresh(key, now) ?? this.#fresh(key + NEGATIVE, now);
      if (!fact) return null;
      found.push(fact);
    }
    for (const fact of found) this.#touch(fact);
    const ageMs = now - Math.min(...found.map(({ observedAt }) => observedAt));
    const words = found.map(({ key, value }) => `${key} is ${value}`).join('; ');
    return { ageMs, text: `Already known (${ageWords(ageMs)} ago): ${words}` };
  }

  /** Something was written: nothing about it, about what it is in, or about what is in it, is known any more. */
  written(id: string, within: readonly string[]): void {
    const touched = new Set([id, ...within]);
    for (const [key, fact] of this.#facts)
      if (fact.about === null || touched.has(fact.about) || fact.within.includes(id)) this.#facts.delete(key);
  }

  /** All of it as lines, the newest first, as far as they fit. */
  summary(maxChars: number, now?: number): string {
    return linesOf([...this.#facts.values()].toReversed(), maxChars, now);
  }

  /** What is known of one resource, as lines. */
  summaryAbout(id: string, maxChars: number): string {
    const facts = [...this.#facts.values()].filter(({ about }) => about === id);
    return linesOf(facts.toReversed(), maxChars);
  }

  #fresh(key: string, now: number): Kept | undefined {
    const fact = this.#facts.get(key);
    if (!fact || fact.resumed) return undefined;
    const age = now - fact.observedAt;
    return age >= 0 && age <= maxAgeOf(fact) ? fact : undefined;
  }

  #touch(fact: Kept): void {
    this.#facts.delete(fact.key);
    this.#facts.set(fact.key, { ...fact, turn: this.#turn });
  }

  #keep(fact: Kept): void {
    // A fact that alone is past the bound is none.
    if (fact.key.length + fact.value.length > MOST_CHARS) return;
    this.#facts.set(fact.key, fact);
    this.#evict();
  }

  /** The bounds are hard: when all are pinned, the oldest of those goes. */
  #evict(): void {
    let chars = 0;
    for (const { key, value } of this.#facts.values()) chars += key.length + value.length;
    while (this.#facts.size > MOST_FACTS || chars > MOST_CHARS) {
      const all = [...this.#facts.values()];
      const goes = all.find(({ turn }) => turn <= this.#turn - PINNED_TURNS) ?? all[0];
      if (!goes) return;
      this.#facts.delete(goes.key);
      chars -= goes.key.length + goes.value.length;
    }
  }
}

function shortened(value: string): string {
  if (value.length <= MOST_VALUE) return value;
  const kept = value.slice(0, MOST_VALUE - 1);
  // No half of a pair is left.
  return `${kept.isWellFormed() ? kept : kept.slice(0, -1)}…`;
}

function maxAgeOf({ category, key }: Fact): number {
  const isSoon = category === 'metrics' || key.endsWith(NEGATIVE) || key.endsWith(':status');
  return isSoon ? SOON_STALE_MS : STALE_MS;
}

function linesOf(facts: readonly Fact[], maxChars: number, now?: number): string {
  const lines: string[] = [];
  let chars = 0;
  for (const { key, value, observedAt } of facts) {
    const age = now === undefined ? '' : ` (${ageWords(now - observedAt)} ago)`;
    const line = `- ${key}: ${value}${age}`;
    if (chars + line.length + 1 > maxChars) continue;
    lines.push(line);
    chars += line.length + 1;
  }
  return lines.join('\n');
}

function ageWords(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
