// Offline bundles as the operator asks for them: one brief, or everything, out as a signed file and in again on another host. Long work is a task, and what can hold
// the loop is done on a thread. Called by http/advisory/bundle-routes.ts. Source: advisory, Outputs.
import { rename } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Clock } from '../../shared/model/clock.ts';
import { AppError } from '../../shared/model/envelope.ts';
import type { BriefProfile, StoredBrief } from '../../shared/model/evidence/brief.ts';
import type {
  BundleFile,
  BundlePreview,
  BundleReport,
  BundleScope,
  BundleVerification,
} from '../../shared/model/evidence/bundle.ts';
import { openName } from '../../shared/open-name.ts';
import type { Briefs } from '../advisory/outputs/briefs.ts';
import { readPublicKey } from '../advisory/signing/public-key-text.ts';
import { SIGNING_BY_PROFILE } from '../advisory/signing/signer.ts';
import type { SigningKeys } from '../advisory/signing/signing-keys.ts';
import { SUMS_NAME } from '../bundle/entry-name.ts';
import type { SignStatement } from '../bundle/signing.ts';
import { type BundleSource, type WrittenBundle, writeBundle } from '../bundle/write-bundle.ts';
import type { TaskBoard, TaskHandle, TaskStarted } from '../console/task-board.ts';
import type { Memory } from '../memory/memory.ts';
import type { StoreLocation } from '../store/store.ts';
import { isElsewhere } from '../store/store-errors.ts';
import { briefSources } from './brief-bundle.ts';
import type { ExportScope } from './bundle-contents.ts';
import type { BundleShelf } from './bundle-shelf.ts';
import { type BundleSignerParts, bundleEnvelope, SIGNATURE_FILE } from './bundle-signature.ts';
import { runOffline } from './offline-thread.ts';
import { type TakeInParts, takeIn } from './take-in.ts';

export interface BundlesParts {
  readonly place: StoreLocation;
  readonly shelf: BundleShelf;
  readonly tasks: TaskBoard;
  readonly memory: Pick<Memory, 'flush'>;
  readonly clock: Pick<Clock, 'now'>;
  /** How long a brief is answered before it is made anew. */
  readonly briefHours: () => number;
  /** Why the database takes no writes; null when it does. */
  readonly refusal: () => AppError | null;
  readonly briefs: Pick<Briefs, 'sound'>;
  readonly signing: BundleSignerParts & { readonly keys: Pick<SigningKeys, 'inUse' | 'known'> };
  readonly takingIn: TakeInParts;
}

/** A bundle on its way out; it is removed when it was read. */
export interface LeavingBundle {
  readonly fileName: string;
  readonly bytes: number;
  readonly sumsSha256: string;
  readonly pieces: Readable;
  /** What is to be known of it, each a sentence. */
  readonly notes: readonly string[];
}

type LeftBundle = WrittenBundle & Pick<LeavingBundle, 'notes'>;

interface BriefAsked {
  readonly project: string;
  readonly cacheKey: string;
  readonly revision?: number | undefined;
  /** Whose key signs it; the brief's own profile's, where it is left out. */
  readonly profile?: BriefProfile | undefined;
}

type VerifyAsked = { readonly keys: readonly string[] } & (
  | { readonly upload: string }
  | { readonly name: string }
);

interface ImportAsked {
  /** The id of an upload. */
  readonly upload: string;
  /** In PEM. */
  readonly keys: readonly string[];
  readonly trustUnsigned: boolean;
  readonly dryRun: boolean;
  readonly actor: string;
  /** What the file is called. */
  readonly title?: string | undefined;
}

export class Bundles {
  readonly #parts: BundlesParts;

  constructor(parts: BundlesParts) {
    this.#parts = parts;
  }

