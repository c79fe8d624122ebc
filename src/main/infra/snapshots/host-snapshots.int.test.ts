// Promises: what holds a path is found through links and mounts; a snapshot holds what was there, cannot be written and is proven to be there; what fails
// is said. btrfs is a real one on a loop device; zfs is a stand-in that speaks its formats, since its module is not in every kernel.

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BtrfsMount, mountBtrfs } from '../testing/btrfs.ts';
import { spawnExecutor } from '../testing/spawn-executor.ts';
import { findSnapshotTargets, takeHostSnapshots, wayBackWords } from './host-snapshots.ts';
import { snapshotName } from './snapshot-name.ts';

declare module 'vitest' {
  interface TaskMeta {
    skipReason?: string;
  }
}

const { signal } = new AbortController();
const NAME = snapshotName(Date.UTC(2026, 10, 30, 1, 45));

it('is called by its moment in UTC, as Proxmox, ZFS and a file system take it', () => {
  expect(NAME).toBe('festinger-20261130-014500');
});

describe('btrfs', () => {
  const executor = spawnExecutor();
  let btrfs: BtrfsMount;
  let missing: string | null = 'not started';

  beforeAll(() => {
    const mounted = mountBtrfs();
    missing = 'missing' in mounted ? mounted.missing : null;
    if (!('missing' in mounted)) btrfs = mounted;
  });
  afterAll(() => {
    if (missing === null) btrfs[Symbol.dispose]();
  });
  beforeEach((context) => {
    if (missing === null) return;
    context.task.meta.skipReason = missing;
    context.skip(missing);
  });

  it('holds a path in its nearest subvolume, and keeps what was there', async () => {
    const data = btrfs.subvolume('data');
    mkdirSync(join(data, 'web'));
    writeFileSync(join(data, 'web', 'page'), 'before');
    symlinkSync(join(data, 'web'), join(btrfs.dir, 'link'));
    const { targets, uncovered } = await findSnapshotTargets(
      executor,
      [join(data, 'web'), join(btrfs.dir, 'link'), join(btrfs.dir, 'nothing', 'at', 'all'), '/proc'],
      signal,
    );
    expect(targets).toEqual([
      {
        ...{ fileSystem: 'btrfs', name: data, root: data },
        paths: [join(data, 'web'), join(btrfs.dir, 'link')],
      },
    ]);
    expect(uncovered).toEqual([
      { path: join(btrfs.dir, 'nothing', 'at', 'all'), reason: 'it was not found there' },
      { path: '/proc', reason: 'it is on proc' },
    ]);
    await takeHostSnapshots(executor, targets, NAME, signal);
    writeFileSync(join(data, 'web', 'page'), 'after');
    const kept = join(data, `.${NAME}`, 'web', 'page');
    expect(readFileSync(kept, 'utf8')).toBe('before');
    expect(() => writeFileSync(kept, 'changed')).toThrow('EROFS');
    expect(targets.map((one) => wayBackWords(one, NAME))).toEqual([
      `copy the files back from ${join(data, `.${NAME}`)}`,
    ]);
  });

  it('is taken of what is mounted below a path, too, and says what below it is in none', async () => {
    const [outer, inner] = [btrfs.subvolume('outer'), btrfs.subvolume('inner')];
    btrfs.mountAt({ subvolume: 'inner' }, join(outer, 'mounted'));
    btrfs.mountAt('tmpfs', join(outer, 'memory'));
    const { targets, uncovered } = await findSnapshotTargets(executor, [outer], signal);
    expect(targets.map(({ root }) => root)).toEqual([outer, join(outer, 'mounted')]);
    expect(uncovered).toEqual([{ path: join(outer, 'memory'), reason: 'it is on tmpfs' }]);
    await takeHostSnapshots(executor, targets, NAME, signal);
    expect(existsSync(join(inner, `.${NAME}`))).toBe(true);
  });

  it('that fails is told in the words of the program, with what was taken all the same', async () => {
    const [first, second] = [btrfs.subvolume('first'), btrfs.subvolume('second')];
    const { targets } = await findSnapshotTargets(executor, [first, second], signal);
    await takeHostSnapshots(executor, targets.slice(1), NAME, signal);
    await expect(takeHostSnapshots(executor, targets, NAME, signal)).rejects.toMatchObject({
      code: 'EXECUTION_FAILED',
      message: expect.stringMatching(`Read-only file system.* Taken already: ${join(first, `.${NAME}`)}`),
    });
  });

  it('is not proven where something else has its name', async () => {
    const other = btrfs.subvolume('other');
    mkdirSync(join(other, `.${NAME}`));
    const { targets } = await findSnapshotTargets(executor, [other], signal);
    await expect(takeHostSnapshots(executor, targets, NAME, signal)).rejects.toMatchObject({
      message: expect.stringContaining('is not there, though its command ended well'),
    });
  });
});

