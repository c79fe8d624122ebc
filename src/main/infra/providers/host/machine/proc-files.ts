// The files of /proc, each read by a function of its text: fields by position and name, no patterns. What is not as it should be
// is left out. Pure. Called by proc-reader.ts and mounts.ts. Source: agent, What it acts on (host); proc(5).

const KIB = 1024;

/** Busy and whole processor time in ticks, how many processors there are, when it was booted (seconds); /proc/stat. */
export function readStat(text: string): { busy: number; total: number; cpus: number; bootSeconds: number } {
  const found = { busy: 0, total: 0, cpus: 0, bootSeconds: 0 };
  for (const line of text.split('\n')) {
    const [name = '', ...fields] = line.split(' ').filter((field) => field !== '');
    if (name === 'cpu') {
      // user nice system idle iowait irq softirq steal; what guests take stands in user already.
      const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, soft = 0, steal = 0] =
        fields.map(count);
      found.busy = user + nice + system + irq + soft + steal;
      found.total = found.busy + idle + wait;
    } else if (name.startsWith('cpu')) found.cpus++;
    else if (name === 'btime') found.bootSeconds = count(fields[0]);
  }
  return found;
}

/** Bytes there are, and bytes a new program could have; /proc/meminfo. */
export function readMemory(text: string): { total: number; available: number } {
  const fields = new Map(text.split('\n').map((line) => keyAndValue(line, ':')));
  const bytes = (name: string) => count(fields.get(name)?.split(' ')[0]) * KIB;
  // Kernels before 3.14 do not say what is available.
  const available = fields.has('MemAvailable') ? bytes('MemAvailable') : bytes('MemFree') + bytes('Cached');
  return { total: bytes('MemTotal'), available };
}

/** Bytes in and out since boot, of all interfaces but the loopback; /proc/net/dev. */
export function readNetwork(text: string): { received: number; sent: number } {
  const sum = { received: 0, sent: 0 };
  for (const line of text.split('\n')) {
    const [name, rest] = keyAndValue(line, ':');
    if (name === 'lo' || rest === '' || line.includes('|')) continue;
    const fields = rest.split(' ').filter((field) => field !== '');
    sum.received += count(fields[0]);
    sum.sent += count(fields[8]);
  }
  return sum;
}

export interface ProcessStat {
  readonly pid: number;
  readonly name: string;
  /** `R`, `S`, `D`, `T`, `Z` … */
  readonly state: string;
  readonly parent: number;
  readonly cpuTicks: number;
  /** Ticks after boot. */
  readonly startTicks: number;
  readonly pages: number;
}

/** /proc/[pid]/stat; null where it is none. The name may hold anything, brackets and line ends too. */
export function readProcessStat(text: string): ProcessStat | null {
  const open = text.indexOf('(');
  const close = text.lastIndexOf(')');
  if (open < 1 || close < open) return null;
  const fields = text.slice(close + 2).split(' ');
  const at = (field: number) => count(fields[field - 3]);
  const pid = count(text.slice(0, open).trim());
  if (pid === 0 || fields.length < 22) return null;
  return {
    ...{ pid, name: printable(text.slice(open + 1, close)), state: fields[0] ?? '', parent: at(4) },
    ...{ cpuTicks: at(14) + at(15), startTicks: at(22), pages: at(24) },
  };
}

/** Resident bytes as /proc/[pid]/status says them, whatever a page's size is here; 0 for what has none. */
export function readResident(text: string): number {
  const line = text.split('\n').find((each) => each.startsWith('VmRSS:'));
  return line === undefined ? 0 : count(line.slice(6).trim().split(' ')[0]) * KIB;
}

/** A file of `NAME=value` or `NAME="value"`, such as /etc/os-release. */
export function readAssignments(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split('\n').map((line) => {
      const [name, value] = keyAndValue(line, '=');
      const quote = value[0];
      const quoted = value.length > 1 && (quote === '"' || quote === "'") && value.endsWith(quote);
      return [name, quoted ? value.slice(1, -1) : value];
    }),
  );
}

/** Every service that holds the process whose /proc/[pid]/cgroup this is, innermost last. */
export function unitsOf(text: string): string[] {
  const units = text
    .split('\n')
    .flatMap((line) => line.split(':').slice(2).join(':').split('/'))
    .filter((part) => part.endsWith('.service'));
  return [...new Set(units)];
}

function keyAndValue(line: string, sign: string): [string, string] {
  const at = line.indexOf(sign);
  return at < 0 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
}

/** A number of the kernel's; 0 for what is none. */
function count(text: string | undefined): number {
  const value = Number(text);
  return Number.isFinite(value) && value > 0 ? value : 0;
}

/** Without what would write over a line or the screen. */
/** As a list can show it. */
export function printable(text: string): string {
  const safe = [...text].map((char) => (char < ' ' || char === '\u007f' ? '?' : char)).join('');
  return safe === '' ? '?' : safe;
}
