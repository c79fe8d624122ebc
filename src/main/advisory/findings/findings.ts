// Findings of a project as the operator has them: matched anew when evidence changes, listed, explained, decided, taken back. Called by api/findings.ts.
// Source: advisory, Findings.
import type { Clock } from '../../../shared/model/clock.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type {
  DocumentReach,
  Exposure,
  Finding,
  FindingDecision,
  FindingDecisionKind,
  FindingDetail,
  FindingsPage,
  FindingsState,
  Justification,
  Product,
  Severity,
  UncheckedGroup,
} from '../../../shared/model/evidence/finding.ts';
import type { ProductChanges, ProductDetail } from '../../../shared/model/evidence/product.ts';
import { EXPOSURES, SEVERITIES } from '../../../shared/model/evidence/words.ts';
import { bind, unbind } from '../../store/evidence/bindings.ts';
import { asOf, readEcosystems } from '../../store/evidence/ecosystems.ts';
import { readLists, setVersionActive } from '../../store/evidence/lists.ts';
import { countFormats } from '../../store/evidence/matching.ts';
import {
  keepDecision,
  readDecisions,
  type StoredDecision,
  undoDecisions,
} from '../../store/findings/decisions.ts';
import {
  countOpenByList,
  countStale,
  countUnchecked,
  countWaiting,
  type FindingsAsked,
  forgetMatch,
  readFinding,
  readFindings,
  readMatch,
  readMatchedProjects,
  readUncheckedNames,
  readUnmatched,
  type StoredFinding,
  sumFindings,
  sumUnchecked,
} from '../../store/findings/findings.ts';
import type { Store } from '../../store/store-access.ts';
import { LiveView } from '../../streams/live-view.ts';
import { Listeners } from '../../streams/watched.ts';
import type { SbomSubject } from '../formats/records.ts';
import { decisionOn } from './decision.ts';
import { detailOf } from './detail.ts';
import { readDocumentReach } from './document-reach.ts';
import { matchProject } from './matching.ts';
import { noProduct, readProductChanges, readProductDetail } from './products.ts';
import { type Runner, readRunners } from './runners.ts';
import type { FindingRecord } from './stored-finding.ts';
import { Turns } from './turns.ts';

export interface FindingsParts {
  readonly store: Store;
  readonly clock: Clock;
  /** Issuers whose word the operator trusts. */
  readonly trusted: () => ReadonlySet<string>;
  /** How old the data of an ecosystem may be before it is warned of, milliseconds; a week unless told. */
  readonly oldAfterMs?: () => number;
  readonly onError: (error: unknown) => void;
}

interface DecideAsked {
  readonly project: string;
  readonly keys: readonly string[];
  readonly kind: FindingDecisionKind;
  readonly reason: string;
  readonly justification?: Justification | undefined;
  readonly expiresAt?: number | undefined;
  readonly by: string;
}

interface VersionAsked {
  readonly project: string;
  readonly product: string;
  /** Null for lists that name none. */
  readonly version: string | null;
  readonly active: boolean;
}

/** An open finding that is known to be exploited, as an alert tells it. */
export interface ExploitedOpen {
  readonly key: string;
  readonly project: string;
  readonly vulnerability: string;
  readonly component: string;
  readonly product: string;
  readonly resourceId: string | null;
  readonly dueAt: number | null;
  readonly fixedIn: string | null;
}

type ListAsked = Omit<FindingsAsked, 'now' | 'severity' | 'products'> & {
  readonly severity?: Severity | undefined;
  /** Reachable from so far, or from further. */
  readonly exposure?: Exposure | undefined;
};

/** Longest that a risk can be accepted: a year and a day. */
const LONGEST_ACCEPTED_MS = 366 * 86_400_000;

export class Findings {
  readonly #parts: FindingsParts;
  readonly #changes = new Listeners<string>();
  readonly #closing = new AbortController();
  /** Projects being matched, and whether evidence changed meanwhile. */
  readonly #matching = new Map<string, { again: boolean; done: Promise<void> }>();

