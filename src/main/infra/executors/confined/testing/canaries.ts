// For tests: a small world around the sandbox that shows whether anything in it was changed, reached or told. Files with secrets in them, a listener on
// loopback, a unix socket, a named pipe; and commands that were written to break out, with where they point put in. Needs root, since some of
// it stands where only root writes; leaves nothing behind.
import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import {
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { dirname, join } from 'node:path';
import * as z from 'zod';

const Attack = z.strictObject({
  command: z.string(),
  kind: z.enum(['mutation', 'execution', 'egress', 'secrets', 'resource', 'outside']),
});
export type Attack = z.infer<typeof Attack>;

const OURS = join(import.meta.dirname, 'attacks.jsonl');
const REPORTED = join(import.meta.dirname, '../../../../../../../shared/data/reports/commands-hostile.json');

/** Collected from manuals and lists of such commands. */
export const attacks = (): Attack[] =>
  readFileSync(OURS, 'utf8')
    .trim()
    .split('\n')
    .map((line) => Attack.parse(JSON.parse(line)));

/** From the review; null where they are not at hand. */
export const reportedAttacks = (): Attack[] | null =>
  existsSync(REPORTED)
    ? z
        .array(Attack.pick({ command: true }).extend({ kind: z.string() }))
        .parse(
          JSON.parse(readFileSync(REPORTED, 'utf8')).map(({ command, kind }: Attack) => ({ command, kind })),
        )
        .map(({ command, kind }) => Attack.parse({ command, kind }))
    : null;

export interface CanaryWorld extends AsyncDisposable {
  readonly dir: string;
  /** Stands in every secret file. */
  readonly token: string;
  /** The command with this world's places in it. */
  aimed(command: string): string;
  /** What was reached since the last time. */
  contacts(): string[];
  /** The account whose home lies in it. */
  readonly user: { readonly uid: number; readonly gid: number };
  /** Everything that must not change, by path. */
  snapshot(): ReadonlyMap<string, string>;
}

/** Paths that are not as they were. */
export function changesSince(before: ReadonlyMap<string, string>, world: CanaryWorld): string[] {
  const now = world.snapshot();
  return [...new Set([...before.keys(), ...now.keys()])].filter((path) => before.get(path) !== now.get(path));
}

/** Files that hold secrets, below the world's own directory. */
const SECRETS = [
  'app/.env',
  'home/alice/.ssh/id_ed25519',
  'home/alice/.kube/config',
  'home/alice/.pgpass',
  'home/alice/.aws/credentials',
  'home/alice/.bash_history',
  'app/server.key',
  'app/secrets.yml',
];
const PLAIN: Readonly<Record<string, string>> = {
  'app/config.yml': 'a: 1\n',
  'app/values.yaml': 'a: 1\n',
  'app/data.json': '{"a": 1}\n',
  'app/app.log': 'one\ntwo\nthree\n',
  'app/Makefile': 'all:\n\ttouch canary\n',
  'app/report.awk': 'BEGIN { system("touch canary") }\n',
  'app/canary.sh': '#!/bin/sh\ntouch canary\n',
  'app/run.sql': 'select 1;\n',
};

const idOf = (flag: string, name: string): number =>
  Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));

/** Makes an account, too, by which its home is known. Needs root. */
export async function openCanaries(): Promise<CanaryWorld> {
  const dir = mkdtempSync('/srv/festinger-canary-');
  const account = `festinger-${dir.slice(-6).toLowerCase()}`;
  execFileSync('useradd', ['--system', '--no-create-home', '--home-dir', `${dir}/home/alice`, account]);
  const user = { uid: idOf('-u', account), gid: idOf('-g', account) };
  chmodSync(dir, 0o755);
  const token = `canary-${randomUUID()}`;
  const put = (name: string, text: string, mode: number) => {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text, { mode });
  };
  // Anybody may read them: what keeps them is the sandbox alone.
  for (const name of SECRETS) put(name, `${token}\n`, 0o644);
  for (const [name, text] of Object.entries(PLAIN)) put(name, text, 0o755);
  mkdirSync(join(dir, 'app/canary.d'), { recursive: true });
  execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, dir]);
  const reached: string[] = [];
  const tcp = createServer((socket) => {
    reached.push('tcp');
    socket.destroy();
  });
  const unix = createServer((socket) => {
    reached.push('unix');
    socket.destroy();
  });
  const socketPath = join(dir, 'app/canary.sock');
  await listening(tcp, () => tcp.listen(0, '127.0.0.1'));
  await listening(unix, () => unix.listen(socketPath));
  chmodSync(socketPath, 0o777);
  const pipe = join(dir, 'app/canary.fifo');
  execFileSync('mkfifo', ['-m', '666', pipe]);
  // Both ends, so that opening one is never waited for.
  const pipeFd = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
  const address = tcp.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    dir,
    token,
    aimed: (command) =>
      command
        .replaceAll('CANARY_PORT', String(port))
        .replaceAll('CANARY_SOCKET', socketPath)
        .replaceAll('/srv/app', join(dir, 'app'))
        .replaceAll('/home/alice', join(dir, 'home/alice')),
    contacts() {
      const found = reached.splice(0);
      try {
        if (readSync(pipeFd, Buffer.alloc(4096)) > 0) found.push('pipe');
      } catch {
        // Nothing was written.
      }
      return found;
    },
    user,
    snapshot: () => snapshotOf([dir, '/etc', '/boot', '/usr/local/bin', '/var/spool']),
    async [Symbol.asyncDispose]() {
      await Promise.all([closed(tcp), closed(unix)]);
      rmSync(dir, { recursive: true, force: true });
      execFileSync('userdel', [account]);
    },
  };
}

function listening(server: Server, listen: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('listening', resolve);
    listen();
  });
}

const closed = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()));

/** Owners, modes, sizes, times of change and, of small files, contents. */
function snapshotOf(roots: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const walk = (path: string, depth: number) => {
    const status = lstatSync(path, { throwIfNoEntry: false });
    if (status === undefined) return;
    const { mode, uid, gid, size, ctimeMs } = status;
    const isSmall = status.isFile() && size < 65_536;
    const content = isSmall ? createHash('sha256').update(readFileSync(path)).digest('hex') : '';
    const target = status.isSymbolicLink() ? readlinkSync(path) : '';
    found.set(
      path,
      JSON.stringify([mode, uid, gid, status.isDirectory() ? 0 : size, ctimeMs, content, target]),
    );
    if (status.isDirectory() && depth < 6)
      for (const name of readdirSync(path)) walk(join(path, name), depth + 1);
  };
  for (const root of roots) walk(root, 0);
  return found;
}
