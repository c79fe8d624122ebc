// What a CycloneDX document says of vulnerabilities: an advisory each, and where it was analysed, a claim for each product. Its states and reasons have
// names of their own; where they map to none of VEX, the original stays beside. Called by cyclonedx.ts. Source: advisory, Evidence.
import {
  type AffectedVersion,
  type Affects,
  type BomComponent,
  type Vulnerability,
  versionsOf,
} from './cyclonedx-shapes.ts';
import type { Advisory, AffectedPackage, Claim, ClaimedProduct, ClaimStatus, Remedy } from './records.ts';
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

export function advisoryOf(one: Vulnerability, named: ByRef, documentTime: number | null): Advisory[] {
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
      affected: isSafe(one) ? [] : (one.affects ?? []).flatMap((affects) => affectedOf(affects, named)),
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

/** What was analysed and found safe is said in claims: listed as affected beside them, the same issuer would contradict itself. */
const isSafe = ({ analysis }: Vulnerability): boolean =>
  ['not_affected', 'fixed'].includes(STATUS[analysis?.state ?? ''] ?? '');

/** Affected versions of what the document lists itself are written out: it has no ranges of an ecosystem. */
function affectedOf(affects: Affects, named: ByRef): AffectedPackage[] {
  const component = named.get(affects.ref);
  if (!component?.purl) return [];
  const { of } = versionsOf(affects);
  const hit = of.filter(({ status }) => status === 'affected');
  if (of.length > 0 && hit.length === 0) return [];
  return [
    {
      ...{ purl: component.purl, ecosystem: null, name: component.name },
      ranges: hit.flatMap(({ versions }) =>
        versions === null ? [] : [{ type: 'VERS' as const, vers: versions }],
      ),
      versions:
        of.length === 0 ? [component.version ?? []].flat() : hit.flatMap(({ version }) => version ?? []),
    },
  ];
}

/** What a document lists, by its references. */
interface Listed {
  readonly named: ByRef;
  /** In documents of statements alone: what each component is stated to be in. */
  readonly products: ReadonlyMap<string, BomComponent | undefined>;
}

export function claimsOf(
  one: Vulnerability,
  { named, products }: Listed,
  documentTime: number | null,
): Claim[] {
  const id = idOf(one);
  const status = STATUS[one.analysis?.state ?? ''];
  if (id === undefined || !status) return [];
  const { justification, detail, response = [], lastUpdated, firstIssued } = one.analysis ?? {};
  return (one.affects ?? []).flatMap((affects) => {
    const said = versionsOf(affects).of;
    const parts: (AffectedVersion | null)[] = said.length === 0 ? [null] : said;
    return parts.map((part) => ({
      ...{ vulnerability: id, aliases: unique((one.references ?? []).map((other) => other.id)) },
      ...within(products.get(affects.ref), productOf(affects.ref, named, part)),
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

/** A component stated to be in a product is said of there, and nowhere else. */
function within(
  product: BomComponent | undefined,
  component: ClaimedProduct,
): Pick<Claim, 'product' | 'subcomponents'> {
  if (product === undefined) return { product: component, subcomponents: [] };
  const ref = product['bom-ref'] ?? product.name;
  return {
    product: productOf(ref, new Map([[ref, product]]), null),
    subcomponents: component.purls.length > 0 ? component.purls : [component.name],
  };
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

/** A reference may lead into another document (`urn:cdx:serial/version#ref`); its last part often is a package URL. */
function productOf(ref: string, named: ByRef, part: AffectedVersion | null): ClaimedProduct {
  const component = named.get(ref);
  const inner = ref.slice(ref.indexOf('#') + 1);
  const purl = component?.purl ?? [inner, decodeSafely(inner)].find((text) => text.startsWith('pkg:'));
  return {
    name: component ? [component.name, component.version].filter(Boolean).join(' ') : ref,
    purls: purl === undefined ? [] : [purl],
    ...{ cpe: component?.cpe ?? null, digests: [] },
    version: part?.version ?? (part?.versions ? null : (component?.version ?? null)),
    versions: part?.versions ?? null,
  };
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
