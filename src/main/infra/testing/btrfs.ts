// For tests: a btrfs file system in a file, mounted in a temporary directory that goes with it. Where that cannot be had, it says why in words for the
// one who runs the tests.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Less makes no btrfs. */
const BYTES = 128 << 20;

export interface BtrfsMount extends Disposable {
  /** Where it is mounted: its own topmost subvolume. */
  readonly dir: string;
  /** @returns its path */
  subvolume(name: string): string;
  /** Mounts a subvolume of it, or memory, at another place of it. */
  mountAt(what: { readonly subvolume: string } | 'tmpfs', place: string): void;
}

function run(program: string, ...args: readonly string[]): string | null {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  return status === 0 ? null : `${program} ${args[0]}: ${error?.message ?? stderr.trim()}`;
}

function must(problem: string | null): void {
  if (problem !== null) throw new Error(problem);
}

export function mountBtrfs(): BtrfsMount | { readonly missing: string } {
  if (process.getuid?.() !== 0) return { missing: 'only root mounts a file system here' };
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'festinger-btrfs-')));
  const [image, dir] = [join(base, 'image'), join(base, 'mount')];
  writeFileSync(image, '');
  truncateSync(image, BYTES);
  mkdirSync(dir);
  const problem = run('mkfs.btrfs', '-q', image) ?? run('mount', '-t', 'btrfs', '-o', 'loop', image, dir);
  if (problem !== null) {
    rmSync(base, { recursive: true });
    return { missing: `no btrfs can be mounted here (${problem}): its snapshots are not tried` };
  }
  return {
    dir,
    subvolume(name) {
      const path = join(dir, name);
      must(run('btrfs', 'subvolume', 'create', path));
      return path;
    },
    mountAt(what, place) {
      mkdirSync(place);
      if (what === 'tmpfs') return must(run('mount', '-t', 'tmpfs', 'none', place));
      const path = join(dir, what.subvolume);
      must(run('mount', '--bind', path, place));
    },
    [Symbol.dispose]() {
      must(run('umount', '-R', dir));
      rmSync(base, { recursive: true });
    },
  };
}
