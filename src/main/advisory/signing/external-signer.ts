// A program of the operator's that signs in the place of this one, for algorithms that are not in here: GOST, a token, a service of keys. It gets on its input what DSSE
// signs, and writes the signature in base64 on its output. It is run without a shell, with three variables and none of ours, for a bounded time. What it signed is
// valid only where the operator's other program says so. Called through signer.ts and by who verifies. Source: advisory, Profiles.
//
// Base64 and nothing else: raw bytes can look like it, and output is carried as text. `openssl dgst … | base64` in a script of two lines does it.
import { AppError } from '../../../shared/model/envelope.ts';
import { redactSentence } from '../../../shared/redact.ts';
import { base64Of, bytesOfBase64 } from './base64.ts';
import { SIGNATURE_PLACE, type SignerSetup } from './config.ts';
import type { DsseSignature, Envelope } from './envelope.ts';
import { pae } from './pae.ts';

/** Programs of this machine. Core hands in those of the executors. */
export interface SignerPrograms {
  /** @throws AppError TIMEOUT, CANCELLED, EXECUTION_FAILED when it cannot be started, UNAVAILABLE */
  run(
    command: {
      readonly argv: readonly [string, ...string[]];
      readonly stdin: Uint8Array;
      readonly timeoutMs: number;
      readonly maxOutputBytes: number;
      readonly writes: boolean;
    },
    signal: AbortSignal,
  ): Promise<{
    /** Null when a signal ended it. */
    readonly exitCode: number | null;
    readonly stdout: string;
    readonly stderr: string;
    readonly dropped: number;
  }>;
}

/** A signature of RSA with 16,384 bits has 2 KB. */
const MAX_OUTPUT_BYTES = 16_384;
/** No algorithm worth the name has less. */
const LEAST_SIGNATURE_BYTES = 32;

/**
 * Has the payload signed.
 * @throws AppError EXECUTION_FAILED with the program's own first line, secrets taken out; TIMEOUT, CANCELLED, UNAVAILABLE
 */
export async function signExternally(
  { command, keyId, timeoutMs }: SignerSetup,
  programs: SignerPrograms,
  [payloadType, payload]: readonly [payloadType: string, payload: Uint8Array],
  signal: AbortSignal,
): Promise<DsseSignature> {
  const { exitCode, stdout, stderr, dropped } = await programs.run(
    { ...callOf(timeoutMs), argv: command, stdin: pae(payloadType, payload) },
    signal,
  );
  const failed = (what: string) =>
    new AppError('EXECUTION_FAILED', `The signer ${command[0]} ${what}. Nothing was signed.`);
  if (exitCode !== 0) throw failed(`${endWords(exitCode)}${saidWords(stderr)}`);
  // What it wrote is not shown: a program that goes wrong may write its key.
  if (dropped > 0) throw failed(`wrote more than ${MAX_OUTPUT_BYTES} bytes`);
  const signature = bytesOfBase64(stdout.split(/\s/).join(''));
  if (signature === null) throw failed('wrote something else than a signature in base64');
  if (signature.length < LEAST_SIGNATURE_BYTES)
    throw failed(`wrote ${signature.length} bytes for a signature`);
  return { keyId, signature };
}

/** `not_verifiable` is no half of valid: whoever shows it says that nothing is known. */
export interface ExternalVerdict {
  readonly verdict: 'valid' | 'refused' | 'not_verifiable';
  /** A sentence for people. */
  readonly reason: string;
}

/**
 * Whether the operator's program holds a signature of the envelope to be good. Signatures that name another key are not its own; of the others any will do.
 * @param setup undefined where none is set up
 * @param how.payloadType what the payload has to be
 * @throws AppError CANCELLED, and nothing else: what cannot be run is not verifiable
 */
export async function verifyExternally(
  { payload, payloadType, signatures }: Envelope,
  how: {
    readonly setup: SignerSetup | undefined;
    readonly programs: SignerPrograms;
    readonly payloadType: string;
  },
  signal: AbortSignal,
): Promise<ExternalVerdict> {
  const { setup, programs } = how;
  if (payloadType === '' || payloadType !== how.payloadType)
    return { verdict: 'refused', reason: 'It is signed as another kind of thing than what is asked for.' };
  const argv = setup?.verifyCommand ?? null;
  if (setup === undefined || argv === null) return { verdict: 'not_verifiable', reason: NO_VERIFIER };
  const own = signatures.filter(({ keyId }) => keyId === '' || keyId === setup.keyId);
  const message = pae(payloadType, payload);
  let reason = `None of its signatures is said to be by ${setup.keyId}.`;
  for (const { signature } of own) {
    const call = {
      argv: argv.map((text) => text.replace(SIGNATURE_PLACE, () => base64Of(signature))) as never,
      ...callOf(setup.timeoutMs),
    };
    try {
      const { exitCode, stderr } = await programs.run({ ...call, stdin: message }, signal);
      if (exitCode === 0)
        return { verdict: 'valid', reason: `${argv[0]} holds it to be signed by ${setup.keyId}.` };
      reason = `The verifier ${argv[0]} ${endWords(exitCode)}${saidWords(stderr)}.`;
    } catch (error) {
      if (signal.aborted || !(error instanceof AppError)) throw error;
      return { verdict: 'not_verifiable', reason: `The verifier could not say: ${error.message}.` };
    }
  }
  return { verdict: 'refused', reason };
}

const NO_VERIFIER =
  'It is signed with an algorithm that is not in here, and signer.verify_command of config.yaml names no program that could verify it.';

/** It changes nothing here, so nothing that it leaves running in its group stays. */
const callOf = (timeoutMs: number) =>
  ({ timeoutMs, maxOutputBytes: MAX_OUTPUT_BYTES, writes: false }) as const;

const endWords = (exitCode: number | null): string =>
  exitCode === null ? 'was ended by a signal' : `ended with exit code ${exitCode}`;

function saidWords(stderr: string): string {
  const [line = ''] = stderr.trimStart().split('\n', 1);
  const shown = redactSentence(line);
  return shown === '' ? '' : `: ${shown}`;
}
