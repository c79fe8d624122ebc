// The evidence of a project as the operator has it: taken in, listed, looked at, taken out again. Long work is a task. Called by api/evidence.ts, the command
// line's routes and whoever watches folders. Source: advisory, Evidence.
import { randomUUID } from 'node:crypto';
import { isAbsolute, join } from 'node:path';
import { Readable } from 'node:stream';
import type { Clock, Ids } from '../../../shared/model/clock.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type {
  EvidenceDocument,
  EvidenceImport,
  EvidencePage,
  EvidenceRefusal,
  EvidenceTrust,
} from '../../../shared/model/evidence/document.ts';
import { openName } from '../../../shared/open-name.ts';
import type { TaskBoard, TaskStarted } from '../../console/task-board.ts';
import { removeDocuments } from '../../store/evidence/documents.ts';
import { ecosystemOfOrigin, markIncomplete } from '../../store/evidence/ecosystems.ts';
import {
  endLostImports,
  type ImportSum,
  readImports,
  readRefusals,
  readUnended,
} from '../../store/evidence/imports.ts';
import {
  countDocuments,
  readEvidenceKeys,
  readProjectsToCheck,
  readUncheckedSignatures,
  removeEvidenceKey,
  saveEvidenceKey,
} from '../../store/evidence/keys.ts';
import {
  type DocumentsAsked,
  readDocuments,
  readRaw,
  readStoredDocument,
  readVersionsOf,
} from '../../store/evidence/reads.ts';
import { OSV_DATABASE } from '../../store/evidence/versions.ts';
import { forgetMatch } from '../../store/findings/findings.ts';
import type { Store } from '../../store/store-access.ts';
import { Refusal } from '../formats/refusal.ts';
import { readVerifyKey } from '../signing/public-key-text.ts';
import { type Brought, type ImportRequest, importEvidence } from './import-evidence.ts';
import { documentUrl, type RemoteDocuments, shownUrl } from './remote-document.ts';
import type { Uploads } from './uploads.ts';

export interface EvidenceParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly tasks: TaskBoard;
  readonly uploads: Uploads;
  readonly remote: RemoteDocuments;
  /** Evidence of a project is another now. */
  readonly onChange: (project: string) => void;
  /** Documents came that were not there, or may have. */
  readonly onTaken?: (project: string) => void;
  /** Other keys are accepted now: what is trusted of any project may have changed. */
  readonly onKeys?: () => void;
  /** Issuers whose word the operator trusts. */
  readonly trusted?: () => ReadonlySet<string>;
}

interface KeyAccepted {
  readonly project: string;
  readonly pem: string;
  readonly issuers: readonly string[];
  readonly note: string;
  readonly by: string;
}

interface AddAsked {
  readonly project: string;
  /** Files, folders and archives on this host; absolute. */
  readonly paths: readonly string[];
  /** Addresses of files and archives elsewhere, as an operator wrote them; none comes from an agent or a model. */
  readonly urls?: readonly string[];
  readonly by: string;
}

interface TakeAsked {
  readonly project: string;
  /** The id of an upload. */
  readonly upload: string;
  /** What it is called. */
  readonly origin: string;
  readonly by: string;
}

const IMPORTS_SHOWN = 50;
const REFUSALS_SHOWN = 1000;
/** Each signature may be tried with each key. */
const MOST_KEYS = 32;
const CHECKED_AT_ONCE = 20;
const LISTS = ['cyclonedx', 'spdx'] as const;
/** What goes before the name of a product that has no package URL. */
const NAMED = 'name/';

export class Evidence {
  readonly #parts: EvidenceParts;

  constructor(parts: EvidenceParts) {
    this.#parts = parts;
  }

  /**
   * Takes in what lies at the paths and the addresses; what an address does not give is refused, and the rest is taken.
   * @throws AppError INVALID_INPUT for a path that is not absolute or an address that is none; (by its result) what the import ended with
   */
  add({ project, paths, urls = [], by }: AddAsked): TaskStarted<ImportSum> {
    const relative = paths.find((path) => !isAbsolute(path));
    if (relative !== undefined) throw new AppError('INVALID_INPUT', `"${relative}" is not an absolute path.`);
    const addresses = urls.map(documentUrl);
    const origin = short([...paths, ...addresses.map(shownUrl)].join(', '));
    if (addresses.length === 0) return this.#start({ project, paths, by, base: null, origin });
    const { uploads } = this.#parts;
    const upload = randomUUID();
    const bring = (signal: AbortSignal) => this.#bring(addresses, upload, signal);
    return this.#start({ project, paths, by, base: null, origin, bring }, () => uploads.drop(upload));
  }

