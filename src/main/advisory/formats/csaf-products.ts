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
  for (const { full_product_name: named, ...one } of tree?.relationships ?? []) {
    const part = products.get(one.product_reference);
    const whole = products.get(one.relates_to_product_reference);
    products.set(named.product_id, partOf(productOf(named, []), part, whole));
  }
  return products;
}

/** "Component as a part of a platform". Where the whole is a module of a platform itself, the platform counts, and the module tells builds apart. */
function partOf(
  own: ClaimedProduct,
  part: ClaimedProduct | undefined,
  whole: ClaimedProduct | undefined,
): ClaimedProduct {
  const module = whole?.purls.map(moduleIn).find((one) => one !== null) ?? null;
  const purls = own.purls.length > 0 ? own.purls : (part?.purls ?? []);
  const platform = whole?.within ?? whole;
  return {
    name: own.name,
    purls: module === null ? purls : purls.map((purl) => withModule(purl, module)),
    cpe: own.cpe ?? part?.cpe ?? null,
    digests: own.digests.length > 0 ? own.digests : (part?.digests ?? []),
    version: own.version ?? part?.version ?? null,
    versions: own.versions ?? part?.versions ?? null,
    ...(platform === undefined
      ? {}
      : {
          within: {
            name: platform.name,
            purls: platform.purls,
            cpe: platform.cpe,
            digests: platform.digests,
          },
        }),
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
