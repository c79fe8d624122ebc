// An upstream of /v1/responses repeats `instructions` in every response object it sends, with the recollection we put in. Here that is
// taken out again while the answer streams: the client reads what it wrote itself, in the upstream's own spelling. No other byte is
// touched and nothing but that one string is held. Source: proxy, Fidelity; decision 038. Used by the relay of answers.
import { isUtf8 } from 'node:buffer';
import { decodeString } from '../body/json-strings.ts';
import { MemberFinder } from '../body/member-finder.ts';
import type { Enrichment } from '../enrich/enrichment.ts';
import { injectedText } from '../enrich/inject.ts';

/** What a request's `instructions` were given beside what the client wrote. */
export interface AddedInstructions {
  readonly text: string;
  /** Whether it stands behind the client's own. */
  readonly isBehind: boolean;
  /** Most bytes that an upstream can need to repeat all of it, quotes included. */
  readonly mostBytes: number;
}

/** Of one character, written as an escape. */
const ESCAPE_BYTES = 6;

/**
 * What an answer must not repeat to its client; null where nothing went into `instructions`.
 * @param modelSystem the model's own SYSTEM as it was written with the block; empty when it was not
 */
export function addedInstructions(
  planned: Enrichment['planned'],
  modelSystem: string,
): AddedInstructions | null {
  if (planned?.plan.where !== 'instructions') return null;
  const { plan, block } = planned;
  const text = injectedText(plan, block, modelSystem);
  const ownBytes = plan.target ? plan.target.end - plan.target.start : 0;
  return {
    text,
    isBehind: ownBytes > 0 && plan.at === plan.target?.end,
    mostBytes: ESCAPE_BYTES * (ownBytes + text.length) + 2,
  };
}

/** How an answer carries its response objects: in the events of a stream, or as the one body. */
export type EchoFormat = 'events' | 'body';

const PATHS: Record<EchoFormat, readonly string[]> = {
  events: ['response', 'instructions'],
  body: ['instructions'],
};
const NULL = Buffer.from('null');

export class InstructionsEcho {
  /** Bytes the client gets less than the upstream sent. */
  removed = 0;
  /** Nothing more will be removed. */
  isOver = false;
  readonly #added: AddedInstructions;
  readonly #finder: MemberFinder;
  /** Whether there is but one response object. */
  readonly #isOne: boolean;
  /** A value as far as it came. */
  #held: Buffer[] = [];
  #heldBytes = 0;

  constructor(added: AddedInstructions, format: EchoFormat) {
    this.#added = added;
    this.#finder = new MemberFinder(PATHS[format], format === 'events');
    this.#isOne = format === 'body';
  }

  /** Takes a chunk. @returns what may leave, in order: the chunk itself where it holds no such value */
  add(chunk: Buffer): Buffer[] {
    if (this.isOver) return [chunk];
    const out: Buffer[] = [];
    for (let from = 0; from < chunk.length; ) {
      const wasInside = this.#finder.inside;
      const to = this.#finder.next(chunk, from);
      if (to > from) (wasInside ? this.#held : out).push(chunk.subarray(from, to));
      if (wasInside) this.#heldBytes += to - from;
      if (wasInside && !this.#finder.inside) this.#endValue(out);
      else if (this.#heldBytes > this.#added.mostBytes) out.push(...this.#held.splice(0));
      from = to;
    }
    this.isOver ||= this.#isOne && this.#finder.isOver;
    return out;
  }

  /** The answer is over. @returns what of a value came, which was never ended */
  end(): Buffer[] {
    return this.#held.splice(0);
  }

  #endValue(out: Buffer[]): void {
    const held = this.#held.splice(0);
    const isForeign = this.#heldBytes > this.#added.mostBytes;
    this.#heldBytes = 0;
    if (isForeign) out.push(...held);
    else out.push(this.#restored(Buffer.concat(held)));
    this.isOver = this.#isOne;
  }

  /** A string in JSON as the upstream would have written it, had we added nothing. */
  #restored(raw: Buffer): Buffer {
    const { text, isBehind } = this.#added;
    const value = decoded(raw);
    if (value === null) return raw;
    const at = isBehind ? value.lastIndexOf(text) : value.indexOf(text);
    if (at < 0) return raw;
    const own = withoutUnits(raw, at, at + text.length);
    this.removed += raw.length - own.length;
    return own;
  }
}

/** Null for what is no string, but broken. */
function decoded(raw: Buffer): string | null {
  if (!isUtf8(raw)) return null;
  try {
    return decodeString(raw, { start: 1, end: raw.length - 1, escaped: true });
  } catch {
    return null;
  }
}

/** A JSON string's bytes without the UTF-16 units [`start`, `end`) of its value; `null` when none is left: what stands for none. */
function withoutUnits(raw: Buffer, start: number, end: number): Buffer {
  const from = unitOffset(raw, 1, start);
  const to = unitOffset(raw, from, end - start);
  if (from === 1 && to === raw.length - 1) return NULL;
  return Buffer.concat([raw.subarray(0, from), raw.subarray(to)]);
}

const BACKSLASH = 0x5c;
const SMALL_U = 0x75;

/** Where `units` UTF-16 units behind `from` end, in the bytes of a JSON string. */
function unitOffset(raw: Buffer, from: number, units: number): number {
  let at = from;
  for (let left = units; left > 0 && at < raw.length; left--) {
    const byte = raw[at] as number;
    if (byte === BACKSLASH) at += raw[at + 1] === SMALL_U ? ESCAPE_BYTES : 2;
    else if (byte < 0x80) at++;
    else if (byte < 0xe0) at += 2;
    else if (byte < 0xf0) at += 3;
    else {
      at += 4;
      left--; // a pair
    }
  }
  return at;
}
