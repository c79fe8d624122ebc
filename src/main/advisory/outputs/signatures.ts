// Briefs signed, and held against their signatures: a statement of in-toto names the brief and what it was made from, each with its hash, an envelope of DSSE carries it. What
// is stored is signed once, since some algorithms sign otherwise each time. Called by brief-worker.ts, brief-desk.ts and exports. Source: advisory, Outputs.
import type { BriefSignature, SignatureState, StoredBrief } from '../../../shared/model/evidence/brief.ts';
import type { Json } from '../../store/audit/canonical-json.ts';
import { outputHash } from '../brief/brief-body.ts';
import type { Profile } from '../brief/profiles.ts';
import type { SignerSetup } from '../signing/config.ts';
import { type Envelope, readEnvelope, verifyEnvelope, writeEnvelope } from '../signing/envelope.ts';
import { type SignerPrograms, verifyExternally } from '../signing/external-signer.ts';
import { signedEnvelope, signerOf } from '../signing/signer.ts';
import type { SigningKeys } from '../signing/signing-keys.ts';
import {
  firstMismatch,
  IN_TOTO_PAYLOAD,
  readStatement,
  type Subject,
  statementBytes,
} from '../signing/statement.ts';
import { bodyOf } from './kept-brief.ts';
import type { BriefSigner } from './ports.ts';

export interface SignaturesParts {
  readonly keys: SigningKeys;
  readonly programs: SignerPrograms;
  /** `signer` of config.yaml as it stands now. */
  readonly setup: () => SignerSetup | undefined;
}

/** What the predicate is: what a brief is of, by digests. */
export const BRIEF_PREDICATE = 'https://festinger.dev/brief/v1';

/**
 * What a signature of a brief covers: what it says, and the passages that its citations lead to.
 * @param contextHash SHA-256 of the manifest as it is kept, which is `context_manifest.json` of a bundle
 */
export const subjectsOf = (
  { cache_key, revision, output_hash }: Pick<StoredBrief, 'cache_key' | 'revision' | 'output_hash'>,
  contextHash: string,
): readonly Subject[] => {
  const name = `briefs/${cache_key}/${revision}`;
  return [
    { name, sha256: output_hash },
    { name: `${name}/context_manifest.json`, sha256: contextHash },
  ];
};

/** Of about a kilobyte each. */
const MOST_PROVEN = 1000;

export class Signatures implements BriefSigner {
  readonly #parts: SignaturesParts;
  /** What was verified: what holds once holds for ever, since keys stay, and reading one takes a millisecond. Whole, so that nothing else passes for it. */
  readonly #proven = new Set<string>();

  constructor(parts: SignaturesParts) {
    this.#parts = parts;
  }

  problem(profile: Profile): string | null {
    return profile.signing === 'external' && this.#parts.setup() === undefined
      ? `The profile ${profile.name} signs with a program of yours, and none is set up: write it into config.yaml as signer: { command: [PROGRAM, ARGUMENT…], key_id: NAME, algorithm_label: NAME }.`
      : null;
  }

  /** @throws AppError; nothing is signed then */
  async sign(
    profile: Profile,
    subjects: readonly Subject[],
    predicate: Readonly<Record<string, Json>>,
    signal: AbortSignal,
  ): Promise<readonly BriefSignature[]> {
    const signer = await signerOf(profile.name, this.#parts);
    const statement = { subjects, predicateType: BRIEF_PREDICATE, predicate };
    const envelope = await signedEnvelope(signer, IN_TOTO_PAYLOAD, statementBytes(statement), signal);
    return [{ keyid: signer.keyId, algorithm: signer.algorithm, envelope: writeEnvelope(envelope) }];
  }

  /**
   * What the first signature of a brief comes to, and whether the brief is still what it was.
   * @param contextHash of what it was made from, as it is kept
   * @param signal ends a program that is asked; without one none is asked, and what one signed is `not_verifiable`
   */
  async stateOf(
    brief: StoredBrief,
    contextHash: string,
    signal?: AbortSignal,
  ): Promise<{ readonly intact: boolean; readonly signature: SignatureState }> {
    const intact = outputHash(bodyOf(brief)) === brief.output_hash;
    const [signature] = brief.signatures;
    if (signature === undefined) return { intact, signature: 'unsigned' };
    const read = readEnvelope(Buffer.from(signature.envelope, 'utf8'));
    if (!read.ok) return { intact, signature: 'invalid' };
    return {
      intact,
      signature: await this.#verified(subjectsOf(brief, contextHash), signature, read.envelope, signal),
    };
  }

  async #verified(
    subjects: readonly Subject[],
    { keyid, algorithm }: BriefSignature,
    envelope: Envelope,
    signal: AbortSignal | undefined,
  ): Promise<SignatureState> {
    if (!IS_OURS.has(algorithm)) return this.#verifiedByProgram(subjects, envelope, signal);
    const proof = JSON.stringify([keyid, algorithm, subjects, writeEnvelope(envelope)]);
    if (this.#proven.has(proof)) return 'valid';
    const key = await this.#parts.keys.find(keyid);
    if (key?.algorithm !== algorithm) return 'unknown_key';
    const verified = verifyEnvelope(envelope, [key], IN_TOTO_PAYLOAD);
    if (!verified.ok || !isOf(verified.payload, subjects)) return 'invalid';
    if (this.#proven.size >= MOST_PROVEN) this.#proven.clear();
    this.#proven.add(proof);
    return 'valid';
  }

  async #verifiedByProgram(
    subjects: readonly Subject[],
    envelope: Envelope,
    signal: AbortSignal | undefined,
  ): Promise<SignatureState> {
    if (signal === undefined) return 'not_verifiable';
    const { programs, setup } = this.#parts;
    const how = { programs, setup: setup(), payloadType: IN_TOTO_PAYLOAD };
    const { verdict } = await verifyExternally(envelope, how, signal);
    if (verdict !== 'valid') return verdict === 'refused' ? 'invalid' : 'not_verifiable';
    return isOf(envelope.payload, subjects) ? 'valid' : 'invalid';
  }
}

const IS_OURS: ReadonlySet<string> = new Set(['ed25519', 'ecdsa-p256']);

/** The statement names these and nothing else. */
function isOf(payload: Uint8Array, subjects: readonly Subject[]): boolean {
  const read = readStatement(payload);
  if (!read.ok || read.statement.predicateType !== BRIEF_PREDICATE) return false;
  return firstMismatch(read.statement, subjects) === null;
}
