// Asks the worker for positions, one picture at a time; a later question makes an earlier answer void. The worker ends with the view.
import workerUrl from '../layout/force.worker.ts?worker&url';
import type { ForceInput, ForcePoint } from '../layout/force-layout.ts';

/** What the content policy wants of whoever starts a script by its address; lib.dom does not know it everywhere. */
interface TrustedTypesFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

let policy: { createScriptURL(url: string): string } | null = null;

/** Our own file, and no other, as an address a worker may be started from. */
function trustedUrl(): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypesFactory };
  if (!trustedTypes) return workerUrl;
  policy ??= trustedTypes.createPolicy('festinger-layout', {
    createScriptURL: (url) => {
      if (url !== workerUrl) throw new TypeError('Only the layout worker is started so.');
      return url;
    },
  });
  return policy.createScriptURL(workerUrl);
}

export interface LayoutThread {
  /** @returns positions, or null when something else was asked meanwhile */
  place(input: ForceInput): Promise<readonly ForcePoint[] | null>;
  close(): void;
}

export function openLayoutThread(): LayoutThread {
  const worker = new Worker(trustedUrl());
  let newest = 0;
  return {
    place(input) {
      newest += 1;
      const asked = newest;
      return new Promise((resolve, reject) => {
        const answered = ({ data }: MessageEvent<{ asked: number; points: ForcePoint[] }>) => {
          if (data.asked !== asked) return;
          worker.removeEventListener('message', answered);
          resolve(asked === newest ? data.points : null);
        };
        worker.addEventListener('message', answered);
        worker.addEventListener('error', ({ message }) => reject(new Error(message)), { once: true });
        worker.postMessage({ asked, input });
      });
    },
    close: () => worker.terminate(),
  };
}
