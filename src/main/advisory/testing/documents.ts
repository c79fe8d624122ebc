// For tests: small documents of evidence, as their formats have them, made from what a test is about.

export interface AdvisoryMade {
  readonly id: string;
  readonly aliases?: readonly string[];
  readonly ecosystem?: string;
  readonly name?: string;
  /** Events of one range. */
  readonly events?: readonly Readonly<Record<string, string>>[];
  readonly versions?: readonly string[];
  readonly modified?: string;
  readonly withdrawn?: string;
  readonly summary?: string;
  readonly vector?: string;
}

/** An advisory in OSV: of left-pad below 1.2.3, unless told otherwise. */
export function advisory({
  id,
  aliases = [],
  ecosystem = 'npm',
  name = 'left-pad',
  events = [{ introduced: '0' }, { fixed: '1.2.3' }],
  versions,
  modified = '2026-01-01T00:00:00Z',
  withdrawn,
  summary = `About ${id}`,
  vector,
}: AdvisoryMade): string {
  return JSON.stringify({
    ...{ id, modified, summary, aliases },
    ...(withdrawn === undefined ? {} : { withdrawn }),
    ...(vector === undefined ? {} : { severity: [{ type: 'CVSS_V3', score: vector }] }),
    affected: [
      {
        package: { ecosystem, name },
        ...(events.length === 0 ? {} : { ranges: [{ type: 'ECOSYSTEM', events }] }),
        ...(versions === undefined ? {} : { versions }),
      },
    ],
  });
}

/**
 * A list of components in CycloneDX, each by its package URL. What needs what is given by package URLs, `''` for the product; without it everything is needed
 * directly.
 */
export function sbom(
  purls: readonly string[],
  {
    product = 'web',
    version = '1',
    at = '2026-01-01T00:00:00Z',
    needs,
    build = [],
  }: {
    readonly product?: string;
    readonly version?: string;
    readonly at?: string;
    readonly needs?: readonly (readonly [from: string, to: string])[];
    readonly build?: readonly string[];
  } = {},
): string {
  const nameOf = (purl: string) => /\/([^/@?]+)(?:@|\?|$)/.exec(purl)?.[1] ?? purl;
  return JSON.stringify({
    ...{ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1 },
    metadata: {
      timestamp: at,
      component: { type: 'application', name: product, version, 'bom-ref': product },
    },
    components: purls.map((purl) => ({
      ...{ type: 'library', name: nameOf(purl), 'bom-ref': purl, purl },
      ...(/@([^?]+)/.exec(purl) ? { version: decodeURIComponent(/@([^?]+)/.exec(purl)?.[1] ?? '') } : {}),
      ...(build.includes(purl) ? { scope: 'optional' } : {}),
    })),
    dependencies: (needs ?? []).map(([from, to]) => ({ ref: from === '' ? product : from, dependsOn: [to] })),
  });
}

/** A statement in OpenVEX. */
export function statement({
  author,
  product,
  vulnerability,
  status,
  at = '2026-01-01T00:00:00Z',
  justification = 'vulnerable_code_not_in_execute_path',
}: {
  readonly author: string;
  readonly product: string;
  readonly vulnerability: string;
  readonly status: 'affected' | 'not_affected' | 'fixed' | 'under_investigation';
  readonly at?: string;
  readonly justification?: string;
}): string {
  return JSON.stringify({
    ...{
      '@context': 'https://openvex.dev/ns/v0.2.0',
      '@id': `https://${author}.example/${vulnerability}`,
      author,
    },
    ...{ timestamp: at, version: 1 },
    statements: [
      {
        ...{ vulnerability: { name: vulnerability }, products: [{ '@id': product }], status },
        ...(status === 'not_affected' ? { justification } : {}),
        ...(status === 'affected' ? { action_statement: 'Update.' } : {}),
      },
    ],
  });
}

/** What a policy decided about it. */
export const policyTrace = (
  finding: string,
  rules: readonly { readonly id: string; readonly matched: boolean; readonly text: string }[],
  more: { readonly version?: string; readonly at?: string } = {},
): string =>
  JSON.stringify({
    ...{ schema: 'policy-trace.v1', policy_version: more.version ?? '7', finding, decision: 'block', rules },
    ...(more.at === undefined ? {} : { decided_at: more.at }),
  });

/** What is known of a resource that runs. */
export const runtimeHint = (
  resource: string,
  ports: readonly { readonly port: number; readonly exposure: string }[],
  digest: string | null = null,
): string =>
  JSON.stringify({
    ...{ schema: 'runtime-hint.v1', resource, ports, image_digest: digest, user: 'root' },
    ...{ entrypoint: ['/bin/web'], observed_at: '2026-01-02T00:00:00Z' },
  });

/** A scanner's word, without any date, that a component of a product is not affected. */
export const undatedStatement = (product: string, purl: string, vulnerability: string): string =>
  JSON.stringify({
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', name: product, version: '1' } },
    components: [{ type: 'library', name: 'of-it', 'bom-ref': 'it', purl }],
    vulnerabilities: [
      {
        id: vulnerability,
        analysis: { state: 'not_affected', justification: 'code_not_reachable' },
        affects: [{ ref: 'it' }],
      },
    ],
  });

/** A catalogue of what is exploited. */
export function catalogue(...cves: readonly string[]): string {
  return JSON.stringify({
    ...{ title: 'KEV', catalogVersion: '2026.01.01', dateReleased: '2026-01-01T00:00:00Z' },
    vulnerabilities: cves.map((cveID) => ({
      ...{ cveID, vulnerabilityName: cveID, dateAdded: '2026-01-01', dueDate: '2026-01-22' },
      ...{ requiredAction: 'Update.', knownRansomwareCampaignUse: 'Known' },
    })),
  });
}

export const scores = (...rows: readonly (readonly [cve: string, score: number])[]): string =>
  [
    '#model_version:v2026.01.01,score_date:2026-01-01T00:00:00+0000',
    'cve,epss,percentile',
    ...rows.map(([cve, score]) => `${cve},${score},0.5`),
  ].join('\n');
