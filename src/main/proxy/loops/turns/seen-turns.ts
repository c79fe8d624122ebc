// The turns of the request a conversation was last looked at: where they lie, and what is known of each so far. A turn is
// read when it is asked for, and not again while it stays where it is or its bytes are met elsewhere. One per conversation.
// Used by loop-memory.ts and may-repeat.ts.
import { hash } from 'node:crypto';
import type { BodyIndex } from '../../body/body-scanner.ts';
import { headedContentEnd, isFlat, roleOf } from '../../body/prompt-turns.ts';
import { readTurn, type TurnFeatures, type TurnPosition, unreadTurn } from './turn-features.ts';
import { glanceAt, openingAt, type TurnGlance } from './turn-glance.ts';

/** What was read of some bytes, wherever they stand. */
interface Read {
  features: TurnFeatures | null;
  glance: TurnGlance | null;
}

export interface SeenTurn extends TurnPosition {
  /** The role as the body names it. */
  readonly name: string;
  /** Too far from the end, at first sight, to be read. */
  readonly isFar: boolean;
  read: Read | null;
  /** How what came back in it begins, once that was asked for. */
  opening: string | null;
}

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
    if (list) {
      const { turns } = list;
      const last = turns.at(-1)?.end ?? 0;
      let at = 0;
      for (; at < turns.length; at++) {
        const { start, end, role } = turns[at] as (typeof turns)[number];
        if (end > sharedBytes || !this.#isAt(at, start, end, role)) break;
      }
      this.turns.length = at;
      for (; at < turns.length; at++) {
        const { start, end, role } = turns[at] as (typeof turns)[number];
        this.#add({ name: role, start, end, kind: 'message', last });
      }
      return;
    }
    const headings = text && isFlat(text) ? text.headings : [];
    const last = text?.span.end ?? 0;
    let isShared = true;
    headings.forEach(({ role, contentStart: start }, at) => {
      const end = headedContentEnd(text as NonNullable<typeof text>, at);
      isShared &&= end <= sharedBytes && this.#isAt(at, start, end, role);
      if (isShared) return;
      this.turns.length = at;
      this.#add({ name: role, start, end, kind: 'flat', last });
    });
    this.turns.length = headings.length;
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

  /** What is seen at once of an assistant's turn. */
  glanceOf(turn: SeenTurn): TurnGlance {
    const read = this.#read(turn);
    read.glance ??= glanceAt(this.#body, turn);
    return read.glance;
  }

  /** How what came back in a turn begins; empty when that is not easily told. */
  openingOf(turn: SeenTurn): string {
    turn.opening ??= openingAt(this.#body, turn);
    return turn.opening;
  }

  /** The bytes of a turn, each as a character. */
  bytesOf({ start, end }: SeenTurn): string {
    return this.#body.toString('latin1', start, end);
  }

  #isAt(at: number, start: number, end: number, name: string): boolean {
    const before = this.turns[at];
    return before?.start === start && before.end === end && before.name === name;
  }

  #add({
    name,
    start,
    end,
    kind,
    last,
  }: Omit<SeenTurn, 'role' | 'isFar' | 'read' | 'opening'> & { last: number }): void {
    const isFar = last - start > MAX_FIRST_SIGHT;
    const named = roleOf(name);
    // AutoGPT has what a command returned as a system message.
    const role = named === 'system' && this.turns.at(-1)?.role === 'assistant' ? 'tool' : named;
    this.turns.push({ role, name, start, end, kind, isFar, read: null, opening: null });
  }

  #read(turn: SeenTurn): Read {
    if (turn.read) return turn.read;
    turn.read = turn.role === 'system' || turn.isFar ? { features: null, glance: null } : this.#keep(turn);
    return turn.read;
  }

  #keep({ role, kind, start, end }: SeenTurn): Read {
    const key = `${role}${kind}${hash('sha1', this.#body.subarray(start, end))}`;
    const read = this.#kept.get(key) ?? { features: null, glance: null };
    this.#kept.delete(key);
    this.#kept.set(key, read);
    if (this.#kept.size > MAX_KEPT) this.#kept.delete(this.#kept.keys().next().value as string);
    return read;
  }
}
