// Lists of components in SPDX 2.2 to 2.3.1, as JSON. Relationships say what needs what, and which of it is there to build or test only.
// Called by read-document.ts, after the schema. Source: advisory, Evidence, Retrieval.

import { sourceInText } from './build-facts.ts';
import type { Component, Dependency, EvidenceDocument, SbomSubject, Scope } from './records.ts';
import { blank, cut, imageDigests, nameInPurl, timeOf, unique } from './words.ts';

interface Spdx {
  readonly name: string;
  readonly dataLicense: string;
  readonly documentNamespace?: string;
  readonly documentDescribes?: readonly string[];
  readonly creationInfo: { readonly created: string; readonly creators: readonly string[] };
  readonly packages?: readonly Package[];
  readonly relationships?: readonly Relationship[];
}

interface Package {
  readonly SPDXID: string;
  readonly name: string;
  readonly versionInfo?: string;
  readonly primaryPackagePurpose?: string;
  readonly sourceInfo?: string;
  readonly supplier?: string;
  readonly checksums?: readonly { readonly algorithm: string; readonly checksumValue: string }[];
  readonly externalRefs?: readonly { readonly referenceType: string; readonly referenceLocator: string }[];
}

interface Relationship {
  readonly spdxElementId: string;
  readonly relatedSpdxElement: string;
  readonly relationshipType: string;
}

/** Relationships in which the first needs the second, in which the second needs the first, and in which it needs it to be built. */
const NEEDS: ReadonlySet<string> = new Set(
  'DEPENDS_ON CONTAINS STATIC_LINK DYNAMIC_LINK HAS_PREREQUISITE'.split(' '),
);
const NEEDED: ReadonlySet<string> = new Set(
  'DEPENDENCY_OF RUNTIME_DEPENDENCY_OF OPTIONAL_DEPENDENCY_OF PROVIDED_DEPENDENCY_OF PACKAGE_OF CONTAINED_BY PREREQUISITE_FOR'.split(
    ' ',
  ),
);
const NEEDED_TO_BUILD: ReadonlySet<string> = new Set(
  'BUILD_DEPENDENCY_OF DEV_DEPENDENCY_OF TEST_DEPENDENCY_OF BUILD_TOOL_OF DEV_TOOL_OF TEST_TOOL_OF TEST_OF'.split(
    ' ',
  ),
);

const DOCUMENT = 'SPDXRef-DOCUMENT';

export function readSpdx(value: unknown): EvidenceDocument {
  const spdx = value as Spdx;
  const { packages = [], relationships = [] } = spdx;
  const known = new Map(packages.map((one) => [one.SPDXID, one]));
  const dependencies = relationships.flatMap((one) => dependencyOf(one, known));
  const needed = scopesOf(dependencies);
  const described = describedBy(spdx).filter((id) => known.has(id));
  const subject = packages.find(({ SPDXID }) => SPDXID === described[0]);
  // What the list is of is no part of itself, where it is of one thing that has parts.
  const hasParts = described.length === 1 && dependencies.some(({ from }) => from === subject?.SPDXID);
  const root = hasParts ? subject : undefined;
  return {
    ...blank('spdx', spdx.documentNamespace ?? spdx.name, {
      ...{ version: spdx.creationInfo.created, title: cut(spdx.name, 500) },
      ...{ issuer: spdx.creationInfo.creators[0] ?? '', licence: spdx.dataLicense },
      statedAt: timeOf(spdx.creationInfo.created),
    }),
    sbom: {
      subject: subjectOf(subject, spdx.name),
      components: packages
        .filter((one) => one !== root)
        .flatMap((one) => componentsOf(one, needed.get(one.SPDXID) ?? 'runtime')),
      dependencies: dependencies.flatMap((one) =>
        purlsOf(known.get(one.to)).map((_, at) => ({ ...one, to: refAt(one.to, at) })),
      ),
    },
    notes:
      described.length > 1
        ? [`It describes ${described.length} things; the first is taken as its subject.`]
        : [],
  };
}

