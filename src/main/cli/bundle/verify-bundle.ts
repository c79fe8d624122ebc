// `festinger verify-bundle`: whether a bundle is whole and who signed it, from the file and the keys that are given, and nothing else: no network, no data directory, no
// Festinger that runs. Source: advisory, Outputs.
import { readFileSync } from 'node:fs';
import { AppError } from '../../../shared/model/envelope.ts';
import type { PublicKey } from '../../advisory/signing/keys.ts';
import { readPublicKey } from '../../advisory/signing/public-key-text.ts';
import { NO_BUNDLE } from '../../bundle/bundle-refusal.ts';
import { type Verification, verifyBundle } from '../../bundle/verify-bundle.ts';
import { envelopeCheck } from '../../offline/bundle-signature.ts';
import { diskError } from '../../store/backup/backup-file.ts';
import type { Sink } from '../running.ts';

export interface VerifyBundleCommand {
  readonly name: 'verify-bundle';
  readonly file: string;
  /** Files with a public key in PEM each. */
  readonly keys: readonly string[];
  readonly json: boolean;
}

/** @returns 0 when everything is as it was signed, or as it was listed where no key was given; 1 when not. @throws AppError */
export async function verifyBundleFile(command: VerifyBundleCommand, out: Sink): Promise<number> {
  const keys = command.keys.map(readKeyFile);
  const verified = await verifyBundle(
    command.file,
    keys.length === 0 ? {} : { verifyEnvelope: envelopeCheck(keys) },
  );
  out.write(command.json ? `${JSON.stringify(shown(verified))}\n` : described(verified, command.file));
  return verified.ok ? 0 : 1;
}

/** @throws AppError INVALID_INPUT, UNAVAILABLE */
export function readKeyFile(path: string): PublicKey {
  try {
    return readPublicKey(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error instanceof AppError) throw new AppError(error.code, `${path}: ${error.message}`);
    throw diskError(error, path);
  }
}

function shown(verified: Verification): object {
  if (!verified.ok) return verified;
  const { sums: _, ...rest } = verified;
  return rest;
}

function described(verified: Verification, path: string): string {
  if (!verified.ok)
    return `not ok: ${verified.file === NO_BUNDLE ? path : verified.file}: ${verified.reason}\n`;
  const { files, bytes, signedBy } = verified;
  const counts = `${files.toLocaleString('en')} files, ${bytes.toLocaleString('en')} bytes`;
  if (signedBy === null)
    return `whole: ${counts} are what SHA256SUMS says. Checksums alone were checked: whoever changed a file could have changed them as well. Give --key PUB.pem to know who made it.\n`;
  return `ok: ${counts}, signed by ${signedBy.join(', ')}\n`;
}
