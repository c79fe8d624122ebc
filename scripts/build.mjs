// Builds `out/` when a source is newer than the last build, and says so in one line. Used by start and festinger.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const STAMP = join(root, 'out', '.built-from');
const SOURCES = [
  'src',
  'resources',
  'package.json',
  'package-lock.json',
  'electron.vite.config.ts',
  'scripts/own-sbom.ts',
  'scripts/precompress.ts',
];

/** A digest of every source file's name, size and time. */
function sourcesDigest() {
  const hash = createHash('sha256');
  const visit = (path) => {
    const stat = statSync(path);
    if (stat.isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name));
    else if (!/\.test\.tsx?$/.test(path)) hash.update(`${path}\0${stat.size}\0${stat.mtimeMs}\n`);
  };
  for (const source of SOURCES) if (existsSync(join(root, source))) visit(join(root, source));
  return hash.digest('hex');
}

/** @param quiet print nothing unless the build fails. */
export function buildIfStale({ quiet = false } = {}) {
  const digest = sourcesDigest();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === digest) return;
  if (!quiet) console.error('Building the console ...');
  const started = performance.now();
  const build = spawnSync(
    process.execPath,
    [join(root, 'node_modules/electron-vite/bin/electron-vite.js'), 'build'],
    { cwd: root, encoding: 'utf8' },
  );
  if (build.status !== 0) {
    console.error(`${build.stdout}\n${build.stderr}\nThe build failed.`);
    process.exit(build.status ?? 1);
  }
  writeFileSync(STAMP, digest);
  if (!quiet) console.error(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
}