  /** Each into a folder of its own, as an upload is; its name there is a number. */
  async *#bring(urls: readonly URL[], upload: string, signal: AbortSignal): AsyncGenerator<Brought> {
    const { uploads, remote } = this.#parts;
    for (const [index, url] of urls.entries()) {
      const origin = shownUrl(url);
      try {
        const keep = (name: string, body: Readable) => uploads.put(upload, name, body);
        const name = await remote.bring(url, String(index + 1), keep, signal);
        yield { origin, path: join(uploads.folder(upload), name) };
      } catch (error) {
        if (signal.aborted || !(error instanceof Refusal || error instanceof AppError)) throw error;
        yield { origin, reason: error.message };
      }
    }
  }

  /**
   * Takes in what was uploaded, and drops the upload when it is over.
   * @throws AppError NOT_FOUND for an upload nothing came for; (by its result) what the import ended with
   */
  take({ project, upload, origin, by }: TakeAsked): TaskStarted<ImportSum> {
    const { uploads } = this.#parts;
    const base = uploads.folder(upload);
    return this.#start({ project, paths: [base], by, base, origin: short(origin) }, () =>
      uploads.drop(upload),
    );
  }

  get uploads(): Uploads {
    return this.#parts.uploads;
  }

  #start(request: Omit<ImportRequest, 'id'>, onEnd?: () => Promise<void>): TaskStarted<ImportSum> {
    const { store, clock, ids, tasks, onChange, onTaken } = this.#parts;
    const { project, origin } = request;
    const id = ids();
    return tasks.start(
      { kind: 'evidence', title: `Import of evidence from ${origin}`, unit: 'documents', describe },
      async ({ signal, progress }) => {
        let isSame = false;
        try {
          const sum = await importEvidence({ ...request, id }, { store, clock, signal, progress });
          isSame = sum.taken === 0;
          return sum;
        } finally {
          await onEnd?.();
          onChange(project);
          if (!isSame) onTaken?.(project);
        }
      },
    );
  }

  documents(asked: DocumentsAsked): Promise<EvidencePage> {
    return readDocuments(this.#parts.store.reader, asked);
  }

  /** What the list of components that came last is of, as others may call it; null where none came. */
  async newestListed(project: string): Promise<string | null> {
    const asked = { project, offset: 0, limit: 1 };
    const pages = await Promise.all(LISTS.map((format) => this.documents({ ...asked, format })));
    const lists = pages.flatMap(({ documents }) => documents).sort((a, b) => b.lastSeen - a.lastSeen);
    const product = lists[0]?.product ?? null;
    return product?.startsWith(NAMED) ? product.slice(NAMED.length) : product;
  }

  /** @throws AppError NOT_FOUND, also for one of another project */
  async document(project: string, id: number): Promise<EvidenceDocument> {
    const found = await readStoredDocument(this.#parts.store.reader, project, id);
    if (!found) throw new AppError('NOT_FOUND', `There is no document ${id} in project ${project}.`);
    return found;
  }

  /** The very bytes, as text. @throws AppError NOT_FOUND, also for one of another project, and for older scores, whose bytes are not kept */
  async raw(project: string, id: number): Promise<string> {
    await this.document(project, id);
    const raw = await readRaw(this.#parts.store.reader, id);
    if (raw === undefined)
      throw new AppError('NOT_FOUND', 'Only the digest of older EPSS scores is kept.', { id });
    return raw;
  }

  /**
   * Ends the imports whose process died, so that they are told from those that go on. Called once, before this process begins any. Only one process at a time has a
   * SQLite file: there, all that are without an end.
   */
  async begin(): Promise<void> {
    const { store } = this.#parts;
    const which = store.dialect === 'sqlite' ? 'every' : 'lost';
    if ((await readUnended(store, this.#parts.clock.now())).some) await this.#endLost(which);
  }

  /** Newest first. One whose process died meanwhile is ended when it is looked at. */
  async imports(project: string): Promise<EvidenceImport[]> {
    const { store, clock } = this.#parts;
    if ((await readUnended(store, clock.now())).lost) await this.#endLost('lost');
    const rows = await readImports(store.reader, project, IMPORTS_SHOWN);
    return rows.map(({ project: _, ...row }) => row);
  }

  async #endLost(which: 'every' | 'lost'): Promise<void> {
    const { store, clock } = this.#parts;
    await store.write((writer) => endLostImports(writer, which, clock.now()));
  }

  /** What was refused of an import. */
  refusals(project: string, importId: string): Promise<EvidenceRefusal[]> {
    return readRefusals(this.#parts.store.reader, project, importId, REFUSALS_SHOWN);
  }

  /** Issuers and keys that are trusted, with how many documents of a project each stands for. */
  async trust(project: string): Promise<EvidenceTrust> {
    const { store, trusted } = this.#parts;
    const bySigner = await countDocuments(store.reader, project, 'signed_by');
    const byIssuer = await countDocuments(store.reader, project, 'issuer');
    const keys = await readEvidenceKeys(store.reader);
    return {
      issuers: [...(trusted?.() ?? [])].sort().map((name) => ({ name, documents: byIssuer.get(name) ?? 0 })),
      keys: keys.map((key) => ({
        ...key,
        issuers: [...key.issuers],
        documents: bySigner.get(key.keyId) ?? 0,
      })),
    };
  }

  /**
   * Trusts what a key signs, and verifies again what unknown keys had signed.
   * @throws AppError INVALID_INPUT for what is no public key, or one more than can be accepted
   */
  async acceptKey({ project, pem, issuers, note, by }: KeyAccepted): Promise<EvidenceTrust> {
    const { store, clock, onKeys } = this.#parts;
    const key = readVerifyKey(pem);
    const row = { keyId: key.keyId, algorithm: key.algorithm, pem: key.pem, note, addedBy: by };
    await store.write(async (writer) => {
      const there = await readEvidenceKeys(writer.reader);
      if (there.length >= MOST_KEYS && there.every(({ keyId }) => keyId !== key.keyId))
        throw new AppError(
          'INVALID_INPUT',
          `At most ${MOST_KEYS} keys are accepted. Remove one that is not used.`,
        );
      await saveEvidenceKey(writer, { ...row, issuers: [...new Set(issuers)], addedAt: clock.now() });
    });
    onKeys?.();
    for (const one of await readProjectsToCheck(store.reader)) this.#verifyAgain(one, by);
    return this.trust(project);
  }

  /** @throws AppError NOT_FOUND */
  async removeKey(project: string, keyId: string): Promise<EvidenceTrust> {
    const { store, onKeys } = this.#parts;
    if (!(await store.write((writer) => removeEvidenceKey(writer, keyId))))
      throw new AppError('NOT_FOUND', 'No key with this id is accepted.', { keyId });
    onKeys?.();
    return this.trust(project);
  }

  /** Takes in once more, out of the tables, what unknown keys signed. */
  #verifyAgain(project: string, by: string): TaskStarted<ImportSum> {
    const { store, uploads } = this.#parts;
    const upload = randomUUID();
    async function* bring(): AsyncGenerator<Brought> {
      for (let after = 0; ; ) {
        const some = await readUncheckedSignatures(store.reader, project, after, CHECKED_AT_ONCE);
        for (const { document, raw, signature } of some) {
          const name = `${document}.json`;
          await uploads.put(upload, name, Readable.from([Buffer.from(raw)]));
          if (signature !== null)
            await uploads.put(upload, `${name}.sig`, Readable.from([Buffer.from(signature, 'base64')]));
          yield { origin: `document ${document}`, path: join(uploads.folder(upload), name) };
          after = document;
        }
        if (some.length < CHECKED_AT_ONCE) return;
      }
    }
    const request = { project, paths: [], base: null, by, bring, isAgain: true };
    return this.#start({ ...request, origin: 'documents whose signatures are verified again' }, () =>
      uploads.drop(upload),
    );
  }

  /** Takes a document out, in every version. @throws AppError NOT_FOUND, also for one of another project */
  async remove(project: string, id: number): Promise<EvidenceDocument> {
    const document = await this.document(project, id);
    const { store, onChange } = this.#parts;
    await store.write(async (writer) => {
      const versions = await readVersionsOf(writer.reader, project, id);
      await removeDocuments(
        writer,
        versions.map((one) => one.id),
      );
      const database = versions.find(({ source }) => source.includes(OSV_DATABASE));
      if (database) await markIncomplete(writer, project, ecosystemOfOrigin(database.origin));
      await forgetMatch(writer, project);
    });
    onChange(project);
    return document;
  }
}

/** It is the title of a task and of an import: without a key that stands in the name of a file. */
function short(origin: string): string {
  const open = openName(origin);
  return open.length > 200 ? `${open.slice(0, 199).toWellFormed()}…` : open;
}

function describe({ taken, same, refused, leftOut }: ImportSum): string {
  const counts = { imported: taken, unchanged: same, rejected: refused, skipped: leftOut };
  return Object.entries(counts)
    .filter(([word, n]) => n > 0 || word === 'imported')
    .map(([word, n]) => `${n.toLocaleString('en')} ${word}`)
    .join(', ');
}
