// The resolution job as the program has it: starts, resumes, stops and shows runs. One run at a time over all processes
// of a database; a run whose process died is taken up by whoever notices, under the same number.
// Opened by core/; called by http and api. Source: memory, Conflicts.

import type { Suggestion } from '../../../shared/model/decision.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type { JournalEntry, ResolutionRun, ResolutionState } from '../../../shared/model/resolution.ts';
import { settingTitle } from '../../../shared/setting-titles.ts';
import { type JournalFilter, listJournal } from '../../store/tables/resolution-journal.ts';
import {
  countWaiting,
  hasRunSince,
  hasWaitedSince,
  listRuns,
  readRun,
  stopRunning,
} from '../../store/tables/resolution-runs.ts';
import type { RunClaim } from '../../store/tables/run-claims.ts';
import { Listeners } from '../../streams/watched.ts';
import { askPatiently } from './ask-patiently.ts';
import { type AskedRun, type Begun, beginRun, type StartedBy } from './begin-run.ts';
import { readProposal } from './proposal.ts';
import { questionAbout, RESOLVE } from './question.ts';
import type { ResolutionParts } from './resolution-parts.ts';
import { Run } from './run.ts';
import { lastTime, Schedule } from './schedule.ts';

/** How often a run of another process, or one without a process, is looked for. */
const LOOK_MS = 5000;
const LOOK_WHILE_WATCHED_MS = 1000;
const LOOK_WHILE_WAITED_FOR_MS = 250;

interface ActiveRun {
  readonly run: Run;
  readonly over: Promise<void>;
}

export class Resolution {
  readonly #parts: ResolutionParts;
  readonly #schedule: Schedule;
  readonly #listeners = new Listeners();
  readonly #closing = new AbortController();
  #active: ActiveRun | undefined;
  #cancelLook: () => void = () => undefined;
  /** What nobody waits for but `close`. */
  readonly #background = new Set<Promise<void>>();
  #seen = '';
  #isTroubled = false;

  constructor(parts: ResolutionParts) {
    this.#parts = parts;
    this.#schedule = new Schedule(parts.clock, (due) => this.#inBackground(this.#due(due)));
  }

  /** Follows the schedule, takes up what was left, and makes good for one missed time. */
  start(): void {
    this.#schedule.follow(this.#parts.settings().resolution_schedule);
    this.#look();
    this.#inBackground(this.#makeGood());
  }

