// Works on jobs of kind `embed`: a window of pieces after the other, those that lack a vector are embedded a batch at a time and kept at once, so that whatever ends it
// goes on with the rest. Never keeps vectors of two lengths or of two models under one maker. Source: advisory, Retrieval; decision 060
import type { Clock, Ids } from '../../../shared/model/clock.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import {
  keepVectors,
  type PieceToEmbed,
  readAnyVector,
  readPiecesWithout,
} from '../../store/evidence/vectors.ts';
import type { ClaimedJob, Unfinished } from '../../store/jobs/job.ts';
import type { Finish, JobHandler } from '../../store/jobs/job-kind.ts';
import type { JobQueue } from '../../store/jobs/job-queue.ts';
import { ModelHold } from '../../store/jobs/model-hold.ts';
import type { Store } from '../../store/store-access.ts';
import { quantisedNumbers, vectorOf, vectorText } from './embed.ts';
import { EMBED, type EmbedPayload } from './embed-job.ts';
import { makerName, type VectorModel } from './vector-model.ts';

/** Texts in one call: what a laptop embeds in a second or two. */
const BATCH = 32;
/** Pieces that are looked at in one read. */
const WINDOW = 256;
/** Pieces that one job embeds; another goes on behind it. */
const MOST_A_JOB = 2048;

export interface EmbedWorkerParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly model: VectorModel;
  readonly jobs: Pick<JobQueue, 'enqueue'>;
}

/** How far a job came. */
interface Pass {
  readonly maker: string;
  readonly made: number;
  /** Where the next job goes on; null where there is nothing more. */
  readonly after: number | null;
}

export class EmbedWorker implements JobHandler<EmbedPayload> {
  readonly batch = 1;
  readonly #parts: EmbedWorkerParts;
  readonly #hold: ModelHold;

  constructor(parts: EmbedWorkerParts) {
    this.#parts = parts;
    this.#hold = new ModelHold(parts.clock);
  }

  held(): string | null {
    const { model } = this.#parts;
    return model.isChosen() ? (model.problem() ?? this.#hold.reason()) : null;
  }

  reconsider(): void {
    this.#hold.lift();
  }

  async perform(
    [job]: readonly ClaimedJob<EmbedPayload>[],
    finish: Finish,
    signal: AbortSignal,
  ): Promise<void> {
    if (!job) return;
    const { store, model, jobs, ids } = this.#parts;
    const { project } = job.payload;
    if (!model.isChosen())
      return store.write((writer) => finish(writer, 'No model is chosen for it any more.'));
    const { maker, made, after } = await this.#pass(job.payload, signal);
    const count = `${made} ${made === 1 ? 'piece' : 'pieces'}`;
    await store.write(async (writer) => {
      if (after === null)
        return finish(writer, made === 0 ? `Every piece has a vector of ${maker}.` : `${count} by ${maker}.`);
      const payload: EmbedPayload = { project, maker, after };
      await jobs.enqueue(writer, [{ kind: EMBED.name, key: ids(), payload: JSON.stringify(payload) }]);
      await finish(writer, `${count} by ${maker}; the next job goes on.`);
    });
  }

  async #pass({ project, ...begun }: EmbedPayload, signal: AbortSignal): Promise<Pass> {
    const { store, model } = this.#parts;
    const maker = makerName(await model.maker(signal));
    const known = await readAnyVector(store.reader, project, maker);
    let dimensions = known === null ? null : (vectorOf(known)?.length ?? null);
    let after = begun.maker === maker ? begun.after : 0;
    let made = 0;
    for (;;) {
      const { pieces, last } = await readPiecesWithout(store.reader, {
        ...{ project, maker, after, most: WINDOW },
      });
      if (last === null) return { maker, made, after: null };
      for (let start = 0; start < pieces.length; start += BATCH) {
        signal.throwIfAborted();
        if (made >= MOST_A_JOB) return { maker, made, after };
        const batch = pieces.slice(start, start + BATCH);
        dimensions = await this.#embed(batch, { maker, dimensions }, signal);
        made += batch.length;
      }
      after = last;
    }
  }

  /** @returns how long the vectors are. @throws AppError UNAVAILABLE, BAD_ANSWER */
  async #embed(
    pieces: readonly PieceToEmbed[],
    { maker, dimensions }: { readonly maker: string; readonly dimensions: number | null },
    signal: AbortSignal,
  ): Promise<number> {
    const { store, model } = this.#parts;
    const made = await model.embed(
      pieces.map(({ text }) => text),
      signal,
    );
    this.#hold.answered();
    if (makerName(made) !== maker)
      throw new AppError('CANCELLED', `${made.model} became another model; the pass begins anew.`);
    const length = made.vectors[0]?.length ?? 0;
    if (dimensions !== null && length !== dimensions)
      throw new AppError(
        'BAD_ANSWER',
        `${maker} answered with vectors of ${length} numbers where it had answered with ${dimensions}; none of them was kept.`,
      );
    const rows = pieces.map(({ id, textHash }, n) => {
      const vector = vectorText(quantisedNumbers(made.vectors[n] ?? []));
      return { id, textHash, vector };
    });
    await store.write((writer) => keepVectors(writer, maker, rows));
    return length;
  }

  /** What keeps it from embedding at all is no piece's fault, and the hold alone keeps the job: a pass goes on as soon as a model is there. */
  judge(error: unknown, job: ClaimedJob<EmbedPayload>): Unfinished | undefined {
    const judged = this.#hold.judge(error, job);
    if (judged?.kind === 'wait') return { ...judged, afterMs: 0 };
    if (judged || !(error instanceof AppError) || error.code !== 'UNAVAILABLE') return judged;
    return this.#hold.untilMended(error.message);
  }
}
