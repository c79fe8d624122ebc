// Statements in OpenVEX 0.2.0. One statement about several products is one claim a product. Called by read-document.ts, after the schema.
// Source: advisory, Evidence.
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

export function readOpenVex(value: unknown): EvidenceDocument {
  const vex = value as OpenVex;
  const statedAt = timeOf(vex.last_updated ?? vex.timestamp);
  const unplaced = vex.statements.filter(({ products = [] }) => products.length === 0).length;
  return {
    ...blank('openvex', vex['@id'], {
      ...{ version: String(vex.version), title: `Statements of ${cut(vex.author, 200)}` },
      ...{ issuer: vex.author, statedAt },
    }),
    claims: vex.statements.flatMap((one) => claimsOf(one, statedAt)),
    notes:
      unplaced === 0 ? [] : [`${unplaced} of its statements name no product and are about nothing here.`],
  };
}

function claimsOf(statement: Statement, documentTime: number | null): Claim[] {
  const { vulnerability, products = [], status, justification = null } = statement;
  return products.map((product) => ({
    ...{
      vulnerability: vulnerability.name,
      aliases: unique(vulnerability.aliases ?? []),
      status,
      justification,
    },
    product: productOf(product),
    subcomponents: unique((product.subcomponents ?? []).map(nameOf)),
    ...{ originalJustification: null, remedies: [] },
    ...{ impact: cut(statement.impact_statement), action: cut(statement.action_statement) },
    statedAt: timeOf(statement.last_updated ?? statement.timestamp) ?? documentTime,
  }));
}

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
