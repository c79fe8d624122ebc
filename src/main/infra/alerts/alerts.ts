// The alerts of this console: which are active since when, acknowledged by whom, silenced until when; their history; which notices are due. Kept in
// memory and written to the database after each change, so that a start of the program takes them up. Sends nothing itself. Called by core, the
// console's calls, the assistant's tool and its schedules. Source: agent, What it acts on (Alerts).
import type {
  Alert,
  AlertSilence,
  ResourceExpectation,
  SilenceRequest,
} from '../../../shared/model/alert.ts';
import type { Clock, Ids } from '../../../shared/model/clock.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import {
  type AlertHistoryQuery,
  deleteEndedSilences,
  deleteExpectation,
  deleteSilence,
  forgetAlerts,
  insertSilence,
  readAlertHistory,
  readExpectations,
  readRecentAlerts,
  readSilences,
  type StoredAlert,
  saveAlert,
  saveExpectation,
} from '../../store/hands/alerts.ts';
import type { Store } from '../../store/store.ts';
import type { AlertNotice } from '../approvals/callout-letter.ts';
import type { AlertFacts } from './alert-facts.ts';
import { AlertRules } from './alert-rules.ts';
import { dueNotices } from './due-notices.ts';
import { REOPEN_MS, reconcile } from './reconcile.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const KEPT_DAYS = 90;
const MOST_KEPT = 10_000;
const MOST_SILENCES = 200;
/** The same alert begins no second investigation for so long. */
const INVESTIGATED_MS = 6 * HOUR_MS;

export interface AlertsDeps {
  readonly store: Pick<Store, 'write' | 'reader'>;
  readonly clock: Clock;
  readonly ids: Ids;
  /** This console: others of the same database see to their own. */
  readonly host: string;
  /** Which severities notify. */
  notifies(severity: Alert['severity']): boolean;
  /** Returns at once, and never throws. */
  notify(notice: AlertNotice): void;
  onChange(): void;
  /** Takes secrets out of what others named: it is kept and shown. */
  redact(text: string): string;
  /** The name of a resource that is known. */
  nameOf(resourceId: string): string | null;
}

type Facts = Omit<AlertFacts, 'now' | 'expected'>;

export class Alerts {
  readonly #deps: AlertsDeps;
  #rules = new AlertRules();
  /** Active ones, and those that ended or were investigated of late; by id. */
  readonly #alerts = new Map<string, StoredAlert>();
  /** Changed, and not written yet. */
  readonly #unsaved = new Set<string>();
  #silences: readonly AlertSilence[] = [];
  readonly #expectations = new Map<string, ResourceExpectation>();
  #writing: Promise<unknown> = Promise.resolve();
  #forgottenAt = Number.NEGATIVE_INFINITY;

  constructor(deps: AlertsDeps) {
    this.#deps = deps;
  }

  /** Takes up what was active when the program ended. @throws AppError UNAVAILABLE */
  async load(): Promise<void> {
    const { store, clock, host } = this.#deps;
    const since = clock.now() - INVESTIGATED_MS;
    for (const alert of await readRecentAlerts(store.reader, host, since)) this.#alerts.set(alert.id, alert);
    for (const one of await readExpectations(store.reader, host)) this.#expectations.set(one.resourceId, one);
    this.#silences = await readSilences(store.reader, host);
    this.#rules = new AlertRules(this.#active());
  }

