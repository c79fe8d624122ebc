// What one API family's answers look like on the wire; one object per answer, since SSE formats number their events.
import type { Answer, Delta, Usage } from './prompt.ts';

export interface WireFormat {
  readonly streamType: string;
  readonly wholeType: string;
  /** The bytes of one token; may be several events. */
  delta(delta: Delta): string;
  /** The bytes that end a stream well. */
  done(answer: Answer, usage: Usage): string;
  /** From now on nothing is said of tokens. Absent where nobody needs it. */
  omitUsage?(): void;
  /** The bytes that tell of an error inside a stream. */
  failure(message: string): string;
  /** A whole answer in one body. `complete` is false when the generation broke off without saying so. */
  whole(answer: Answer, usage: Usage, complete: boolean): string;
}