function dependencyOf(relationship: Relationship, known: ReadonlyMap<string, Package>): Dependency[] {
  const { spdxElementId: first, relatedSpdxElement: second, relationshipType } = relationship;
  if (!known.has(first) || !known.has(second)) return [];
  if (NEEDS.has(relationshipType)) return [{ from: first, to: second, scope: 'runtime' }];
  if (NEEDED.has(relationshipType)) return [{ from: second, to: first, scope: 'runtime' }];
  return NEEDED_TO_BUILD.has(relationshipType) ? [{ from: second, to: first, scope: 'build' }] : [];
}

/** Of the build is what nothing needs at run time. */
function scopesOf(dependencies: readonly Dependency[]): ReadonlyMap<string, Scope> {
  const scopes = new Map<string, Scope>();
  for (const { to, scope } of dependencies) if (scopes.get(to) !== 'runtime') scopes.set(to, scope);
  return scopes;
}

function describedBy({ documentDescribes = [], relationships = [] }: Spdx): string[] {
  const related = relationships.flatMap(({ spdxElementId, relatedSpdxElement, relationshipType }) => {
    if (relationshipType === 'DESCRIBES' && spdxElementId === DOCUMENT) return [relatedSpdxElement];
    return relationshipType === 'DESCRIBED_BY' && relatedSpdxElement === DOCUMENT ? [spdxElementId] : [];
  });
  return [...new Set([...documentDescribes, ...related])];
}

const refOf = (one: Package, kinds: readonly string[]): string | null =>
  one.externalRefs?.find(({ referenceType }) => kinds.includes(referenceType))?.referenceLocator ?? null;

/** One of each package that its package URLs name, whatever else they say of it; null where it has none. */
function purlsOf(one: Package | undefined): readonly (string | null)[] {
  const purls = (one?.externalRefs ?? []).flatMap(({ referenceType, referenceLocator }) =>
    referenceType === 'purl' ? [referenceLocator] : [],
  );
  const named = Map.groupBy(purls, (text) => text.split('?', 1)[0]);
  return named.size === 0 ? [null] : [...named.values()].map(([first = null]) => first);
}

/** What a package is called that is listed under several names. */
const refAt = (id: string, at: number): string => (at === 0 ? id : `${id}#${at + 1}`);

const digestsOf = ({ checksums = [] }: Package): string[] =>
  checksums.map(
    ({ algorithm, checksumValue }) => `${algorithm.toLowerCase()}:${checksumValue.toLowerCase()}`,
  );

/** One for each name it goes by: any of them may be affected. */
function componentsOf(one: Package, scope: Scope): Component[] {
  return purlsOf(one).map((purl, at) => ({
    ref: refAt(one.SPDXID, at),
    name: one.name,
    version: one.versionInfo || null,
    scope,
    purl,
    cpe: refOf(one, ['cpe23Type', 'cpe22Type']),
    kind: (one.primaryPackagePurpose ?? 'library').toLowerCase().replaceAll('_', '-'),
    digests: digestsOf(one),
    ...sourceInText(one.sourceInfo ?? ''),
  }));
}

function subjectOf(one: Package | undefined, name: string): SbomSubject {
  if (!one) return { name, version: null, purl: null, digests: [], ref: null };
  const { versionInfo } = one;
  const purl = refOf(one, ['purl']);
  const named = imageDigests([versionInfo, one.name, purl]);
  return {
    // Some name an image by its digest alone; its package URL says what people call it.
    name: named.includes(one.name) ? (nameInPurl(purl) ?? one.name) : one.name,
    ...{
      version: versionInfo || null,
      purl,
      digests: unique([...named, ...digestsOf(one)]),
      ref: one.SPDXID,
    },
    supplier: supplierOf(one),
    ...(one.primaryPackagePurpose === undefined ? {} : { kind: one.primaryPackagePurpose.toLowerCase() }),
  };
}

/** `Organization: Acme (info@acme.example)` is Acme. */
const supplierOf = ({ supplier }: Package): string | null =>
  /^(?:Organization|Person): ([^(]{1,300})/.exec(supplier ?? '')?.[1]?.trim() ?? null;
