// Promise: nothing that a Host header holds becomes shell in the file that GET /gutask gives out.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fc, runs } from '../../shared/testing/campaign.ts';
import { gutaskFor } from './gutask-script.ts';

const SCRIPT = readFileSync(join(import.meta.dirname, '../../../resources/gutask.sh'), 'utf8');
const addressIn = (script: string) => /^default_url='([^']*)'$/m.exec(script)?.[1];

it.each([
  '127.0.0.1:11435',
  'media-server.lan:80',
  '[::1]:11435',
  'my_service:65535',
  'HOST.docker.internal:1',
])('is told at %s where it came from', (host) => {
  expect(addressIn(gutaskFor(SCRIPT, host))).toBe(`http://${host}`);
});

it.each([
  undefined,
  '',
  // Behind a proxy, perhaps one that speaks TLS: a key would go out in the clear.
  'festinger.lan',
  "'$(touch x)'.localhost:1",
  '`id`.localhost:11435',
  "a';id;'.localhost:1",
  'a\n:1',
  '$&.localhost:1',
  'user@host:1',
  '127.0.0.1:11435/path',
  '127.0.0.1:123456',
])('keeps the usual address for %j', (host) => {
  expect(gutaskFor(SCRIPT, host)).toBe(SCRIPT);
});

it('differs by one line at most, and that line is an address', () => {
  const lines = SCRIPT.split('\n');
  const anyHost = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom(...`a.1:'"$\`\\;&|(){}\n []-_%`) }),
  );
  fc.assert(
    fc.property(anyHost, (host) => {
      const differing = gutaskFor(SCRIPT, host)
        .split('\n')
        .filter((line, index) => line !== lines[index]);
      expect(differing.length).toBeLessThanOrEqual(1);
      if (differing[0]) expect(differing[0]).toMatch(/^default_url='http:\/\/[\w.:[\]-]+'$/);
    }),
    { numRuns: runs(1000) },
  );
});
