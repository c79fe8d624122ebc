// What a CycloneDX document says of vulnerabilities: an advisory each, and where it was analysed, a claim for each product. Its states and reasons have
// names of their own; where they map to none of VEX, the original stays beside. Called by cyclonedx.ts. Source: advisory, Evidence.
import {
  type AffectedVersion,
  type BomComponent,
  type Vulnerability,
  versionsOf,
} from './cyclonedx-shapes.ts';
import type { Advisory, Claim, ClaimedProduct, ClaimStatus, ProductIdentity, Remedy } from './records.ts';
import { cut, isWebAddress, timeOf, unique } from './words.ts';

const STATUS: Readonly<Record<string, ClaimStatus>> = {
  exploitable: 'affected',
  not_affected: 'not_affected',
  false_positive: 'not_affected',
  resolved: 'fixed',
  resolved_with_pedigree: 'fixed',
  in_triage: 'under_investigation',
};

/** Those of its nine reasons that say what one of VEX says. */
const JUSTIFICATION: Readonly<Record<string, string>> = {
  code_not_present: 'vulnerable_code_not_present',
  code_not_reachable: 'vulnerable_code_not_in_execute_path',
  protected_by_mitigating_control: 'inline_mitigations_already_exist',
  protected_at_runtime: 'inline_mitigations_already_exist',
  protected_at_perimeter: 'inline_mitigations_already_exist',
  protected_by_compiler: 'vulnerable_code_cannot_be_controlled_by_adversary',
};

type ByRef = ReadonlyMap<string, BomComponent>;

const idOf = (one: Vulnerability): string | undefined => one.id ?? one.references?.[0]?.id;

export function advisoryOf(one: Vulnerability, documentTime: number | null): Advisory[] {
  const id = idOf(one);
  if (id === undefined) return [];
  const pages = [one.source?.url, ...(one.references ?? []).map(({ source }) => source.url)];
  return [
    {
      ...{
        id,
        aliases: unique((one.references ?? []).map((other) => other.id)).filter((other) => other !== id),
      },
      ...{ related: [], upstream: [], summary: cut(one.description, 2000), details: detailsOf(one) },
      ...{ published: timeOf(one.published), modified: timeOf(one.updated) ?? documentTime },
      withdrawn: timeOf(one.rejected),
      severity: severityOf(one),
      weaknesses: (one.cwes ?? []).map((cwe) => `CWE-${cwe}`),
      references: [
        ...(one.advisories ?? []).map(({ url }) => ({ type: 'ADVISORY', url })),
        ...pages.flatMap((url) => (url && isWebAddress(url) ? [{ type: 'WEB', url }] : [])),
      ],
      // What it says of its components are statements about them, and about no others of their kind.
      affected: [],
    },
  ];
}

const detailsOf = ({ detail, recommendation, workaround }: Vulnerability): string =>
  cut([detail, recommendation, workaround].filter(Boolean).join('\n\n'));

const CVSS: Readonly<Record<string, string>> = {
  CVSSv2: 'CVSS_V2',
  CVSSv3: 'CVSS_V3',
  CVSSv31: 'CVSS_V3',
  CVSSv4: 'CVSS_V4',
};

function severityOf({ ratings = [] }: Vulnerability) {
  return ratings.flatMap(({ method, vector, score, severity }) => {
    const type = CVSS[method ?? ''];
    if (type && vector) return [{ type, score: vector }];
    if (score !== undefined) return [{ type: type ?? 'score', score: String(score) }];
    return severity ? [{ type: 'word', score: severity }] : [];
  });
}

export function claimsOf(
  one: Vulnerability,
  named: ByRef,
  documentTime: number | null,
  bom: BomIdentity,
): Claim[] {
  const id = idOf(one);
  // A scanner lists what it found without analysing it.
  const status = one.analysis?.state === undefined ? 'affected' : STATUS[one.analysis.state];
  if (id === undefined || !status) return [];
  const { justification, detail, response = [], lastUpdated, firstIssued } = one.analysis ?? {};
  return (one.affects ?? []).flatMap((affects) => {
    const said = versionsOf(affects).of;
    const parts: (AffectedVersion | null)[] = said.length === 0 ? [null] : said;
    return parts.map((part) => ({
      ...{ vulnerability: id, aliases: unique((one.references ?? []).map((other) => other.id)) },
      ...{ product: productOf(affects.ref, named, part, bom), subcomponents: [] },
      status: part === null ? status : statusOf(part.status, status),
      justification: JUSTIFICATION[justification ?? ''] ?? null,
      ...{
        originalJustification: justification ?? null,
        impact: cut(detail),
        action: cut(one.recommendation),
      },
      ...{
        remedies: remediesOf(one, response),
        statedAt: timeOf(lastUpdated ?? firstIssued) ?? documentTime,
      },
    }));
  });
}

/** What is said of one version holds before what is said of the product. */
function statusOf(ofVersion: AffectedVersion['status'], ofProduct: ClaimStatus): ClaimStatus {
  if (ofVersion === 'unknown') return 'unknown';
  if (ofVersion === 'unaffected') return ofProduct === 'fixed' ? 'fixed' : 'not_affected';
  return ofProduct;
}

function remediesOf({ recommendation, workaround }: Vulnerability, response: readonly string[]): Remedy[] {
  const remedies: Remedy[] = [];
  if (recommendation) remedies.push({ kind: 'vendor_fix', details: cut(recommendation), url: null });
  if (workaround) remedies.push({ kind: 'workaround', details: cut(workaround), url: null });
  if (response.includes('will_not_fix') || response.includes('can_not_fix'))
    remedies.push({ kind: 'no_fix_planned', details: '', url: null });
  return remedies;
}

/** A reference leads to a component of this document or, as a BOM-Link (`urn:cdx:serial/version#ref`), of another; some write package URLs. */
function productOf(
  ref: string,
  named: ByRef,
  part: AffectedVersion | null,
  bom: BomIdentity,
): ClaimedProduct {
  const link = /^urn:cdx:([0-9a-f-]{36}\/\d{1,9})(?:#(.{1,4000}))?$/i.exec(ref);
  const component = named.get(ref);
  const whole = bom.wholes.get(ref) ?? null;
  const said = {
    cpe: component?.cpe ?? null,
    digests: [],
    version: part?.version ?? null,
    versions: part?.versions ?? null,
  };
  if (link) {
    const target = { bom: link[1]?.toLowerCase() ?? '', ref: decodeSafely(link[2] ?? '') };
    return { ...said, name: ref, purls: [], bomLink: target };
  }
  // What a list says of its own components it says of this list.
  if (component && bom.list !== null)
    return { ...said, name: component.name, purls: [], bomLink: { bom: bom.list, ref } };
  const purl = component?.purl ?? [ref, decodeSafely(ref)].find((text) => text.startsWith('pkg:'));
  return {
    ...said,
    name: component ? [component.name, component.version].filter(Boolean).join(' ') : ref,
    purls: purl === undefined ? [] : [purl],
    version: said.version ?? (part?.versions ? null : (component?.version ?? null)),
    ...(whole === null ? {} : { within: whole }),
  };
}

/** What the document is of. */
export interface BomIdentity {
  /** As BOM-Links name it, where it is a list of components. */
  readonly list: string | null;
  readonly root: BomComponent | undefined;
  /** By reference, what a component is in: its product here, else what the document is of. */
  readonly wholes: ReadonlyMap<string, ProductIdentity | null>;
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
