// For tests that say how long something may take: time of the processor, not of the clock, since others run beside it.

/** @returns milliseconds that this thread has computed since, each time it is called */
export function processorTime(): () => number {
  const from = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(from);
    return (user + system) / 1000;
  };
}