  /** One look: what began, what ended, which notices are due. @throws AppError UNAVAILABLE when it could not be written; it is at the next look */
  async look(given: Facts): Promise<void> {
    const { clock, ids, onChange, notifies, notify, redact } = this.#deps;
    const now = clock.now();
    const before = JSON.stringify(this.list());
    const facts = { ...given, now, expected: (id: string) => this.#expectations.get(id) ?? null };
    const known = [...this.#alerts.values()];
    const found = this.#rules.evaluate(facts).map((one) => ({
      ...one,
      message: redact(one.message),
      resourceName: redact(one.resourceName),
    }));
    const changes = reconcile(known, found, { now, ids });
    for (const alert of changes.updated) this.#alerts.set(alert.id, alert);
    for (const alert of changes.saved) this.#put(alert);
    this.#silences = this.silences();
    const due = dueNotices([...this.#alerts.values()], {
      now,
      isWanted: (alert) =>
        notifies(alert.severity) && alert.acknowledged === null && this.#silenceOf(alert) === null,
    });
    for (const { alert, notice } of due) {
      this.#put(alert);
      notify(notice);
    }
    this.#forgetEnded(now);
    if (JSON.stringify(this.list()) !== before) onChange();
    await this.#save();
    await this.#forgetHistory(now);
  }

  /** Active ones: those that nobody has acknowledged or silenced first, of these the critical ones, then the oldest. */
  list(): readonly Alert[] {
    const rank = ({ severity, acknowledged, silence }: Alert) =>
      (acknowledged === null && silence === null ? 0 : 2) + (severity === 'critical' ? 0 : 1);
    return this.#active()
      .map((alert) => this.#shown(alert))
      .sort((a, b) => rank(a) - rank(b) || a.startedAt - b.startedAt || (a.key < b.key ? -1 : 1));
  }

  silences(): readonly AlertSilence[] {
    const now = this.#deps.clock.now();
    return this.#silences.filter(({ until }) => until === null || until > now);
  }

  expectations(): readonly ResourceExpectation[] {
    return [...this.#expectations.values()];
  }

  /** Newest first, with those that are active. */
  async history(query: AlertHistoryQuery): Promise<Alert[]> {
    const { store, host } = this.#deps;
    const rows = await readAlertHistory(store.reader, host, query);
    return rows.map((row) => this.#shown(this.#alerts.get(row.id) ?? row));
  }

  /** @throws AppError NOT_FOUND when it is not active */
  async acknowledge(id: string, note: string, by: string): Promise<Alert> {
    const acknowledged = { by, at: this.#deps.clock.now(), note };
    return await this.#change(this.#found(id), { acknowledged });
  }

  /** @throws AppError INVALID_INPUT for an end that is past, NOT_FOUND for a resource that is not known, NOT_ALLOWED past 200 of them */
  async silence(wish: SilenceRequest, by: string): Promise<readonly AlertSilence[]> {
    const { store, clock, ids, host, nameOf, onChange } = this.#deps;
    const now = clock.now();
    const { resourceId, rule, reason, minutes } = wish;
    const until = minutes === undefined ? (wish.until ?? null) : now + minutes * 60_000;
    if (until !== null && until <= now)
      throw new AppError('INVALID_INPUT', 'A silence ends in the future: give a later time.');
    if (this.silences().length >= MOST_SILENCES)
      throw new AppError('NOT_ALLOWED', `There are ${MOST_SILENCES} silences already. End one first.`);
    const resourceName = resourceId === null ? null : (nameOf(resourceId) ?? this.#nameIn(resourceId));
    if (resourceId !== null && resourceName === null)
      throw new AppError(
        'NOT_FOUND',
        `There is no resource ${resourceId}. Use the id that Resources shows, such as node:pve1.`,
      );
    const silence = {
      id: ids(),
      resourceId,
      resourceName,
      rule,
      reason,
      until,
      createdBy: by,
      createdAt: now,
    };
    await store.write((writer) => insertSilence(writer, host, silence));
    this.#silences = [...this.#silences, silence];
    onChange();
    return this.silences();
  }

  /** @throws AppError NOT_FOUND */
  async endSilence(id: string): Promise<readonly AlertSilence[]> {
    const { store, host, onChange } = this.#deps;
    const isGone = !(await store.write((writer) => deleteSilence(writer, host, id)));
    this.#silences = this.#silences.filter((one) => one.id !== id);
    onChange();
    if (isGone) throw new AppError('NOT_FOUND', 'This silence has ended already.');
    return this.silences();
  }

  /** @param expected null: what the resource's own configuration says */
  async expect(
    resourceId: string,
    expected: ResourceExpectation['expected'] | null,
    by: string,
  ): Promise<readonly ResourceExpectation[]> {
    const { store, clock, host, onChange } = this.#deps;
    if (expected === null) {
      await store.write((writer) => deleteExpectation(writer, host, resourceId));
      this.#expectations.delete(resourceId);
    } else {
      const expectation = { resourceId, expected, setBy: by, setAt: clock.now() };
      await store.write((writer) => saveExpectation(writer, host, expectation));
      this.#expectations.set(resourceId, expectation);
    }
    onChange();
    return this.expectations();
  }

  /** Critical ones that nobody has acknowledged, silenced or investigated. */
  toInvestigate(): readonly Alert[] {
    const since = this.#deps.clock.now() - INVESTIGATED_MS;
    const investigated = new Set(
      [...this.#alerts.values()].filter(({ sessionAt }) => (sessionAt ?? 0) >= since).map(({ key }) => key),
    );
    return this.list().filter(
      ({ severity, acknowledged, silence, key }) =>
        severity === 'critical' && acknowledged === null && silence === null && !investigated.has(key),
    );
  }

  /** The assistant's session looks into it. @throws AppError NOT_FOUND when it is not active */
  async noteInvestigation(id: string, session: string): Promise<Alert> {
    return await this.#change(this.#found(id), { session, sessionAt: this.#deps.clock.now() });
  }

  /** @throws AppError NOT_FOUND */
  active(id: string): Alert {
    return this.#shown(this.#found(id));
  }

  #active(): StoredAlert[] {
    return [...this.#alerts.values()].filter(({ endedAt }) => endedAt === null);
  }

  #found(id: string): StoredAlert {
    const alert = this.#alerts.get(id);
    if (alert && alert.endedAt === null) return alert;
    throw new AppError('NOT_FOUND', 'This alert has ended.');
  }

  async #change(alert: StoredAlert, part: Partial<StoredAlert>): Promise<Alert> {
    const changed = { ...alert, ...part };
    this.#put(changed);
    this.#deps.onChange();
    await this.#save();
    return this.#shown(changed);
  }

  #put(alert: StoredAlert): void {
    this.#alerts.set(alert.id, alert);
    this.#unsaved.add(alert.id);
  }

  /** One after another, each as it is when its turn comes; what fails is tried again with the next. */
  #save(): Promise<void> {
    const { store, host } = this.#deps;
    const save = async () => {
      const saving = [...this.#unsaved].flatMap((id) => this.#alerts.get(id) ?? []);
      if (saving.length === 0) return;
      await store.write(async (writer) => {
        // An end frees the key for the next one.
        for (const alert of saving.toSorted(
          (a, b) => Number(a.endedAt === null) - Number(b.endedAt === null),
        ))
          await saveAlert(writer, host, alert);
      });
      for (const alert of saving) if (this.#alerts.get(alert.id) === alert) this.#unsaved.delete(alert.id);
    };
    const saved = this.#writing.then(save);
    this.#writing = saved.catch(() => undefined);
    return saved;
  }

  /** Of memory: history has them. */
  #forgetEnded(now: number): void {
    for (const [id, { endedAt, sessionAt }] of this.#alerts) {
      const isOver = endedAt !== null && now - endedAt > Math.max(REOPEN_MS, HOUR_MS);
      if (isOver && now - (sessionAt ?? 0) > INVESTIGATED_MS && !this.#unsaved.has(id))
        this.#alerts.delete(id);
    }
  }

  async #forgetHistory(now: number): Promise<void> {
    if (now - this.#forgottenAt < HOUR_MS) return;
    this.#forgottenAt = now;
    const { store, host } = this.#deps;
    await store.write(async (writer) => {
      await forgetAlerts(writer, host, { before: now - KEPT_DAYS * DAY_MS, most: MOST_KEPT });
      await deleteEndedSilences(writer, host, now);
    });
  }

  /** Of those that cover it the one that lasts longest. */
  #silenceOf({ resourceId, parents, rule }: StoredAlert): AlertSilence | null {
    const places: readonly (string | null)[] = [null, resourceId, ...parents];
    const covering = this.silences().filter(
      (one) => places.includes(one.resourceId) && (one.rule === null || one.rule === rule),
    );
    const end = ({ until }: AlertSilence) => until ?? Number.MAX_SAFE_INTEGER;
    return covering.toSorted((a, b) => end(b) - end(a))[0] ?? null;
  }

  #nameIn(resourceId: string): string | null {
    return [...this.#alerts.values()].find((one) => one.resourceId === resourceId)?.resourceName ?? null;
  }

  #shown(stored: StoredAlert): Alert {
    const { notified: _, notifiedAt: __, sessionAt: ___, parents: ____, ...alert } = stored;
    return { ...alert, silence: alert.endedAt === null ? this.#silenceOf(stored) : null };
  }
}
