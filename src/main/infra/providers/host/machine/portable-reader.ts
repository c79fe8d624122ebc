// Reads a machine that has no /proc (macOS, Windows): by Node itself, and by systeminformation where Node does not know. That one
// is loaded when first needed: loading it holds the event loop for 50 ms, once. Called by open-host.ts on such machines only; tested
// on Linux too, where it must agree with proc-reader.ts. Source: agent, What it acts on (host).
import os from 'node:os';
import type { Clock } from '../../../../../shared/model/clock.ts';
import type { Disk, MachineFacts, MachineReader, Process, Usage } from './machine.ts';

const TOP = 20;
const PSEUDO: ReadonlySet<string> = new Set(['devfs', 'autofs', 'tmpfs', 'devtmpfs', 'overlay', 'squashfs']);

export class PortableReader implements MachineReader {
  readonly #clock: Clock;
  #before: { busy: number; total: number } | null = null;

  constructor({ clock }: { readonly clock: Clock }) {
    this.#clock = clock;
  }

  async hostName(): Promise<string> {
    return os.hostname() || 'localhost';
  }

  async facts(): Promise<MachineFacts> {
    const cpus = os.cpus();
    // To the minute: clock and uptime are read one after the other, and the boot was at one moment.
    const bootedAt = Math.round((this.#clock.now() - os.uptime() * 1000) / 60_000) * 60_000;
    return {
      hostName: await this.hostName(),
      os: `${os.type()} ${os.version()}`,
      kernel: os.release(),
      architecture: os.arch(),
      cpus: cpus.length,
      cpuModel: cpus[0]?.model ?? null,
      memoryBytes: os.totalmem(),
      bootedAt,
      // They give a boot no name. Its time is one, but for a clock that was corrected since.
      bootId: String(bootedAt),
    };
  }

  async usage(): Promise<Usage> {
    const si = await systemInformation();
    const [memory, interfaces] = await Promise.all([si.mem(), si.networkStats('*')]);
    const times = os.cpus().map(({ times }) => times);
    const total = sum(times.map((each) => each.user + each.nice + each.sys + each.irq + each.idle));
    const busy = total - sum(times.map(({ idle }) => idle));
    const before = this.#before;
    this.#before = { busy, total };
    const others = interfaces.filter(({ iface }) => !iface.startsWith('lo'));
    const rate = (values: (number | null)[]) =>
      values.includes(null) ? null : sum(values.map((each) => each ?? 0));
    return {
      cpuPercent:
        before && total > before.total ? (100 * (busy - before.busy)) / (total - before.total) : null,
      memoryPercent: memory.total > 0 ? (100 * (memory.total - memory.available)) / memory.total : 0,
      networkIn: rate(others.map(({ rx_sec }) => rx_sec)),
      networkOut: rate(others.map(({ tx_sec }) => tx_sec)),
    };
  }

  async disks(): Promise<readonly Disk[]> {
    const found = await (await systemInformation()).fsSize();
    return found
      .filter(({ type, size }) => !PSEUDO.has(type) && size > 0)
      .map(({ mount, fs, type, rw, size, used, available }) => ({
        ...{ mountpoint: mount, device: fs, fileSystem: type, readOnly: rw === false },
        space: { size, used, available },
      }))
      .sort((a, b) => (a.mountpoint < b.mountpoint ? -1 : 1));
  }

  async processes(pid?: number): Promise<readonly Process[]> {
    const { list } = await (await systemInformation()).processes();
    const all = list.filter((one) => pid === undefined || one.pid === pid);
    const most = (value: (one: (typeof all)[number]) => number) =>
      [...all].sort((a, b) => value(b) - value(a)).slice(0, TOP);
    return [...new Set([...most(({ memRss }) => memRss), ...most(({ cpu }) => cpu)])].map((one) => ({
      pid: one.pid,
      name: one.name || '?',
      state: one.state === 'zombie' ? 'ended' : one.state === 'stopped' ? 'paused' : 'running',
      startedAt: Date.parse(one.started) || 0,
      memoryBytes: one.memRss * 1024,
      // There it is a share of the whole machine.
      cpuPercent: one.cpu * os.cpus().length,
    }));
  }

  async firstProcess(): Promise<string | null> {
    return null;
  }

  async ownUnits(): Promise<readonly string[]> {
    return [];
  }
}

const systemInformation = () => import('systeminformation').then((loaded) => loaded.default);
const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);
