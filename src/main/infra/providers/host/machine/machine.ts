// What is to be known of a machine, however it is read: from /proc where there is one (proc-reader.ts), by systeminformation
// elsewhere (portable-reader.ts). Holds types alone. Never an argument of a command line: they hold secrets.
// Source: agent, What it acts on (host).

export interface MachineFacts {
  readonly hostName: string;
  /** `Debian GNU/Linux 12 (bookworm)` */
  readonly os: string;
  readonly kernel: string;
  readonly architecture: string;
  readonly cpus: number;
  readonly cpuModel: string | null;
  readonly memoryBytes: number;
  /** Epoch milliseconds. */
  readonly bootedAt: number;
  /** Another after each boot. */
  readonly bootId: string;
}

/** How busy it is; a rate is of the time since the reading before, null at the first. */
export interface Usage {
  readonly cpuPercent: number | null;
  readonly memoryPercent: number;
  /** Bytes a second over all interfaces but the loopback. */
  readonly networkIn: number | null;
  readonly networkOut: number | null;
}

export interface Disk {
  readonly mountpoint: string;
  readonly device: string;
  readonly fileSystem: string;
  readonly readOnly: boolean;
  /** Bytes; null while it does not answer. */
  readonly space: DiskSpace | null;
}

export interface DiskSpace {
  readonly size: number;
  readonly used: number;
  /** To whoever is not root. */
  readonly available: number;
}

export interface Process {
  readonly pid: number;
  /** The program's name, without its arguments. */
  readonly name: string;
  readonly state: 'running' | 'paused' | 'ended';
  /** With the pid, one process and no later one that got its number. */
  readonly startedAt: number;
  readonly memoryBytes: number;
  /** Of one processor: 200 is two of them. */
  readonly cpuPercent: number;
}

export interface MachineReader {
  hostName(): Promise<string>;
  facts(): Promise<MachineFacts>;
  usage(): Promise<Usage>;
  /** File systems worth showing, by mountpoint. */
  disks(signal: AbortSignal): Promise<readonly Disk[]>;
  /** The twenty that take most memory and the twenty that take most processor time; or the one with that number. */
  processes(pid?: number): Promise<readonly Process[]>;
  /** What PID 1 is: `systemd`, `bash`; null where there is no such thing. */
  firstProcess(): Promise<string | null>;
  /** The services this program runs in: `festinger.service`, and those around it. */
  ownUnits(): Promise<readonly string[]>;
}

/** Used of what can be used, as `df` counts it. */
export function percentUsed({ used, available }: DiskSpace): number {
  return used + available === 0 ? 0 : (100 * used) / (used + available);
}
