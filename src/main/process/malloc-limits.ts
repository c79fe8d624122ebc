// What the C library does with memory that is free again. glibc reads it from the environment, once, before the first line of ours runs.
// Used by cli.ts; Electron has an allocator of its own. Why: decision 018.

/**
 * Blocks of a megabyte and more (proxy/body/body-bytes.ts) are the system's again as soon as they are free. By default the first large one that
 * is freed raises that bound to as much as 32 MB: what comes after lies in the heap, and one small allocation above it keeps all of it.
 */
const LIMITS = {
  MALLOC_MMAP_THRESHOLD_: '1000000',
  /** So much at the heap's top is kept for the next to ask. */
  MALLOC_TRIM_THRESHOLD_: '16777216',
};

/**
 * Becomes the same program under these limits: same process, same arguments. Does nothing where it already is, where somebody chose limits
 * of their own, where another process talks to this one over Node's channel (it would be lost), and outside Linux.
 */
export function runUnderMallocLimits(): void {
  const { platform, env, execPath, execArgv, argv } = process;
  const isChosen = Object.keys(env).some((name) => name.startsWith('MALLOC_') || name === 'GLIBC_TUNABLES');
  if (platform !== 'linux' || isChosen || process.channel !== undefined) return;
  process.execve?.(execPath, [execPath, ...execArgv, ...argv.slice(1)], { ...env, ...LIMITS });
}
