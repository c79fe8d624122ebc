// Whether a bundle that came can be taken in: whole, signed by somebody who is trusted, and every file in it what it says it is. Believes nothing and changes nothing;
// the first file that is not right is named. Runs on a thread, since files may be long. Called by offline-worker.ts. Source: advisory, Outputs.

import { AppError } from '../../shared/model/envelope.ts';
import { BriefManifest, StoredBrief } from '../../shared/model/evidence/brief.ts';
import { outputHash } from '../advisory/brief/brief-body.ts';
import { MAX_DOCUMENT_BYTES } from '../advisory/formats/read-document.ts';
import { bodyOf } from '../advisory/outputs/kept-brief.ts';
import { readPublicKey } from '../advisory/signing/public-key-text.ts';
import { BundleRefusal, WHOLE } from '../bundle/bundle-refusal.ts';
import { SIGNATURES } from '../bundle/entry-name.ts';
import { type BundleEntry, readBundle } from '../bundle/read-bundle.ts';
import { verifyBundle } from '../bundle/verify-bundle.ts';
import { PortableDecision } from '../store/bundles/decisions.ts';
import { PortableDocument } from '../store/bundles/documents.ts';
import { checkGraphFile } from '../transfer/import-lines.ts';
import { BRIEF_FILE, CONTEXT_FILE } from './brief-bundle.ts';
import { ExportManifest, evidenceFile, folderOf, MANIFEST_FILE, partOf } from './bundle-layout.ts';
import { envelopeCheck } from './bundle-signature.ts';
import { ChainCheck, checkTable } from './check-memory.ts';
import { jsonIn, linesIn, textIn } from './entry-text.ts';
import { checkBeside, type LoneBrief, loneBrief, MOST_BRIEF_BYTES } from './lone-brief.ts';

export interface CheckAsked {
  readonly path: string;
  /** Public keys in PEM that it may be signed with. */
  readonly keys: readonly string[];
  /** Also where nobody is known to have signed it. */
  readonly trustUnsigned: boolean;
}

export interface CheckedBrief {
  readonly project: string;
  readonly cacheKey: string;
  readonly revision: number;
  readonly outputHash: string;
  /** Where it lies in the bundle. */
  readonly file: string;
  readonly contextFile: string;
}

export interface CheckedExport {
  readonly manifest: ExportManifest;
  /** sha256 by name, for who reads it again. */
  readonly sums: ReadonlyMap<string, string>;
  /** Null where nobody is known to have made it. */
  readonly signedBy: readonly string[] | null;
  readonly briefs: readonly CheckedBrief[];
  readonly decisions: readonly PortableDecision[];
  /** Of each project, as the list beside its documents has them. */
  readonly documents: ReadonlyMap<string, readonly PortableDocument[]>;
  readonly keys: readonly {
    readonly keyId: string;
    readonly algorithm: 'ed25519' | 'ecdsa-p256';
    readonly publicPem: string;
  }[];
}

const KIB = 1024;
const MOST = {
  manifest: 16 * KIB * KIB,
  context: 8 * KIB * KIB,
  key: 8 * KIB,
  vex: 64 * KIB * KIB,
} as const;
const MOST_LINES = 1_000_000;

/** @throws BundleRefusal naming the file; AppError UNAVAILABLE for what the disk refuses */
export async function checkExport(asked: CheckAsked, signal: AbortSignal): Promise<CheckedExport> {
  const { sums, signedBy } = await verifiedSums(asked, signal);
  const opened = await openExport(asked.path, sums, signal);
  const check = new Check(opened, sums);
  for await (const entry of readBundle(asked.path, { sums, signal }))
    if (entry.place === 'file') await check.take(entry, signal);
  return { ...check.result(), manifest: opened.manifest, sums, signedBy };
}

/** The hashes, after whoever signed them was found to be trusted, or the operator said that it does not matter. */
export async function verifiedSums(
  { path, keys, trustUnsigned }: CheckAsked,
  signal: AbortSignal,
): Promise<Pick<CheckedExport, 'sums' | 'signedBy'>> {
  const verified = await verifyBundle(path, {
    verifyEnvelope: envelopeCheck(keys.map(readPublicKey)),
    signal,
  });
  if (verified.ok) return verified;
  const isSignature = verified.file.startsWith(SIGNATURES);
  if (!isSignature) throw new BundleRefusal(verified.file, verified.reason);
  if (!trustUnsigned)
    throw new BundleRefusal(
      verified.file,
      `${verified.reason} Give the public key of whoever made it (--key PUB.pem), or say that you take it all the same (--trust-unsigned).`,
    );
  const whole = await verifyBundle(path, { signal });
  if (!whole.ok) throw new BundleRefusal(whole.file, whole.reason);
  return { sums: whole.sums, signedBy: null };
}

