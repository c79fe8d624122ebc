// For tests: a real systemd with a few services of its own, in namespaces of its own, where root, unshare and a cgroup2 tree allow.
// It touches no service of this machine, and is gone with everything in it when it is closed. Where it cannot be, `why` says so.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const SYSTEMD = ['/usr/lib/systemd/systemd', '/lib/systemd/systemd'].find((path) => existsSync(path));
const TREES = ['/sys/fs/cgroup', '/sys/fs/cgroup/unified'];
const TREE = TREES.find(
  (path) => existsSync(join(path, 'cgroup.procs')) && existsSync(join(path, 'cgroup.subtree_control')),
);

export interface OwnSystemd {
  /** What a command is run by to be in there. */
  readonly enter: readonly string[];
  /** Where its /proc and /etc are seen from outside. */
  readonly root: string;
  close(): Promise<void>;
}

/** Why there is none here; null when there can be. */
export function whyNoSystemd(): string | null {
  if (process.platform !== 'linux') return 'there is no systemd on this system';
  if (!SYSTEMD) return 'systemd is not installed here';
  if (process.getuid?.() !== 0) return 'a systemd of its own needs root';
  if (!TREE) return 'no cgroup2 tree is mounted here';
  const probe = spawnSync('unshare', ['--pid', '--fork', '--mount', '--cgroup', '--mount-proc', 'true'], {
    timeout: 5000,
  });
  return probe.status === 0 ? null : 'namespaces of its own are not allowed here';
}

const UNITS: Readonly<Record<string, string>> = {
  'test.target': 'Wants=systemd-journald.service hello.service bad.service flap.service',
  'hello.service': service('Says hello', '/bin/sh -c "echo hello; echo seen >&2; exec sleep 1000"', [
    'Environment=TOKEN=not-to-be-told "GREETING=good day"',
  ]),
  'idle.service': service('Waits to be started', '/bin/sleep 1000'),
  'bad.service': service('Fails', '/bin/false'),
  'brief.service': service('Starts and ends with an error', '/bin/sh -c "sleep 0.2; exit 3"'),
  'flap.service': service('Comes and goes', '/bin/sh -c "sleep 0.2; exit 3"', [
    'Restart=always',
    'RestartSec=100ms',
  ]),
  'keep.target': 'Wants=idle.service brief.service',
};

function service(description: string, start: string, more: readonly string[] = []): string {
  const unit = `Description=${description}\nDefaultDependencies=no\nStartLimitIntervalSec=0`;
  return `${unit}\n[Service]\nExecStart=${start}\n${more.join('\n')}`;
}

function script(): string {
  const write = Object.entries(UNITS).map(([name, text]) => {
    const whole = `[Unit]\n${name.endsWith('.target') ? 'DefaultDependencies=no\n' : ''}${text}\n`;
    return `cat > /run/systemd/system/${name} <<'END'\n${whole}END`;
  });
  return [
    'set -e',
    'for at in /run /tmp /var/tmp /var/log; do mount -t tmpfs tmpfs $at; done',
    'mkdir -p /run/lock /run/systemd/system',
    'umount -R /sys/fs/cgroup; mkdir -p /sys/fs/cgroup; mount -t cgroup2 none /sys/fs/cgroup',
    ...write,
    // One that is only looked at, never started, is read when it is named.
    'export container=test',
    `exec ${SYSTEMD} --system --log-target=null --unit=test.target`,
  ].join('\n');
}

export async function startSystemd(): Promise<OwnSystemd> {
  const group = join(TREE ?? '', `festinger-test-${process.pid}`);
  mkdirSync(group, { recursive: true });
  const unshare =
    'exec unshare --pid --fork --kill-child --mount-proc --mount --ipc --uts --cgroup sh -c "$2"';
  const child = spawn('sh', ['-c', `echo $$ > "$1/cgroup.procs" && ${unshare}`, 'sh', group, script()], {
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const close = async () => {
    const first = child.pid === undefined ? undefined : childOf(child.pid);
    if (first !== undefined) process.kill(first, 'SIGKILL');
    child.kill('SIGKILL');
    await ended;
    await until(() => removeGroups(group));
  };
  try {
    let enter: string[] = [];
    let root = '';
    await until(() => {
      const pid = child.pid === undefined ? undefined : childOf(child.pid);
      if (pid === undefined) return false;
      enter = ['nsenter', `--target=${pid}`, '--all', '--'];
      root = `/proc/${pid}/root`;
      const [program, ...rest] = [
        ...enter,
        'systemctl',
        'is-active',
        'hello.service',
        'systemd-journald.service',
      ];
      return spawnSync(program ?? '', rest, { timeout: 5000 }).status === 0;
    });
    return { enter, root, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function childOf(pid: number): number | undefined {
  const found = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim().split(' ')[0];
  return found ? Number(found) : undefined;
}

/** Groups that hold no process are directories that can be removed, the innermost first. */
function removeGroups(group: string): boolean {
  try {
    for (const name of readdirSync(group)) {
      if (statSync(join(group, name)).isDirectory()) removeGroups(join(group, name));
    }
    rmdirSync(group);
    return true;
  } catch {
    return !existsSync(group);
  }
}

async function until(is: () => boolean): Promise<void> {
  const end = performance.now() + 15_000;
  while (!is()) {
    if (performance.now() > end) throw new Error('it did not come to be within 15 s');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
