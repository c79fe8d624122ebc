// What a list of components is of, and what lies inside which of its parts: whether a statement about a product reaches a component. Pure. Called by match.ts and
// judge-claim.ts. Source: structure S5; reference evidence-identity, 6 and 7.
import type { ProductIdentity, SbomSubject } from '../formats/records.ts';
import { coversCpe, cpeKey, parseCpe } from '../identity/cpe.ts';
import { bomKey, digestKey, digestsIn, nameKey } from '../identity/keys.ts';
import { keysOf, packageKey } from '../identity/package-key.ts';
import { parsePurl } from '../identity/purl.ts';
import { matchPurl } from '../identity/purl-match.ts';
import { type Inventory, keyOfPart, type Part, partOfSubject } from './inputs.ts';
import { Insides } from './paths.ts';

type Named = Pick<ProductIdentity, 'name' | 'purls' | 'cpe' | 'digests'>;

/** Keys under which statements about a whole product are found. */
export function wholeKeys(subject: SbomSubject): string[] {
  const { purl, digests, serial, cpe } = subject;
  const read = purl === null ? null : parsePurl(purl);
  const named = cpe === undefined ? null : parseCpe(cpe);
  return [
    ...(read?.ok ? keysOf(read.purl) : []),
    ...digests.map(digestKey),
    ...namesOf(subject).map(nameKey),
    ...(serial === undefined ? [] : [bomKey(serial)]),
    ...(named === null ? [] : [cpeKey(named)]),
  ];
}

const namesOf = ({ name, version }: SbomSubject): string[] =>
  version === null ? [name] : [name, `${name} ${version}`, `${name}@${version}`];

/** A supplier's name is known by its beginning. */
const MAX_NAME = 300;

/** Whether a name is that of a list's supplier, where the list says one: `ACME, Inc.` is Acme. */
function isSupplier(supplier: string | null | undefined, name: string): boolean {
  const words = (text: string): string[] =>
    text
      .slice(0, MAX_NAME)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const [own, given] = [words(supplier ?? ''), words(name)];
  if (own.length === 0) return true;
  const shorter = Math.min(own.length, given.length);
  return shorter > 0 && own.slice(0, shorter).join(' ') === given.slice(0, shorter).join(' ');
}

export class ListIdentity {
  readonly subject: SbomSubject;
  /** What the list is of, as statements are held against it. */
  readonly whole: Part;
  readonly #inventory: Inventory;
  /** Components by the keys of their packages. */
  readonly #parts: ReadonlyMap<string, readonly Part[]>;
  #names: ReadonlyMap<string, readonly Part[]> | null = null;
  #insides: Insides | null = null;

  constructor(inventory: Inventory) {
    this.#inventory = inventory;
    this.subject = inventory.subject;
    this.whole = partOfSubject(this.subject);
    this.#parts = Map.groupBy(
      inventory.parts.filter(({ purl }) => purl !== null),
      ({ purl }) => (purl === null ? '' : packageKey(purl)),
    );
  }

  /** Keys under which statements about the whole are found. */
  keys(): string[] {
    return wholeKeys(this.subject);
  }

  /** Whether it is what the list is of by its very digest. */
  isImage({ purls, digests }: Pick<Named, 'purls' | 'digests'>): boolean {
    return [...digests, ...digestsIn(purls)].some((one) => this.subject.digests.includes(one));
  }

  /**
   * Whether this is a list of the product. A name says so only where the product has nothing better.
   * @param by whose products alone may be meant by a name; null for anybody's
   */
  isOf({ name, purls, cpe, digests }: Named, by: string | null): boolean {
    const { subject } = this;
    if (this.isImage({ purls, digests })) return true;
    const own = this.whole.purl;
    const read = purls.flatMap((text) => {
      const purl = parsePurl(text);
      return purl.ok ? [purl.purl] : [];
    });
    if (own !== null && read.some((one) => matchPurl(one, own).matches)) return true;
    const [wanted, has] = [cpe, subject.cpe].map((text) => (text ? parseCpe(text) : null));
    if (wanted && has)
      return coversCpe(wanted, has) === true && (wanted.version === null || wanted.version === has.version);
    if (read.length > 0 || digests.length > 0 || cpe !== null) return false;
    return namesOf(subject).includes(name) && (by === null || isSupplier(subject.supplier, by));
  }

  /** Whether its name is that of no other package of the list. */
  isOnlyOne({ component: { name } }: Part): boolean {
    this.#names ??= Map.groupBy(this.#inventory.parts, ({ component }) => component.name);
    return new Set(this.#names.get(name)?.map(keyOfPart)).size <= 1;
  }

  /** Whether a component lies in what a statement names as a whole: the list's subject, or a part that every path to the component leads through. */
  isInside(product: Named, part: Part, by: string | null): boolean {
    if (this.isOf(product, by)) return true;
    const wholes = this.#partsNamed(product);
    if (wholes.length === 0) return false;
    this.#insides ??= new Insides(this.#inventory);
    const insides = this.#insides;
    return wholes.some((n) => insides.isWithin(part.n, n));
  }

  /** Components that a product's package URLs name. */
  #partsNamed({ purls }: Named): readonly number[] {
    return purls.flatMap((text) => {
      const read = parsePurl(text);
      if (!read.ok) return [];
      const named = this.#parts.get(packageKey(read.purl)) ?? [];
      return named.flatMap(({ n, purl }) => (purl && matchPurl(read.purl, purl).matches ? [n] : []));
    });
  }
}
