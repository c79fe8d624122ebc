// One run of the resolution job by the process that has its claim: heartbeat, one conflict after the other, the end.
// Stops at the border of an item when told to, when stopped elsewhere, or when another process has taken over.
// Called by resolution.ts alone. Source: memory, Conflicts.
import { AppError } from '../../../shared/model/envelope.ts';
import { finishRun, type RunUnderWay, readRun, readRunItems } from '../../store/tables/resolution-runs.ts';
import { letRunGo, type RunClaim, RunOver, renewRun } from '../../store/tables/run-claims.ts';
import type { ResolutionParts } from './resolution-parts.ts';
import { type ItemResult, note, resolveOne } from './resolve-one.ts';

const HEARTBEAT_MS = 5000;
/** So many conflicts in a row that no model answered about end the run. */
const MAX_FAILURES_IN_A_ROW = 3;
const ITEMS_AHEAD = 50;

type End =
  | { readonly how: 'done' }
  | { readonly how: 'failed'; readonly error: string }
  /** Stopped by somebody, lost to another process, or left for later; the table says which. */
  | { readonly how: 'left' };

export class Run {
  readonly #parts: ResolutionParts;
  readonly #claim: RunClaim;
  readonly #onProgress: () => void;
  readonly #abort = new AbortController();
  #cancelHeartbeat: () => void = () => undefined;
  #beating: Promise<void> | undefined;
  #failuresInARow = 0;
  #failures = 0;

  constructor(parts: ResolutionParts, claim: RunClaim, onProgress: () => void) {
    this.#parts = parts;
    this.#claim = claim;
    this.#onProgress = onProgress;
  }

  get id(): number {
    return this.#claim.runId;
  }

  get isLeaving(): boolean {
    return this.#abort.signal.aborted;
  }

  /** Gives up the question under way; what is being written still is. The run goes on elsewhere or later. */
  leave(): void {
    this.#abort.abort();
  }

  /** Resolves when this process has nothing more to do with the run. Never throws. */
  async perform(): Promise<void> {
    const { log } = this.#parts;
    this.#beatLater();
    let isOver = false;
    try {
      isOver = await this.#finish(await this.#items());
    } catch (error) {
      isOver = error instanceof RunOver;
      if (isOver) log.info({ run: this.id }, 'the resolution run was stopped, or is in other hands');
      else {
        log.error({ err: error, run: this.id }, 'the resolution run broke off; it is taken up again');
      }
    }
    this.#cancelHeartbeat();
    await this.#beating;
    if (!isOver) await this.#letGo();
    this.#onProgress();
  }

  async #items(): Promise<End> {
    const { store, clock, settings } = this.#parts;
    for (;;) {
      const run = await readRun(store.reader, this.id);
      if (run?.status !== 'running') throw new RunOver(this.id);
      const room = settings().resolution_max_items - run.done;
      const ids =
        room <= 0 ? [] : await readRunItems(store.reader, run, clock.now(), Math.min(room, ITEMS_AHEAD));
      if (ids.length === 0) return this.#end(run);
      for (const id of ids) {
        if (this.#abort.signal.aborted) return { how: 'left' };
        const end = await this.#item(id);
        if (end) return end;
      }
    }
  }

  /** @returns how the run ends here; undefined when it goes on */
  async #item(conflictId: number): Promise<End | undefined> {
    const context = { parts: this.#parts, claim: this.#claim, signal: this.#abort.signal };
    let result: ItemResult;
    try {
      result = await resolveOne(context, conflictId);
    } catch (error) {
      const code = error instanceof AppError ? error.code : 'INTERNAL';
      if (code === 'CANCELLED' && this.#abort.signal.aborted) return { how: 'left' };
      // The database or the run itself: the item stays as it is. Anything else is a fault of ours, told once.
      if (code === 'UNAVAILABLE' || code === 'CANCELLED') throw error;
      this.#parts.log.error(
        { err: error, run: this.id, conflict: conflictId },
        'a conflict could not be resolved',
      );
      result = await note(context, conflictId, 'failed', 'Something went wrong on our side; the log has it.');
    }
    this.#onProgress();
    if (result.outcome !== 'failed') {
      this.#failuresInARow = 0;
      return undefined;
    }
    this.#failures += 1;
    this.#failuresInARow += 1;
    if (result.endRun !== null) return { how: 'failed', error: result.endRun };
    return this.#failuresInARow < MAX_FAILURES_IN_A_ROW
      ? undefined
      : {
          how: 'failed',
          error: `The model failed ${MAX_FAILURES_IN_A_ROW} times in a row. ${result.detail}`,
        };
  }

  #end(run: RunUnderWay): End {
    const isVain = run.done > 0 && run.counts.failed === run.done && this.#failures > 0;
    return isVain
      ? { how: 'failed', error: 'The model answered about no conflict; the journal says why.' }
      : { how: 'done' };
  }

  /** @returns whether the run is over */
  async #finish(end: End): Promise<boolean> {
    if (end.how === 'left') return false;
    const { store, clock } = this.#parts;
    const error = end.how === 'failed' ? end.error : null;
    await store.write((writer) =>
      finishRun(writer, this.#claim, { status: end.how, error, at: clock.now() }),
    );
    return true;
  }

  async #letGo(): Promise<void> {
    const { store, log } = this.#parts;
    try {
      await store.write((writer) => letRunGo(writer, this.#claim));
    } catch (error) {
      // The claim ends by itself.
      log.warn({ err: error, run: this.id }, 'the resolution run could not be let go');
    }
  }

  #beatLater(): void {
    this.#cancelHeartbeat = this.#parts.clock.after(HEARTBEAT_MS, () => {
      this.#beating = this.#beat();
    });
  }

  async #beat(): Promise<void> {
    const { store, clock, log } = this.#parts;
    try {
      if (!(await store.write((writer) => renewRun(writer, this.#claim, clock.now())))) return this.leave();
    } catch (error) {
      log.warn({ err: error, run: this.id }, 'the claim of the resolution run could not be renewed');
    }
    if (!this.#abort.signal.aborted) this.#beatLater();
  }
}
