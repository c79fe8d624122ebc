// Lists of components and statements in CycloneDX 1.2 to 1.7. A document may be the one, the other or both. Called by read-document.ts, after the schema.
// Source: advisory, Evidence, Retrieval.

import { buildFacts } from './build-facts.ts';
import { type Bom, type BomComponent, versionsOf } from './cyclonedx-shapes.ts';
import { advisoryOf, claimsOf } from './cyclonedx-vulnerabilities.ts';
import type {
  Component,
  Dependency,
  EvidenceDocument,
  ProductIdentity,
  Sbom,
  SbomSubject,
  Scope,
} from './records.ts';
import { blank, cut, imageDigests, timeOf, unique } from './words.ts';

export function readCycloneDx(value: unknown, sha256: string): EvidenceDocument {
  const bom = value as Bom;
  const { metadata = {}, vulnerabilities = [] } = bom;
  const root = metadata.component;
  const all = flattened(bom.components ?? []);
  const named = new Map(all.map(({ ref, component }) => [ref, component]));
  if (root) named.set(refOf(root, 'subject'), root);
  const statedAt = timeOf(metadata.timestamp);
  const isList = !isStubs(bom, all);
  const list = isList ? sbomOf(bom, all, root, sha256) : null;
  const wholes = new Map(all.map(({ ref, parent }) => [ref, identityOf(named.get(parent ?? '') ?? root)]));
  const identity = { list: list?.subject.serial ?? null, root, wholes };
  const supplier = metadata.supplier ?? metadata.manufacturer ?? metadata.manufacture;
  return {
    ...blank('cyclonedx', bom.serialNumber ?? keyOfSubject(root, isList) ?? `sha256:${sha256}`, {
      ...{ version: String(bom.version ?? 1), statedAt, title: titleOf(root, bom) },
      issuer: supplier?.name ?? root?.supplier?.name ?? root?.publisher ?? metadata.authors?.[0]?.name ?? '',
      licence: metadata.licenses?.[0]?.license?.id ?? metadata.licenses?.[0]?.expression ?? null,
    }),
    sbom: list,
    advisories: vulnerabilities.flatMap((one) => advisoryOf(one, statedAt)),
    claims: vulnerabilities.flatMap((one) => claimsOf(one, named, statedAt, identity)),
    notes: notesOf(bom, all.length),
  };
}

/**
 * Whether the components are there only to be spoken of, by themselves or within their products: it is no list of what a product contains then, and replaces
 * none. Who analysed nothing lists what a scanner found.
 */
function isStubs({ vulnerabilities = [], dependencies = [] }: Bom, all: readonly Flat[]): boolean {
  if (dependencies.length > 0 || !vulnerabilities.some(({ analysis }) => analysis !== undefined))
    return false;
  const refs = new Set(vulnerabilities.flatMap(({ affects = [] }) => affects.map(({ ref }) => ref)));
  return all.every(({ ref, component }) => refs.has(ref) || (component.components ?? []).length > 0);
}

function identityOf(root: BomComponent | undefined): ProductIdentity | null {
  if (!root) return null;
  return {
    name: [fullName(root), root.version].filter(Boolean).join(' '),
    purls: root.purl === undefined ? [] : [root.purl],
    cpe: root.cpe ?? null,
    digests: digestsOf(root),
  };
}

interface Flat {
  readonly ref: string;
  readonly component: BomComponent;
  readonly parent: string | null;
}

/** Components within components, the outer first; without recursion. */
function flattened(components: readonly BomComponent[]): Flat[] {
  const all: Flat[] = [];
  const taken = new Set<string>();
  const waiting = components.map((component) => ({ component, parent: null as string | null })).reverse();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { component, parent } = next;
    let ref = refOf(component, `#${all.length}`);
    if (taken.has(ref)) ref = `${ref}#${all.length}`;
    taken.add(ref);
    all.push({ ref, component, parent });
    for (const inner of (component.components ?? []).toReversed())
      waiting.push({ component: inner, parent: ref });
  }
  return all;
}

const serialOf = (serial: string, version = 1): string =>
  `${serial.replace(/^urn:uuid:/i, '').toLowerCase()}/${version}`;

const refOf = (component: BomComponent, otherwise: string): string => component['bom-ref'] ?? otherwise;

