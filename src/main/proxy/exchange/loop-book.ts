// Which conversations are in a loop now, for people: entered when a request shows a loop, left when one shows none, when the
// operator lets it go, or a quarter of an hour after the last. Holds no text but what repeats, redacted.
// Written by the exchange, read by the API.
import type { Clock } from '../../../shared/model/clock.ts';
import type { ActiveLoop, LoopMark } from '../../../shared/model/loop.ts';
import type { TrafficRow } from '../../../shared/model/traffic.ts';
import { Watched } from '../../streams/watched.ts';
import type { Conversation } from '../enrich/conversation.ts';

export interface LoopsState {
  readonly loops: ActiveLoop[];
  /** Loops entered since start. */
  readonly caught: number;
}

/** One request's part in a loop. */
export interface LoopNote {
  readonly mark: LoopMark;
  readonly copies: number;
  readonly period: number;
  readonly brokenUntil: number | null;
}

const MAX_SHOWN = 200;
const FORGET_MS = 900_000;
/** Watchers hear of changes this often at most. */
const TELL_MS = 500;

interface Entry {
  readonly conversation: Conversation;
  loop: ActiveLoop;
}

export class LoopBook {
  readonly #clock: Clock;
  readonly #onChange: () => void;
  /** Least recently seen first. */
  readonly #active = new Map<string, Entry>();
  #caught = 0;
  readonly #shown: Watched<LoopsState>;

  constructor(clock: Clock, onChange: () => void = () => {}) {
    this.#clock = clock;
    this.#onChange = onChange;
    this.#shown = new Watched(() => this.state(), TELL_MS, clock);
  }

  /** How many clients are in a loop; one may be so in several conversations. */
  get clients(): number {
    this.#forgetOld();
    return new Set([...this.#active.values()].map(({ loop }) => loop.client)).size;
  }

  /** A request of the conversation was part of a loop. */
  enter(conversation: Conversation, row: TrafficRow, note: LoopNote): void {
    const now = this.#clock.now();
    const before = this.#active.get(conversation.id);
    const { mark, copies, period, brokenUntil } = note;
    const loop: ActiveLoop = {
      ...mark,
      ...{ conversation: conversation.id, client: row.client, project: row.project, model: row.model },
      ...{ copies, period, since: before?.loop.since ?? now, lastAt: now, brokenUntil, requestId: row.id },
    };
    if (!before) this.#caught++;
    this.#active.delete(conversation.id);
    this.#active.set(conversation.id, { conversation, loop });
    if (this.#active.size > MAX_SHOWN) this.#active.delete(this.#active.keys().next().value as string);
    this.#changed();
  }

  /** A request of the conversation was part of none. */
  leave(conversation: Conversation): void {
    if (this.#active.size > 0 && this.#active.delete(conversation.id)) this.#changed();
  }

  /** Lets a conversation go on as if it had repeated nothing; false when it is in no loop. */
  clear(id: string): boolean {
    const entry = this.#active.get(id);
    if (!entry) return false;
    entry.conversation.loops.clear();
    this.leave(entry.conversation);
    return true;
  }

  state(): LoopsState {
    this.#forgetOld();
    return { loops: [...this.#active.values()].map(({ loop }) => loop).reverse(), caught: this.#caught };
  }

  /** Calls back on every change, at most twice a second. @returns stops watching */
  watch(listener: (state: LoopsState) => void): () => void {
    return this.#shown.watch(listener);
  }

  /** Conversations began anew. */
  forget(): void {
    if (this.#active.size === 0) return;
    this.#active.clear();
    this.#changed();
  }

  close(): void {
    this.#shown.close();
  }

  #forgetOld(): void {
    const since = this.#clock.now() - FORGET_MS;
    for (const [id, { loop }] of this.#active) {
      if (loop.lastAt >= since) return;
      this.#active.delete(id);
    }
  }

  #changed(): void {
    this.#onChange();
    this.#shown.changed();
  }
}
