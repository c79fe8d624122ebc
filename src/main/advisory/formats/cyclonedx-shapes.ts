// The members of a CycloneDX document that are read, as the schema has them. Called by cyclonedx.ts and cyclonedx-vulnerabilities.ts.
// Source: advisory, Evidence.

export interface Bom {
  readonly serialNumber?: string;
  readonly version?: number;
  readonly metadata?: Metadata;
  readonly components?: readonly BomComponent[];
  readonly services?: readonly unknown[];
  readonly dependencies?: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
  readonly compositions?: readonly { readonly aggregate: string }[];
  readonly vulnerabilities?: readonly Vulnerability[];
}

interface Metadata {
  readonly timestamp?: string;
  readonly component?: BomComponent;
  readonly supplier?: Named;
  readonly manufacturer?: Named;
  readonly manufacture?: Named;
  readonly authors?: readonly Named[];
  readonly licenses?: readonly {
    readonly license?: { readonly id?: string };
    readonly expression?: string;
  }[];
  readonly properties?: readonly Property[];
}

interface Named {
  readonly name?: string;
}

interface Property {
  readonly name?: string;
  readonly value?: string;
}

export interface BomComponent {
  readonly 'bom-ref'?: string;
  readonly type: string;
  readonly group?: string;
  readonly name: string;
  readonly version?: string;
  readonly purl?: string;
  readonly cpe?: string;
  readonly scope?: 'required' | 'optional' | 'excluded';
  readonly publisher?: string;
  readonly supplier?: Named;
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly properties?: readonly Property[];
  readonly components?: readonly BomComponent[];
}

export interface Vulnerability {
  readonly id?: string;
  readonly source?: Named & { readonly url?: string };
  readonly references?: readonly {
    readonly id: string;
    readonly source: Named & { readonly url?: string };
  }[];
  readonly ratings?: readonly {
    readonly method?: string;
    readonly score?: number;
    readonly severity?: string;
    readonly vector?: string;
  }[];
  readonly cwes?: readonly number[];
  readonly description?: string;
  readonly detail?: string;
  readonly recommendation?: string;
  readonly workaround?: string;
  readonly advisories?: readonly { readonly title?: string; readonly url: string }[];
  readonly published?: string;
  readonly updated?: string;
  readonly rejected?: string;
  readonly analysis?: {
    readonly state?: string;
    readonly justification?: string;
    readonly response?: readonly string[];
    readonly detail?: string;
    readonly firstIssued?: string;
    readonly lastUpdated?: string;
  };
  readonly affects?: readonly Affects[];
}

export interface Affects {
  readonly ref: string;
  readonly versions?: readonly {
    readonly version?: string;
    readonly range?: string;
    readonly status?: 'affected' | 'unaffected' | 'unknown';
  }[];
}

export interface AffectedVersion {
  readonly version: string | null;
  readonly versions: string | null;
  readonly status: 'affected' | 'unaffected' | 'unknown';
}

/** @returns what it says of which versions; `unread` where it says it in neither a version nor VERS */
export function versionsOf({ versions = [] }: Affects): {
  readonly of: AffectedVersion[];
  readonly unread: boolean;
} {
  const of = versions.flatMap(({ version, range, status = 'affected' }): AffectedVersion[] => {
    if (version !== undefined) return [{ version, versions: null, status }];
    return range?.startsWith('vers:') ? [{ version: null, versions: range, status }] : [];
  });
  return { of, unread: versions.length > 0 && of.length === 0 };
}
