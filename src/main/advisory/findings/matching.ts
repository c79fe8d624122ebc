// Matches all of a project's lists against all that is known, and stores what comes of it: list after list, a few milliseconds at a time, so that agents are served
// meanwhile. Done again whenever evidence changed. Called by findings.ts. Source: advisory, Findings.
import type { Clock } from '../../../shared/model/clock.ts';
import { type ListRow, readLists } from '../../store/evidence/lists.ts';
import { readComponents, readNeeds } from '../../store/evidence/matching.ts';
import {
  endMatching,
  keepFindings,
  listFindings,
  readLastMatching,
  type UncheckedRow,
} from '../../store/findings/findings.ts';
import type { Store, StoreReader } from '../../store/store-access.ts';
import type { Component, SbomSubject } from '../formats/records.ts';
import { standingOf } from '../vex/claim.ts';
import type { Finding, Matched } from './finding.ts';
import { type Inventory, type Part, partOf, partOfSubject } from './inputs.ts';
import { type RiskParts, type RisksRead, readRiskParts, readRisks } from './known-risks.ts';
import { Matching } from './match.ts';
import { withListFacts } from './own-release.ts';
import { storedFinding } from './stored-finding.ts';
import { Turns } from './turns.ts';

/** Components matched in one go: what is known of them is read at once. */
const PARTS_A_SLICE = 250;
/** Findings written in one transaction. */
const ROWS_A_WRITE = 200;

export interface MatchingParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly trusted: ReadonlySet<string>;
  readonly signal: AbortSignal;
}

export interface MatchSum {
  readonly lists: number;
  readonly findings: number;
  readonly unchecked: number;
  readonly checked: number;
}

/** @throws AppError when the database cannot be read or written; what was found before stays then; what the signal was aborted with */
export async function matchProject(project: string, parts: MatchingParts): Promise<MatchSum> {
  const { store, clock } = parts;
  // Later than the matching before, whatever the clock does: what was seen then and not now is gone.
  const now = Math.max(clock.now(), (await readLastMatching(store.reader, project)) + 1);
  const turns = new Turns(clock);
  const known = { ...parts, ...(await readRiskParts(store.reader, project)), turns };
  const unchecked: UncheckedRow[] = [];
  const sum = { lists: 0, findings: 0, checked: 0 };
  // One finding may be in several lists of a product, and several times in one: the worst is shown, of equal ones that in the newest list.
  const seen = new Map<string, number>();
  for (const list of await readLists(store.reader, project)) {
    for await (const one of matchList(project, list, known, now)) {
      const [worst, others] = split(one.matched.findings, (finding) => isWorst(finding, seen));
      await keep(project, worst, one, { store, turns, now });
      if (others.length > 0) await store.write((writer) => listFindings(writer, project, others, now));
      unchecked.push(...uncheckedRows(one.matched, one.parts));
      sum.checked += one.matched.checked;
    }
    sum.lists++;
  }
  sum.findings = seen.size;
  await store.write((writer) => endMatching(writer, project, { unchecked, checked: sum.checked, now }));
  return { ...sum, unchecked: unchecked.length };
}

/** Some components of a list, matched, with what that rests on. */
interface MatchedSlice {
  readonly inventory: Inventory;
  readonly parts: readonly Part[];
  readonly risks: RisksRead;
  readonly matched: Matched;
}

/** Matches a list against what is known now, some components at a time. Writes nothing. */
export async function* matchList(
  project: string,
  list: ListRow,
  { store, signal, ...risk }: Pick<MatchingParts, 'store' | 'signal'> & RiskParts,
  now: number,
): AsyncGenerator<MatchedSlice> {
  const inventory = await readInventory(store.reader, list, risk.turns);
  const matching = new Matching(inventory);
  for (let from = 0; from < inventory.parts.length; from += PARTS_A_SLICE) {
    signal.throwIfAborted();
    const parts = inventory.parts.slice(from, from + PARTS_A_SLICE);
    const risks = await readRisks(store.reader, project, matching.keysOf(parts), risk);
    const matched = await risk.turns.finish(matching.match(parts, risks, now));
    yield { inventory, parts, risks, matched };
  }
}

function split<T>(items: readonly T[], isFirst: (item: T) => boolean): readonly [T[], T[]] {
  const parts: readonly [T[], T[]] = [[], []];
  for (const item of items) parts[isFirst(item) ? 0 : 1].push(item);
  return parts;
}

/** From the best to the worst. */
const STANDINGS = ['safe', 'open', 'affected'] as const;

function isWorst({ key, decision: { status, held } }: Finding, seen: Map<string, number>): boolean {
  const rank = STANDINGS.indexOf(standingOf(status)) + (held ? 1 : 0);
  if (rank < (seen.get(key) ?? 0)) return false;
  seen.set(key, rank);
  return true;
}

async function keep(
  project: string,
  findings: readonly Finding[],
  { inventory, risks }: Pick<MatchedSlice, 'inventory' | 'risks'>,
  { store, turns, now }: { readonly store: Store; readonly turns: Turns; readonly now: number },
): Promise<void> {
  for (let from = 0; from < findings.length; from += ROWS_A_WRITE) {
    const rows = await turns.map(findings.slice(from, from + ROWS_A_WRITE), (one) =>
      storedFinding(project, one, inventory, risks),
    );
    await store.write((writer) => keepFindings(writer, rows, now));
  }
}

export async function readInventory(
  reader: StoreReader,
  { id, product, subject: stored }: ListRow,
  turns: Turns,
): Promise<Inventory> {
  const subject = JSON.parse(stored) as SbomSubject;
  const parts: Part[] = [];
  for await (const page of readComponents(reader, id))
    parts.push(...(await turns.map(page, ({ n, record }) => partOf(n, JSON.parse(record) as Component))));
  const needs: Inventory['needs'][number][] = [];
  for await (const page of readNeeds(reader, id)) needs.push(...page);
  return { document: id, product, subject, parts: withListFacts(withSubject(subject, parts)), needs };
}

/** What a list is of can be affected itself: it is matched as part 0, where it is not a component as well. */
function withSubject(subject: SbomSubject, parts: readonly Part[]): readonly Part[] {
  if (subject.purl === null && subject.cpe === undefined) return parts;
  return parts.some(({ component }) => component.ref === subject.ref)
    ? parts
    : [partOfSubject(subject), ...parts];
}

function uncheckedRows({ unchecked }: Matched, parts: readonly Part[]): UncheckedRow[] {
  const names = new Map(
    parts.map(({ n, component }) => [n, [component.name, component.version].filter(Boolean).join(' ')]),
  );
  return unchecked.map(({ document, n, product, reason, detail }) => ({
    ...{ document, n, product, reason, detail: detail.slice(0, 300).toWellFormed() },
    component: (names.get(n) ?? '').slice(0, 300).toWellFormed(),
  }));
}
