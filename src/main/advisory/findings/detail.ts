// One finding with everything that proves it: what was said and the very entry of it, what was decided by, the ways through the list, what was observed and
// decided. Reads, and writes nothing. Called by findings.ts. Source: advisory, Findings, Retrieval.
import type {
  Finding,
  FindingDetail,
  FindingGround,
  FindingRemedy,
} from '../../../shared/model/evidence/finding.ts';
import { REMEDY_KINDS } from '../../../shared/model/evidence/words.ts';
import { readListOf } from '../../store/evidence/lists.ts';
import { readAdvisories, readRecord } from '../../store/evidence/matching.ts';
import type { StoredDecision } from '../../store/findings/decisions.ts';
import { readObservations } from '../../store/findings/findings.ts';
import type { StoreReader } from '../../store/store-access.ts';
import type { Advisory, Claim } from '../formats/records.ts';
import { shownDecision } from './decision.ts';
import type { Ground } from './finding.ts';
import { readInventory } from './matching.ts';
import { policiesOn, runningIt } from './notes.ts';
import { pathsTo } from './paths.ts';
import type { FindingRecord } from './stored-finding.ts';
import type { Turns } from './turns.ts';

/** Ways shown at once. */
const MOST_PATHS = 200;
const MOST_REFERENCES = 50;

export async function detailOf(
  reader: StoreReader,
  project: string,
  about: {
    readonly finding: Finding;
    readonly record: FindingRecord;
    /** The newest first. */
    readonly decisions: readonly StoredDecision[];
    readonly now: number;
    readonly turns: Turns;
  },
): Promise<FindingDetail> {
  const { finding, record, decisions, now } = about;
  const subject = {
    product: finding.product.key,
    packageKey: record.packageKey,
    vulnerability: finding.vulnerability,
  };
  const told = await toldOf(reader, project, finding);
  const grounds = await Promise.all(record.grounds.map((one) => groundOf(reader, one)));
  const observed = await readObservations(reader, project, subject);
  const { rule, flip } = record;
  return {
    finding,
    details: told.find(({ details }) => details !== '')?.details ?? '',
    references: referencesOf(told),
    remedies: remediesOf(grounds),
    ...{ grounds, rule, flip },
    ...(await waysTo(reader, finding, record, about.turns)),
    decisions: decisions.map((one) => ({
      ...shownDecision(one, record.version, now),
      undoneAt: one.undoneAt,
    })),
    timeline: observed.map(({ version, status, ...row }) => ({
      ...{ ...row, version: version === '' ? null : version, status: status as Finding['status'] },
    })),
    newestEvidenceAt: record.grounds.reduce<number | null>(
      (newest, { statedAt, dated }) => (dated && (newest === null || statedAt > newest) ? statedAt : newest),
      null,
    ),
    policies: await policiesOn(reader, project, finding, record),
    running: await runningIt(reader, project, finding),
  };
}

async function toldOf(
  reader: StoreReader,
  project: string,
  { vulnerability, aliases }: Finding,
): Promise<Omit<Advisory, 'affected'>[]> {
  const rows = await readAdvisories(reader, project, [vulnerability, ...aliases]);
  return rows.map(({ record }) => JSON.parse(record) as Omit<Advisory, 'affected'>);
}

function referencesOf(told: readonly Omit<Advisory, 'affected'>[]): FindingDetail['references'] {
  const once = new Map(told.flatMap(({ references }) => references).map((one) => [one.url, one]));
  return [...once.values()].slice(0, MOST_REFERENCES).map(({ type, url }) => ({ type, url }));
}

async function groundOf(reader: StoreReader, ground: Ground): Promise<FindingGround> {
  const [, part, n] = /#(affected|claim)-(\d{1,9})$/.exec(ground.sourceId) ?? [];
  const record =
    part === undefined
      ? undefined
      : await readRecord(reader, part as 'affected' | 'claim', ground.document, Number(n));
  return { ...ground, fixes: [...ground.fixes], record: record ?? '{}' };
}

/** What the same issuer says of several products is said once. */
function remediesOf(grounds: readonly FindingGround[]): FindingRemedy[] {
  const once = new Map<string, FindingRemedy>();
  for (const { sourceId, issuer, document, record, dated, statedAt } of grounds) {
    if (!sourceId.includes('#claim-')) continue;
    const { remedies = [], product } = JSON.parse(record) as Partial<Claim>;
    for (const { kind, details, url } of remedies) {
      const key = JSON.stringify([issuer, kind, details]);
      if (!once.has(key))
        once.set(key, {
          kind,
          details,
          url,
          issuer,
          product: product?.name ?? '',
          document,
          statedAt: dated ? statedAt : null,
        });
    }
  }
  return [...once.values()].sort((a, b) => REMEDY_KINDS.indexOf(a.kind) - REMEDY_KINDS.indexOf(b.kind));
}

async function waysTo(
  reader: StoreReader,
  { document }: Finding,
  { n }: FindingRecord,
  turns: Turns,
): Promise<Pick<FindingDetail, 'paths' | 'clamped'>> {
  const list = await readListOf(reader, document);
  if (!list) return { paths: [], clamped: { kept: 0, total: 0, more: false } };
  const inventory = await readInventory(reader, list, turns);
  const names = new Map(
    inventory.parts.map(({ n: number, component }) => [
      number,
      [component.name, component.version].filter(Boolean).join(' '),
    ]),
  );
  const nameOf = (number: number) => names.get(number) ?? String(number);
  const { paths, clamped } = pathsTo(inventory, n, nameOf, MOST_PATHS);
  const of = [inventory.subject.name, inventory.subject.version].filter(Boolean).join(' ');
  return { paths: paths.map((path) => [of, ...path.map(nameOf)]), clamped };
}
