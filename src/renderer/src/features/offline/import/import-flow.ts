// A bundle of another host on its way in: sent, verified, tried, taken in. Nothing on this host changes before the last step. Each step rests on those before it.
// Fed by the wire and `bundles.verify|import|drop`; part of offline-store.ts.
import type { BundleReport, BundleVerification } from '../../../../../shared/model/evidence/bundle.ts';
import type { Task } from '../../../../../shared/model/job.ts';
import { attempt } from '../../../session/ask.ts';
import type { Failure } from '../../../ui/failure.ts';
import type { OfflineParts, Slice } from '../flow.ts';
import { oneQuestion } from '../one-question.ts';
import { pemBlocks } from './pem-blocks.ts';

export const IMPORT_STEPS = ['file', 'verify', 'try', 'take'] as const;
export type ImportStep = (typeof IMPORT_STEPS)[number];

export interface Arriving {
  readonly reached: ImportStep;
  readonly open: ImportStep;
  /** Null until one was chosen. */
  readonly file: { readonly name: string; readonly bytes: number } | null;
  /** Bytes that went out; null while nothing is sent. */
  readonly sent: number | null;
  /** Why it was not sent. */
  readonly unsent: string | null;
  /** Its id; null until all of it came. */
  readonly upload: string | null;
  /** Public keys as they were pasted. */
  readonly keyText: string;
  readonly asking: boolean;
  readonly failure: Failure | null;
  readonly verification: BundleVerification | null;
  readonly trial: BundleReport | null;
  /** Takes it in though nobody is known to have made it. */
  readonly accepts: boolean;
  readonly outcome: BundleReport | null;
  /** Tasks that were there before the one that is awaited. */
  readonly before: readonly string[];
}

export interface ImportActions {
  /** Sends a file, and verifies it when it is there. Never throws. */
  send(file: File): Promise<void>;
  /** The same file again. @returns whether it is still at hand */
  sendAgain(): boolean;
  setKeyText(text: string): void;
  showImport(step: ImportStep): void;
  /** From the dry run on to the question. */
  showTake(): void;
  verifyArrived(): Promise<void>;
  tryIt(): Promise<void>;
  accept(accepts: boolean): void;
  takeIn(): Promise<void>;
  /** Stops what is sent, or lets go of what is asked. */
  stopArriving(): void;
  /** Lets go of what came. */
  importAgain(): void;
  /** Goes on with what a reload left. */
  resume(): void;
}

export const NOT_ARRIVING: Arriving = {
  ...{ reached: 'file', open: 'file', file: null, sent: null, unsent: null, upload: null, keyText: '' },
  ...{ asking: false, failure: null, verification: null, trial: null, accepts: false, outcome: null },
  before: [],
};

/** Whole, and nobody is known to have made it. */
export const isUnknown = (verification: BundleVerification | null): boolean =>
  verification?.ok === true && verification.signedBy === null;

/** What takes this bundle in, or tries it: the host says nothing of which call a task is of. */
export const taskOf = ({ asking, before }: Arriving, tasks: readonly Task[]): Task | null =>
  (asking
    ? tasks.find(({ id, kind, status }) => kind === 'import' && status === 'running' && !before.includes(id))
    : null) ?? null;

export function importFlow(
  { calls, wire, tasks }: OfflineParts,
  { get, put }: Slice<Arriving>,
): ImportActions {
  const question = oneQuestion();
  /** Of the file that was chosen last, to send it again. */
  let chosen: File | null = null;
  /** Those that it was verified with. */
  let keys: string[] = [];
  let sending: AbortController | null = null;
  const fail = (failure: Failure) => put({ failure, asking: false });
  const reach = (step: ImportStep) =>
    put({
      ...{ reached: step, open: step, asking: true, failure: null },
      before: tasks().map(({ id }) => id),
    });
  const forget = () => {
    const { upload } = get();
    sending?.abort();
    question.stop();
    wire.keep(null);
    // One that is dropped late is dropped when the program starts anew.
    if (upload !== null) void attempt(() => calls().bundles.drop({ upload }));
  };
  const begin = (part: Partial<Arriving>) => {
    const { keyText } = get();
    put({ ...NOT_ARRIVING, keyText, ...part });
  };

  const verifyArrived = async () => {
    const { upload, keyText } = get();
    if (upload === null) return;
    keys = pemBlocks(keyText);
    put({ verification: null, trial: null, accepts: false, outcome: null });
    reach('verify');
    await question.ask(
      (signal) => calls().bundles.verify({ upload, keys }, { signal }),
      (verification) => put({ verification, asking: false }),
      fail,
    );
  };

  const send = async (file: File) => {
    forget();
    chosen = file;
    const stop = new AbortController();
    sending = stop;
    begin({ file: { name: file.name, bytes: file.size }, sent: 0 });
    try {
      const sent = (bytes: number) => {
        // Its frame is counted too; a file is never more than it is long.
        if (sending === stop) put({ sent: Math.min(bytes, file.size) });
      };
      const upload = await wire.send(file, sent, stop.signal);
      if (sending !== stop) return;
      put({ upload, sent: null });
      wire.keep({ upload, name: file.name, bytes: file.size });
      await verifyArrived();
    } catch (error) {
      if (stop.signal.aborted || sending !== stop) return;
      put({ sent: null, unsent: error instanceof Error ? error.message : String(error) });
    }
  };

  return {
    send,
    sendAgain() {
      if (chosen === null) return false;
      void send(chosen);
      return true;
    },
    setKeyText: (keyText) => put({ keyText }),
    showImport: (step) => put({ open: step }),
    showTake: () => put({ reached: 'take', open: 'take', failure: null }),
    verifyArrived,
    async tryIt() {
      const { upload, verification, file } = get();
      if (upload === null) return;
      put({ trial: null, accepts: false, outcome: null });
      reach('try');
      await question.ask(
        () =>
          calls().bundles.import({
            ...{ upload, keys, dryRun: true, title: file?.name },
            // What changes nothing asks for nothing.
            trustUnsigned: isUnknown(verification),
          }),
        (trial) => put({ trial, asking: false }),
        fail,
      );
    },
    accept: (accepts) => put({ accepts }),
    async takeIn() {
      const { upload, verification, accepts, file } = get();
      if (upload === null) return;
      reach('take');
      await question.ask(
        () =>
          calls().bundles.import({
            ...{ upload, keys, dryRun: false, title: file?.name },
            trustUnsigned: isUnknown(verification) && accepts,
          }),
        (outcome) => {
          wire.keep(null);
          put({ outcome, asking: false, upload: null });
        },
        fail,
      );
    },
    stopArriving() {
      const { reached } = get();
      if (reached === 'file') {
        sending?.abort();
        sending = null;
        return begin({});
      }
      question.stop();
      put({ asking: false });
    },
    importAgain() {
      forget();
      chosen = null;
      begin({});
    },
    resume() {
      const arrived = wire.kept();
      if (arrived === null || get().file !== null) return;
      const { upload, name, bytes } = arrived;
      begin({ file: { name, bytes }, upload });
      void verifyArrived();
    },
  };
}
