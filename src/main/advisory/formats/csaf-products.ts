// The product tree of a CSAF document: branches, names and relationships made into one product by its id. Without recursion. Called by csaf.ts.
// Source: advisory, Evidence.
import type { ClaimedProduct } from './records.ts';
import { unique } from './words.ts';

export interface ProductTree {
  readonly branches?: readonly Branch[];
  readonly full_product_names?: readonly FullProductName[];
  readonly relationships?: readonly Relationship[];
  readonly product_groups?: readonly { readonly group_id: string; readonly product_ids: readonly string[] }[];
}

interface Branch {
  readonly category: string;
  readonly name: string;
  readonly branches?: readonly Branch[];
  readonly product?: FullProductName;
}

interface FullProductName {
  readonly product_id: string;
  readonly name: string;
  readonly product_identification_helper?: {
    readonly purl?: string;
    readonly purls?: readonly string[];
    readonly cpe?: string;
    readonly hashes?: readonly {
      readonly file_hashes: readonly { readonly algorithm: string; readonly value: string }[];
    }[];
  };
}

interface Relationship {
  readonly product_reference: string;
  readonly relates_to_product_reference: string;
  readonly full_product_name: FullProductName;
}

/** The products of a document, by id. */
export function productsOf(tree: ProductTree | undefined): ReadonlyMap<string, ClaimedProduct> {
  const products = new Map<string, ClaimedProduct>();
  for (const one of tree?.full_product_names ?? []) products.set(one.product_id, productOf(one, []));
  const waiting = (tree?.branches ?? [])
    .map((branch) => ({ branch, above: [] as readonly Branch[] }))
    .reverse();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { branch, above } = next;
    const path = [...above, branch];
    if (branch.product) products.set(branch.product.product_id, productOf(branch.product, path));
    for (const inner of (branch.branches ?? []).toReversed()) waiting.push({ branch: inner, above: path });
  }
  for (const one of tree?.relationships ?? []) {
    const { full_product_name: named, product_reference: inner } = one;
    const own = productOf(named, []);
    products.set(
      named.product_id,
      withPart(own, products.get(inner), products.get(one.relates_to_product_reference)),
    );
  }
  return products;
}

/** "Component as a part of platform": it is found by the component, and its platform is where it holds. */
function withPart(
  own: ClaimedProduct,
  part: ClaimedProduct | undefined,
  whole: ClaimedProduct | undefined,
): ClaimedProduct {
  return {
    name: own.name,
    purls: own.purls.length > 0 ? own.purls : (part?.purls ?? []),
    cpe: own.cpe ?? whole?.cpe ?? part?.cpe ?? null,
    digests: own.digests.length > 0 ? own.digests : (part?.digests ?? []),
    version: own.version ?? part?.version ?? null,
    versions: own.versions ?? part?.versions ?? null,
  };
}

function productOf(one: FullProductName, path: readonly Branch[]): ClaimedProduct {
  const helper = one.product_identification_helper ?? {};
  const named = (category: string) => path.findLast((branch) => branch.category === category)?.name ?? null;
  const range = named('product_version_range');
  return {
    name: one.name,
    purls: unique([...(helper.purl ? [helper.purl] : []), ...(helper.purls ?? [])]),
    cpe: helper.cpe ?? null,
    digests: (helper.hashes ?? []).flatMap(({ file_hashes }) =>
      file_hashes.map(({ algorithm, value }) => `${algorithm.toLowerCase()}:${value.toLowerCase()}`),
    ),
    version: named('product_version'),
    versions: range?.startsWith('vers:') ? range : null,
  };
}

/** @returns the ids themselves and those of the groups */
export function idsIn(
  tree: ProductTree | undefined,
  of: { readonly product_ids?: readonly string[]; readonly group_ids?: readonly string[] },
): readonly string[] {
  const wanted = new Set(of.group_ids ?? []);
  const grouped =
    wanted.size === 0 ? [] : (tree?.product_groups ?? []).filter(({ group_id }) => wanted.has(group_id));
  return [...(of.product_ids ?? []), ...grouped.flatMap(({ product_ids }) => product_ids)];
}
