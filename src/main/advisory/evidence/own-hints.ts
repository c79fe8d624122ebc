// What runs on this host, as documents of evidence of our own: taken in anew when it is another than before, taken out when it runs no more. So lists of images are bound
// to what runs them, and findings know who can reach it. Called by core. Source: advisory, Evidence.
import { Readable } from 'node:stream';
import type { Clock } from '../../../shared/model/clock.ts';
import type { RuntimeHint } from '../formats/records.ts';
import type { Evidence } from './evidence.ts';

export interface OwnHintsParts {
  readonly clock: Clock;
  readonly evidence: Evidence;
  readonly project: string;
  /** What runs now. @throws AppError where it cannot be asked */
  readonly running: () => Promise<readonly RuntimeHint[]>;
  /** Between two looks, milliseconds. */
  readonly everyMs: () => number;
  readonly newId: () => string;
  readonly warn: (error: unknown) => void;
}

/** By it ours are told from those the operator took in. */
const ORIGIN = 'what runs on this host';
const MOST_HINTS = 500;

export class OwnHints {
  readonly #parts: OwnHintsParts;
  #told = '';
  #stop: (() => void) | null = null;
  #looking: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(parts: OwnHintsParts) {
    this.#parts = parts;
  }

  /** Looks now, and from then on. */
  start(): void {
    this.#looking = this.look().finally(() => {
      if (!this.#closed) this.#stop = this.#parts.clock.after(this.#parts.everyMs(), () => this.start());
    });
  }

  /** Never throws. */
  async look(): Promise<void> {
    const { evidence, project, running, warn } = this.#parts;
    try {
      const hints = (await running()).slice(0, MOST_HINTS);
      const state = JSON.stringify(hints);
      if (this.#closed || state === this.#told) return;
      if (hints.length > 0) await this.#take(hints);
      const present = new Set(hints.map(({ resource }) => resource));
      const { documents } = await evidence.documents({
        project,
        format: 'runtime-hint',
        offset: 0,
        limit: 500,
      });
      for (const { id, key, origin } of documents)
        if (origin.startsWith(ORIGIN) && !present.has(key)) await evidence.remove(project, id);
      this.#told = state;
    } catch (error) {
      warn(error);
    }
  }

  /** Waits for the look that is under way, and makes no other. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#stop?.();
    await this.#looking;
  }

  async #take(hints: readonly RuntimeHint[]): Promise<void> {
    const { clock, evidence, project, newId } = this.#parts;
    const upload = newId();
    for (const [n, hint] of hints.entries()) {
      const body = Readable.from([Buffer.from(JSON.stringify(documentOf(hint, clock.now())))]);
      await evidence.uploads.put(upload, `${ORIGIN}/${n}.json`, body);
    }
    await evidence.take({ project, upload, origin: ORIGIN, by: 'festinger' }).result;
  }
}

/** As runtime-hint.v1 has it. */
const documentOf = (
  { resource, imageDigest, otherDigests, ports, entrypoint, user }: RuntimeHint,
  now: number,
) => ({
  ...{ schema: 'runtime-hint.v1', resource, image_digest: imageDigest, other_digests: otherDigests },
  ...{ ports, entrypoint, user, observed_at: new Date(now).toISOString() },
});
