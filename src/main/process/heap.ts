// How V8 minds the process's memory: the bytes of bodies, which lie outside its heap, and what a burst left behind.
// Called by serve.ts, and where bodies are read. Only on the Node we are pinned to: another V8 may not know the flags, and does without.
import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const isOurs = ({ electron, v8 }: NodeJS.ProcessVersions): boolean =>
  electron === undefined && v8.startsWith('13.');

/**
 * Set before anything is served:
 * - The bytes of bodies count against the limit of the whole heap. By default each 64 MB of them start a full collection, however large
 *   the heap: at 256 KB a prompt that took more than a third of the processor. The whole stays as bounded as the heap.
 * - Everything is allocated young. By default V8 allocates old, for good, what a place in the code made when much of it once survived: a
 *   busy moment is enough. From then on every request's lists died old, and took its body with them (decision 016).
 */
const FLAGS = ['--external-memory-accounted-in-global-limit', '--no-allocation-site-pretenuring'];

/** @returns whether V8 minds memory as a proxy needs it from now on */
export function tuneHeap(versions: NodeJS.ProcessVersions = process.versions): boolean {
  if (!isOurs(versions)) return false;
  for (const flag of FLAGS) setFlagsFromString(flag);
  return true;
}

const LOOK_MS = 2000;
/** The share of the time in which the loop may be at work and yet count as idle; and from which on it is at work again. */
const [IDLE, BUSY] = [0.1, 0.4];
/** Looks in a row that must find it idle. */
const IDLE_LOOKS = 2;
/** V8 gives memory back within this, or has none to give. */
const GIVING_LOOKS = 15;
/** So much more than when it last settled is worth the work. */
const WORTH_BYTES = 64 * 1024 * 1024;

/**
 * Has V8 give back what a burst left, once the loop is idle. By itself it never does: the memory reducer waits for a rate of allocation
 * that is only measured anew when something is allocated. Told to mind its size it marks in small steps beside the loop's work;
 * the longest pause is the last one, of some ten milliseconds.
 * @returns stops it
 */
export function giveMemoryBack(versions: NodeJS.ProcessVersions = process.versions): () => void {
  if (!isOurs(versions)) return () => {};
  let settled = process.memoryUsage.rss();
  let before = performance.eventLoopUtilization();
  let idleLooks = 0;
  /** Looks since it was told to give; null while it is not. */
  let giving: number | null = null;

  const stopGiving = () => {
    setFlagsFromString('--no-optimize-for-size');
    giving = null;
    idleLooks = 0;
  };
  const look = () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    idleLooks = utilization < IDLE ? idleLooks + 1 : 0;
    const rss = process.memoryUsage.rss();
    settled = Math.min(settled, rss);
    if (giving !== null) {
      giving++;
      if (giving > GIVING_LOOKS) {
        stopGiving();
        settled = rss; // what is left is in use
      } else if (utilization > BUSY) stopGiving(); // another time
    } else if (idleLooks >= IDLE_LOOKS && rss > settled + WORTH_BYTES) {
      setFlagsFromString('--optimize-for-size');
      giving = 0;
    }
  };
  const timer = setInterval(look, LOOK_MS).unref();
  return () => {
    clearInterval(timer);
    if (giving !== null) stopGiving();
  };
}

/** So many bytes of bodies may have come and gone between two collections of what is young: a millisecond or two for each. */
const COLLECT_EVERY_BYTES = 16 * 1024 * 1024;
let cameAndWent = 0;
let collect: ((options: { type: 'minor' }) => void) | null = null;

/**
 * Told of each piece of a large body that is not kept. A piece is 64 KB outside the heap and next to nothing in it, so V8 lets hundreds of
 * megabytes of them pile up before it collects, and where they lay the C library's heap is full of holes.
 */
export function noteGone(bytes: number, versions: NodeJS.ProcessVersions = process.versions): void {
  cameAndWent += bytes;
  if (cameAndWent < COLLECT_EVERY_BYTES || !isOurs(versions)) return;
  cameAndWent = 0;
  collect ??= youngCollector();
  collect({ type: 'minor' });
}

function youngCollector(): (options: { type: 'minor' }) => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
}
