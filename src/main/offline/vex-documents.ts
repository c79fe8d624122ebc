// What people decided of a project's findings, as one document of OpenVEX and one of CycloneDX that others read. Everything in them follows from the decisions: no time
// of writing, no name of a host; the same decisions make the same bytes. A decision is about a component in a product, and is said so: product and subcomponent,
// never of the component wherever it is. Pure. Called by bundle-contents.ts. Source: advisory, Findings.
import { createHash } from 'node:crypto';
import { buildPurl, parsePurl } from '../advisory/identity/purl.ts';
import { canonicalJson, type Json } from '../store/audit/canonical-json.ts';
import { type DecidedFinding, decidedKey } from '../store/bundles/decided-findings.ts';
import type { PortableDecision } from '../store/bundles/decisions.ts';

const AUTHOR = 'Operators of Festinger';

/** The decisions that stand: of each component in its version the newest that nobody took back, whether its day is over or not. */
export function standing(decisions: readonly PortableDecision[]): PortableDecision[] {
  const newest = new Map<string, PortableDecision>();
  for (const one of decisions) {
    if (one.undone_at !== null) continue;
    const key = decidedKey(one);
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

/** A decision with the names of what it is about, as other tools compare them. */
interface Statement {
  readonly one: PortableDecision;
  readonly product: Named;
  readonly component: Named;
  readonly digests: readonly string[];
  readonly aliases: readonly string[];
}

interface Named {
  readonly name: string;
  readonly purl: string | null;
  /** The package URL, else an IRI of ours. */
  readonly iri: string;
}

/**
 * @param decisions of one project, those that stand
 * @param findings what they were made of, by `decidedKey`
 */
export const statementsOf = (
  decisions: readonly PortableDecision[],
  findings: ReadonlyMap<string, DecidedFinding>,
): Statement[] =>
  decisions.map((one) => {
    const found = findings.get(decidedKey(one));
    return {
      one,
      product: productOf(one, found),
      component: componentOf(one, found),
      digests: found?.product.digests ?? [],
      aliases: found?.aliases ?? [],
    };
  });

/** @returns null where there are none: the schema asks for a statement */
export function openVexOf(said: readonly Statement[]): string | null {
  if (said.length === 0) return null;
  const statements = said.map(openVexStatement);
  return canonicalJson({
    '@context': 'https://openvex.dev/ns/v0.2.0',
    '@id': `https://festinger.dev/vex/${digestOf(statements)}`,
    author: AUTHOR,
    timestamp: newestOf(said),
    version: 1,
    statements,
  });
}

function openVexStatement({ one, product, component, digests, aliases }: Statement): Json {
  const { status } = WORDS[one.kind];
  const sha256 = digests.find((digest) => /^sha256:[0-9a-f]{64}$/.test(digest));
  return {
    vulnerability: { name: one.vulnerability, ...(aliases.length === 0 ? {} : { aliases: [...aliases] }) },
    products: [
      {
        '@id': product.iri,
        // Of what has no package URL an image's digest is the name that others know.
        ...(product.purl !== null || sha256 === undefined ? {} : { hashes: { 'sha-256': sha256.slice(7) } }),
        subcomponents: [{ '@id': component.iri }],
      },
    ],
    status,
    timestamp: timeOf(one.decided_at),
    ...(status === 'not_affected' ? notAffected(one) : {}),
    ...(status === 'affected' ? { action_statement: actionOf(one) } : {}),
    ...(status === 'fixed' ? { status_notes: one.reason } : {}),
  };
}

const notAffected = ({ justification, reason }: PortableDecision) => ({
  ...(justification === null ? {} : { justification }),
  impact_statement: reason,
});

/**
 * The same in CycloneDX 1.6. It lists what its statements are about and nothing else, each component within its product, and says that the list is not
 * complete: readers that find a statement's component by a reference within the document apply it to that component alone, while some apply one that leads
 * into another document (BOM-Link) to everything that has the vulnerability.
 * @returns null where there are none
 */
export function cycloneDxVexOf(said: readonly Statement[]): string | null {
  if (said.length === 0) return null;
  const vulnerabilities = said.map(cycloneDxVulnerability);
  const products = Map.groupBy(said, ({ product }) => product.iri);
  const body = {
    components: [...products].map(([iri, statements]) => ({
      type: 'application',
      'bom-ref': iri,
      ...namesOf((statements[0] as Statement).product),
      components: [...new Map(statements.map((one) => [refOf(one), one]))].map(
        ([ref, { one, component }]) => ({
          type: 'library',
          'bom-ref': ref,
          ...namesOf(component),
          ...(one.version === null ? {} : { version: one.version }),
        }),
      ),
    })),
    compositions: [{ aggregate: 'incomplete', assemblies: [...products.keys()] }],
    vulnerabilities,
  };
  return canonicalJson({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    serialNumber: `urn:uuid:${uuidOf(digestOf(body))}`,
    metadata: { timestamp: newestOf(said), authors: [{ name: AUTHOR }] },
    ...body,
  });
}

const namesOf = ({ name, purl }: Named) => ({ name, ...(purl === null ? {} : { purl }) });

/** A component of a product in its version. */
const refOf = ({ one, product }: Statement): string =>
  digestOf([product.iri, one.package_key, one.version]).slice(0, 32);

function cycloneDxVulnerability(statement: Statement): Json {
  const { one, aliases } = statement;
  const { state } = WORDS[one.kind];
  const justification = CYCLONEDX_REASONS[one.justification ?? ''];
  const at = timeOf(one.decided_at);
  return {
    'bom-ref': digestOf([refOf(statement), one.vulnerability]).slice(0, 32),
    id: one.vulnerability,
    source: sourceOf(one.vulnerability),
    ...(aliases.length === 0 ? {} : { references: aliases.map((id) => ({ id, source: sourceOf(id) })) }),
    affects: [{ ref: refOf(statement) }],
    analysis: {
      state,
      firstIssued: at,
      lastUpdated: at,
      ...(justification === undefined ? {} : { justification }),
      ...(one.kind === 'accepted' ? { response: ['will_not_fix'] } : {}),
      detail: one.kind === 'accepted' ? actionOf(one) : one.reason,
    },
    ...(one.justification === null
      ? {}
      : { properties: [{ name: 'festinger:justification', value: one.justification }] }),
  };
}

/** Whose id it is, by the names that Dependency-Track has for them: it passes over what has no source. */
const sourceOf = (id: string): { readonly name: string } => ({
  name: /^CVE-/i.test(id) ? 'NVD' : /^GHSA-/i.test(id) ? 'GITHUB' : 'OSV',
});

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
const newestOf = (said: readonly Statement[]): string =>
  timeOf(said.reduce((newest, { one }) => Math.max(newest, one.decided_at), 0));

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

/** Of a product in any version, as a decision is: keys are package URLs without scheme and version; what has no package URL has a name. */
function productOf({ product: key }: PortableDecision, found: DecidedFinding | undefined): Named {
  if (key.startsWith(NAMED)) {
    const name = found?.product.name || key.slice(NAMED.length);
    return { name, purl: null, iri: `urn:festinger:product:${escaped(key.slice(NAMED.length))}` };
  }
  const [path = '', home] = key.split('?', 2);
  const ofKey = packageUrl(path) + (home === undefined ? '' : `?repository_url=${escaped(home)}`);
  return named(found?.product, path, withoutBuild(found?.product.purl, null) ?? ofKey);
}

function componentOf(
  { package_key: key, version }: PortableDecision,
  found: DecidedFinding | undefined,
): Named {
  if (key.startsWith(NAMED)) {
    const name = key.slice(NAMED.length);
    return { name, purl: null, iri: `urn:festinger:component:${escaped(name)}` };
  }
  const ofKey = packageUrl(key) + (version === null ? '' : `@${escaped(version)}`);
  return named(found?.component, key, withoutBuild(found?.component.purl, version) ?? ofKey);
}

const named = (found: { readonly name: string } | undefined, key: string, purl: string): Named => ({
  name: found?.name || key,
  purl,
  iri: purl,
});

/** What says which package it is, beside its name: readers want every qualifier of a statement to stand in what they found. */
const TELLING: ReadonlySet<string> = new Set(['repository_url', 'epoch']);

/** As the document spells it, of one version or of any. */
function withoutBuild(purl: string | null | undefined, version: string | null): string | null {
  const read = parsePurl(purl ?? '');
  if (!read.ok) return null;
  const { type, namespace, name, version: own, qualifiers } = read.purl;
  const built = buildPurl({
    type,
    namespace,
    name,
    version: version === null ? null : own,
    qualifiers: Object.fromEntries([...qualifiers].filter(([key]) => TELLING.has(key))),
  });
  return built.ok ? built.purl.text : null;
}

const packageUrl = (key: string): string => `pkg:${key.split('/').map(escaped).join('/')}`;
const escaped = (text: string): string => encodeURIComponent(text.toWellFormed());
