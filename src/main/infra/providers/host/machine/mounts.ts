// Which mounted file systems are worth showing: those that hold somebody's files, each once. Left out: what the kernel makes up,
// what lies in memory, what is packed read-only into the system, and files mounted one by one. Pure. Called by proc-reader.ts.
// Source: agent, What it acts on (host); proc_pid_mountinfo(5).

export interface Mount {
  readonly mountpoint: string;
  readonly device: string;
  readonly fileSystem: string;
  readonly readOnly: boolean;
  /** Somebody else's answer: a look at it may hang for ever. */
  readonly remote: boolean;
}

const MOST = 64;
const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const PSEUDO = words(
  'autofs bdev binder binfmt_misc bpf cgroup cgroup2 configfs cpuset debugfs devfs devpts devtmpfs efivarfs fusectl hugetlbfs iso9660 mqueue nsfs overlay pipefs proc pstore ramfs resctrl rpc_pipefs securityfs selinuxfs sockfs squashfs sysfs tmpfs tracefs udf zram',
);
const PSEUDO_FUSE = words(
  'fuse.gvfsd-fuse fuse.lxcfs fuse.portal fuse.snapfuse fuse.squashfuse fuse.gcsfuse-meta',
);
const REMOTE = words('9p afs ceph cifs coda glusterfs gfs2 lustre ncpfs nfs nfs4 smb3 smbfs');

/** @param text /proc/self/mountinfo */
export function readMounts(text: string): Mount[] {
  const byDevice = new Map<string, Mount & { whole: boolean }>();
  for (const line of text.split('\n')) {
    const found = readMountLine(line);
    if (!found || !isWorthShowing(found.mount)) continue;
    const known = byDevice.get(found.key);
    // Of one file system seen in several places, the whole of it is meant, at its shortest path.
    const better =
      !known ||
      Number(found.whole) > Number(known.whole) ||
      (found.whole === known.whole && found.mount.mountpoint.length < known.mountpoint.length);
    if (better) byDevice.set(found.key, { ...found.mount, whole: found.whole });
  }
  return [...byDevice.values()]
    .map(({ whole: _, ...mount }) => mount)
    .sort((a, b) => (a.mountpoint < b.mountpoint ? -1 : 1))
    .slice(0, MOST);
}

function isWorthShowing({ fileSystem, mountpoint }: Mount): boolean {
  // The root of a container is an overlay, and fills up like any other.
  if (mountpoint === '/') return true;
  return !PSEUDO.has(fileSystem) && !PSEUDO_FUSE.has(fileSystem);
}

/** `36 35 98:0 /mnt1 /mnt2 rw,noatime shared:1 - ext3 /dev/root rw,errors=continue`; null for what is no such line */
export function readMountLine(
  line: string,
): { readonly key: string; readonly whole: boolean; readonly mount: Mount } | null {
  const fields = line.split(' ');
  const dash = fields.indexOf('-', 6);
  const [device, root, mountpoint, options] = [fields[2], fields[3], fields[4], fields[5]];
  const fileSystem = fields[dash + 1];
  if (dash < 0 || !device || !root || !mountpoint || !options || !fileSystem) return null;
  const isReadOnly = (list = '') => list.split(',').includes('ro');
  const mount: Mount = {
    mountpoint: plain(mountpoint),
    device: plain(fields[dash + 2] ?? 'none'),
    fileSystem,
    readOnly: isReadOnly(options) || isReadOnly(fields[dash + 3]),
    remote: REMOTE.has(fileSystem) || fileSystem.startsWith('fuse.') || fileSystem === 'fuse',
  };
  return { key: device, whole: root === '/', mount };
}

/** Blanks and line ends stand as `\040`, `\012` there. */
function plain(text: string): string {
  const [first = '', ...rest] = text.split('\\');
  return rest.reduce((done, part) => {
    const code = Number.parseInt(part.slice(0, 3), 8);
    return Number.isNaN(code) ? `${done}\\${part}` : done + String.fromCharCode(code) + part.slice(3);
  }, first);
}
