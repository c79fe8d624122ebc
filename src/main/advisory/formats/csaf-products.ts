// The product tree of a CSAF document: branches, names and relationships made into one product by its id. Without recursion. Called by csaf.ts.
// Source: advisory, Evidence; structure S5.
import { versionRangeOf } from './product-range.ts';
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

export interface Products {
  readonly byId: ReadonlyMap<string, ClaimedProduct>;
  /** Relationships that lead to a product the document does not have: what they would compose is about nothing. */
  readonly dangling: number;
}

/** The products of a document. */
export function productsOf(tree: ProductTree | undefined): Products {
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
  const dangling = compose(products, tree?.relationships ?? []);
  return { byId: products, dangling };
}

/** Adds what relationships compose, whatever order they stand in. @returns how many of them lead nowhere, or in a circle */
function compose(products: Map<string, ClaimedProduct>, relationships: readonly Relationship[]): number {
  const open = new Map(relationships.map((one) => [one.full_product_name.product_id, one]));
  // What a relationship composes is that alone.
  for (const id of open.keys()) products.delete(id);
  const met = new Set<string>();
  for (const first of relationships) {
    const waiting = [first];
    for (let next = waiting.at(-1); next; next = waiting.at(-1)) {
      const { product_reference: part, relates_to_product_reference: whole, full_product_name: own } = next;
      met.add(own.product_id);
      const inner = [part, whole].find((id) => open.has(id) && !met.has(id));
      const before = inner === undefined ? undefined : open.get(inner);
      if (before) {
        waiting.push(before);
        continue;
      }
      waiting.pop();
      const [of, within] = [products.get(part), products.get(whole)];
      if (of && within) products.set(own.product_id, partOf(productOf(own, []), of, within));
    }
  }
  return [...open.keys()].filter((id) => !products.has(id)).length;
}

/** "Component as a part of a platform". Where the whole is a module of a platform itself, the platform counts, and the module tells builds apart. */
function partOf(own: ClaimedProduct, part: ClaimedProduct, whole: ClaimedProduct): ClaimedProduct {
  const module = whole.purls.map(moduleIn).find((one) => one !== null) ?? null;
  const purls = own.purls.length > 0 ? own.purls : part.purls;
  const { name, purls: wholePurls, cpe, digests } = whole.within ?? whole;
  return {
    name: own.name,
    purls: module === null ? purls : purls.map((purl) => withModule(purl, module)),
    cpe: own.cpe ?? part.cpe,
    digests: own.digests.length > 0 ? own.digests : part.digests,
    version: own.version ?? part.version,
    versions: own.versions ?? part.versions,
    within: { name, purls: wholePurls, cpe, digests },
  };
}

/** `pkg:rpmmod/redhat/nodejs@18:8100020240807131759:489197e6` is stream 18 of nodejs; older documents write name and stream into the name. */
function moduleIn(purl: string): string | null {
  if (!purl.startsWith('pkg:rpmmod/')) return null;
  const path = decodeURIComponent(purl.slice('pkg:rpmmod/'.length).split('?')[0] ?? '');
  const [name = '', stream = ''] = path.slice(path.indexOf('/') + 1).split(/[@:/]/);
  return name === '' || stream === '' ? null : `${name}:${stream}`;
}

const withModule = (purl: string, module: string): string =>
  purl.includes('rpmmod=') ? purl : `${purl}${purl.includes('?') ? '&' : '?'}rpmmod=${module}`;

function productOf(one: FullProductName, path: readonly Branch[]): ClaimedProduct {
  const helper = one.product_identification_helper ?? {};
  const named = (category: string) => path.findLast((branch) => branch.category === category)?.name ?? null;
  const version = /^v?\d/i.exec(named('product_version') ?? '')?.input ?? null;
  return {
    name: one.name,
    purls: unique([...(helper.purl ? [helper.purl] : []), ...(helper.purls ?? [])]),
    cpe: helper.cpe ?? null,
    digests: (helper.hashes ?? []).flatMap(({ file_hashes }) =>
      file_hashes.map(({ algorithm, value }) => `${algorithm.toLowerCase()}:${value.toLowerCase()}`),
    ),
    // Vendors put names of packages there as well.
    version,
    versions: versionRangeOf(named('product_version_range')),
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
