// For tests: the screen's store over calls that a test answers itself, and a wire without a network.
import type { BundleReport, BundleVerification } from '../../../../shared/model/evidence/bundle.ts';
import type { Task } from '../../../../shared/model/job.ts';
import type { OfflineParts } from './flow.ts';
import type { Arrived } from './import/wire.ts';
import { createOfflineStore } from './offline-store.ts';

type Bundles = ReturnType<OfflineParts['calls']>['bundles'];

export const COUNTS = {
  briefs: 3,
  decisions: 2,
  documents: 20,
  keys: 1,
  facts: 225,
  conflicts: 12,
  events: 253,
};

export const WHOLE: BundleVerification = {
  ...{ ok: true, files: 40, bytes: 345_000, signedBy: ['a'.repeat(64)], unsigned: null, counts: COUNTS },
};
export const UNKNOWN: BundleVerification = { ...WHOLE, signedBy: null, unsigned: 'It is not signed.' };

export const REPORT: BundleReport = {
  ...{ dryRun: true, how: 'restored', holds: COUNTS, signedBy: ['a'.repeat(64)] },
  briefs: { added: 3, same: 0, conflicting: [] },
  decisions: { added: 2, same: 0, takenBack: 0 },
  documents: { added: 20, same: 0, refused: 0 },
  keys: { added: 1, same: 0 },
  ...{ graph: null, chain: { events: 253, hash: 'b'.repeat(64) }, notes: [] },
};

export const task = (part: Partial<Task> = {}): Task => ({
  ...{ id: 't1', kind: 'export', title: '', about: null, status: 'running', startedAt: 1, finishedAt: null },
  ...{ done: 0, total: null, unit: 'files', result: null, cancellable: true, ...part },
});

/** @param answers what each call answers, or throws; a call that has none must not be made */
export function desk(answers: Partial<Record<keyof Bundles, (input: never) => unknown>>) {
  const log: { readonly call: string; readonly input: unknown }[] = [];
  const call = (name: string) => async (input: unknown) => {
    log.push({ call: name, input });
    const answer = answers[name as keyof Bundles];
    if (!answer) throw new Error(`${name} was called.`);
    return answer(input as never);
  };
  const bundles = new Proxy({}, { get: (_, name) => call(String(name)) }) as Bundles;
  let kept: Arrived | null = null;
  let returns = 0;
  const sent: { resolve(upload: string): void; reject(error: Error): void; signal: AbortSignal }[] = [];
  const store = createOfflineStore({
    calls: () => ({ bundles, briefs: { keys: (async () => []) as never } }),
    wire: {
      send: (_, __, signal) =>
        new Promise((resolve, reject) => {
          sent.push({ resolve, reject, signal });
          signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
        }),
      keep: (arrived) => {
        kept = arrived;
      },
      kept: () => kept,
    },
    tasks: () => [],
    returns: () => returns,
  });
  return {
    ...{ store, log, sent, kept: () => kept },
    keep: (arrived: Arrived) => {
      kept = arrived;
    },
    comeBack: () => {
      returns += 1;
      return returns;
    },
    calls: () => log.map(({ call: name }) => name),
  };
}

/** Lets everything that was answered be taken. */
export const settle = () => new Promise((resolve) => setImmediate(resolve));