  constructor(parts: FindingsParts) {
    this.#parts = parts;
  }

  /** Matches a project, once more when it is asked for meanwhile. Resolves when what is known now was matched; never throws. */
  match(project: string): Promise<void> {
    if (this.#closing.signal.aborted) return Promise.resolve();
    const running = this.#matching.get(project);
    if (running) {
      running.again = true;
      return running.done;
    }
    const { store, clock, onError } = this.#parts;
    const state: { again: boolean; done: Promise<void> } = { again: false, done: Promise.resolve() };
    const run = async () => {
      try {
        do {
          state.again = false;
          const { signal } = this.#closing;
          await matchProject(project, { store, clock, signal, trusted: this.#parts.trusted() });
        } while (state.again);
      } catch (error) {
        // Broken off at the end of the process, it is begun anew with the next.
        if (!this.#closing.signal.aborted) onError(error);
      } finally {
        this.#matching.delete(project);
        this.#changes.tell(project);
      }
    };
    this.#matching.set(project, state);
    this.#changes.tell(project);
    state.done = run();
    return state.done;
  }

  /** Waits for what is under way. */
  async settled(): Promise<void> {
    await Promise.all([...this.#matching.values()].map(({ done }) => done));
  }

  /** Breaks off what is under way, and waits for that; the next process goes on with it. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.settled();
  }

  /** Matches every project anew: who is trusted is another. */
  async matchAll(): Promise<void> {
    const projects = await readMatchedProjects(this.#parts.store.reader);
    await Promise.all(projects.map((project) => this.match(project)));
  }

  /** Told when what is found or decided in a project may be another. @returns stops listening */
  onChange(project: string, hear: () => void): () => void {
    return this.#changes.add((of) => {
      if (of === project) hear();
    });
  }

  /** Open findings that need somebody: held and nobody spoke, or known to be exploited, whether their day is over or not. */
  waiting(project: string): Promise<number> {
    return countWaiting(this.#parts.store.reader, project, this.#parts.clock.now());
  }

  /** The state, and whenever it is another. */
  live(project: string): LiveView<FindingsState> {
    const view: LiveView<FindingsState> = new LiveView(
      () => this.state(project),
      TOLD_EVERY_MS,
      this.#parts.clock,
      () => this.onChange(project, () => view.changed()),
    );
    return view;
  }

  /** Matches every project whose evidence changed since it was matched last: the process may have ended in between. */
  async matchChanged(): Promise<void> {
    const projects = await readUnmatched(this.#parts.store.reader);
    await Promise.all(projects.map((project) => this.match(project)));
  }

  async state(project: string): Promise<FindingsState> {
    const { reader } = this.#parts.store;
    const now = this.#parts.clock.now();
    const sums = await sumFindings(reader, project, now);
    const unchecked = await countUnchecked(reader, project);
    const match = await readMatch(reader, project);
    const formats = new Map((await countFormats(reader, project)).map((one) => [one.format, one]));
    const count = (...names: string[]) =>
      names.reduce((total, name) => total + (formats.get(name)?.count ?? 0), 0);
    const newest = Math.max(...['osv', 'csaf'].map((name) => formats.get(name)?.newest ?? 0));
    const bySeverity = Object.fromEntries(
      SEVERITIES.map((severity, index) => [severity, sums.bySeverity.get(index) ?? 0]),
    ) as Record<Severity, number>;
    const { overdue, stale } = await this.#lateAndStale(project, now);
    return {
      counts: {
        ...{
          open: sums.open,
          held: sums.held,
          exploited: sums.exploited,
          accepted: sums.accepted,
          overdue,
          stale,
        },
        ...{
          bySeverity,
          checked: match?.checked ?? 0,
          unchecked: [...unchecked.values()].reduce((sum, count) => sum + count, 0),
        },
      },
      products: await this.#products(project, { unchecked, at: match?.at ?? 0, now }),
      evidence: {
        ...{
          advisories: count('osv', 'csaf'),
          statements: count('openvex', 'csaf'),
          lists: count('cyclonedx', 'spdx'),
        },
        ...{ exploited: count('kev'), scores: count('epss') },
      },
      oldEcosystems: await this.#oldEcosystems(project, now),
      newestAdvisoryAt: newest > 0 ? newest : null,
      matching: this.#matching.has(project),
      matchedAt: match?.at ?? null,
    };
  }

  async list({ severity, exposure, ...asked }: ListAsked): Promise<FindingsPage> {
    const { store, clock } = this.#parts;
    const now = clock.now();
    const number = severity === undefined ? undefined : SEVERITIES.indexOf(severity);
    const products = exposure && (await this.#reachable(asked.project, exposure));
    const { rows, total } = await readFindings(store.reader, { ...asked, products, severity: number, now });
    return { findings: await this.#shown(asked.project, rows, now), total };
  }

  /** @throws AppError NOT_FOUND, also for one of another project */
  async detail(project: string, key: string): Promise<FindingDetail> {
    const { store, clock } = this.#parts;
    const now = clock.now();
    const row = await this.#row(project, key);
    const [finding] = await this.#shown(project, [row], now);
    if (!finding) throw notFound(key);
    const record = JSON.parse(row.record) as FindingRecord;
    const decisions = await this.#decisionsOf(project, record);
    return detailOf(store.reader, project, { finding, record, decisions, now, turns: new Turns(clock) });
  }

  /** Open findings of every project that are known to be exploited, those due first before the others. */
  async exploited(): Promise<ExploitedOpen[]> {
    const { store, clock } = this.#parts;
    const now = clock.now();
    const all: ExploitedOpen[] = [];
    for (const project of await readMatchedProjects(store.reader)) {
      const view = 'exploited' as const;
      const { findings } = await this.list({ project, view, offset: 0, limit: MOST_EXPLOITED });
      for (const { key, vulnerability, component, product, resources, exploited, fixedIn } of findings)
        all.push({
          ...{
            key,
            project,
            vulnerability,
            fixedIn,
            product: product.name,
            resourceId: resources[0] ?? null,
          },
          component: [component.name, component.version].filter(Boolean).join(' '),
          dueAt: exploited?.due ?? null,
        });
    }
    const due = ({ dueAt }: ExploitedOpen) => dueAt ?? now + LONGEST_ACCEPTED_MS;
    return all.sort((a, b) => due(a) - due(b) || (a.key < b.key ? -1 : 1)).slice(0, MOST_EXPLOITED);
  }

  /** What a document of evidence applies to, or why to nothing. @throws AppError NOT_FOUND */
  reach(project: string, document: number): Promise<DocumentReach> {
    return readDocumentReach(this.#parts.store.reader, project, document);
  }

  /** Components nothing could be said of, in groups, the largest first. */
  async unchecked(project: string): Promise<UncheckedGroup[]> {
    const { reader } = this.#parts.store;
    const sums = await sumUnchecked(reader, project, MOST_GROUPS);
    return Promise.all(
      sums.map(async (sum) => ({
        ...{ ...sum, reason: sum.reason as UncheckedGroup['reason'] },
        components: await readUncheckedNames(reader, project, sum, SHOWN_COMPONENTS),
      })),
    );
  }

  /**
   * Decides about findings, all of them or none.
   * @throws AppError NOT_FOUND, INVALID_INPUT for a risk accepted without a day or for longer than a year, or a reason that is missing
   */
  async decide(asked: DecideAsked): Promise<(FindingDecision & { key: string })[]> {
    const { project, keys, kind, reason, justification, by } = asked;
    const { store, clock } = this.#parts;
    const now = clock.now();
    const expiresAt = expiryOf(asked, now);
    if (reason === '') throw new AppError('INVALID_INPUT', 'Enter a reason.');
    if (kind === 'not_affected' && justification === undefined)
      throw new AppError('INVALID_INPUT', 'Give one of the five justifications of VEX.');
    const rows = await Promise.all([...new Set(keys)].map((key) => this.#row(project, key)));
    const made = await store.write(async (writer) => {
      const all: (FindingDecision & { key: string })[] = [];
      for (const { key, record } of rows) {
        const { packageKey, shown, version } = JSON.parse(record) as FindingRecord;
        const subject = { product: shown.product.key, packageKey, vulnerability: shown.vulnerability };
        const decision = { kind, justification: justification ?? null, reason, expiresAt, by, at: now };
        const id = await keepDecision(writer, { project, ...subject, version, ...decision });
        all.push({ key, id, version, state: 'holds', ...decision });
      }
      return all;
    });
    this.#changes.tell(project);
    return made;
  }

  /** @returns how many were taken back; those that were before, or are another project's, are not counted */
  async undo(project: string, decisions: readonly number[]): Promise<number> {
    const { store, clock } = this.#parts;
    const undone = await store.write((writer) => undoDecisions(writer, project, decisions, clock.now()));
    this.#changes.tell(project);
    return undone;
  }

  /** @throws AppError NOT_FOUND for a product no list is of */
  async bind(project: string, product: string, resource: string, by: string): Promise<Product> {
    const { store, clock } = this.#parts;
    await this.#product(project, product);
    await store.write((writer) => bind(writer, { project, product, resource }, by, clock.now()));
    this.#changes.tell(project);
    return this.#product(project, product);
  }

  /** @throws AppError NOT_FOUND for a product no list is of */
  async unbind(project: string, product: string, resource: string): Promise<Product> {
    const { store } = this.#parts;
    await this.#product(project, product);
    await store.write((writer) => unbind(writer, { project, product, resource }));
    this.#changes.tell(project);
    return this.#product(project, product);
  }

  /** A product with its lists over time. @throws AppError NOT_FOUND */
  product(project: string, product: string): Promise<ProductDetail> {
    const { store, clock } = this.#parts;
    return readProductDetail(store.reader, project, product, clock.now());
  }

  /** What changed between two lists of a product. @throws AppError NOT_FOUND */
  productChanges(asked: Parameters<typeof readProductChanges>[0]): Promise<ProductChanges> {
    const { store, clock, trusted } = this.#parts;
    return readProductChanges(asked, { store, clock, trusted: trusted(), signal: this.#closing.signal });
  }

  /** A version of a product counts though a newer one is there, or counts no more: its findings come back, or go. @throws AppError NOT_FOUND */
  async setVersionActive(
    { project, product, version, active }: VersionAsked,
    by: string,
  ): Promise<ProductDetail> {
    const { store, clock } = this.#parts;
    const { lists } = await this.product(project, product);
    if (!lists.some((list) => list.version === version)) throw noProduct(`${product} ${version ?? ''}`);
    const one = { project, product, version: version ?? '' };
    await store.write(async (writer) => {
      await setVersionActive(writer, one, active, { by, at: clock.now() });
      await forgetMatch(writer, project);
    });
    void this.match(project);
    return this.product(project, product);
  }

  async #product(project: string, key: string): Promise<Product> {
    const found = (await this.state(project)).products.findLast((one) => one.key === key);
    if (!found) throw noProduct(key);
    return found;
  }

  async #oldEcosystems(project: string, now: number): Promise<FindingsState['oldEcosystems']> {
    const { store, oldAfterMs = () => WEEK_MS } = this.#parts;
    return (await readEcosystems(store.reader, project))
      .map((one) => ({ ecosystem: one.ecosystem, asOf: asOf(one), complete: one.complete }))
      .filter((one) => one.complete && now - one.asOf > oldAfterMs())
      .map(({ ecosystem, asOf: at }) => ({ ecosystem, asOf: at }));
  }

  async #row(project: string, key: string): Promise<StoredFinding> {
    const row = await readFinding(this.#parts.store.reader, project, key);
    if (!row) throw notFound(key);
    return row;
  }

  async #products(
    project: string,
    matched: { readonly unchecked: ReadonlyMap<number, number>; readonly at: number; readonly now: number },
  ): Promise<Product[]> {
    const { reader } = this.#parts.store;
    const open = await countOpenByList(reader, project, matched.now);
    const lists = await readLists(reader, project);
    const runners = await readRunners(reader, project, lists);
    const products: Product[] = [];
    for (const { id, product, subject, statedAt, firstSeen, components } of lists) {
      const { name, version } = JSON.parse(subject) as SbomSubject;
      // A list that came after the last matching was held against nothing yet.
      const checked = firstSeen > matched.at ? 0 : components - (matched.unchecked.get(id) ?? 0);
      products.push({
        ...{ key: product, name, version, document: id, components, checked },
        ...{ open: open.get(id) ?? 0, statedAt },
        ...runningOf(runners.get(product)),
      });
    }
    return products;
  }

  /** Products of which something runs that can be reached from so far, or from further. */
  async #reachable(project: string, from: Exposure): Promise<string[]> {
    const { reader } = this.#parts.store;
    const runners = await readRunners(reader, project, await readLists(reader, project));
    const least = EXPOSURES.indexOf(from);
    return [...runners].flatMap(([product, { exposure }]) =>
      exposure !== null && EXPOSURES.indexOf(exposure) >= least ? [product] : [],
    );
  }

  async #shown(project: string, rows: readonly StoredFinding[], now: number): Promise<Finding[]> {
    const { reader } = this.#parts.store;
    const records = rows.map((row) => ({ row, record: JSON.parse(row.record) as FindingRecord }));
    const decisions = await readDecisions(
      reader,
      project,
      records.map(({ record }) => record.shown.vulnerability),
    );
    const runners = await readRunners(reader, project, await readLists(reader, project));
    return records.map(({ row, record }) => ({
      ...record.shown,
      firstSeen: row.firstSeen,
      decision: decisionOn(record, decisions, now),
      ...runningOf(runners.get(record.shown.product.key)),
    }));
  }

  async #decisionsOf(project: string, { shown, packageKey }: FindingRecord): Promise<StoredDecision[]> {
    const all = await readDecisions(this.#parts.store.reader, project, [shown.vulnerability]);
    return all.filter((one) => one.product === shown.product.key && one.packageKey === packageKey);
  }

  async #lateAndStale(project: string, now: number): Promise<{ overdue: number; stale: number }> {
    const { reader } = this.#parts.store;
    const exploited = await readFindings(reader, {
      project,
      view: 'exploited',
      offset: 0,
      limit: 10_000,
      now,
    });
    const overdue = exploited.rows.filter(({ record }) => {
      const due = (JSON.parse(record) as FindingRecord).shown.exploited?.due;
      return due !== null && due !== undefined && due < now;
    }).length;
    return { overdue, stale: await countStale(reader, project) };
  }
}

const SHOWN_COMPONENTS = 20;
const WEEK_MS = 7 * 86_400_000;
const MOST_GROUPS = 200;
/** More alerts than these nobody reads. */
const MOST_EXPLOITED = 50;
/** Watchers hear of changes at most this often. */
const TOLD_EVERY_MS = 500;

const runningOf = (runner: Runner | undefined): Pick<Finding, 'resources' | 'exposure'> => ({
  ...{ resources: [...(runner?.resources ?? [])], exposure: runner?.exposure ?? null },
});

const notFound = (key: string) =>
  new AppError('NOT_FOUND', `There is no finding ${key.slice(0, 40)} in this project.`);

/** @throws AppError INVALID_INPUT */
function expiryOf({ kind, expiresAt }: DecideAsked, now: number): number | null {
  if (kind !== 'accepted') {
    if (expiresAt !== undefined)
      throw new AppError('INVALID_INPUT', 'Only an accepted risk can have an end date.');
    return null;
  }
  if (expiresAt === undefined)
    throw new AppError('INVALID_INPUT', 'Give the date until which the risk is accepted.');
  if (expiresAt <= now)
    throw new AppError('INVALID_INPUT', 'The date until which the risk is accepted is in the past.');
  if (expiresAt > now + LONGEST_ACCEPTED_MS)
    throw new AppError('INVALID_INPUT', 'A risk can be accepted for one year at most.');
  return expiresAt;
}