  /**
   * One brief as a signed bundle.
   * @throws AppError NOT_FOUND, also for another project's; BRIEF_REFUSED for one that is not what was signed; FEATURE_OFF, UNAVAILABLE where it cannot be signed
   */
  async brief(asked: BriefAsked, signal: AbortSignal): Promise<LeavingBundle> {
    const { briefs, shelf } = this.#parts;
    const { brief, manifest } = await briefs.sound(asked, signal);
    const path = shelf.passing();
    await shelf.prepare();
    const written = await this.#write(
      { path, sources: briefSources(brief, manifest), profile: asked.profile ?? brief.profile },
      signal,
    );
    const notes = brief.guardrail.blocked ? [REFUSED_BRIEF] : [];
    return this.#leaving(path, nameOf(brief), { ...written, notes });
  }

  /** The public key that bundles of a profile are signed with, in PEM; made on first use. @throws AppError NOT_ALLOWED where a program signs */
  async publicKey(profile: BriefProfile): Promise<{ readonly keyId: string; readonly publicPem: string }> {
    const algorithm = SIGNING_BY_PROFILE[profile];
    if (algorithm === 'external')
      throw new AppError(
        'NOT_ALLOWED',
        `What ${profile} signs is signed by your program: ask it for its public key. Festinger has none.`,
      );
    const { publicKey } = await this.#parts.signing.keys.inUse(algorithm);
    return { keyId: publicKey.keyId, publicPem: publicKey.pem };
  }

  /** What an export would hold, and how large it would be; nothing is written. @throws AppError */
  async preview(scope: BundleScope, signal: AbortSignal): Promise<BundlePreview> {
    await this.#readied();
    const job = { kind: 'preview', ...this.#asked(scope) } as const;
    return runOffline(job, { signal, progress: () => undefined });
  }

  /** Writes an export onto the shelf, where it stays until it is removed. The same content is the same file. */
  export(scope: BundleScope, profile: BriefProfile): TaskStarted<BundleFile> {
    const { shelf } = this.#parts;
    const work = async (handle: TaskHandle) => {
      const { path, sumsSha256 } = await this.#exported(scope, profile, handle);
      const name = exportName(scope, sumsSha256);
      await rename(path, shelf.pathOf(name));
      return shelf.describe(name);
    };
    return this.#exporting(scope, work, ({ name }) => name);
  }

  /** An export that leaves at once and stays nowhere. */
  leave(scope: BundleScope, profile: BriefProfile, gone: AbortSignal): Promise<LeavingBundle> {
    return this.#exporting(scope, async (handle) => {
      const signal = AbortSignal.any([handle.signal, gone]);
      const { path, ...written } = await this.#exported(scope, profile, { ...handle, signal });
      return this.#leaving(path, exportName(scope, written.sumsSha256), written);
    }).result;
  }

  list(): Promise<BundleFile[]> {
    return this.#parts.shelf.list();
  }

  /** @throws AppError NOT_FOUND, INVALID_INPUT */
  open(name: string): ReturnType<BundleShelf['open']> {
    return this.#parts.shelf.open(name);
  }

  /** @throws AppError NOT_FOUND, INVALID_INPUT */
  async remove(name: string): Promise<BundleFile[]> {
    await this.#parts.shelf.remove(name);
    return this.list();
  }

  /** Keeps a bundle that comes until it is taken in or dropped. @returns its id @throws AppError */
  upload(body: Readable): Promise<string> {
    return this.#parts.shelf.take(body);
  }

  async drop(upload: string): Promise<void> {
    await this.#parts.shelf.drop(upload);
  }

  /**
   * Whether a bundle is whole, and who of those that are trusted signed it.
   * @throws AppError NOT_FOUND, INVALID_INPUT for a key that is none
   */
  async verify(asked: VerifyAsked, signal: AbortSignal): Promise<BundleVerification> {
    const { shelf } = this.#parts;
    const path = 'upload' in asked ? await shelf.passed(asked.upload) : await shelf.found(asked.name);
    const job = { kind: 'verify', path, keys: await this.#trusted(asked.keys), trustUnsigned: true } as const;
    try {
      return await runOffline(job, { signal, progress: () => undefined });
    } catch (error) {
      const { file, reason } = (error instanceof AppError ? error.details : null) ?? {};
      if (typeof file !== 'string' || typeof reason !== 'string') throw error;
      return { ok: false, file, reason };
    }
  }

  /**
   * Takes in what was uploaded: checked first, all of it, then joined. A dry run says what would be, and changes nothing.
   * @throws (by its result) AppError NOT_FOUND, INVALID_INPUT with the file that is refused and why (`details.file`), UNAVAILABLE, CANCELLED
   */
  import(asked: ImportAsked): TaskStarted<BundleReport> {
    const { dryRun } = asked;
    return this.#parts.tasks.start(
      {
        kind: 'import',
        title: dryRun ? 'Offline bundle (dry run)' : 'Offline bundle taken in',
        unit: 'files',
        describe: describeReport,
      },
      (handle) => this.#import(handle, asked),
    );
  }

  async #import(
    { signal, progress }: TaskHandle,
    { upload, keys, trustUnsigned, dryRun, actor, title = 'of another host' }: ImportAsked,
  ): Promise<BundleReport> {
    const { shelf, takingIn } = this.#parts;
    const path = await shelf.passed(upload);
    const asked = { path, keys: await this.#trusted(keys), trustUnsigned };
    const checked = await runOffline({ kind: 'check', ...asked }, { signal, progress });
    const report = await takeIn(
      {
        ...{ path, folder: shelf.passing(), checked, keys, dryRun, actor, progress, signal },
        title: openName(title).slice(0, 100).toWellFormed(),
      },
      takingIn,
    );
    if (!dryRun) await shelf.drop(upload);
    return report;
  }

  /** The operator's keys, and those of this installation: whoever else's came here vouches for briefs, and for no bundle. @throws AppError INVALID_INPUT */
  async #trusted(given: readonly string[]): Promise<string[]> {
    const { keys } = await this.#parts.signing.keys.known();
    const own = keys.filter(({ isOwn }) => isOwn).map(({ publicKey }) => publicKey.pem);
    return [...given.map((pem) => readPublicKey(pem).pem), ...own];
  }

  #exporting<T extends { readonly bytes: number }>(
    { project }: BundleScope,
    work: (handle: TaskHandle) => Promise<T>,
    file?: (result: T) => string,
  ): TaskStarted<T> {
    return this.#parts.tasks.start(
      {
        kind: 'export',
        title: `Offline bundle of ${project ?? 'all projects'}`,
        unit: 'files',
        describe: ({ bytes }: T) => `${bytes.toLocaleString('en')} bytes`,
        ...(file && { file }),
      },
      work,
    );
  }

  async #exported(
    scope: BundleScope,
    profile: BriefProfile,
    { signal, progress }: Pick<TaskHandle, 'signal' | 'progress'>,
  ): Promise<LeftBundle & { readonly path: string }> {
    const { shelf, signing } = this.#parts;
    await this.#readied();
    await shelf.prepare();
    const path = shelf.passing();
    const sign = (sums: string) => bundleEnvelope(profile, sums, signing, signal);
    const job = { kind: 'export', ...this.#asked(scope), path } as const;
    return { ...(await runOffline(job, { signal, progress, sign })), path };
  }

  #asked(scope: BundleScope) {
    const { place, clock, briefHours } = this.#parts;
    return {
      ...{ place, scope: scopeOf(scope) },
      moment: { now: clock.now(), briefLifeMs: briefHours() * HOUR_MS },
    };
  }

  /** What was counted and not written yet is written first. @throws AppError where the database is elsewhere */
  async #readied(): Promise<void> {
    const { memory, refusal } = this.#parts;
    const why = refusal();
    if (why && isElsewhere(why)) throw why;
    await memory.flush();
  }

  #write(
    { path, sources, profile }: { path: string; sources: readonly BundleSource[]; profile: BriefProfile },
    signal: AbortSignal,
  ): Promise<WrittenBundle> {
    return writeBundle({ path, sources, sign: this.#signer(profile, signal) }, signal);
  }

  #signer(profile: BriefProfile, signal: AbortSignal): SignStatement {
    return async (subjects) => {
      const sums = subjects.find(({ name }) => name === SUMS_NAME);
      if (!sums) return [];
      const text = await bundleEnvelope(profile, sums.sha256, this.#parts.signing, signal);
      return [{ file: SIGNATURE_FILE, text }];
    };
  }

  #leaving(path: string, fileName: string, { bytes, sumsSha256, notes }: LeftBundle): LeavingBundle {
    return { fileName, bytes, sumsSha256, notes, pieces: this.#parts.shelf.leaving(path) };
  }
}

const HOUR_MS = 3_600_000;
const REFUSED_BRIEF = 'The brief was refused: nothing of it goes along but why.';

const nameOf = ({ task, cache_key, revision }: StoredBrief): string =>
  `festinger-${task}-${cache_key.slice(0, 12)}-r${revision}.tar`;

const scopeOf = ({ project, evidence, graph }: BundleScope): ExportScope => ({
  ...{ project: project ?? null, evidence, graph },
});

const exportName = ({ project }: BundleScope, sumsSha256: string): string =>
  `festinger-${project ?? 'all'}-${sumsSha256.slice(0, 16)}.tar`;

function describeReport({ how, briefs, documents, decisions }: BundleReport): string {
  const counts = { briefs: briefs.added, documents: documents.added, decisions: decisions.added };
  const words = Object.entries(counts).map(([word, n]) => `${n.toLocaleString('en')} ${word}`);
  return `${how}: ${words.join(', ')} added`;
}
