// What a far machine says of itself, read from /proc, os-release and df: plain lines with a word and a number. Pure, one pass, and
// what does not fit is left out. Called by ssh-provider.ts. Source: agent, What it acts on (host).
import type { Sample } from '../../../../shared/model/resource.ts';

export interface FarMachine {
  readonly os: string | null;
  readonly kernel: string | null;
  /** Epoch milliseconds. */
  readonly bootedAt: number | null;
  /** Of this run of its kernel: the same for two ways to one machine. */
  readonly bootId: string | null;
}

export const BOOT_ID = '/proc/sys/kernel/random/boot_id';
const UUID_LINE = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/m;

export const MACHINE_ARGV = ['cat', '/etc/os-release', '/proc/version', '/proc/stat', BOOT_ID] as const;
export const STAT_ARGV = ['cat', '/proc/stat', '/proc/meminfo'] as const;
/** POSIX, and so the same with every df. */
export const DISK_ARGV = ['df', '-P', '-k', '/'] as const;

export function readMachine(text: string): FarMachine {
  const booted = Number(afterWord(text, 'btime '));
  const name = afterWord(text, 'PRETTY_NAME=').trim();
  return {
    os: name === '' ? null : name.startsWith('"') ? name.slice(1, -1) : name,
    kernel: afterWord(text, 'Linux version ').split(' ')[0] || null,
    bootedAt: booted > 0 ? booted * 1000 : null,
    bootId: UUID_LINE.exec(text)?.[0] ?? null,
  };
}

/** Ticks of all processors since the start. */
export function readTicks(text: string): { readonly busy: number; readonly all: number } | null {
  const ticks = afterWord(text, 'cpu  ').split(' ').slice(0, 8).map(Number);
  if (ticks.length < 5 || ticks.some((one) => !Number.isFinite(one))) return null;
  const all = ticks.reduce((sum, one) => sum + one, 0);
  return { all, busy: all - (ticks[3] ?? 0) - (ticks[4] ?? 0) };
}

/** @param before and after: what STAT_ARGV said, some time apart @param disk what DISK_ARGV said */
export function readSamples(before: string, after: string, disk: string): Sample[] {
  const samples: Sample[] = [];
  const [first, second] = [readTicks(before), readTicks(after)];
  if (first !== null && second !== null && second.all > first.all) {
    const value = (100 * (second.busy - first.busy)) / (second.all - first.all);
    samples.push({ metric: 'cpu', unit: 'percent', value, limit: 100 });
  }
  const [total, free] = [kilobytes(after, 'MemTotal:'), kilobytes(after, 'MemAvailable:')];
  if (total !== null && free !== null)
    samples.push({ metric: 'memory', unit: 'bytes', value: total - free, limit: total });
  const row = (disk.split('\n')[1] ?? '').split(' ').filter((cell) => cell !== '');
  const [blocks, used, available] = row.slice(1, 4).map(Number);
  // As df counts: what root alone may use is neither used nor free.
  if (blocks !== undefined && used !== undefined && available !== undefined && used + available > 0)
    samples.push({ metric: 'disk', unit: 'bytes', value: used * 1024, limit: (used + available) * 1024 });
  return samples;
}

function kilobytes(text: string, label: string): number | null {
  const value = Number.parseInt(afterWord(text, label).trim(), 10);
  return Number.isFinite(value) ? value * 1024 : null;
}

/** What follows a word at the beginning of a line, to its end. */
function afterWord(text: string, word: string): string {
  const at = text.startsWith(word) ? 0 : text.indexOf(`\n${word}`) + 1;
  if (at === 0 && !text.startsWith(word)) return '';
  const end = text.indexOf('\n', at);
  return text.slice(at + word.length, end < 0 ? undefined : end);
}
