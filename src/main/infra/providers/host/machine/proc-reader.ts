// Reads a Linux machine from its /proc, and how full its disks are from the kernel. Starts no program but for file systems that
// another machine answers for, since a look at those may never come back. Keeps the reading before, for what is a rate.
// Called by open-host.ts. Measured: proc-reader.int.test.ts. Source: agent, What it acts on (host).
import { readdir, readFile, readlink, stat, statfs } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Clock } from '../../../../../shared/model/clock.ts';
import type { Executor } from '../../../executor.ts';
import type { Disk, DiskSpace, MachineFacts, MachineReader, Process, Usage } from './machine.ts';
import { type Mount, readMounts } from './mounts.ts';
import {
  type ProcessStat,
  printable,
  readAssignments,
  readMemory,
  readNetwork,
  readProcessStat,
  readResident,
  readStat,
  unitsOf,
} from './proc-files.ts';
import { Shared } from './shared-look.ts';

export interface ProcReaderParts {
  readonly clock: Clock;
  /** Of this machine. */
  readonly executor: Executor;
  /** Where its /proc and /etc lie; `/` when absent. */
  readonly root?: string;
}

/** Ticks a second, as every Linux tells its programs. */
const TICKS = 100;
const TOP = 20;
const AT_ONCE = 16;
/** What every program of Node's calls itself: which one it is, its file says. */
const NODE_THREAD = 'MainThread';
const REMOTE_MS = 2000;
/** A file system that did not answer is not asked again before that. */
const HUNG_MS = 5 * 60_000;
/** Two readings closer than that say little of a rate, and nothing new of what hardly ever changes: the one before is told again. */
const SOON_MS = 1000;

interface Reading {
  readonly at: number;
  readonly busy: number;
  readonly total: number;
  readonly received: number;
  readonly sent: number;
}

export class ProcReader implements MachineReader {
  readonly #clock: Clock;
  readonly #executor: Executor;
  readonly #root: string;
  #reading: Reading | null = null;
  #usage: Usage | null = null;
  #model: string | null | undefined;
  readonly #name: Shared<string>;
  readonly #facts: Shared<MachineFacts>;
  #ticks = new Map<string, { at: number; ticks: number }>();
  readonly #hung = new Map<string, number>();

  constructor({ clock, executor, root = '/' }: ProcReaderParts) {
    this.#clock = clock;
    this.#executor = executor;
    this.#root = root;
    this.#name = new Shared(() => this.#nameNow(), clock, SOON_MS);
    this.#facts = new Shared(() => this.#factsNow(), clock, SOON_MS);
  }

  hostName(): Promise<string> {
    return this.#name.recent();
  }

  facts(): Promise<MachineFacts> {
    return this.#facts.recent();
  }

  async #nameNow(): Promise<string> {
    return (await this.#read('proc/sys/kernel/hostname')).trim() || 'localhost';
  }

