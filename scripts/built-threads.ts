// For vitest: threads that tests start are the built ones, as programs are (built-setup.mjs): what ships, and a sixth less for the
// tests of transfers. The code that starts them names a file beside itself.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vitest/config';

const BUILT = join(import.meta.dirname, '..', 'out', 'main');
const NAMED = /'\.\/([\w-]+-worker)\.ts'/g;

/** Puts the built thread in the place of a source's. */
export function builtThreads(): Plugin {
  return {
    name: 'built-threads',
    enforce: 'pre',
    transform(code) {
      if (!code.includes('new Worker(new URL(WORKER_FILE')) return undefined;
      return code.replace(NAMED, (_, name) => `'${pathToFileURL(join(BUILT, `${name}.js`)).href}'`);
    },
  };
}
