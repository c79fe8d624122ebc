// The product that a list of components is of: the same for every list of it, whatever tool wrote the list and whenever. Never a serial number:
// scanners make a new one each time. Pure. Called by evidence/rows.ts. Source: structure S5, Product.
import { packageKey } from './package-key.ts';
import { type Purl, parsePurl } from './purl.ts';

/** What a list says of its root component. */
export interface RootComponent {
  readonly name: string;
  readonly version: string | null;
  readonly purl: string | null;
  readonly supplier?: string | null;
  /** `container`, `application` … */
  readonly kind?: string;
}

export interface ProductIdentity {
  /** Without a version: `npm/shop`, `oci/shop?ghcr.io/acme/shop`, `name/shop (Acme)`. */
  readonly key: string;
  readonly name: string;
  /** Of an image its tag, else its digest; null where the list names none. */
  readonly version: string | null;
}

/** Names that say where a scanner looked, or nothing at all. */
const NAMELESS = /^(?:\.*|\.{0,2}[/\\].*|[a-z]:[/\\].*|nameless|urn:uuid:.*|sha256:[0-9a-f]{64})$/i;
const IMAGE_TYPES: ReadonlySet<string> = new Set(['oci', 'docker']);

/**
 * @param place where the list came from: a path, a name of an upload, an address. It tells two nameless lists apart
 * @example productOf({ name: 'shop', version: '2.1', purl: null, supplier: 'Acme' }, 'sbom.json').key // 'name/shop (Acme)'
 */
export function productOf(root: RootComponent, place: string): ProductIdentity {
  const read = root.purl === null ? null : parsePurl(root.purl);
  const purl = read?.ok ? read.purl : null;
  if (purl === null ? root.kind === 'container' : IMAGE_TYPES.has(purl.type))
    return imageOf(root, purl, place);
  if (purl !== null) return { key: keyOfPurl(purl), name: root.name, version: root.version ?? purl.version };
  return { ...named(root.name, root.supplier ?? null, place), version: root.version };
}

function imageOf(root: RootComponent, purl: Purl | null, place: string): ProductIdentity {
  const { repository, tag } = partsOfReference(root.name);
  const version = purl?.qualifiers.get('tag') ?? tag ?? root.version ?? purl?.version ?? null;
  if (purl === null) return { ...named(repository, root.supplier ?? null, place), version };
  const arch = purl.qualifiers.get('arch');
  const ofArch = arch === undefined ? '' : ` (${arch})`;
  return { key: keyOfPurl(purl) + ofArch, name: repository, version };
}

/** Images of one name in two registries are two products, and so are those for two architectures. */
function keyOfPurl(purl: Purl): string {
  const home = purl.qualifiers.get('repository_url');
  return packageKey(purl) + (home === undefined ? '' : `?${home}`);
}

function named(name: string, supplier: string | null, place: string): Omit<ProductIdentity, 'version'> {
  const isNameless = NAMELESS.test(name);
  if (isNameless) return { key: `name/${name.startsWith('.') ? `${name} ` : ''}(${place})`, name: place };
  return { key: supplier === null ? `name/${name}` : `name/${name} (${supplier})`, name };
}

/** Splits `registry:5000/acme/shop:1.2@sha256:…`; the colon of a port is before the last slash. */
function partsOfReference(reference: string): { readonly repository: string; readonly tag: string | null } {
  const [plain = ''] = reference.split('@sha256:', 1);
  const colon = plain.lastIndexOf(':');
  if (colon <= plain.lastIndexOf('/') || NAMELESS.test(plain)) return { repository: plain, tag: null };
  return { repository: plain.slice(0, colon), tag: plain.slice(colon + 1) || null };
}