  async #factsNow(): Promise<MachineFacts> {
    const [hostName, kernel, bootId, stats, memory, release, cpuModel] = await Promise.all([
      this.#nameNow(),
      this.#read('proc/sys/kernel/osrelease'),
      this.#read('proc/sys/kernel/random/boot_id'),
      this.#read('proc/stat').then(readStat),
      this.#read('proc/meminfo').then(readMemory),
      this.#read('etc/os-release').then(readAssignments),
      this.#processorModel(),
    ]);
    return {
      hostName,
      os: release.get('PRETTY_NAME') ?? release.get('NAME') ?? 'Linux',
      kernel: kernel.trim(),
      architecture: process.arch,
      cpus: stats.cpus,
      cpuModel,
      memoryBytes: memory.total,
      bootedAt: stats.bootSeconds * 1000,
      bootId: bootId.trim(),
    };
  }

  async usage(): Promise<Usage> {
    const before = this.#reading;
    const at = this.#clock.monotonic();
    if (before && this.#usage && at - before.at < SOON_MS) return this.#usage;
    const [cpu, memory, network] = await Promise.all([
      this.#read('proc/stat').then(readStat),
      this.#read('proc/meminfo').then(readMemory),
      this.#read('proc/net/dev').then(readNetwork),
    ]);
    const now = { at, busy: cpu.busy, total: cpu.total, ...network };
    this.#reading = now;
    const perSecond = (from: number, to: number, since: Reading) =>
      Math.max(0, to - from) / ((at - since.at) / 1000);
    this.#usage = {
      cpuPercent: before ? share(now.busy - before.busy, now.total - before.total) : null,
      memoryPercent: share(memory.total - memory.available, memory.total) ?? 0,
      networkIn: before ? perSecond(before.received, now.received, before) : null,
      networkOut: before ? perSecond(before.sent, now.sent, before) : null,
    };
    return this.#usage;
  }

  async disks(signal: AbortSignal): Promise<readonly Disk[]> {
    const mounts = readMounts(await this.#read('proc/self/mountinfo'));
    const disks = await Promise.all(mounts.map((mount) => this.#disk(mount, signal)));
    return disks.filter((disk) => disk !== null);
  }

  async processes(pid?: number): Promise<readonly Process[]> {
    const now = this.#clock.monotonic();
    const uptime = Number((await this.#read('proc/uptime')).split(' ')[0]) || 0;
    const { bootSeconds } = readStat(await this.#read('proc/stat'));
    const stats = pid === undefined ? await this.#allStats() : [await this.#stat(pid)];
    const seen = stats
      .filter((one) => one !== null)
      .map((one) => ({ ...one, cpu: this.#cpuOf(one, now, uptime) }));
    if (pid === undefined) {
      this.#ticks = new Map(seen.map((one) => [keyOf(one), { at: now, ticks: one.cpuTicks }]));
    }
    const most = (value: (one: (typeof seen)[number]) => number) =>
      [...seen].sort((a, b) => value(b) - value(a)).slice(0, TOP);
    const top = new Set([...most(({ pages }) => pages), ...most(({ cpu }) => cpu)]);
    return Promise.all(
      [...top].map(async (one) => ({
        ...{ pid: one.pid, name: one.name, state: stateOf(one.state), cpuPercent: one.cpu },
        startedAt: Math.round(bootSeconds * 1000 + (one.startTicks * 1000) / TICKS),
        memoryBytes: readResident(await this.#read(`proc/${one.pid}/status`)),
      })),
    );
  }

  async firstProcess(): Promise<string | null> {
    return (await this.#read('proc/1/comm')).trim() || null;
  }

  async ownUnits(): Promise<readonly string[]> {
    return unitsOf(await this.#read('proc/self/cgroup'));
  }

  /** Read once: it is long on a machine with many. */
  async #processorModel(): Promise<string | null> {
    if (this.#model !== undefined) return this.#model;
    const lines = (await this.#read('proc/cpuinfo')).split('\n');
    const line = lines.find((each) => each.startsWith('model name'));
    this.#model = line?.slice(line.indexOf(':') + 1).trim() || null;
    return this.#model;
  }

  /** Empty when it is not there, or not for us: nothing here is worth failing the rest for. */
  async #read(path: string): Promise<string> {
    return readFile(join(this.#root, path), 'latin1').catch(() => '');
  }

  async #stat(pid: number): Promise<ProcessStat | null> {
    const found = readProcessStat(
      await readFile(join(this.#root, `proc/${pid}/stat`), 'utf8').catch(() => ''),
    );
    if (found?.name !== NODE_THREAD) return found;
    const program = await readlink(join(this.#root, `proc/${pid}/exe`)).catch(() => NODE_THREAD);
    return { ...found, name: printable(basename(program)) };
  }

  /** Of all but the kernel's own threads. */
  async #allStats(): Promise<ProcessStat[]> {
    const names = await readdir(join(this.#root, 'proc')).catch(() => []);
    const pids = names.map(Number).filter((pid) => Number.isInteger(pid) && pid > 0);
    const found: ProcessStat[] = [];
    for (let at = 0; at < pids.length; at += AT_ONCE) {
      const some = await Promise.all(pids.slice(at, at + AT_ONCE).map((pid) => this.#stat(pid)));
      for (const one of some) if (one && one.pid !== 2 && one.parent !== 2) found.push(one);
    }
    return found;
  }

  /** Percent of one processor since the look before; since its start at the first. */
  #cpuOf(one: ProcessStat, now: number, uptime: number): number {
    const before = this.#ticks.get(keyOf(one));
    const seconds = before ? (now - before.at) / 1000 : uptime - one.startTicks / TICKS;
    const ticks = one.cpuTicks - (before?.ticks ?? 0);
    return seconds > 0 ? Math.max(0, (100 * ticks) / TICKS / seconds) : 0;
  }

  async #disk(mount: Mount, signal: AbortSignal): Promise<Disk | null> {
    const { remote, ...shown } = mount;
    if (remote) return { ...shown, space: await this.#remoteSpace(mount.mountpoint, signal) };
    try {
      const path = join(this.#root, mount.mountpoint);
      if (!(await stat(path)).isDirectory()) return null;
      const { bsize, blocks, bfree, bavail } = await statfs(path);
      return { ...shown, space: spaceOf(bsize, blocks, bfree, bavail) };
    } catch {
      return { ...shown, space: null };
    }
  }

  /** In a program of its own, which may hang in our place. */
  async #remoteSpace(mountpoint: string, signal: AbortSignal): Promise<DiskSpace | null> {
    const hungAt = this.#hung.get(mountpoint);
    if (hungAt !== undefined && this.#clock.monotonic() - hungAt < HUNG_MS) return null;
    try {
      const { exitCode, stdout } = await this.#executor.run(
        {
          argv: ['stat', '--file-system', '--format=%S %b %f %a', '--', mountpoint],
          ...{ timeoutMs: REMOTE_MS, maxOutputBytes: 1000, writes: false },
        },
        signal,
      );
      this.#hung.delete(mountpoint);
      const [size = 0, blocks = 0, free = 0, available = 0] = stdout.trim().split(' ').map(Number);
      return exitCode === 0 && size > 0 ? spaceOf(size, blocks, free, available) : null;
    } catch {
      if (!signal.aborted) this.#hung.set(mountpoint, this.#clock.monotonic());
      return null;
    }
  }
}

function spaceOf(block: number, blocks: number, free: number, available: number): DiskSpace {
  return { size: block * blocks, used: block * (blocks - free), available: block * available };
}

function share(part: number, whole: number): number | null {
  return whole > 0 ? Math.min(100, Math.max(0, (100 * part) / whole)) : null;
}

const keyOf = ({ pid, startTicks }: ProcessStat): string => `${pid}:${startTicks}`;

function stateOf(letter: string): Process['state'] {
  if (letter === 'T' || letter === 't') return 'paused';
  return letter === 'Z' || letter === 'X' ? 'ended' : 'running';
}