function sbomOf(bom: Bom, all: readonly Flat[], root: BomComponent | undefined, sha256: string): Sbom {
  const scopes = new Map(all.map(({ ref, component }) => [ref, scopeOf(component)]));
  if (root) scopes.set(refOf(root, 'subject'), 'runtime');
  const needs = new Map<string, Dependency>();
  const add = (from: string, to: string) => {
    if (from !== to && scopes.has(from) && scopes.has(to))
      needs.set(`${from}\0${to}`, { from, to, scope: scopes.get(to) ?? 'runtime' });
  };
  for (const { ref, parent } of all) if (parent !== null) add(parent, ref);
  for (const { ref, dependsOn = [] } of bom.dependencies ?? []) for (const to of dependsOn) add(ref, to);
  return {
    subject: { ...subjectOf(root, bom), serial: serialOf(bom.serialNumber ?? sha256, bom.version) },
    components: all.map(({ ref, component }) => componentOf(ref, component)),
    dependencies: [...needs.values()],
  };
}

/** `required`, or nothing said, is there at run time. */
const scopeOf = ({ scope }: BomComponent): Scope =>
  scope === 'optional' || scope === 'excluded' ? 'build' : 'runtime';

const digestsOf = ({ hashes = [] }: BomComponent): string[] =>
  hashes.map(({ alg, content }) => `${alg.toLowerCase().replace('-', '')}:${content.toLowerCase()}`);

const fullName = ({ group, name }: BomComponent): string => (group ? `${group}/${name}` : name);

function componentOf(ref: string, component: BomComponent): Component {
  return {
    ...{ ref, name: fullName(component), version: component.version || null, scope: scopeOf(component) },
    ...{ purl: component.purl ?? null, cpe: component.cpe ?? null, kind: component.type },
    digests: digestsOf(component),
    ...buildFacts(component.properties ?? []),
  };
}

function subjectOf(root: BomComponent | undefined, bom: Bom): SbomSubject {
  if (!root)
    return { name: bom.serialNumber ?? 'nameless', version: null, purl: null, digests: [], ref: null };
  const noted = [...(root.properties ?? []), ...(bom.metadata?.properties ?? [])];
  const digests = imageDigests([
    root.version,
    root.purl,
    ...noted.map(({ value }) => value),
    root['bom-ref'],
  ]);
  return {
    ...{ name: fullName(root), version: root.version || null, purl: root.purl ?? null },
    ...{ digests: unique([...digests, ...digestsOf(root)]), ref: refOf(root, 'subject') },
    ...(root.cpe === undefined ? {} : { cpe: root.cpe }),
    supplier: root.supplier?.name ?? bom.metadata?.supplier?.name ?? root.publisher ?? null,
    kind: root.type,
  };
}

/** Where a document has no serial number, the same list of the same thing is its next version. Statements about a product are no version of its list. */
function keyOfSubject(root: BomComponent | undefined, isList: boolean): string | undefined {
  if (!root) return undefined;
  const subject = root.purl ?? [root.type, fullName(root), root.version].filter(Boolean).join(' ');
  return isList ? subject : `statements about ${subject}`;
}

function titleOf(root: BomComponent | undefined, bom: Bom): string {
  const what =
    (bom.components?.length ?? 0) > 0 || !bom.vulnerabilities?.length ? 'Components' : 'Statements';
  const subject = root ? [fullName(root), root.version].filter(Boolean).join(' ') : bom.serialNumber;
  return cut(subject ? `${what} of ${subject}` : what, 500);
}

function notesOf(bom: Bom, components: number): string[] {
  const notes: string[] = [];
  if (components > 0 && !bom.dependencies?.length)
    notes.push('It does not say what needs what: every component counts as needed directly.');
  const partial = (bom.compositions ?? []).filter(({ aggregate }) => aggregate !== 'complete').length;
  if (partial > 0) notes.push(`It says of itself that ${partial} of its parts are not complete.`);
  const services = bom.services?.length ?? 0;
  if (services > 0) notes.push(`${services} services are listed in it and matched with nothing.`);
  const unread = (bom.vulnerabilities ?? []).filter(
    ({ affects = [] }) => affects.length > 0 && affects.every((one) => versionsOf(one).unread),
  ).length;
  if (unread > 0) notes.push(`${unread} of its vulnerabilities name versions in a way that is not read.`);
  return notes;
}
