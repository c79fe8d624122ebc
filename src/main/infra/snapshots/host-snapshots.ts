// Snapshots of the file systems of a machine: which ZFS dataset or btrfs subvolume holds a path, taking a snapshot of each, and how to go back to it.
// Programs run there by their argument vector. Called by agent/plans/snapshot-first.ts. Source: zfs-snapshot(8), zfs-list(8), btrfs-subvolume(8),
// btrfs-property(8), proc_pid_mountinfo(5); decision 079.
import { posix } from 'node:path';
import { AppError } from '../../../shared/model/envelope.ts';
import type { Executor } from '../executor.ts';
import { type Mount, readMountLine } from '../providers/host/machine/mounts.ts';

/** What one snapshot is of. */
export interface SnapshotTarget {
  readonly fileSystem: 'zfs' | 'btrfs';
  /** The dataset (`tank/media`), or the path of the subvolume. */
  readonly name: string;
  /** Where it is mounted, or the path of the subvolume. */
  readonly root: string;
  /** What is wanted of it, as it was asked for. */
  readonly paths: readonly string[];
}

export interface UncoveredPath {
  readonly path: string;
  /** `it is on ext4` */
  readonly reason: string;
}

export interface SnapshotCoverage {
  readonly targets: readonly SnapshotTarget[];
  readonly uncovered: readonly UncoveredPath[];
}

type Located = { readonly target: Omit<SnapshotTarget, 'paths'> } | { readonly reason: string };

const READ = { timeoutMs: 10_000, maxOutputBytes: 1 << 20, writes: false } as const;
const WRITE = { timeoutMs: 120_000, maxOutputBytes: 16_384, writes: true } as const;
/** Of the directory a subvolume begins with. Source: btrfs, `BTRFS_FIRST_FREE_OBJECTID`. */
const SUBVOLUME_INODE = '256';

