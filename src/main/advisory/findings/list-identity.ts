// What a list of components is of, and what lies inside which of its parts: whether a statement about a product reaches a component. Pure. Called by match.ts and
// judge-claim.ts. Source: structure S5; reference evidence-identity, 6 and 7.
import type { ProductIdentity, SbomSubject } from '../formats/records.ts';
import { coversCpe, cpeKey, parseCpe } from '../identity/cpe.ts';
import { bomKey, digestKey, digestsIn, nameKey } from '../identity/keys.ts';
import { keysOf } from '../identity/package-key.ts';
import { type Purl, parsePurl } from '../identity/purl.ts';
import { matchPurl } from '../identity/purl-match.ts';
import type { Inventory, Part } from './inputs.ts';

type Named = Pick<ProductIdentity, 'name' | 'purls' | 'cpe' | 'digests'>;

export class ListIdentity {
  readonly subject: SbomSubject;
  readonly #purl: Purl | null;
  readonly #inventory: Inventory;
  readonly #children: ReadonlyMap<number, readonly number[]>;
  /** By number of a component: what is inside it alone. */
  readonly #inside = new Map<number, ReadonlySet<number>>();

  constructor(inventory: Inventory) {
    this.#inventory = inventory;
    this.subject = inventory.subject;
    const read = this.subject.purl === null ? null : parsePurl(this.subject.purl);
    this.#purl = read?.ok ? read.purl : null;
    const children = new Map<number, number[]>();
    for (const { parent, child } of inventory.needs) {
      const known = children.get(parent);
      if (known) known.push(child);
      else children.set(parent, [child]);
    }
    this.#children = children;
  }

  /** Keys under which statements about the whole are found. */
  keys(): string[] {
    const { digests, serial, cpe } = this.subject;
    const read = cpe === undefined ? null : parseCpe(cpe);
    return [
      ...(this.#purl === null ? [] : keysOf(this.#purl)),
      ...digests.map(digestKey),
      ...this.#names().map(nameKey),
      ...(serial === undefined ? [] : [bomKey(serial)]),
      ...(read === null ? [] : [cpeKey(read)]),
    ];
  }

  /** Whether it is what the list is of by its very digest. */
  isImage({ purls, digests }: Pick<Named, 'purls' | 'digests'>): boolean {
    return [...digests, ...digestsIn(purls)].some((one) => this.subject.digests.includes(one));
  }

  /** Whether this is a list of the product. A name says so only where the product has nothing better. */
  isOf({ name, purls, cpe, digests }: Named): boolean {
    const { subject } = this;
    if (this.isImage({ purls, digests })) return true;
    const own = this.#purl;
    const read = purls.flatMap((text) => {
      const purl = parsePurl(text);
      return purl.ok ? [purl.purl] : [];
    });
    if (own !== null && read.some((one) => matchPurl(one, own).matches)) return true;
    const [wanted, has] = [cpe, subject.cpe].map((text) => (text ? parseCpe(text) : null));
    if (wanted && has)
      return coversCpe(wanted, has) === true && (wanted.version === null || wanted.version === has.version);
    if (read.length > 0 || digests.length > 0 || cpe !== null) return false;
    return this.#names().includes(name);
  }

  #names(): string[] {
    const { name, version } = this.subject;
    return version === null ? [name] : [name, `${name} ${version}`, `${name}@${version}`];
  }

  /** Whether a component lies in what a statement names as a whole: the list's subject, or a part that every path to the component leads through. */
  isInside(product: Named, part: Part): boolean {
    if (this.isOf(product)) return true;
    return this.#inventory.parts.some(
      (whole) =>
        whole.purl !== null &&
        whole.n !== part.n &&
        this.#children.has(whole.n) &&
        product.purls.some((text) => {
          const read = parsePurl(text);
          return read.ok && matchPurl(read.purl, whole.purl as Purl).matches;
        }) &&
        this.#insideOf(whole.n).has(part.n),
    );
  }

  /** What is reached from the roots through `whole` alone. */
  #insideOf(whole: number): ReadonlySet<number> {
    const known = this.#inside.get(whole);
    if (known) return known;
    const children = new Set(this.#inventory.needs.map(({ child }) => child));
    const roots = [0, ...this.#inventory.parts.flatMap(({ n }) => (children.has(n) ? [] : [n]))];
    const without = this.#reached(roots, whole);
    const inside = this.#reached([whole], null);
    for (const n of without) inside.delete(n);
    inside.delete(whole);
    this.#inside.set(whole, inside);
    return inside;
  }

  #reached(from: readonly number[], barred: number | null): Set<number> {
    const met = new Set<number>();
    const waiting = [...from];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (next === barred || met.has(next)) continue;
      met.add(next);
      waiting.push(...(this.#children.get(next) ?? []));
    }
    return met;
  }
}
