// What the image is built of where no registry can be reached: a base image of this machine's own files, and a build context that
// brings the built program. Used by container.int.test.ts.
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const BUILD = "import('./scripts/build.mjs').then((m) => m.buildIfStale({ quiet: true }))";

/** What the Containerfile's lines and the program's first line call. */
const COMMANDS = ['sh', 'env', 'chmod', 'chown', 'ln', 'mkdir'];

/** Packs the host's shell, the pinned Node and the libraries of both. @returns the archive, made in `dir` */
export function packBase(dir: string): string {
  const fs = join(dir, 'base');
  for (const at of ['usr/bin', 'usr/local/bin', 'tmp', 'etc']) mkdirSync(join(fs, at), { recursive: true });
  symlinkSync('usr/bin', join(fs, 'bin'));
  const programs = COMMANDS.map((name): [string, string] => [
    join('usr/bin', name),
    realpathSync(execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim()),
  ]);
  programs.push(['usr/bin/node', realpathSync(process.execPath)]);
  for (const [at, from] of programs) {
    copyFileSync(from, join(fs, at));
    for (const library of librariesOf(from)) {
      mkdirSync(join(fs, dirname(library)), { recursive: true });
      copyFileSync(library, join(fs, library));
    }
  }
  const archive = join(dir, 'base.tar');
  execFileSync('tar', ['-C', fs, '-cf', archive, '.']);
  return archive;
}

const librariesOf = (program: string): string[] =>
  execFileSync('ldd', [program], { encoding: 'utf8' })
    .match(/\/\S+/g)
    ?.filter((path) => !path.endsWith(':')) ?? [];

/** Stages what a build of the Containerfile would have made of the sources. @returns the directory, made in `dir` */
export function stageProgram(dir: string): string {
  execFileSync(process.execPath, ['-e', BUILD], { cwd: root });
  const context = join(dir, 'context');
  const parts = ['package.json', 'LICENSE', 'out', 'resources', ...packagesToRun()];
  for (const part of parts)
    cpSync(join(root, part), join(context, part), { recursive: true, dereference: true });
  return context;
}

interface Locked {
  readonly packages: Readonly<
    Record<string, { readonly dev?: boolean; readonly devOptional?: boolean; readonly optional?: boolean }>
  >;
}

/** As `npm prune --omit=dev` leaves them; a package comes with the packages that lie in it. */
function packagesToRun(): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Locked;
  const kept = Object.entries(packages).filter(
    ([path, { dev, devOptional, optional }]) => path !== '' && !dev && !devOptional && !optional,
  );
  return kept.map(([path]) => path).filter((path) => path.lastIndexOf('node_modules/') === 0);
}