/** What a bundle says of itself, and what its files are. */
export type Opened = LoneBrief;

/** Whether there is something in it that a Festinger can take in. */
export const isExport = (sums: ReadonlyMap<string, string>): boolean =>
  sums.has(MANIFEST_FILE) || sums.has(BRIEF_FILE);

/** @throws BundleRefusal */
export async function openExport(
  path: string,
  sums: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<Opened> {
  if (!isExport(sums))
    throw new BundleRefusal(WHOLE, 'It has neither a manifest nor a brief: no Festinger exported it.');
  const first = sums.has(MANIFEST_FILE) ? MANIFEST_FILE : BRIEF_FILE;
  for await (const entry of readBundle(path, { sums, signal })) {
    if (entry.name !== first) continue;
    return first === BRIEF_FILE ? await loneBrief(entry) : { manifest: await manifestIn(entry), partOf };
  }
  throw new BundleRefusal(first, 'It is not there.');
}

async function manifestIn(entry: BundleEntry): Promise<ExportManifest> {
  const manifest = await jsonIn(entry, MOST.manifest, ExportManifest);
  const folders = new Set(manifest.projects.map(({ folder }) => folder));
  const isNamed = manifest.projects.every(({ name, folder }) => folder === folderOf(name));
  if (folders.size < manifest.projects.length || !isNamed)
    throw new BundleRefusal(MANIFEST_FILE, 'Its projects do not lie in the folders that are theirs.');
  return manifest;
}

/** One pass over the files, with what was found so far. */
class Check {
  readonly #manifest: ExportManifest;
  readonly #partOf: Opened['partOf'];
  readonly #sums: ReadonlyMap<string, string>;
  readonly #projects: ReadonlyMap<string, string>;
  readonly #briefs: CheckedBrief[] = [];
  readonly #decisions: PortableDecision[] = [];
  readonly #documents = new Map<string, PortableDocument[]>();
  readonly #keys: CheckedExport['keys'][number][] = [];
  readonly #chain = new ChainCheck();
  /** The brief whose context comes next. */
  #open: StoredBrief | undefined;

  constructor({ manifest, partOf }: Opened, sums: ReadonlyMap<string, string>) {
    this.#manifest = manifest;
    this.#partOf = partOf;
    this.#sums = sums;
    this.#projects = new Map(manifest.projects.map(({ name, folder }) => [folder, name]));
  }

  async take(entry: BundleEntry, signal: AbortSignal): Promise<void> {
    const part = this.#partOf(entry.name);
    if (part?.part === 'beside') return checkBeside(entry, this.#open);
    if (part === null) throw new BundleRefusal(entry.name, 'An export of this version has no such file.');
    if (this.#open && part.part !== 'brief') throw alone(this.#open, entry.name);
    switch (part.part) {
      case 'manifest':
        return;
      case 'graph':
        return this.#graph(entry, signal);
      case 'evidence':
        return this.#evidence(entry, part.sha256);
      case 'key':
        return this.#key(entry, part.keyId);
      case 'memory':
        return checkTable(entry, part.table, this.#chain);
      case 'project':
        return this.#project(entry, this.#named(entry, part.folder), part.name);
      case 'brief':
        return this.#brief(entry, { ...part, project: this.#named(entry, part.folder) });
    }
  }

  result(): Pick<CheckedExport, 'briefs' | 'decisions' | 'documents' | 'keys'> {
    if (this.#open) throw alone(this.#open, WHOLE);
    this.#refuseOtherChain();
    this.#refuseMissing();
    return { briefs: this.#briefs, decisions: this.#decisions, documents: this.#documents, keys: this.#keys };
  }

  #named({ name }: BundleEntry, folder: string): string {
    const project = this.#projects.get(folder);
    if (project === undefined)
      throw new BundleRefusal(name, `${MANIFEST_FILE} names no project of this folder.`);
    return project;
  }

  async #graph(entry: BundleEntry, signal: AbortSignal): Promise<void> {
    const { project, graph } = this.#manifest.scope;
    if (!graph) throw new BundleRefusal(entry.name, `${MANIFEST_FILE} says that no graph is in it.`);
    try {
      const counts = await checkGraphFile(() => entry.bytes(), signal);
      if (project !== null && counts.changes > 0 && counts.project !== project)
        throw new BundleRefusal(
          entry.name,
          `${MANIFEST_FILE} says that it is of the project ${project} alone.`,
        );
    } catch (error) {
      if (error instanceof AppError && !(error instanceof BundleRefusal) && error.code !== 'CANCELLED')
        throw new BundleRefusal(entry.name, error.message);
      throw error;
    }
  }

  #evidence({ name, size }: BundleEntry, sha256: string): void {
    if (size > MAX_DOCUMENT_BYTES)
      throw new BundleRefusal(name, `It has ${size} bytes; ${MAX_DOCUMENT_BYTES} are read of a document.`);
    if (this.#sums.get(name) !== sha256)
      throw new BundleRefusal(name, 'It has another SHA-256 than it is called by.');
  }

  async #key(entry: BundleEntry, keyId: string): Promise<void> {
    const text = await textIn(entry, MOST.key);
    try {
      const key = readPublicKey(text);
      if (key.keyId !== keyId) throw new AppError('INVALID_INPUT', 'It is another key than it is called.');
      this.#keys.push({ keyId, algorithm: key.algorithm, publicPem: key.pem });
    } catch (error) {
      throw error instanceof AppError ? new BundleRefusal(entry.name, error.message) : error;
    }
  }

  async #project(entry: BundleEntry, project: string, name: string): Promise<void> {
    switch (name) {
      case 'decisions.jsonl':
        for await (const one of linesIn(entry, PortableDecision, MOST_LINES)) {
          if (one.project !== project)
            throw new BundleRefusal(entry.name, 'It holds a decision of another project.');
          this.#decisions.push(one);
        }
        return;
      case 'evidence.jsonl': {
        const documents: PortableDocument[] = [];
        for await (const one of linesIn(entry, PortableDocument, MOST_LINES)) documents.push(one);
        this.#documents.set(project, documents);
        return;
      }
      default:
        // For others to read; here the decisions themselves are taken.
        if (entry.size > MOST.vex) throw new BundleRefusal(entry.name, `It has more than ${MOST.vex} bytes.`);
    }
  }

  async #brief(
    entry: BundleEntry,
    part: {
      readonly project: string;
      readonly cacheKey: string;
      readonly revision: number;
      readonly name: string;
    },
  ): Promise<void> {
    if (part.name === CONTEXT_FILE) {
      const manifest = await jsonIn(entry, MOST.context, BriefManifest);
      const brief = this.#open;
      if (brief === undefined || brief.cache_key !== part.cacheKey || brief.revision !== part.revision)
        throw new BundleRefusal(entry.name, 'The brief that was made from it is not there.');
      if (manifest.input_digest !== brief.input_digest)
        throw new BundleRefusal(entry.name, 'It is of another context than its brief was made from.');
      this.#open = undefined;
      return;
    }
    if (this.#open) throw alone(this.#open, entry.name);
    const brief = await jsonIn(entry, MOST_BRIEF_BYTES, StoredBrief);
    const isHere =
      brief.project === part.project && brief.cache_key === part.cacheKey && brief.revision === part.revision;
    if (!isHere) throw new BundleRefusal(entry.name, 'It is another brief than its name says.');
    if (outputHash(bodyOf(brief)) !== brief.output_hash)
      throw new BundleRefusal(entry.name, 'Its output_hash is not that of what it says.');
    this.#open = brief;
    this.#briefs.push({
      ...{
        project: part.project,
        cacheKey: part.cacheKey,
        revision: part.revision,
        outputHash: brief.output_hash,
      },
      ...{ file: entry.name, contextFile: entry.name.slice(0, -BRIEF_FILE.length) + CONTEXT_FILE },
    });
  }

  #refuseOtherChain(): void {
    const { chain } = this.#manifest;
    if (chain === null && !this.#chain.isThere) return;
    const { id, hash } = this.#chain.end;
    if (chain?.events !== id || chain.hash !== hash)
      throw new BundleRefusal(MANIFEST_FILE, 'The chain of events ends elsewhere than it says.');
  }

  /** What lists name has to be there. */
  #refuseMissing(): void {
    for (const [project, documents] of this.#documents)
      for (const { sha256 } of documents)
        if (!this.#sums.has(evidenceFile(sha256)))
          throw new BundleRefusal(
            evidenceFile(sha256),
            `It is not there, and the list of the project ${project} names it.`,
          );
  }
}

function alone({ cache_key: key, revision }: StoredBrief, at: string): BundleRefusal {
  return new BundleRefusal(
    at,
    `What the brief ${key}/${revision} was made from has to stand here, and does not.`,
  );
}
