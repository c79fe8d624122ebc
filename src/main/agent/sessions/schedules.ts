// What begins investigations by itself: times of the host's clock, and critical alerts that nobody has acknowledged or silenced. So many an hour and
// one at a time; what is let pass says why. Called by assistant.ts. Source: agent, The loop (execution profiles).
import { Cron } from 'croner';
import type { Alert } from '../../../shared/model/alert.ts';
import type { Schedule, ScheduleWish } from '../../../shared/model/assistant/schedule.ts';
import type { Mention } from '../../../shared/model/assistant/transcript.ts';
import type { Clock, Ids } from '../../../shared/model/clock.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type { Resource } from '../../../shared/model/resource.ts';
import {
  keepSchedule,
  readSchedules,
  recordScheduleRun,
  removeSchedule,
  type StoredSchedule,
} from '../../store/assistant/schedules.ts';
import { countStartedBy } from '../../store/assistant/sessions.ts';
import type { Store } from '../../store/store.ts';
import { alertQuestion } from './alert-question.ts';

const LOOK_MS = 20_000;
const HOUR_MS = 3_600_000;
const MOST_SCHEDULES = 50;
const BEGUN_BY = ['schedule: ', 'alert: '] as const;

export interface Investigation {
  readonly title: string;
  readonly message: string;
  readonly mentions: readonly Mention[];
  readonly startedBy: string;
}

export interface ScheduleParts {
  readonly store: Pick<Store, 'write' | 'reader'>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly host: string;
  readonly alerts: {
    toInvestigate(): readonly Alert[];
    noteInvestigation(id: string, session: string): Promise<unknown>;
  };
  resourceOf(id: string): Resource | null;
  perHour(): number;
  watchesAlerts(): boolean;
  isBusy(): boolean;
  /** @returns the session's id. @throws AppError */
  investigate(wish: Investigation): Promise<string>;
  onFault(error: unknown): void;
}

export class Schedules {
  readonly #parts: ScheduleParts;
  #lookedAt: number;
  #stop: () => void = () => undefined;
  #closed = false;
  #beginning: Promise<unknown> = Promise.resolve();

  constructor(parts: ScheduleParts) {
    this.#parts = parts;
    this.#lookedAt = parts.clock.now();
  }

  start(): void {
    this.#lookedAt = this.#parts.clock.now();
    this.#soon();
  }

  close(): void {
    this.#closed = true;
    this.#stop();
  }

  async list(): Promise<Schedule[]> {
    const stored = await readSchedules(this.#parts.store.reader, this.#parts.host);
    return stored.map((one) => this.#shown(one));
  }

  /** @throws AppError NOT_FOUND, BUDGET_EXCEEDED */
  async save(id: string | null, wish: ScheduleWish, by: string): Promise<Schedule[]> {
    const { store, clock, ids, host } = this.#parts;
    const fresh = { id: ids(), host, madeBy: by, madeAt: clock.now(), lastAt: null, lastSession: null };
    await store.write(async (writer) => {
      const all = await readSchedules(writer.reader, host);
      if (id === null && all.length >= MOST_SCHEDULES)
        throw new AppError(
          'BUDGET_EXCEEDED',
          `There are ${MOST_SCHEDULES} schedules already: remove one first.`,
        );
      const before = id === null ? fresh : this.#found(all, id);
      await keepSchedule(writer, { ...before, ...wish, skipped: null });
    });
    return await this.list();
  }

  /** @throws AppError NOT_FOUND */
  async remove(id: string): Promise<Schedule[]> {
    if (!(await this.#parts.store.write((writer) => removeSchedule(writer, id)))) throw noSchedule();
    return await this.list();
  }

  /** @returns the session. @throws AppError NOT_FOUND, RATE_LIMITED, LOCKED */
  async runNow(id: string): Promise<string> {
    const { store, host } = this.#parts;
    const schedule = this.#found(await readSchedules(store.reader, host), id);
    return await this.#begin(schedule);
  }

  #found(all: readonly StoredSchedule[], id: string): StoredSchedule {
    const found = all.find((one) => one.id === id);
    if (!found) throw noSchedule();
    return found;
  }

  #soon(): void {
    if (this.#closed) return;
    this.#stop = this.#parts.clock.after(LOOK_MS, () => {
      this.#look()
        .catch((error: unknown) => this.#parts.onFault(error))
        .finally(() => this.#soon());
    });
  }

  async #look(): Promise<void> {
    const { store, clock, host } = this.#parts;
    const from = this.#lookedAt;
    const now = clock.now();
    this.#lookedAt = now;
    for (const schedule of await readSchedules(store.reader, host)) {
      const next = schedule.enabled ? nextAfter(schedule.cron, from) : null;
      if (next === null || next > now) continue;
      await this.#begin(schedule).catch((error: unknown) => this.#skip(schedule, error));
    }
    if (this.#parts.watchesAlerts()) await this.#lookAtAlerts();
  }

  async #begin(schedule: StoredSchedule): Promise<string> {
    const { title, message } = schedule;
    const session = await this.#limited({ title, message, mentions: [], startedBy: `schedule: ${title}` });
    const run = { last_at: this.#parts.clock.now(), last_session: session, skipped: null };
    await this.#parts.store.write((writer) => recordScheduleRun(writer, schedule.id, run));
    return session;
  }

  async #skip(schedule: StoredSchedule, error: unknown): Promise<void> {
    if (!(error instanceof AppError)) throw error;
    const run = { skipped: error.message };
    await this.#parts.store.write((writer) => recordScheduleRun(writer, schedule.id, run));
  }

  async #lookAtAlerts(): Promise<void> {
    const { alerts, resourceOf } = this.#parts;
    for (const alert of alerts.toInvestigate()) {
      const resource = alert.resourceId === null ? null : resourceOf(alert.resourceId);
      const wish = { ...alertQuestion(alert, resource), startedBy: `alert: ${alert.rule}` };
      try {
        await alerts.noteInvestigation(alert.id, await this.#limited(wish));
      } catch (error) {
        // It is tried again at the next look, as long as the alert is active.
        if (!(error instanceof AppError)) throw error;
        return;
      }
    }
  }

  /** One begins after another, so that each is counted before the next. */
  #limited(wish: Investigation): Promise<string> {
    const session = this.#beginning.then(() => this.#investigate(wish));
    this.#beginning = session.catch(() => undefined);
    return session;
  }

  async #investigate(wish: Investigation): Promise<string> {
    const { store, clock, perHour, isBusy, investigate } = this.#parts;
    if (isBusy()) throw new AppError('LOCKED', 'Another investigation was under way.', undefined, true);
    const since = clock.now() - HOUR_MS;
    const begun = await countStartedBy(store.reader, { prefixes: BEGUN_BY, since });
    if (begun >= perHour())
      throw new AppError(
        'RATE_LIMITED',
        `${perHour()} investigations had begun within the hour, and no more may.`,
        undefined,
        true,
      );
    return await investigate(wish);
  }

  #shown({ id, title, message, cron, enabled, lastAt, lastSession, skipped }: StoredSchedule): Schedule {
    return {
      ...{ id, title, message, cron, enabled, skipped },
      next_at: enabled ? nextAfter(cron, this.#parts.clock.now()) : null,
      ...{ last_at: lastAt, last_session_id: lastSession },
    };
  }
}

function nextAfter(cron: string, from: number): number | null {
  return new Cron(cron, { mode: '5-part' }).nextRun(new Date(from))?.getTime() ?? null;
}

const noSchedule = () => new AppError('NOT_FOUND', 'There is no such schedule (any more).');
