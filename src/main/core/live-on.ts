// The last resort of both entries: what was thrown where nothing caught it is counted and logged, and the program goes on. It carries
// every agent of the host; one that is served wrongly is worse off than all that are not served at all, see decision 017.
import type { Core } from './core.ts';

/** From now on an error that nobody catches no longer ends the process. */
export function liveOn(core: Pick<Core, 'noteFault'>): void {
  process.on('uncaughtException', (error) => core.noteFault('process', error));
  process.on('unhandledRejection', (reason) => core.noteFault('process', reason));
}
