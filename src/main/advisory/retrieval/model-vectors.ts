// The vectors of the chosen model as the rest of the program has them: that a project's pieces get theirs, and a question's within the time that a question has.
// A question is never held up by a model, and never fails for one: it goes on without, and says so. Source: advisory, Retrieval; decision 060
import type { Clock, Ids } from '../../../shared/model/clock.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import { readEvidenceProjects } from '../../store/evidence/vectors.ts';
import { readPayload } from '../../store/jobs/job-kind.ts';
import type { JobQueue } from '../../store/jobs/job-queue.ts';
import type { Store } from '../../store/store-access.ts';
import { type AskedVector, quantisedNumbers } from './embed.ts';
import { EMBED, type EmbedPayload } from './embed-job.ts';
import { makerName, type VectorModel } from './vector-model.ts';

/** What a question waits for its vector. */
export const QUESTION_MS = 300;
/** A call that came too late goes on so long: the server loads the model meanwhile, and would stop if nobody waited. */
const LATE_MS = 60_000;
/** Calls for questions at once; beyond that a model is too slow to be asked. */
const MOST_AT_ONCE = 4;
/** Models are replaced where they are served, and nobody tells. */
const LOOK_AGAIN_MS = 86_400_000;
const MOST_WAITING = 1000;

export interface ModelVectorsParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly model: VectorModel;
  readonly jobs: Pick<JobQueue, 'enqueue' | 'list' | 'wake'>;
  readonly onError: (error: unknown) => void;
}

export class ModelVectors {
  readonly #parts: ModelVectorsParts;
  readonly #closing = new AbortController();
  #asking = 0;
  #cancelLook: () => void = () => undefined;

  constructor(parts: ModelVectorsParts) {
    this.#parts = parts;
  }

  /** Looks at every project, now and once a day. */
  start(): void {
    if (this.#closing.signal.aborted) return;
    void this.wantAll();
    this.#cancelLook = this.#parts.clock.after(LOOK_AGAIN_MS, () => this.start());
  }

  close(): void {
    this.#closing.abort(new AppError('CANCELLED', 'The program is closed.'));
    this.#cancelLook();
  }

  /** Another model may be chosen now, or evidence have come to any project. Resolves once jobs wait for it; never rejects. */
  wantAll(): Promise<void> {
    return this.#want(() => readEvidenceProjects(this.#parts.store.reader));
  }

  /** Pieces of a project may lack vectors: a job sees to it, one at a time that has not begun. Resolves once it waits; never rejects. */
  want(project: string): Promise<void> {
    return this.#want(async () => [project]);
  }

  async #want(projects: () => Promise<readonly string[]>): Promise<void> {
    try {
      if (this.#parts.model.isChosen()) await this.#queue(await projects());
    } catch (error) {
      if (!this.#closing.signal.aborted) this.#parts.onError(error);
    }
  }

  async #queue(projects: readonly string[]): Promise<void> {
    const { store, jobs, ids } = this.#parts;
    const { jobs: waiting } = await jobs.list({
      ...{ kind: EMBED.name, statuses: ['waiting'], limit: MOST_WAITING, offset: 0 },
    });
    const begin = waiting.flatMap(({ payload }) => {
      const read = readPayload(EMBED, payload);
      return read?.is.after === 0 ? [read.is.project] : [];
    });
    const wanted = projects.filter((project) => !begin.includes(project));
    const payloads = wanted.map((project): EmbedPayload => ({ project, maker: null, after: 0 }));
    if (wanted.length > 0)
      await store.write((writer) =>
        jobs.enqueue(
          writer,
          payloads.map((payload) => ({ kind: EMBED.name, key: ids(), payload: JSON.stringify(payload) })),
        ),
      );
    jobs.wake(EMBED.name);
  }

  /**
   * A question's vector, within 300 ms.
   * @returns null where no model is chosen. Never throws
   */
  async ask(text: string): Promise<AskedVector | null> {
    const { model, clock } = this.#parts;
    if (!model.isChosen()) return null;
    if (this.#asking >= MOST_AT_ONCE)
      return { problem: `The model for vectors has ${MOST_AT_ONCE} questions to answer already.` };
    const late = Promise.withResolvers<AskedVector>();
    const cancel = clock.after(QUESTION_MS, () =>
      late.resolve({ problem: `The model for vectors did not answer within ${QUESTION_MS} ms.` }),
    );
    try {
      return await Promise.race([this.#asked(text), late.promise]);
    } finally {
      cancel();
    }
  }

  async #asked(text: string): Promise<AskedVector> {
    const { model, clock } = this.#parts;
    const tooLate = new AbortController();
    const cancel = clock.after(LATE_MS, () => tooLate.abort(new AppError('TIMEOUT', 'It took too long.')));
    this.#asking++;
    try {
      const made = await model.embed([text], AbortSignal.any([tooLate.signal, this.#closing.signal]));
      return { maker: makerName(made), vector: quantisedNumbers(made.vectors[0] ?? []) };
    } catch (error) {
      return { problem: error instanceof Error ? error.message : String(error) };
    } finally {
      this.#asking--;
      cancel();
    }
  }
}