  /** Settings or the queue changed. */
  changed(): void {
    if (this.#closing.signal.aborted) return;
    this.#schedule.follow(this.#parts.settings().resolution_schedule);
    this.#listeners.tell();
  }

  /** Leaves the run at the border of an item; another process, or the next start, goes on with it. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#schedule.close();
    this.#cancelLook();
    this.#active?.run.leave();
    await Promise.all(this.#background);
    await this.#active?.over;
  }

  async state(): Promise<ResolutionState> {
    const { store, clock, settings } = this.#parts;
    const [latest, previous] = await listRuns(store.reader, 2);
    const running = latest?.status === 'running' ? latest : null;
    const { resolution_paused: paused, resolution_schedule: schedule, resolve_model_id: model } = settings();
    return {
      running,
      last: (running ? previous : latest) ?? null,
      waiting: await countWaiting(store.reader, clock.now()),
      nextAt: paused || model === null ? null : this.#schedule.nextAt,
      schedule,
      paused,
      problem: this.#problem(),
    };
  }

  /** Calls back when the state may have changed. @returns stops */
  watch(listener: () => void): () => void {
    const stop = this.#listeners.add(listener);
    this.#lookLater();
    return stop;
  }

  /**
   * Starts a run, or answers with the one that is running.
   * @throws AppError UNAVAILABLE when conflicts wait and nobody can be asked (the failed run is kept), or the database
   */
  async run(by: StartedBy): Promise<ResolutionRun> {
    const begun = await this.#begin({ ...by, due: null });
    switch (begun.kind) {
      case 'ours':
        return this.#mustRead(begun.claim.runId);
      case 'running':
        return this.#mustRead(begun.runId);
      case 'refused':
        throw new AppError('UNAVAILABLE', begun.problem, { run_id: begun.runId });
      case 'nothing':
        throw new AppError('INTERNAL', 'A run that is for no time of the schedule did not begin.');
    }
  }

  /** Waits until a run is over, wherever it runs. @param signal gives up waiting */
  async finished(runId: number, signal?: AbortSignal): Promise<ResolutionRun> {
    for (;;) {
      const run = await this.#mustRead(runId);
      if (run.status !== 'running' || signal?.aborted || this.#closing.signal.aborted) return run;
      const active = this.#active?.run.id === runId ? this.#active.over : undefined;
      await Promise.race([this.#pause(LOOK_WHILE_WAITED_FOR_MS, signal), ...(active ? [active] : [])]);
    }
  }

  /** Stops the run, wherever it runs: at once for what it would still write. */
  async stop(actor: string): Promise<ResolutionState> {
    const { store, clock } = this.#parts;
    await store.write((writer) => stopRunning(writer, clock.now(), `Stopped by ${actor}.`));
    this.#active?.run.leave();
    await this.#active?.over;
    this.#listeners.tell();
    return this.state();
  }

  runs(limit: number): Promise<ResolutionRun[]> {
    return listRuns(this.#parts.store.reader, limit);
  }

  journal(filter: JournalFilter): Promise<JournalEntry[]> {
    return listJournal(this.#parts.store.reader, filter);
  }

  /**
   * Asks the model what it would do about one conflict; nothing is written.
   * @throws AppError NOT_FOUND, NOT_ALLOWED (decided already), BAD_ANSWER, and what the model's failures are
   */
  async suggest(conflictId: number, signal?: AbortSignal): Promise<Suggestion> {
    const { ask, desk, clock } = this.#parts;
    const conflict = await desk.conflict(conflictId);
    if (conflict.status === 'resolved' || conflict.status === 'dismissed') {
      throw new AppError('NOT_ALLOWED', `Conflict ${conflictId} is decided already; undo that first.`);
    }
    const problem = this.#problem();
    if (problem !== null) throw new AppError('UNAVAILABLE', problem);
    const question = questionAbout(conflict, await desk.options(conflictId));
    const ended = AbortSignal.any([this.#closing.signal, ...(signal ? [signal] : [])]);
    const answer = await askPatiently(ask, { ...question, signal: ended }, clock);
    const proposal = readProposal(answer.text, conflict);
    if (!proposal.ok) throw new AppError('BAD_ANSWER', proposal.problem, { model: answer.model });
    const { decision, reasoning } = proposal;
    return { decision, reasoning, model: answer.model, at: clock.now() };
  }

  /** Why no model can be asked; null when one can. */
  #problem(): string | null {
    if (this.#parts.settings().resolve_model_id === null) {
      return `No model is chosen for resolving conflicts. Choose one in Settings (${settingTitle('resolve_model_id')}), or decide them in Conflicts.`;
    }
    return this.#parts.ask.problem(RESOLVE.name);
  }

  /** @param asked undefined: only a run that is under way and that nobody performs */
  async #begin(asked: AskedRun | undefined): Promise<Begun> {
    const { store } = this.#parts;
    if (this.#active?.run.isLeaving) await this.#active.over;
    if (this.#closing.signal.aborted) throw new AppError('UNAVAILABLE', 'Festinger is closing.');
    const begun = await store.write((writer) => beginRun(this.#parts, writer, asked, this.#problem()));
    if (begun.kind === 'ours') this.#perform(begun.claim);
    return begun;
  }

  #perform(claim: RunClaim): void {
    const run = new Run(this.#parts, claim, () => this.#listeners.tell());
    const active = {
      run,
      over: run.perform().finally(() => {
        if (this.#active === active) this.#active = undefined;
        this.#listeners.tell();
      }),
    };
    this.#active = active;
    if (this.#closing.signal.aborted) run.leave();
    this.#listeners.tell();
  }

  /** Takes up a run that nobody performs; tells watchers about one that somebody else performs. */
  #look(): void {
    const looked = this.#lookNow().then(
      () => {
        this.#isTroubled = false;
      },
      (error: unknown) => {
        if (!this.#isTroubled) this.#parts.log.warn({ err: error }, 'resolution runs could not be looked up');
        this.#isTroubled = true;
      },
    );
    this.#inBackground(looked.then(() => this.#lookLater()));
  }

  /** @param work never throws */
  #inBackground(work: Promise<void>): void {
    this.#background.add(work);
    void work.then(() => this.#background.delete(work));
  }

  async #lookNow(): Promise<void> {
    const [latest] = await listRuns(this.#parts.store.reader, 1);
    const seen = JSON.stringify(latest ?? null);
    if (seen !== this.#seen) this.#listeners.tell();
    this.#seen = seen;
    if (latest?.status !== 'running' || this.#active || this.#closing.signal.aborted) return;
    const begun = await this.#begin(undefined);
    if (begun.kind === 'ours') {
      this.#parts.log.info({ run: begun.claim.runId, before: latest.runner }, 'a resolution run is taken up');
    }
  }

  #lookLater(): void {
    this.#cancelLook();
    if (this.#closing.signal.aborted) return;
    const ms = this.#listeners.count > 0 ? LOOK_WHILE_WATCHED_MS : LOOK_MS;
    this.#cancelLook = this.#parts.clock.after(ms, () => this.#look());
  }

  /** The schedule's time has come. Never throws. */
  async #due(due: number): Promise<void> {
    const { settings, log } = this.#parts;
    if (this.#closing.signal.aborted) return;
    if (settings().resolution_paused || settings().resolve_model_id === null) return;
    try {
      const begun = await this.#begin({ startedBy: 'schedule', actor: 'schedule', due });
      log.info({ due, begun: begun.kind }, 'the resolution schedule came round');
    } catch (error) {
      log.error({ err: error, due }, 'the scheduled resolution run could not start');
    }
    this.#listeners.tell();
  }

  /** Runs once for a time that passed while the program was off, if a conflict has been waiting since before it. */
  async #makeGood(): Promise<void> {
    const { store, clock, settings, log } = this.#parts;
    const now = clock.now();
    const due = lastTime(settings().resolution_schedule, now);
    if (due === null) return;
    try {
      const isMissed =
        !(await hasRunSince(store.reader, due)) && (await hasWaitedSince(store.reader, due, now));
      if (isMissed) await this.#due(due);
    } catch (error) {
      log.warn({ err: error }, 'a missed resolution run could not be looked up');
    }
  }

  async #mustRead(runId: number): Promise<ResolutionRun> {
    const run = await readRun(this.#parts.store.reader, runId);
    if (!run) throw new AppError('NOT_FOUND', `There is no resolution run ${runId}.`, { runId });
    const { upTo: _, ...shown } = run;
    return shown;
  }

  #pause(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        cancel();
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const cancel = this.#parts.clock.after(ms, end);
      signal?.addEventListener('abort', end);
    });
  }
}
