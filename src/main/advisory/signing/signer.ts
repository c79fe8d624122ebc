// Whoever signs, by the profile: a key of this installation, or the operator's program. Called by the pipeline of briefs and by who writes bundles.
// Source: advisory, Profiles.
import { AppError } from '../../../shared/model/envelope.ts';
import type { SignerSetup } from './config.ts';
import type { DsseSignature, Envelope } from './envelope.ts';
import { type SignerPrograms, signExternally } from './external-signer.ts';
import { type KeyAlgorithm, signWith } from './keys.ts';
import { pae } from './pae.ts';
import type { SigningKeys } from './signing-keys.ts';

/**
 * What each profile signs with.
 * `fips-local` takes ECDSA P-256 with SHA-256, though FIPS 186-5 approves of Ed25519, too: many modules validated before it hold P-256 alone to be approved,
 * and whoever works under FIPS has to be able to verify what is signed here. The others take Ed25519: the same payload has the same signature.
 */
export const SIGNING_BY_PROFILE = {
  default: 'ed25519',
  'fips-local': 'ecdsa-p256',
  'gost-local': 'external',
  'cloud-openai': 'ed25519',
} as const satisfies Record<string, KeyAlgorithm | 'external'>;
export type SigningProfile = keyof typeof SIGNING_BY_PROFILE;

export interface Signer {
  /** What it is called where a signature is shown. */
  readonly algorithm: string;
  readonly keyId: string;
  /** @throws AppError; nothing is signed then */
  sign(payloadType: string, payload: Uint8Array, signal: AbortSignal): Promise<DsseSignature>;
}

export interface SignerParts {
  readonly keys: Pick<SigningKeys, 'inUse'>;
  readonly programs: SignerPrograms;
  /** `signer` of config.yaml as it stands now. */
  readonly setup: () => SignerSetup | undefined;
}

/**
 * Whoever signs under this profile, now: a key that is retired later has signed all the same.
 * @throws AppError FEATURE_OFF for `gost-local` where no program is set up; UNAVAILABLE when the key cannot be opened
 */
export async function signerOf(profile: SigningProfile, parts: SignerParts): Promise<Signer> {
  const algorithm = SIGNING_BY_PROFILE[profile];
  if (algorithm === 'external') return externalSigner(profile, parts);
  const key = await parts.keys.inUse(algorithm);
  const { keyId } = key.publicKey;
  return {
    ...{ algorithm, keyId },
    sign: async (payloadType, payload) => ({ keyId, signature: signWith(key, pae(payloadType, payload)) }),
  };
}

function externalSigner(profile: SigningProfile, { programs, setup: setupNow }: SignerParts): Signer {
  const setup = setupNow();
  if (!setup)
    throw new AppError(
      'FEATURE_OFF',
      `The profile ${profile} signs with a program of yours, and none is set up: write it into config.yaml as signer: { command: [PROGRAM, ARGUMENT…], key_id: NAME, algorithm_label: NAME }.`,
    );
  return {
    ...{ algorithm: setup.algorithm, keyId: setup.keyId },
    sign: (payloadType, payload, signal) => signExternally(setup, programs, [payloadType, payload], signal),
  };
}

/** The payload with its signature. @throws AppError; there is no envelope then */
export async function signedEnvelope(
  signer: Signer,
  payloadType: string,
  payload: Uint8Array,
  signal: AbortSignal,
): Promise<Envelope> {
  return { payloadType, payload, signatures: [await signer.sign(payloadType, payload, signal)] };
}
