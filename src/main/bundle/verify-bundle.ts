// Whether a bundle is whole and who signed it, from the file alone: no network, no store. Reads it once, holds no file of it, and names the first file that fails,
// in the order of the archive. Called by the command line, and before anything in a bundle is taken in. Source: advisory, Outputs.
import { createHash } from 'node:crypto';
import { BundleRefusal, END } from './bundle-refusal.ts';
import { nameFault, placeOf, SIGNATURES, SUMS_NAME } from './entry-name.ts';
import { type BundleLimits, DEFAULT_LIMITS, MAX_SIGNATURE_BYTES, MAX_SIGNATURES } from './limits.ts';
import { type BundleEntry, readBundle } from './read-bundle.ts';
import type { VerifyEnvelope } from './signing.ts';
import { mostSumsBytes, SumsReader } from './sums.ts';

export interface VerifyOptions {
  /** Checks a signature with the key that was given. Absent: no key, so hashes alone are compared, and nobody is known to have made the bundle. */
  readonly verifyEnvelope?: VerifyEnvelope;
  readonly limits?: Partial<BundleLimits>;
  readonly signal?: AbortSignal;
}

interface Failure {
  /** The file at fault, or `WHOLE` or `END` of bundle-refusal.ts. */
  readonly file: string;
  /** A sentence. */
  readonly reason: string;
}

export type Verification =
  | {
      readonly ok: true;
      /** How many are listed, and their bytes together. */
      readonly files: number;
      readonly bytes: number;
      /** Ids of the keys; null when no key was given: then only hashes were compared, which whoever changes a file can write anew. */
      readonly signedBy: readonly string[] | null;
      /** sha256 in hex by name, for `readBundle`. */
      readonly sums: ReadonlyMap<string, string>;
    }
  | ({ readonly ok: false } & Failure);

/**
 * Verifies a bundle.
 * @param path of the file
 * @throws AppError UNAVAILABLE for what the disk refuses
 * @example await verifyBundle('export.tar', { verifyEnvelope }) // { ok: false, file: 'summary.md', reason: 'It is not what SHA256SUMS says it is.' }
 */
export async function verifyBundle(path: string, options: VerifyOptions = {}): Promise<Verification> {
  const pass = new Pass(options.verifyEnvelope);
  const { limits, signal } = options;
  try {
    for await (const entry of readBundle(path, { ...(limits && { limits }), ...(signal && { signal }) }))
      await pass.take(entry);
    return pass.result();
  } catch (error) {
    if (error instanceof BundleRefusal) return { ok: false, ...pass.refused(error) };
    throw error;
  }
}

/** One reading of a bundle, with what was found so far. */
class Pass {
  readonly #verifyEnvelope: VerifyEnvelope | undefined;
  #sums: ReadonlyMap<string, string> = new Map();
  #sumsSha256 = '';
  /** The names of the list, the next of them, and how they compare to what is there. */
  #listed: readonly string[] = [];
  #next = 0;
  #first: Failure | undefined;
  #bytes = 0;
  readonly #keyIds = new Set<string>();
  /** What a signature has to say of the files, where the list did. */
  #signatures = 0;
  #badSignature: Failure | undefined;
  #otherSums: Failure | undefined;

  constructor(verifyEnvelope: VerifyEnvelope | undefined) {
    this.#verifyEnvelope = verifyEnvelope;
  }

  async take(entry: BundleEntry): Promise<void> {
    switch (entry.place) {
      case 'sums':
        return this.#takeSums(entry);
      case 'file':
        return this.#takeFile(entry);
      case 'signature':
        return this.#takeSignature(entry);
    }
  }

