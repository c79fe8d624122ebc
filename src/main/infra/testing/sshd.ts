// A real OpenSSH server on loopback for tests: its own keys, its own port, the user who runs the tests, and a gate in front that can
// cut every connection. Changes nothing of the machine but /run/sshd, which the server wants; ended by its pid.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { SshHost } from '../executors/ssh/ssh-config.ts';

declare module 'vitest' {
  interface TaskMeta {
    skipReason?: string;
  }
}

const SSHD = '/usr/sbin/sshd';

/** Why there is no server to test with; null when there is. */
export function whyNoSshd(): string | null {
  if (process.platform === 'win32') return 'OpenSSH is tested on POSIX systems';
  const missing = [SSHD, '/usr/bin/ssh-keygen'].filter((file) => !existsSync(file));
  return missing.length === 0 ? null : `${missing.join(' and ')}: not on this machine (openssh-server)`;
}

export interface TestSshd {
  readonly dir: string;
  readonly port: number;
  /** The host as config.yaml would name it, known by its ed25519 key. */
  readonly host: SshHost;
  /** Of its key of a type, as known_hosts writes it. @param name in place of the address */
  knownLine(type: 'ed25519' | 'rsa', name?: string): string;
  writeKnown(text: string): void;
  /** Lets everything through again after a cut. */
  open(): void;
  /** Cuts every connection, and lets none through. */
  cut(): void;
  /** Calls back once so many bytes have gone to the server from now on. */
  afterBytes(count: number, callback: () => void): void;
  readonly connections: number;
  log(): string;
  stop(): Promise<void>;
}

/** @param lines of sshd_config, beside what every test needs */
export async function startSshd(lines: readonly string[] = []): Promise<TestSshd> {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'festinger-sshd-')));
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true });
  for (const [name, type] of [
    ['host_ed25519', 'ed25519'],
    ['host_rsa', 'rsa'],
    ['user', 'ed25519'],
  ] as const)
    execFileSync('ssh-keygen', [
      '-q',
      '-t',
      type,
      ...(type === 'rsa' ? ['-b', '2048'] : []),
      '-N',
      '',
      '-C',
      '',
      '-f',
      join(dir, name),
    ]);
  writeFileSync(join(dir, 'authorized_keys'), readFileSync(join(dir, 'user.pub')), { mode: 0o600 });
  const inner = await freePort();
  const config = [
    `ListenAddress 127.0.0.1:${inner}`,
    `HostKey ${join(dir, 'host_ed25519')}`,
    `HostKey ${join(dir, 'host_rsa')}`,
    `AuthorizedKeysFile ${join(dir, 'authorized_keys')}`,
    `PidFile ${join(dir, 'pid')}`,
    ...[
      'UsePAM no',
      'StrictModes no',
      'PermitRootLogin yes',
      'PasswordAuthentication no',
      'LogLevel VERBOSE',
    ],
    ...['Subsystem sftp internal-sftp', 'UseDNS no', 'PrintMotd no'],
    ...lines,
  ];
  writeFileSync(join(dir, 'sshd_config'), `${config.join('\n')}\n`);
  const given = ['-f', join(dir, 'sshd_config'), ...penaltiesOff(join(dir, 'sshd_config'))];
  const server = spawn(SSHD, ['-D', '-E', join(dir, 'log'), ...given], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => server.on('exit', () => resolve()));
  const log = () => (existsSync(join(dir, 'log')) ? readFileSync(join(dir, 'log'), 'utf8') : '');
  await answers(inner, () => server.exitCode !== null, log);
  const gate = await openGate(inner);

  const publicKey = (type: string) => readFileSync(join(dir, `host_${type}.pub`), 'utf8').trim();
  const knownLine = (type: 'ed25519' | 'rsa', name = `[127.0.0.1]:${gate.port}`) =>
    `${name} ${publicKey(type)}\n`;
  const writeKnown = (text: string) => writeFileSync(join(dir, 'known_hosts'), text);
  writeKnown(knownLine('ed25519'));
  return {
    dir,
    port: gate.port,
    host: {
      name: 'delly',
      address: '127.0.0.1',
      port: gate.port,
      user: userInfo().username,
      key_file: join(dir, 'user'),
      agent: false,
      known_hosts: join(dir, 'known_hosts'),
    },
    knownLine,
    writeKnown,
    open: gate.open,
    cut: gate.cut,
    afterBytes: gate.afterBytes,
    get connections() {
      return gate.connections();
    },
    log,
    async stop() {
      await gate.close();
      server.kill('SIGTERM');
      await ended;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Newer servers make whoever failed to log in wait, which tests do on purpose; older ones do not know the word. */
function penaltiesOff(config: string): string[] {
  const option = ['-o', 'PerSourcePenalties=no'];
  return spawnSync(SSHD, ['-t', '-f', config, ...option]).status === 0 ? option : [];
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = portOf(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function answers(port: number, isOver: () => boolean, log: () => string): Promise<void> {
  for (;;) {
    if (isOver()) throw new Error(`sshd ended: ${log()}`);
    const isThere = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
      socket.on('data', () => socket.destroy());
    });
    if (isThere) return;
  }
}

/** Between the tests and the server. */
async function openGate(inner: number) {
  const sockets = new Set<Socket>();
  let isOpen = true;
  let made = 0;
  let watched: { left: number; callback: () => void } | null = null;
  const server = createServer((outside) => {
    if (!isOpen) return void outside.destroy();
    made++;
    const inside = connect(inner, '127.0.0.1');
    for (const [from, to] of [
      [outside, inside],
      [inside, outside],
    ] as const) {
      sockets.add(from);
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
    inside.pipe(outside);
    outside.on('data', (piece) => {
      if (watched !== null) watched.left -= piece.length;
      if (watched !== null && watched.left <= 0) {
        const { callback } = watched;
        watched = null;
        callback();
      }
      if (!outside.destroyed) inside.write(piece);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: portOf(server),
    connections: () => made,
    open: () => {
      isOpen = true;
    },
    cut: () => {
      isOpen = false;
      cutAll();
    },
    afterBytes: (count: number, callback: () => void) => {
      watched = { left: count, callback };
    },
    async close() {
      cutAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
