// An export from its scope to its verification: what was chosen, what it would hold, the task that writes it, what it came to. Each step rests on those before it, and is
// dropped when they change. Fed by `bundles.preview|export|list|verify` and the tasks of the host; part of offline-store.ts.
import type { BriefProfile } from '../../../../../shared/model/evidence/brief.ts';
import type {
  BundleFile,
  BundlePreview,
  BundleVerification,
} from '../../../../../shared/model/evidence/bundle.ts';
import type { Task } from '../../../../../shared/model/job.ts';
import { DEFAULT_PROJECT } from '../../../session/project.ts';
import type { Failure } from '../../../ui/failure.ts';
import type { OfflineParts, Slice } from '../flow.ts';
import { oneQuestion } from '../one-question.ts';

export const EXPORT_STEPS = ['scope', 'preview', 'write', 'verify'] as const;
export type ExportStep = (typeof EXPORT_STEPS)[number];

export interface Scope {
  readonly isAll: boolean;
  readonly evidence: boolean;
  readonly graph: boolean;
  /** Whose key signs it. */
  readonly profile: BriefProfile;
}

export interface Leaving {
  /** How far it came, and the step that is open. */
  readonly reached: ExportStep;
  readonly open: ExportStep;
  readonly scope: Scope;
  /** An answer is awaited. */
  readonly asking: boolean;
  /** Why the step that was reached is not done. */
  readonly failure: Failure | null;
  readonly preview: BundlePreview | null;
  /** What writes it, as it was last seen. */
  readonly task: Task | null;
  /** The program that wrote it was started anew in the middle. */
  readonly isGone: boolean;
  readonly written: BundleFile | null;
  readonly verification: BundleVerification | null;
}

export interface ExportActions {
  /** Other choices: whatever rested on those before is dropped. */
  choose(part: Partial<Scope>): void;
  showExport(step: ExportStep): void;
  look(): Promise<void>;
  write(): Promise<void>;
  verifyWritten(): Promise<void>;
  /** Lets go of what is asked. What writes is stopped as a task. */
  stopLooking(): void;
  /** The tasks of the host as they are now. @param returns how often the connection came back so far */
  takeTasks(tasks: readonly Task[], returns: number): void;
  /** From the beginning, with what was chosen. */
  exportAgain(): void;
}

/** What rests on the scope. */
const NOTHING_YET = {
  ...{ reached: 'scope', open: 'scope', asking: false, failure: null, preview: null, task: null },
  ...{ isGone: false, written: null, verification: null },
} as const satisfies Partial<Leaving>;

export const NOT_LEAVING: Leaving = {
  ...NOTHING_YET,
  scope: { isAll: true, evidence: true, graph: true, profile: 'default' },
};

const asked = ({ isAll, evidence, graph }: Scope) => ({
  ...(isAll ? {} : { project: DEFAULT_PROJECT }),
  ...{ evidence, graph },
});

/** Whether what is under way could not be taken back by choosing otherwise. */
export const isWriting = ({ task }: Leaving): boolean => task?.status === 'running';

/** What else wants to know of it. */
export interface ExportNews {
  /** What lies in the data directory, read anew. */
  readonly onFiles: (files: readonly BundleFile[]) => void;
  /** A key may have been made. */
  readonly onVerified: () => void;
}

export function exportFlow(
  { calls, returns }: OfflineParts,
  { get, put }: Slice<Leaving>,
  { onFiles, onVerified }: ExportNews,
): ExportActions {
  const question = oneQuestion();
  /** How often the connection had come back when the task was begun, and whether it was ever among those of the host. */
  let begun = { returns: 0, isSeen: false };
  const fail = (failure: Failure) => put({ failure, asking: false });
  const reach = (step: ExportStep) => put({ reached: step, open: step, asking: true, failure: null });

  /** What the task says it wrote, whatever else came to lie there meanwhile. */
  const findWritten = () =>
    question.ask(
      () => calls().bundles.list(),
      (files) => {
        const written = files.find(({ name }) => name === get().task?.file) ?? null;
        onFiles(files);
        put({ written });
        if (written) void verifyWritten();
        else put({ asking: false, isGone: true });
      },
      fail,
    );

  const verifyWritten = async () => {
    const { written } = get();
    if (written === null) return findWritten();
    reach('verify');
    await question.ask(
      (signal) => calls().bundles.verify({ name: written.name, keys: [] }, { signal }),
      (verification) => {
        put({ verification, asking: false });
        onVerified();
      },
      fail,
    );
  };

  return {
    choose(part) {
      question.stop();
      put({ ...NOTHING_YET, scope: { ...get().scope, ...part } });
    },
    showExport: (step) => put({ open: step }),
    async look() {
      const { scope } = get();
      put({ ...NOTHING_YET, scope });
      reach('preview');
      await question.ask(
        (signal) => calls().bundles.preview(asked(scope), { signal }),
        (preview) => put({ preview, asking: false }),
        fail,
      );
    },
    async write() {
      const { scope } = get();
      put({ task: null, isGone: false, written: null, verification: null });
      reach('write');
      await question.ask(
        () => calls().bundles.export({ ...asked(scope), profile: scope.profile }),
        (task) => {
          begun = { returns: returns(), isSeen: false };
          put({ task, asking: false });
        },
        fail,
      );
    },
    verifyWritten,
    stopLooking() {
      question.stop();
      const { reached } = get();
      if (reached === 'preview') put({ ...NOTHING_YET });
      else put({ asking: false });
    },
    takeTasks(tasks, now) {
      const { task } = get();
      if (task?.status !== 'running') return;
      const found = tasks.find(({ id }) => id === task.id);
      if (!found) {
        // A list from before it began lacks it, too.
        if (begun.isSeen || now > begun.returns) put({ task: null, isGone: true });
        return;
      }
      begun = { ...begun, isSeen: true };
      put({ task: found });
      if (found.status !== 'done') return;
      put({ asking: true });
      void findWritten();
    },
    exportAgain() {
      question.stop();
      put({ ...NOTHING_YET });
    },
  };
}