/** As `zfs` answers: names of datasets and snapshots it holds, a line each, in a file beside it. */
const ZFS = `#!/bin/sh
HERE=$(dirname "$0")
for last; do :; done
case "$1" in
  list) grep -qx "$last" "$HERE/names" && echo "$last" || { echo "cannot open '$last': dataset does not exist" >&2; exit 1; } ;;
  snapshot)
    shift
    [ -e "$HERE/denied" ] && { echo "cannot create snapshots : permission denied" >&2; exit 1; }
    for one; do
      grep -qx "$one" "$HERE/names" && { echo "cannot create snapshot '$one': dataset already exists" >&2; exit 1; }
    done
    [ -e "$HERE/idle" ] || for one; do echo "$one" >> "$HERE/names"; done ;;
  *) exit 2 ;;
esac
`;

describe('zfs', () => {
  let dir: string;

  /** @param mounts lines of mountinfo beyond those of this machine */
  function standIn(datasets: readonly string[], mounts: readonly string[]) {
    const script = (name: string, text: string) => writeFileSync(join(dir, name), text, { mode: 0o755 });
    script('zfs', ZFS);
    script('cat', `#!/bin/sh\n/bin/cat "$@"\n/bin/cat <<'END'\n${mounts.join('\n')}\nEND\n`);
    writeFileSync(join(dir, 'names'), datasets.map((name) => `${name}\n`).join(''));
    return spawnExecutor(['/usr/bin/env', `PATH=${dir}:${process.env.PATH}`]);
  }

  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'festinger-zfs-'));
    for (const name of ['media/films', 'media/music']) mkdirSync(join(dir, name), { recursive: true });
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  const mounted = (id: number, at: string, dataset: string) =>
    `${id} 27 0:${id} / ${at} rw,relatime shared:9 - zfs ${dataset} rw,xattr,noacl`;
  const library = () => {
    const media = join(dir, 'media');
    const lines = [mounted(900, media, 'tank/media'), mounted(901, join(media, 'films'), 'tank/media/films')];
    return { media, executor: standIn(['tank/media', 'tank/media/films'], lines) };
  };

  it('is taken of a dataset and of those mounted below it, by one command, and proven by its list', async () => {
    const { media, executor } = library();
    const { targets, uncovered } = await findSnapshotTargets(executor, [media], signal);
    expect(targets).toEqual([
      { fileSystem: 'zfs', name: 'tank/media', root: media, paths: [media] },
      {
        ...{ fileSystem: 'zfs', name: 'tank/media/films', root: join(media, 'films') },
        paths: [join(media, 'films')],
      },
    ]);
    expect(uncovered).toEqual([]);
    await takeHostSnapshots(executor, targets, NAME, signal);
    expect(executor.ran).toContain(`zfs snapshot tank/media@${NAME} tank/media/films@${NAME}`);
    expect(executor.ran.slice(-2)).toEqual([
      `zfs list -H -t snapshot -o name tank/media@${NAME}`,
      `zfs list -H -t snapshot -o name tank/media/films@${NAME}`,
    ]);
    expect(targets[0] && wayBackWords(targets[0], NAME)).toBe(
      `\`zfs rollback tank/media@${NAME}\` (loses all that was written to tank/media since; single files are in ${join(media, '.zfs/snapshot', NAME)})`,
    );
  });

  it('that may not be taken, exists already, or is not in the list afterwards has failed', async () => {
    const { media, executor } = library();
    const { targets } = await findSnapshotTargets(executor, [join(media, 'music')], signal);
    expect(targets.map(({ name }) => name)).toEqual(['tank/media']);
    const taken = () => takeHostSnapshots(executor, targets, NAME, signal);
    writeFileSync(join(dir, 'denied'), '');
    await expect(taken()).rejects.toMatchObject({ message: expect.stringContaining('permission denied') });
    rmSync(join(dir, 'denied'));
    writeFileSync(join(dir, 'idle'), '');
    await expect(taken()).rejects.toMatchObject({ message: expect.stringContaining('is not there') });
    rmSync(join(dir, 'idle'));
    await taken();
    await expect(taken()).rejects.toMatchObject({ message: expect.stringContaining('already exists') });
  });

  it('of a dataset that zfs does not know, or without zfs, is none, with why', async () => {
    const media = join(dir, 'media');
    const strange = standIn(['tank'], [mounted(900, media, 'tank/media')]);
    expect((await findSnapshotTargets(strange, [media], signal)).uncovered).toEqual([
      { path: media, reason: "cannot open 'tank/media': dataset does not exist" },
    ]);
    rmSync(join(dir, 'zfs'));
    const [without] = (await findSnapshotTargets(strange, [media], signal)).uncovered;
    expect(without?.reason).toMatch(/zfs/);
  });
});
