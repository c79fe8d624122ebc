// A finding as it is stored and shown: what was computed, with title, severity, chance and names, and the columns by which it is sorted and found. Pure.
// Called by matching.ts. Source: advisory, Findings.
import type { FindingDetail, Finding as ShownFinding } from '../../../shared/model/evidence/finding.ts';
import { SEVERITIES } from '../../../shared/model/evidence/words.ts';
import type { FindingRow } from '../../store/findings/findings.ts';
import { sourceOf } from '../identity/package-key.ts';
import type { Purl } from '../identity/purl.ts';
import { FACT_SENTENCES } from '../vex/flip.ts';
import { RULES } from '../vex/rules.ts';
import type { Finding, Ground } from './finding.ts';
import type { Inventory } from './inputs.ts';
import type { RisksRead } from './known-risks.ts';
import { gravenessOf } from './severity.ts';

/** What is stored of a finding beside the columns; what people decided, and who runs it, is put in when it is shown. */
export interface FindingRecord {
  readonly shown: Omit<ShownFinding, 'decision' | 'resources' | 'exposure' | 'firstSeen'>;
  readonly n: number;
  readonly packageKey: string;
  /** As comparators read it. */
  readonly version: string | null;
  /** The source package it was built from, where that has another name. */
  readonly source: string | null;
  /** The erratum whose severity it is, which is of several together; null for its own. */
  readonly severityOf: string | null;
  readonly grounds: readonly Ground[];
  readonly rule: FindingDetail['rule'];
  readonly flip: FindingDetail['flip'];
}

const MAX_TITLE = 300;
const MAX_SEARCH = 2000;

export function storedFinding(
  project: string,
  finding: Finding,
  inventory: Inventory,
  risks: RisksRead,
): FindingRow & { readonly fix: string | null } {
  const { vulnerability, flip } = finding;
  const { status, held, rule } = finding.decision;
  // Parts are numbered by their places, from 1, or from 0 where the subject is one of them.
  const part = inventory.parts[finding.n - (inventory.parts[0]?.n ?? 1)];
  const component = part?.n === finding.n ? part.component : undefined;
  const told = risks.advisories(vulnerability);
  const rated = risks.severity(vulnerability);
  const { severity, cvss } = gravenessOf(rated.stated);
  const title = (told.find(({ summary }) => summary !== '')?.summary ?? vulnerability)
    .slice(0, MAX_TITLE)
    .toWellFormed();
  const ids = [...new Set([...risks.members(vulnerability), ...finding.ids])].sort();
  const exploited = risks.exploited(vulnerability);
  const shown: FindingRecord['shown'] = {
    ...{
      key: finding.key,
      vulnerability,
      aliases: ids.filter((id) => id !== vulnerability),
      title,
      severity,
      cvss,
    },
    component: {
      name: component?.name ?? '',
      version: component?.version ?? null,
      purl: component?.purl ?? null,
    },
    product: { key: inventory.product, name: inventory.subject.name, version: inventory.subject.version },
    document: finding.document,
    ...{ status, held },
    unimportant: finding.unimportant,
    ...{ fixedIn: finding.fixedIn, fixedBy: finding.fixedBy, scope: finding.scope, depth: finding.depth },
    exploited,
    epss: risks.chance(vulnerability),
  };
  return {
    ...{ project, key: finding.key, product: finding.product, document: finding.document, n: finding.n },
    ...{ package_key: finding.packageKey, version: finding.version, vulnerability, status },
    unimportant: finding.unimportant ? 1 : 0,
    ...{ held: held ? 1 : 0, scope: finding.scope, severity: SEVERITIES.indexOf(severity), cvss },
    ...{ exploited: exploited ? 1 : 0, epss: shown.epss, title, fix: finding.fixedIn },
    search: [...ids, shown.component.name, shown.product.name, title]
      .join('\n')
      .toLowerCase()
      .slice(0, MAX_SEARCH)
      .toWellFormed(),
    record: JSON.stringify({
      shown,
      n: finding.n,
      packageKey: finding.packageKey,
      version: finding.version,
      source: sourceName(part?.purl ?? null),
      severityOf: rated.erratum,
      grounds: finding.grounds,
      rule: { name: rule, sentence: RULES[rule] },
      flip: flip && {
        fact: flip.fact,
        sentence: FACT_SENTENCES[flip.fact],
        issuer: 'issuer' in flip ? flip.issuer : null,
        status: 'status' in flip ? flip.status : null,
        resultingStatus: flip.resultingStatus,
      },
    } satisfies FindingRecord),
  };
}

function sourceName(purl: Purl | null): string | null {
  const source = purl && sourceOf(purl);
  return !source || source.name === purl?.name ? null : source.name;
}
