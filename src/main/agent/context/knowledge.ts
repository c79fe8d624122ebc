// What a session has found out. Facts: short, bounded, the least used going first, with ages, told to the model. Results: whole answers of calls, the
// only thing that spares the same call; a fact never stands for more than it says. A write makes everything about its resource unknown. Times are epoch
// milliseconds. Called by the loop. Source: agent D5.
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
/** What was looked at longer than this before the operator asked is looked at again, unless it is set-up. */
const BEFORE_ASKED_MS = 5000;
const MOST_RESULTS = 30;
/** Of all kept results together. */
const MOST_RESULT_CHARS = 200_000;
const NEGATIVE = ':queried';
const MISSING = 'not_found';

const Fact = z.object({
  category: z.enum(FACT_CATEGORIES),
  key: z.string(),
  value: z.string().max(MOST_VALUE),
  /** The value is all there is to say under the key. */
  complete: z.boolean().default(false),
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

/** The whole answer of a call, kept for this life of the process. */
interface KeptResult {
  readonly callId: string;
  readonly data: string;
  readonly about: string | null;
  readonly within: readonly string[];
  readonly observedAt: number;
}

/** A call as it can be known: the same tool with the same arguments. */
export interface KnowableCall {
  /** Tool and canonical arguments. */
  readonly call: string;
  readonly category: ToolFact['category'];
  /** Of facts that the call would find out. */
  readonly keys: readonly string[];
}

export interface KnownAnswer {
  readonly text: string;
  readonly observedAt: number;
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
  readonly #results = new Map<string, KeptResult & KnowableCall>();
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
    for (const { category, key, value, complete = false } of facts) {
      this.#facts.delete(key);
      // What was found after all is no longer missing, and what is missing is no longer as it was found.
      if (!key.endsWith(NEGATIVE)) this.#facts.delete(key + NEGATIVE);
      else if (value === MISSING) this.#forget(key.slice(0, -NEGATIVE.length));
      this.#keep({
        category,
        key,
        value: shortened(value),
        complete: complete && value.length <= MOST_VALUE,
        about,
        within: [...within],
        observedAt: now,
        turn,
        resumed: false,
      });
    }
  }

  /** Keeps the whole answer of a call, so that the same call need not be made again. */
  keepResult(knowable: KnowableCall, kept: KeptResult): void {
    this.#results.delete(knowable.call);
    this.#results.set(knowable.call, { ...knowable, ...kept });
    let chars = 0;
    for (const { data } of this.#results.values()) chars += data.length;
    for (const [key, { data }] of this.#results) {
      if (this.#results.size <= MOST_RESULTS && chars <= MOST_RESULT_CHARS) return;
      this.#results.delete(key);
      chars -= data.length;
    }
  }

  /** The model no longer has these results whole: calls that gave them are made again. */
  forgetResults(callIds: ReadonlySet<string>): void {
    for (const [key, { callId }] of this.#results) if (callIds.has(callId)) this.#results.delete(key);
  }

  /**
   * What a call would be answered: its whole result while that is fresh, or that there is nothing to be found.
   * @param askedAt when the operator spoke last
   */
  answer({ call, category, keys }: KnowableCall, now: number, askedAt: number): KnownAnswer | null {
    const isAsked = (observedAt: number) =>
      category === 'discovery' || observedAt >= askedAt - BEFORE_ASKED_MS;
    const kept = this.#results.get(call);
    for (const key of keys) this.#touch(key);
    if (kept && isFresh(kept.observedAt, now, maxAgeOf(category, keys[0] ?? '')) && isAsked(kept.observedAt))
      return known(kept.data, kept.observedAt, now);
    const missing = keys.map((key) => this.#fresh(key + NEGATIVE, now));
    const found = missing.filter((fact) => fact !== undefined);
    if (keys.length === 0 || found.length < keys.length) return null;
    const observedAt = Math.min(...found.map((fact) => fact.observedAt));
    if (!isAsked(observedAt)) return null;
    return known(found.map(({ key, value }) => `${key} is ${value}`).join('; '), observedAt, now);
  }

  /** Something was written: nothing about it, about what it is in, or about what is in it, is known any more. */
  written(id: string, within: readonly string[]): void {
    const touched = new Set([id, ...within]);
    for (const [key, fact] of this.#facts)
      if (fact.about === null || touched.has(fact.about) || fact.within.includes(id)) this.#facts.delete(key);
    for (const [key, result] of this.#results)
      if (result.about === null || touched.has(result.about) || result.within.includes(id))
        this.#results.delete(key);
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
    return isFresh(fact.observedAt, now, maxAgeOf(fact.category, key)) ? fact : undefined;
  }

  #touch(key: string): void {
    const fact = this.#facts.get(key);
    if (!fact) return;
    this.#facts.delete(key);
    this.#facts.set(key, { ...fact, turn: this.#turn });
  }

  /** What was under this key is not there. */
  #forget(key: string): void {
    this.#facts.delete(key);
    for (const [call, { keys }] of this.#results) if (keys.includes(key)) this.#results.delete(call);
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

const isFresh = (observedAt: number, now: number, maxAgeMs: number): boolean =>
  now >= observedAt && now - observedAt <= maxAgeMs;

function maxAgeOf(category: ToolFact['category'], key: string): number {
  const isSoon = category === 'metrics' || key.endsWith(NEGATIVE) || key.endsWith(':status');
  return isSoon ? SOON_STALE_MS : STALE_MS;
}

const known = (data: string, observedAt: number, now: number): KnownAnswer => ({
  ...{ text: `Already known (${ageWords(now - observedAt)} ago): ${data}`, observedAt },
});

function linesOf(facts: readonly Fact[], maxChars: number, now?: number): string {
  const lines: string[] = [];
  let chars = 0;
  for (const { key, value, complete, observedAt } of facts) {
    const notes = [
      ...(now === undefined ? [] : [`${ageWords(now - observedAt)} ago`]),
      ...(complete ? [] : ['in part']),
    ];
    const line = `- ${key}: ${value}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`;
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
