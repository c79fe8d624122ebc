// How V8 minds the bytes of bodies, which lie outside its heap. Called by serve.ts before anything else.
import { setFlagsFromString } from 'node:v8';

/**
 * Lets the bytes of bodies count against the limit of the whole heap. By default each 64 MB of them start a full collection,
 * however large the heap: at 256 KB a prompt that took more than a third of the processor. The whole stays as bounded as the heap.
 * Only on the Node we are pinned to; another V8 may not know the flag, and does without.
 * @returns whether it does so now
 */
export function countBodiesWithHeap(versions: NodeJS.ProcessVersions = process.versions): boolean {
  if (versions.electron !== undefined || !versions.v8.startsWith('13.')) return false;
  setFlagsFromString('--external-memory-accounted-in-global-limit');
  return true;
}
