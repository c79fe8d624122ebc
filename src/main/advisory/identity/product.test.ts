// Promise: lists of one product are of one product whatever wrote them and whenever, and lists of two are of two: an image by its repository, a named thing
// within its supplier, a nameless one by the place its list came from.
import { expect, it } from 'vitest';
import { productOf, type RootComponent } from './product.ts';

const DIGEST = `sha256:${'ab'.repeat(32)}`;
const root = (over: Partial<RootComponent>): RootComponent => ({
  name: 'shop',
  version: '1.0',
  purl: null,
  ...over,
});

it.each<[string, Partial<RootComponent>, string, string | null]>([
  ['a package URL without its version', { purl: 'pkg:npm/%40acme/shop@2.0' }, 'npm/@acme/shop', '1.0'],
  ['the version of its package URL', { purl: 'pkg:npm/shop@2.0', version: null }, 'npm/shop', '2.0'],
  ['a name', {}, 'name/shop', '1.0'],
  ['a name within its supplier', { supplier: 'Acme' }, 'name/shop (Acme)', '1.0'],
  ['a package URL that is none', { purl: 'shop' }, 'name/shop', '1.0'],
  [
    'an image without its digest, with its tag',
    { name: 'ghcr.io/acme/shop:3.19', purl: `pkg:oci/shop@${DIGEST}?repository_url=ghcr.io/acme/shop` },
    'oci/shop?ghcr.io/acme/shop',
    '3.19',
  ],
  [
    'an image whose package URL has the tag',
    { name: 'shop', version: DIGEST, purl: `pkg:oci/shop@${DIGEST}?tag=v2` },
    'oci/shop',
    'v2',
  ],
  [
    'an image by name alone, the port of its registry being no tag',
    { name: `reg:5000/acme/shop@${DIGEST}`, version: DIGEST, kind: 'container' },
    'name/reg:5000/acme/shop',
    DIGEST,
  ],
  [
    'an image by name and tag',
    { name: 'alpine:3.19', version: DIGEST, kind: 'container' },
    'name/alpine',
    '3.19',
  ],
  [
    'an image of an architecture',
    { name: 'shop', purl: `pkg:oci/shop@${DIGEST}?arch=arm64&repository_url=ghcr.io/acme/shop&tag=v2` },
    'oci/shop?ghcr.io/acme/shop (arm64)',
    'v2',
  ],
  [
    'an image by name within its supplier',
    { name: 'shop:1', version: null, kind: 'container', supplier: 'Acme' },
    'name/shop (Acme)',
    '1',
  ],
  ['a path by its place', { name: '/app' }, 'name/(in/a.json)', '1.0'],
  ['a path of Windows by its place', { name: 'C:\\build' }, 'name/(in/a.json)', '1.0'],
  ['a path below by its place', { name: './web' }, 'name/./web (in/a.json)', '1.0'],
  ['a dot by its place', { name: '.' }, 'name/. (in/a.json)', '1.0'],
  ['a serial number by its place', { name: 'urn:uuid:1111', version: null }, 'name/(in/a.json)', null],
  ['a digest by its place', { name: DIGEST, kind: 'container', version: null }, 'name/(in/a.json)', null],
])('knows %s', (_, over, key, version) => {
  expect(productOf(root(over), 'in/a.json')).toMatchObject({ key, version });
});

it('tells two roots named "." from different places apart, and keeps them over serial numbers', () => {
  const one = productOf(root({ name: '.' }), 'a/sbom.json');
  expect(productOf(root({ name: '.' }), 'b/sbom.json').key).not.toBe(one.key);
  expect(productOf(root({ name: '.' }), 'a/sbom.json')).toEqual(one);
  expect(one.name).toBe('a/sbom.json');
});
