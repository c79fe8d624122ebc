// Compares two sandboxes for commands that only read: our wrapper of bubblewrap and the npm package @anthropic-ai/sandbox-runtime. Both run the same
// checks and the same `true`, as the user who starts this. Changes nothing but a directory of its own, which it removes.
//   node bench/sandboxes.ts --dir /srv [--runtime /path/to/@anthropic-ai/sandbox-runtime/dist/index.js]
// `--dir`: where the directory is made; not below /tmp, which our wrapper hides. Source: decision 073.
import { spawn } from 'node:child_process';
import {
  chmodSync,
  constants,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock, timeSortedIds } from '../src/main/core/clock.ts';
import { confinedCall } from '../src/main/infra/executors/confined/confined-shell.ts';
import { Confinements } from '../src/main/infra/executors/confined/confinement.ts';
import { LocalExecutor } from '../src/main/infra/executors/local-executor.ts';
import { programsHere } from '../src/main/infra/executors/local-program.ts';
import { machine, percentile } from './lib/report.ts';

const { values } = parseArgs({
  options: { dir: { type: 'string', default: '/srv' }, runtime: { type: 'string' } },
});
const ROUNDS = 20;
const PATIENCE_MS = 20_000;

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly ms: number;
}

/** What is used of the package. */
interface Runtime {
  initialize(config: object): Promise<void>;
  wrapWithSandbox(command: string): Promise<string>;
  cleanupAfterCommand?(): void;
  reset(): Promise<void>;
}

process.env.CANARY = 'canary-environment';
const dir = mkdtempSync(join(values.dir, 'festinger-compare-'));
chmodSync(dir, 0o755);
const [file, masked, pipe, socket] = ['masked-file', 'masked', 'pipe', 'socket'].map((name) =>
  join(dir, name),
) as [string, string, string, string];
writeFileSync(file, 'canary-file');
mkdirSync(masked);
await run(['mkfifo', '-m', '666', pipe]);
const pipeEnd = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
const hostTmp = mkdtempSync('/tmp/festinger-compare-');
let contacts = 0;
const listeners = [createServer(), createServer()];
for (const listener of listeners)
  listener.on('connection', (connection) => {
    contacts++;
    connection.on('error', () => undefined).end();
  });
const [unix, tcp] = listeners as [(typeof listeners)[0], (typeof listeners)[0]];
await new Promise<void>((resolve) => unix.listen(socket, resolve));
await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
const address = tcp.address();
const port = typeof address === 'object' && address !== null ? address.port : 0;

/** Each prints `yes` where the sandbox lets it happen, or a number. */
const CHECKS: Readonly<Record<string, string>> = {
  'runs as user id': 'id -u',
  'writes below /etc': 'touch /etc/.festinger-compare && echo yes && rm /etc/.festinger-compare',
  'opens /proc/sys for writing': '(: >>/proc/sys/kernel/printk) && echo yes',
  'reads a masked file': `grep -q . ${file} && echo yes`,
  'writes into a masked directory': `touch ${masked}/x && echo yes`,
  'sees the environment': 'env | grep -q canary && echo yes',
  'entries of /run': 'ls -A /run | wc -l',
  'sees /tmp of the host': `[ -e ${hostTmp} ] && echo yes`,
  'connects to a Unix socket': perl(`AF_UNIX,SOCK_STREAM,0)&&connect(S,sockaddr_un("${socket}")`),
  'connects to 127.0.0.1': perl(
    `AF_INET,SOCK_STREAM,0)&&connect(S,sockaddr_in(${port},inet_aton("127.0.0.1"))`,
  ),
  'creates an AF_VSOCK socket': perl('40,SOCK_STREAM,0'),
  'writes to a named pipe': `timeout 2 sh -c 'echo canary-pipe >${pipe}' && echo yes`,
  'processes at once, of 400': `perl -e 'while($n<400){defined($p=fork) or last; $p or sleep(2),exit; $n++} print "$n\n"'`,
  'sees a process of the host': `[ "$(readlink /proc/${process.pid}/exe)" = ${process.execPath} ] && echo yes`,
  'makes a user namespace': 'unshare -Ur true && echo yes',
};