/** Which snapshots would hold these paths, and what is mounted below them. Reads only. @param paths whole paths of the machine */
export async function findSnapshotTargets(
  executor: Executor,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<SnapshotCoverage> {
  const shell = new HostShell(executor, signal);
  const mounts = (await shell.read(['cat', '/proc/self/mountinfo']))
    .split('\n')
    .flatMap((line) => readMountLine(line)?.mount ?? []);
  const targets = new Map<string, SnapshotTarget>();
  const uncovered: UncoveredPath[] = [];
  for (const path of paths) {
    const real = await shell.realPath(path);
    if (real === null) {
      uncovered.push({ path, reason: 'it was not found there' });
      continue;
    }
    const below = mounts.flatMap(({ mountpoint }) => (mountpoint.startsWith(`${real}/`) ? mountpoint : []));
    for (const place of [real, ...new Set(below)]) {
      const shown = place === real ? path : place;
      const located = await shell.locate(place, mountOf(mounts, place));
      if ('reason' in located) {
        uncovered.push({ path: shown, reason: located.reason });
        continue;
      }
      const known = targets.get(located.target.name)?.paths ?? [];
      targets.set(located.target.name, { ...located.target, paths: [...known, shown] });
    }
  }
  return { targets: [...targets.values()], uncovered };
}

/** What holds a path: of those mounted at one place, the one on top. */
function mountOf(mounts: readonly Mount[], path: string): Mount | null {
  let best: Mount | null = null;
  for (const mount of mounts) {
    const { mountpoint } = mount;
    const holds = mountpoint === '/' || path === mountpoint || path.startsWith(`${mountpoint}/`);
    if (holds && mountpoint.length >= (best?.mountpoint.length ?? 0)) best = mount;
  }
  return best;
}

/** Where a snapshot of a subvolume is: in it, hidden, so that no other directory has to be there. */
const snapshotPath = ({ root }: SnapshotTarget, name: string): string => posix.join(root, `.${name}`);

/** As the operator knows it: `tank/media@festinger-20261130-014500`. */
export const snapshotShown = (target: SnapshotTarget, name: string): string =>
  target.fileSystem === 'zfs' ? `${target.name}@${name}` : snapshotPath(target, name);

/** The commands, in order: all datasets at once, each subvolume by itself. */
export function snapshotCommands(
  targets: readonly SnapshotTarget[],
  name: string,
): readonly (readonly [string, ...string[]])[] {
  const datasets = targets.filter(({ fileSystem }) => fileSystem === 'zfs');
  const subvolumes = targets.filter(({ fileSystem }) => fileSystem === 'btrfs');
  return [
    ...(datasets.length > 0
      ? [['zfs', 'snapshot', ...datasets.map((one) => snapshotShown(one, name))] as const]
      : []),
    ...subvolumes.map(
      (one) => ['btrfs', 'subvolume', 'snapshot', '-r', one.root, snapshotPath(one, name)] as const,
    ),
  ];
}

/** How what a snapshot holds comes back. */
export function wayBackWords(target: SnapshotTarget, name: string): string {
  const shown = snapshotShown(target, name);
  return target.fileSystem === 'zfs'
    ? `\`zfs rollback ${shown}\` (loses all that was written to ${target.name} since; single files are in ${posix.join(target.root, '.zfs/snapshot', name)})`
    : `copy the files back from ${shown}`;
}

/**
 * Takes them and looks whether they are there.
 * @throws AppError EXECUTION_FAILED with what the program said, and which of them were taken all the same
 */
export async function takeHostSnapshots(
  executor: Executor,
  targets: readonly SnapshotTarget[],
  name: string,
  signal: AbortSignal,
): Promise<void> {
  const shell = new HostShell(executor, signal);
  const done: string[] = [];
  for (const argv of snapshotCommands(targets, name)) {
    const said = await shell.write(argv);
    if (said !== null) {
      const left = done.length === 0 ? '' : ` Taken already: ${done.join(', ')}.`;
      throw new AppError('EXECUTION_FAILED', `${argv.join(' ')} failed: ${said}.${left}`);
    }
    done.push(argv.at(-1) ?? '');
  }
  for (const target of targets) {
    if (await shell.hasSnapshot(target, name)) continue;
    throw new AppError(
      'EXECUTION_FAILED',
      `The snapshot ${snapshotShown(target, name)} is not there, though its command ended well.`,
    );
  }
}

/** The few programs that are run on the machine. */
class HostShell {
  readonly #executor: Executor;
  readonly #signal: AbortSignal;

  constructor(executor: Executor, signal: AbortSignal) {
    this.#executor = executor;
    this.#signal = signal;
  }

  /** @throws AppError EXECUTION_FAILED */
  async read(argv: readonly [string, ...string[]]): Promise<string> {
    const { stdout, said } = await this.#run(argv);
    if (said === null) return stdout;
    throw new AppError('EXECUTION_FAILED', `${argv.join(' ')} failed: ${said}`);
  }

  /** @returns null when it ended well, what it said otherwise */
  async write(argv: readonly [string, ...string[]]): Promise<string | null> {
    const { exitCode, stderr } = await this.#executor.run({ argv, ...WRITE }, this.#signal);
    return exitCode === 0 ? null : lastLine(stderr) || `exit code ${exitCode ?? 'none'}`;
  }

  /** Null where there is nothing. */
  async realPath(path: string): Promise<string | null> {
    const { stdout, said } = await this.#run(['realpath', '--', path]);
    const real = stdout.replace(/\n$/, '');
    return said === null && real.startsWith('/') && !real.includes('\n') ? real : null;
  }

  async locate(path: string, mount: Mount | null): Promise<Located> {
    if (mount?.fileSystem === 'zfs') return await this.#dataset(mount);
    if (mount?.fileSystem === 'btrfs') return await this.#subvolume(path, mount);
    return { reason: `it is on ${mount?.fileSystem ?? 'no file system that is known'}` };
  }

  async #dataset({ device, mountpoint }: Mount): Promise<Located> {
    const { stdout, said } = await this.#run(['zfs', 'list', '-H', '-o', 'name', device]);
    if (said !== null) return { reason: said };
    if (stdout.trim() !== device) return { reason: `zfs lists no dataset ${device}` };
    return { target: { fileSystem: 'zfs', name: device, root: mountpoint } };
  }

  async #subvolume(path: string, { mountpoint }: Mount): Promise<Located> {
    const ways = [path];
    while (ways.at(-1) !== mountpoint && ways.length < 100) ways.push(posix.dirname(ways.at(-1) ?? '/'));
    const { stdout, said } = await this.#run(['stat', '-c', '%i', '--', ...ways]);
    if (said !== null) return { reason: said };
    const root = ways[stdout.split('\n').indexOf(SUBVOLUME_INODE)];
    if (root === undefined) return { reason: 'no btrfs subvolume holds it' };
    const shown = await this.#run(['btrfs', 'subvolume', 'show', root]);
    if (shown.said !== null) return { reason: shown.said };
    return { target: { fileSystem: 'btrfs', name: root, root } };
  }

  async hasSnapshot(target: SnapshotTarget, name: string): Promise<boolean> {
    const shown = snapshotShown(target, name);
    if (target.fileSystem === 'zfs') {
      const { stdout } = await this.#run(['zfs', 'list', '-H', '-t', 'snapshot', '-o', 'name', shown]);
      return stdout.trim() === shown;
    }
    const { stdout } = await this.#run(['btrfs', 'property', 'get', '-ts', shown, 'ro']);
    return stdout.trim() === 'ro=true';
  }

  /** `said`: what went wrong, also where the program is not there. */
  async #run(argv: readonly [string, ...string[]]): Promise<{ stdout: string; said: string | null }> {
    try {
      const { exitCode, stdout, stderr } = await this.#executor.run({ argv, ...READ }, this.#signal);
      const said = exitCode === 0 ? null : lastLine(stderr) || `${argv[0]} ended with exit code ${exitCode}`;
      return { stdout, said };
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'EXECUTION_FAILED') throw error;
      return { stdout: '', said: error.message };
    }
  }
}

const MAX_SAID = 300;
const lastLine = (text: string): string =>
  (text.trim().split('\n').at(-1) ?? '').slice(0, MAX_SAID).toWellFormed();