  async #takeSums(entry: BundleEntry): Promise<void> {
    const most = mostSumsBytes(DEFAULT_LIMITS.entries);
    if (entry.size > most) throw new BundleRefusal(SUMS_NAME, `It is larger than ${most} bytes.`);
    const reader = new SumsReader();
    const hash = createHash('sha256');
    for await (const piece of entry.bytes()) {
      hash.update(piece);
      const fault = reader.push(piece);
      if (fault !== null) throw new BundleRefusal(SUMS_NAME, fault);
    }
    const list = reader.end();
    if (!list.ok) throw new BundleRefusal(SUMS_NAME, list.reason);
    this.#sums = list.sums;
    this.#listed = [...list.sums.keys()];
    this.#sumsSha256 = hash.digest('hex');
  }

  async #takeFile({ name, size, bytes }: BundleEntry): Promise<void> {
    this.#missing(name);
    const expected = this.#sums.get(name);
    if (expected === undefined) {
      this.#fail(name, `${SUMS_NAME} does not list it.`);
      return;
    }
    this.#next += 1;
    this.#bytes += size;
    const hash = createHash('sha256');
    for await (const piece of bytes()) hash.update(piece);
    if (hash.digest('hex') !== expected) this.#fail(name, `It is not what ${SUMS_NAME} says it is.`);
  }

  async #takeSignature({ name, size, bytes }: BundleEntry): Promise<void> {
    this.#missing();
    this.#signatures += 1;
    if (this.#signatures > MAX_SIGNATURES)
      throw new BundleRefusal(name, `It is one too many: ${MAX_SIGNATURES} signatures are read.`);
    if (size > MAX_SIGNATURE_BYTES)
      throw new BundleRefusal(name, `It is larger than ${MAX_SIGNATURE_BYTES} bytes.`);
    if (!this.#verifyEnvelope) return;
    const pieces: Uint8Array[] = [];
    for await (const piece of bytes()) pieces.push(piece);
    const reason = this.#judge(name, Buffer.concat(pieces), this.#verifyEnvelope);
    if (reason !== null) this.#badSignature ??= { file: name, reason };
  }

  /**
   * Every signature has to hold: one that does not is a change nobody can vouch for.
   * @returns what is wrong with it, as a sentence, or null
   */
  #judge(name: string, bytes: Uint8Array, verifyEnvelope: VerifyEnvelope): string | null {
    const text = textOf(bytes);
    if (text === null) return 'It is no text.';
    const envelope = verifyEnvelope(text);
    if (!envelope.ok) return envelope.reason;
    const sums = envelope.subjects.find((subject) => subject.name === SUMS_NAME);
    if (!sums) return `It signs no ${SUMS_NAME}.`;
    if (sums.sha256 !== this.#sumsSha256) {
      this.#otherSums ??= { file: SUMS_NAME, reason: `It is not what was signed (${name}).` };
      return null;
    }
    const other = envelope.subjects.find(
      (subject) => subject !== sums && this.#sums.get(subject.name) !== subject.sha256,
    );
    if (other) return `It signs another ${other.name} than ${SUMS_NAME} lists.`;
    this.#keyIds.add(envelope.keyId);
    return null;
  }

  /** Files of the list that did not come before this one; all that are left, without one. */
  #missing(before?: string): void {
    for (; this.#next < this.#listed.length; this.#next++) {
      const name = this.#listed[this.#next] ?? '';
      if (before !== undefined && name >= before) return;
      this.#fail(name, `${SUMS_NAME} lists it, and it is not there.`);
    }
  }

  #fail(file: string, reason: string): void {
    this.#first ??= { file, reason };
  }

  /** The archive cannot be read any further; what failed before comes first. */
  refused(error: BundleRefusal): Failure {
    if (this.#first) return this.#first;
    return { file: error.isNamed ? error.file : this.#standsHere(error.file), reason: error.reason };
  }

  /** The name of what stands where a header cannot be believed: from the list, which says what comes when. */
  #standsHere(claimed: string): string {
    if (this.#sumsSha256 === '') return SUMS_NAME;
    const listed = this.#listed[this.#next];
    if (listed !== undefined) return listed;
    if (claimed === END) return END;
    return placeOf(claimed) === 'signature' && nameFault(claimed) === null ? claimed : SIGNATURES;
  }

  result(): Verification {
    this.#missing();
    // With the list itself at fault, nothing it says of a file counts.
    const failure = this.#otherSums ?? this.#first ?? this.#badSignature ?? this.#unsigned();
    if (failure) return { ok: false, ...failure };
    const signedBy = this.#verifyEnvelope ? [...this.#keyIds].toSorted() : null;
    return { ok: true, files: this.#listed.length, bytes: this.#bytes, signedBy, sums: this.#sums };
  }

  #unsigned(): Failure | undefined {
    if (!this.#verifyEnvelope || this.#signatures > 0) return undefined;
    return { file: SIGNATURES, reason: 'It is not signed.' };
  }
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
