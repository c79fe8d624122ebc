// The turns of the request a conversation was last looked at: where they lie, and what is known of each so far. A turn is
// read when it is asked for, and not again while it stays where it is or its bytes are met elsewhere. One per conversation.
// Used by loop-memory.ts and may-repeat.ts.
import { hash } from 'node:crypto';
import type { BodyIndex, PromptText } from '../../body/body-scanner.ts';
import type { Heading } from '../../body/json-strings.ts';
import { headedContentEnd, isFlat, roleOf } from '../../body/prompt-turns.ts';
import type { Message } from './message.ts';
import { messageAt, readTurn, type TurnFeatures, type TurnPosition, unreadTurn } from './turn-features.ts';

/** What was read of some bytes, wherever they stand. */
interface Read {
  features: TurnFeatures | null;
}

export interface SeenTurn extends TurnPosition {
  /** The role as the body names it. */
  readonly name: string;
  /** Too far from the end, at first sight, to be read. */
  readonly isFar: boolean;
  read: Read | null;
}

type Placed = Pick<SeenTurn, 'name' | 'start' | 'end' | 'kind'>;

/** So much of the end of a history that was never seen is read: a loop lies at the end. */
const MAX_FIRST_SIGHT = 131_072;
/** Turns kept by their bytes, for histories whose front was rewritten. */
const MAX_KEPT = 512;
/** Bytes of memory a turn that was read takes at most: the runs of its prose, its keys and labels. */
const READ_BYTES = 3500;
const EMPTY = Buffer.alloc(0);

export class SeenTurns {
  readonly turns: SeenTurn[] = [];
  #body: Buffer = EMPTY;
  readonly #kept = new Map<string, Read>();

  /** Bytes of memory that what was read takes, at most. */
  get weight(): number {
    return this.#kept.size * READ_BYTES;
  }

  /** Goes on to the next request. `sharedBytes`: so many leading bytes are those of the request before. */
  take({
    body,
    index,
    sharedBytes,
  }: {
    readonly body: Buffer;
    readonly index: BodyIndex;
    readonly sharedBytes: number;
  }): void {
    this.#body = body;
    const { list, text } = index;
    const flat = text && isFlat(text) ? text : null;
    const count = list?.turns.length ?? flat?.headings.length ?? 0;
    const placeAt = (at: number): Placed => {
      const message = list?.turns[at];
      if (message) return { name: message.role, start: message.start, end: message.end, kind: 'message' };
      const { role: name, contentStart: start } = (flat as PromptText).headings[at] as Heading;
      return { name, start, end: headedContentEnd(flat as PromptText, at), kind: 'flat' };
    };
    let kept = 0;
    for (; kept < count; kept++) {
      const place = placeAt(kept);
      if (place.end > sharedBytes || !this.#isAt(kept, place)) break;
    }
    this.turns.length = kept;
    const last = count === 0 ? 0 : placeAt(count - 1).end;
    for (let at = kept; at < count; at++) this.#add(placeAt(at), last);
  }

  /** Everything the rules need to know of every turn. */
  features(): TurnFeatures[] {
    return this.turns.map((turn) => this.featuresOf(turn));
  }

  featuresOf(turn: SeenTurn): TurnFeatures {
    const read = this.#read(turn);
    read.features ??= turn.isFar ? unreadTurn(turn) : readTurn(this.#body, turn);
    return read.features;
  }

  /** What stands in the turn at this place, read anew; null where it cannot be read. */
  messageAt(at: number): Message | null {
    const turn = this.turns[at];
    return turn && !turn.isFar ? messageAt(this.#body, turn) : null;
  }

  /** The bytes of a turn, each as a character. */
  bytesOf({ start, end }: SeenTurn): string {
    return this.#body.toString('latin1', start, end);
  }

  #isAt(at: number, { name, start, end }: Placed): boolean {
    const before = this.turns[at];
    return before?.start === start && before.end === end && before.name === name;
  }

  #add({ name, start, end, kind }: Placed, last: number): void {
    const isFar = last - start > MAX_FIRST_SIGHT;
    const named = roleOf(name);
    // AutoGPT has what a command returned as a system message.
    const role = named === 'system' && this.turns.at(-1)?.role === 'assistant' ? 'tool' : named;
    this.turns.push({ role, name, start, end, kind, isFar, read: null });
  }

  #read(turn: SeenTurn): Read {
    if (turn.read) return turn.read;
    turn.read = turn.role === 'system' || turn.isFar ? { features: null } : this.#keep(turn);
    return turn.read;
  }

  #keep({ role, kind, start, end }: SeenTurn): Read {
    const key = `${role}${kind}${hash('sha1', this.#body.subarray(start, end))}`;
    const read = this.#kept.get(key) ?? { features: null };
    this.#kept.delete(key);
    this.#kept.set(key, read);
    if (this.#kept.size > MAX_KEPT) this.#kept.delete(this.#kept.keys().next().value as string);
    return read;
  }
}
