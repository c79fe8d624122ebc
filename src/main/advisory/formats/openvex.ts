// Statements in OpenVEX 0.2.0 and 0.0.1. One statement about several products is one claim a product. Called by read-document.ts, after the schema.
// Source: advisory, Evidence.
import type { AttestedSubject } from './attestation.ts';
import { type Members, membersOf } from './json-document.ts';
import type { Claim, ClaimedProduct, ClaimStatus, EvidenceDocument } from './records.ts';
import { blank, cut, timeOf, unique } from './words.ts';

interface OpenVex {
  readonly '@id': string;
  readonly author: string;
  readonly role?: string;
  readonly timestamp: string;
  readonly last_updated?: string;
  readonly version: number | string;
  readonly statements: readonly Statement[];
}

interface Statement {
  readonly vulnerability: { readonly name: string; readonly aliases?: readonly string[] };
  readonly products?: readonly Product[];
  readonly status: Exclude<ClaimStatus, 'unknown'>;
  readonly justification?: string;
  readonly impact_statement?: string;
  readonly action_statement?: string;
  readonly timestamp?: string;
  readonly last_updated?: string;
}

interface Identified {
  readonly '@id'?: string;
  readonly identifiers?: Readonly<Partial<Record<'purl' | 'cpe22' | 'cpe23', string>>>;
  readonly hashes?: Readonly<Record<string, string>>;
}

interface Product extends Identified {
  readonly subcomponents?: readonly Identified[];
}

/**
 * A document of OpenVEX 0.0.1 as 0.2.0 has it: names of vulnerabilities, products and what is in them were texts, and the version a numeral. What has another
 * shape stays for the schema to refuse.
 */
export function upgradeOpenVex(vex: Members): Members {
  const { version, statements, format: _, ...rest } = vex;
  return {
    ...rest,
    version: typeof version === 'string' && /^[1-9]\d{0,8}$/.test(version) ? Number(version) : version,
    statements: Array.isArray(statements) ? statements.map(upgradeStatement) : statements,
  };
}

function upgradeStatement(statement: unknown): unknown {
  const members = membersOf(statement);
  if (typeof members?.vulnerability !== 'string') return statement;
  const { vulnerability: name, vuln_description: description, subcomponents, products, ...rest } = members;
  const within = Array.isArray(subcomponents) ? subcomponents.filter((id) => id !== '').map(upgradeId) : [];
  return {
    ...rest,
    vulnerability: typeof description === 'string' ? { name, description } : { name },
    ...(Array.isArray(products)
      ? { products: products.map((id) => ({ ...membersOf(upgradeId(id)), subcomponents: within })) }
      : {}),
  };
}

const upgradeId = (id: unknown): unknown => (typeof id === 'string' ? { '@id': id } : id);

/** @param subjects what an attestation is of: the product of statements that name none (OpenVEX, ATTESTING.md) */
export function readOpenVex(value: unknown, subjects: readonly AttestedSubject[]): EvidenceDocument {
  const vex = value as OpenVex;
  const statedAt = timeOf(vex.last_updated ?? vex.timestamp);
  const attested = subjects.map(productOfSubject);
  const unplaced =
    attested.length > 0 ? 0 : vex.statements.filter(({ products = [] }) => products.length === 0).length;
  return {
    // An issuer's ids are its own: another's document of the same id is another document.
    ...blank('openvex', `${vex.author} ${vex['@id']}`, {
      ...{ version: String(vex.version), title: `Statements of ${cut(vex.author, 200)}` },
      ...{ issuer: vex.author, statedAt },
    }),
    claims: vex.statements.flatMap((one) => claimsOf(one, statedAt, attested)),
    notes:
      unplaced === 0 ? [] : [`${unplaced} of its statements name no product and are about nothing here.`],
  };
}

function claimsOf(
  statement: Statement,
  documentTime: number | null,
  attested: readonly ClaimedProduct[],
): Claim[] {
  const { vulnerability, products = [], status, justification = null } = statement;
  const named = products.map((one) => ({
    product: productOf(one),
    subcomponents: unique((one.subcomponents ?? []).map(nameOf)),
  }));
  const claimed = named.length > 0 ? named : attested.map((product) => ({ product, subcomponents: [] }));
  return claimed.map(({ product, subcomponents }) => ({
    vulnerability: vulnerability.name,
    aliases: unique(vulnerability.aliases ?? []),
    product,
    subcomponents,
    status,
    justification,
    originalJustification: null,
    impact: cut(statement.impact_statement),
    action: cut(statement.action_statement),
    remedies: [],
    statedAt: timeOf(statement.last_updated ?? statement.timestamp) ?? documentTime,
  }));
}

const productOfSubject = ({ name, digests }: AttestedSubject): ClaimedProduct => ({
  name,
  purls: name.startsWith('pkg:') ? [name] : [],
  cpe: null,
  digests,
  version: null,
  versions: null,
});

const nameOf = ({ '@id': id, identifiers }: Identified): string =>
  identifiers?.purl ?? id ?? identifiers?.cpe23 ?? identifiers?.cpe22 ?? '';

function productOf(product: Product): ClaimedProduct {
  const { '@id': id, identifiers, hashes = {} } = product;
  const purls = [identifiers?.purl, id].filter((one) => one?.startsWith('pkg:')) as string[];
  return {
    ...{ name: nameOf(product), purls: unique(purls), cpe: identifiers?.cpe23 ?? identifiers?.cpe22 ?? null },
    digests: Object.entries(hashes).map(
      ([kind, digest]) => `${kind.replace('-', '')}:${digest.toLowerCase()}`,
    ),
    ...{ version: null, versions: null },
  };
}