function perl(call: string): string {
  return `perl -MSocket -e 'socket(S,${call}) and print "yes\\n"'`;
}

function run(argv: readonly string[]): Promise<Ran> {
  const begun = performance.now();
  const child = spawn(argv[0] as string, argv.slice(1), { stdio: ['ignore', 'pipe', 'ignore'] });
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  let out = '';
  child.stdout.on('data', (bytes: Buffer) => {
    out += bytes.toString();
  });
  return new Promise((resolve) => {
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code, out, ms: performance.now() - begun });
    });
  });
}

async function ours(): Promise<(command: string) => Promise<Ran>> {
  const here = new LocalExecutor([{ via: 'local', target: 'host:here', words: 'here' }], {
    ids: timeSortedIds(systemClock),
    programs: programsHere(systemClock),
  });
  const found = await new Confinements({ clock: systemClock, hidden: () => [file, masked] }).of(here);
  if (!found.isConfined) throw new Error(`no sandbox here: ${found.reason}`);
  return (command) =>
    run(['sh', '-c', `${found.shellFunction}\n${confinedCall({ asRoot: true, hostTmp: false }, command)}`]);
}

const runtime: Runtime | null = values.runtime ? (await import(values.runtime)).SandboxManager : null;

async function theirs(manager: Runtime): Promise<(command: string) => Promise<Ran>> {
  await manager.initialize({
    network: { allowedDomains: [], deniedDomains: [] },
    filesystem: { denyRead: [file, masked], allowWrite: [], denyWrite: [] },
  });
  return async (command) => {
    const begun = performance.now();
    const ran = await run(['bash', '-c', await manager.wrapWithSandbox(command)]);
    manager.cleanupAfterCommand?.();
    return { ...ran, ms: performance.now() - begun };
  };
}

const sandboxes = new Map([['ours', await ours()]]);
if (runtime !== null) sandboxes.set('sandbox-runtime', await theirs(runtime));

/** What of it reached the host counts too: the pipe, the listeners. */
async function check(runIt: (command: string) => Promise<Ran>, command: string): Promise<string> {
  contacts = 0;
  const { out } = await runIt(command);
  const buffer = Buffer.alloc(64);
  let piped = 0;
  try {
    piped = readSync(pipeEnd, buffer);
  } catch {
    // Nothing was written to it.
  }
  return contacts + piped > 0 ? 'yes' : (out.trim().split('\n').at(-1) ?? '') || 'no';
}

const median = (times: readonly number[]): number =>
  percentile(
    times.toSorted((a, b) => a - b),
    0.5,
  );

console.log(`node ${machine.node}, ${machine.cpu}, ${machine.cores} cores, user ${process.getuid?.()}`);
for (const [name, command] of Object.entries(CHECKS)) {
  const cells: string[] = [];
  for (const [who, runIt] of sandboxes) cells.push(`${who} ${await check(runIt, command)}`);
  console.log(`${name.padEnd(32)} ${cells.join(', ')}`);
}
const times = new Map<string, number[]>();
const bare = (): Promise<Ran> => run(['sh', '-c', 'true']);
for (let round = 0; round <= ROUNDS; round++)
  for (const [who, runIt] of [['bare', bare] as const, ...sandboxes]) {
    const { ms } = await runIt('true');
    // The first one of each reads its files from the disk.
    if (round > 0) times.set(who, [...(times.get(who) ?? []), ms]);
  }
const unit = median(times.get('bare') ?? []);
for (const [who, all] of times)
  console.log(
    `${`start, ${who}`.padEnd(32)} ${median(all).toFixed(1)} ms, ${(median(all) / unit).toFixed(1)} times bare`,
  );
await runtime?.reset();
for (const listener of listeners) listener.close();
rmSync(dir, { recursive: true });
rmSync(hostTmp, { recursive: true });
process.exit(0);
