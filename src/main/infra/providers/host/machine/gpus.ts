// The graphics processors of this machine, asked of their vendors' own programs: nvidia-smi and rocm-smi, each with a fixed
// argument vector. A program that is not there is no error and is not looked for again for a while. Called by open-host.ts.
// Source: agent, What it acts on (host).
import * as z from 'zod';
import type { Clock } from '../../../../../shared/model/clock.ts';
import type { CommandResult, Executor } from '../../../executor.ts';

export interface Gpu {
  /** As its vendor names it: a UUID, or its place. */
  readonly uid: string;
  readonly name: string;
  readonly driver: string | null;
  /** Percent. */
  readonly busy: number | null;
  readonly memoryUsed: number | null;
  readonly memoryTotal: number | null;
}

const MIB = 1024 * 1024;
const ABSENT_MS = 10 * 60_000;
const MOST = 64;
const COMMAND = { timeoutMs: 5000, maxOutputBytes: 256 * 1024, writes: false } as const;
const FIELDS = 'uuid,driver_version,utilization.gpu,memory.used,memory.total,name';

interface Tool {
  readonly argv: readonly [string, ...string[]];
  read(output: string): Gpu[];
}

const TOOLS: readonly Tool[] = [
  { argv: ['nvidia-smi', `--query-gpu=${FIELDS}`, '--format=csv,noheader,nounits'], read: readNvidia },
  {
    argv: ['rocm-smi', '--showproductname', '--showuniqueid', '--showuse', '--showmeminfo', 'vram', '--json'],
    read: readAmd,
  },
];

export class Gpus {
  readonly #executor: Executor;
  readonly #clock: Clock;
  readonly #absent = new Map<Tool, number>();

  constructor(parts: { readonly executor: Executor; readonly clock: Clock }) {
    this.#executor = parts.executor;
    this.#clock = parts.clock;
  }

  async list(signal: AbortSignal): Promise<readonly Gpu[]> {
    const found = await Promise.all(TOOLS.map((tool) => this.#ask(tool, signal)));
    return found.flat().slice(0, MOST);
  }

  /** Why none were found at the last look; null where one was. */
  absence(): string | null {
    return this.#absent.size === TOOLS.length ? 'No GPU that nvidia-smi or rocm-smi tells of' : null;
  }

  async #ask(tool: Tool, signal: AbortSignal): Promise<readonly Gpu[]> {
    const absentAt = this.#absent.get(tool);
    if (absentAt !== undefined && this.#clock.monotonic() - absentAt < ABSENT_MS) return [];
    const result: CommandResult | null = await this.#executor
      .run({ argv: tool.argv, ...COMMAND }, signal)
      .catch(() => null);
    if (result?.exitCode === 0) {
      this.#absent.delete(tool);
      return tool.read(result.stdout);
    }
    if (!signal.aborted) this.#absent.set(tool, this.#clock.monotonic());
    return [];
  }
}

/** A line each: `GPU-1c2d…, 550.54.14, 37, 10240, 24576, NVIDIA GeForce RTX 4090`; `[N/A]` for what it cannot say. */
export function readNvidia(output: string): Gpu[] {
  return output.split('\n').flatMap((line) => {
    const [uid = '', driver, busy, used, total, ...name] = line.split(',').map((field) => field.trim());
    if (uid === '' || name.length === 0) return [];
    return {
      ...{ uid, name: name.join(', ').slice(0, 200), driver: driver || null, busy: known(busy) },
      ...{ memoryUsed: scaled(known(used)), memoryTotal: scaled(known(total)) },
    };
  });
}

const Amd = z.record(z.string(), z.record(z.string(), z.coerce.string()));

/** An object with a member a card. Versions write the names of its values in their own upper and lower case. */
export function readAmd(output: string): Gpu[] {
  const parsed = Amd.safeParse(plainJson(output));
  if (!parsed.success) return [];
  return Object.entries(parsed.data).flatMap(([card, values]) => {
    if (!card.startsWith('card')) return [];
    const lower = new Map(Object.entries(values).map(([name, value]) => [name.toLowerCase(), value]));
    const name = lower.get('card series') ?? lower.get('card model') ?? card;
    return {
      ...{ uid: lower.get('unique id') ?? card, name: name.slice(0, 200), driver: null },
      busy: known(lower.get('gpu use (%)')),
      memoryUsed: known(lower.get('vram total used memory (b)')),
      memoryTotal: known(lower.get('vram total memory (b)')),
    };
  });
}

function plainJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function known(text: string | undefined): number | null {
  if (text === undefined || text === '') return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

const scaled = (mib: number | null): number | null => (mib === null ? null : mib * MIB);
