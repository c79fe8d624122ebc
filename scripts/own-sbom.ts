// The program's own list of components, in CycloneDX 1.6, written by the build into `out/festinger.cdx.json`: what package-lock.json has for a production
// install, what the bundler built in beside it, and the Node that runs it. The same sources make the same bytes: no time, no number drawn. The program
// imports it at its first start (src/main/core/advisory/own-sbom.ts). Called by electron.vite.config.ts alone.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';
import { buildPurl } from '../src/main/advisory/identity/purl.ts';

interface LockedPackage {
  readonly name?: string;
  readonly version?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

interface Root {
  readonly name: string;
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

type Lock = Readonly<Record<string, LockedPackage>>;

const FILE = 'festinger.cdx.json';
const MODULES = 'node_modules/';
/** The package whose files a module is of, as package-lock.json names it. */
const PACKAGE = /\/(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//;

interface BuildPlugin {
  readonly name: string;
  readonly apply: 'build';
  generateBundle(options: unknown, bundle: Readonly<Record<string, { readonly modules?: object }>>): void;
  closeBundle(): void;
}

/** One plugin for every part of the build: the part that ends last writes what all of them built in. */
export function ownSbomPlugin(root: string): BuildPlugin {
  const bundled = new Set<string>();
  return {
    name: 'own-sbom',
    apply: 'build',
    generateBundle(_, bundle) {
      for (const { modules = {} } of Object.values(bundle))
        for (const id of Object.keys(modules)) {
          const found = PACKAGE.exec(id)?.[1];
          if (found !== undefined) bundled.add(found);
        }
    },
    closeBundle() {
      const read = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'));
      writeFileSync(
        join(root, 'out', FILE),
        ownSbom(read('package.json'), read('package-lock.json').packages, bundled),
      );
    },
  };
}

/**
 * @param bundled keys of `lock` that the bundler built in
 * @returns the document, the same for the same input whatever its order
 */
export function ownSbom(root: Root, lock: Lock, bundled: ReadonlySet<string>): string {
  const components = new Map<string, Models.Component>();
  for (const [key, one] of Object.entries(lock)) {
    const isInstalled = key.startsWith(MODULES) && !one.dev && !one.devOptional && !one.optional;
    if (isInstalled || bundled.has(key)) components.set(key, componentOf(key, one));
  }
  for (const [key, component] of components)
    for (const name of neededBy(lock[key])) {
      const needed = components.get(resolve(lock, key, name));
      if (needed) component.dependencies.add(needed.bomRef);
    }
  const own = rootOf(root, components);
  const bom = new Models.Bom({
    components: new Models.ComponentRepository([...components.values(), nodeOf(lock, own)]),
  });
  bom.metadata.component = own;
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  const write = () => `${serializer.serialize(bom, { sortLists: true, space: 1 })}\n`;
  bom.serialNumber = `urn:uuid:${uuidOf(write())}`;
  return write();
}

const neededBy = (one: LockedPackage | undefined): string[] =>
  Object.keys({ ...one?.dependencies, ...one?.optionalDependencies, ...one?.peerDependencies });

function componentOf(key: string, { name, version, integrity }: LockedPackage): Models.Component {
  const full = name ?? key.slice(key.lastIndexOf(MODULES) + MODULES.length);
  const [group, short] = full.startsWith('@') ? full.split('/', 2) : [undefined, full];
  const component = new Models.Component(Enums.ComponentType.Library, short ?? full, {
    // One package may be there twice in one version.
    bomRef: key,
    ...(group === undefined ? {} : { group }),
    ...(version === undefined ? {} : { version }),
    purl: purlOf('npm', group ?? null, short ?? full, version ?? null),
    scope: Enums.ComponentScope.Required,
  });
  const sha512 = /^sha512-(.+)$/.exec(integrity ?? '')?.[1];
  if (sha512 !== undefined)
    component.hashes.set(Enums.HashAlgorithm['SHA-512'], Buffer.from(sha512, 'base64').toString('hex'));
  return component;
}

function rootOf(
  { name, version, dependencies, devDependencies }: Root,
  components: ReadonlyMap<string, Models.Component>,
): Models.Component {
  const purl = purlOf('npm', null, name, version);
  const own = new Models.Component(Enums.ComponentType.Application, 'Festinger Console', {
    bomRef: purl,
    version,
    purl,
  });
  for (const needed of Object.keys({ ...dependencies, ...devDependencies })) {
    const component = components.get(MODULES + needed);
    if (component) own.dependencies.add(component.bomRef);
  }
  return own;
}

function nodeOf(lock: Lock, own: Models.Component): Models.Component {
  const version = lock[`${MODULES}node`]?.version ?? '';
  const purl = purlOf('generic', null, 'node', version);
  const node = new Models.Component(Enums.ComponentType.Platform, 'node', { bomRef: purl, version, purl });
  own.dependencies.add(node.bomRef);
  return node;
}

/** Where npm finds what a package needs: beside what it brought itself, else in the folders above. */
function resolve(lock: Lock, from: string, name: string): string {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf(`/${MODULES}`)))) {
    const key = `${at === '' ? '' : `${at}/`}${MODULES}${name}`;
    if (at === '' || lock[key] !== undefined) return key;
  }
}

function purlOf(type: string, namespace: string | null, name: string, version: string | null): string {
  const built = buildPurl({ type, namespace, name, version });
  if (!built.ok) throw new Error(`${name}: ${built.message}`);
  return built.purl.text;
}

/** A UUID made of what is written, marked as one made of a name. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
