// What people decided of a project's findings, as one document of OpenVEX and one of CycloneDX that others read. Everything in them follows from the decisions: no time
// of writing, no name of a host; the same decisions make the same bytes. A decision is about a component in a product, and is said so: product and subcomponent,
// never of the component wherever it is. Pure. Called by bundle-contents.ts. Source: advisory, Findings.
import { createHash } from 'node:crypto';
import { canonicalJson, type Json } from '../store/audit/canonical-json.ts';
import type { PortableDecision } from '../store/bundles/decisions.ts';

const AUTHOR = 'Operators of Festinger';

/** The decisions that stand: of each component in its version the newest that nobody took back, whether its day is over or not. */
export function standing(decisions: readonly PortableDecision[]): PortableDecision[] {
  const newest = new Map<string, PortableDecision>();
  for (const one of decisions) {
    if (one.undone_at !== null) continue;
    const key = JSON.stringify([one.product, one.package_key, one.vulnerability, one.version]);
    const other = newest.get(key);
    if (!other || isNewer(one, other)) newest.set(key, one);
  }
  return [...newest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

/** Of two at one time the greater spelling, so that the order in which they are given is of no account. */
const isNewer = (one: PortableDecision, other: PortableDecision): boolean =>
  one.decided_at === other.decided_at
    ? canonicalJson(one) > canonicalJson(other)
    : one.decided_at > other.decided_at;

/**
 * @param decisions of one project, those that stand
 * @returns null where there are none: the schema asks for a statement
 */
export function openVexOf(decisions: readonly PortableDecision[]): string | null {
  if (decisions.length === 0) return null;
  const statements = decisions.map(openVexStatement);
  return canonicalJson({
    '@context': 'https://openvex.dev/ns/v0.2.0',
    '@id': `https://festinger.dev/vex/${digestOf(statements)}`,
    ...{ author: AUTHOR, timestamp: newestOf(decisions), version: 1, statements },
  });
}

function openVexStatement(one: PortableDecision): Json {
  const { status } = WORDS[one.kind];
  return {
    vulnerability: { name: one.vulnerability },
    products: [{ '@id': productIri(one.product), subcomponents: [{ '@id': componentIri(one) }] }],
    ...{ status, timestamp: timeOf(one.decided_at) },
    ...(one.justification === null ? {} : { justification: one.justification }),
    ...(status === 'not_affected' ? { impact_statement: one.reason } : {}),
    ...(status === 'affected' ? { action_statement: actionOf(one) } : {}),
    ...(status === 'fixed' ? { status_notes: one.reason } : {}),
  };
}

/** The same in CycloneDX 1.6. It lists no components, so that nobody takes it for a list of what is built in. @returns null where there are none */
export function cycloneDxVexOf(decisions: readonly PortableDecision[]): string | null {
  if (decisions.length === 0) return null;
  const vulnerabilities = decisions.map(cycloneDxVulnerability);
  return canonicalJson({
    ...{ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 },
    serialNumber: `urn:uuid:${uuidOf(digestOf(vulnerabilities))}`,
    metadata: { timestamp: newestOf(decisions), authors: [{ name: AUTHOR }] },
    vulnerabilities,
  });
}

function cycloneDxVulnerability(one: PortableDecision): Json {
  const { state } = WORDS[one.kind];
  const justification = CYCLONEDX_REASONS[one.justification ?? ''];
  const at = timeOf(one.decided_at);
  return {
    'bom-ref': digestOf([one.product, one.package_key, one.version, one.vulnerability]).slice(0, 32),
    id: one.vulnerability,
    affects: [{ ref: linkTo(one.product) }],
    analysis: {
      ...{ state, firstIssued: at, lastUpdated: at },
      ...(justification === undefined ? {} : { justification }),
      ...(one.kind === 'accepted' ? { response: ['will_not_fix'] } : {}),
      detail: one.kind === 'accepted' ? actionOf(one) : one.reason,
    },
    properties: [
      { name: 'festinger:component', value: componentIri(one) },
      ...(one.justification === null ? [] : [{ name: 'festinger:justification', value: one.justification }]),
    ],
  };
}

const WORDS = {
  accepted: { status: 'affected', state: 'exploitable' },
  affected: { status: 'affected', state: 'exploitable' },
  not_affected: { status: 'not_affected', state: 'not_affected' },
  fixed: { status: 'fixed', state: 'resolved' },
} as const satisfies Record<PortableDecision['kind'], object>;

/** CycloneDX has words of its own for reasons: for two of the five none means the same, and they stand as a property alone. */
const CYCLONEDX_REASONS: Readonly<Partial<Record<string, string>>> = {
  vulnerable_code_not_present: 'code_not_present',
  vulnerable_code_not_in_execute_path: 'code_not_reachable',
  inline_mitigations_already_exist: 'protected_by_mitigating_control',
};

function actionOf({ kind, reason, expires_at: expires }: PortableDecision): string {
  if (kind !== 'accepted') return reason;
  return `The risk is accepted${expires === null ? '' : ` until ${timeOf(expires)}`}: ${reason}`;
}

const timeOf = (at: number): string => new Date(at).toISOString();
const newestOf = (decisions: readonly PortableDecision[]): string =>
  timeOf(decisions.reduce((newest, one) => Math.max(newest, one.decided_at), 0));

const digestOf = (value: Json): string => createHash('sha256').update(canonicalJson(value)).digest('hex');

/** A UUID made of a digest, marked as one made of a name. */
const uuidOf = (hex: string): string =>
  [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');

const NAMED = 'name/';

/** Keys are package URLs without scheme and version; what has no package URL has a name. */
function productIri(key: string): string {
  if (key.startsWith(NAMED)) return `urn:festinger:product:${escaped(key.slice(NAMED.length))}`;
  const [path = '', home] = key.split('?', 2);
  return packageUrl(path) + (home === undefined ? '' : `?repository_url=${escaped(home)}`);
}

const componentIri = ({ package_key: key, version }: PortableDecision): string =>
  key.startsWith(NAMED)
    ? `urn:festinger:component:${escaped(key.slice(NAMED.length))}`
    : packageUrl(key) + (version === null ? '' : `@${escaped(version)}`);

const packageUrl = (key: string): string => `pkg:${key.split('/').map(escaped).join('/')}`;
const escaped = (text: string): string => encodeURIComponent(text.toWellFormed());

/** A link into a document that is the product's alone, as CycloneDX names what it does not list. */
const linkTo = (product: string): string =>
  `urn:cdx:${uuidOf(digestOf(product))}/1#${escaped(productIri(product))}`;
