// What config.yaml says of a program that signs in the place of this one: how it is called, and what its key is called. Never holds a key or a PIN, and refuses what
// looks like one without repeating it. Pure. Parsed by the settings, used by external-signer.ts. Source: advisory, Profiles.
import * as z from 'zod';
import { redact } from '../../../shared/redact.ts';

/** Where the signature goes into the arguments of `verify_command`, in base64. */
export const SIGNATURE_PLACE = '{signature}';

const KEYS = 'command, verify_command, key_id, algorithm_label and timeout_seconds';
const NO_SECRET =
  'this looks like a key or a password. Whoever lists the processes of this machine reads arguments: have the program read it from a file or a token';

const Argument = z
  .string()
  .max(4096)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused.
  .regex(/^[^\x00-\x1f\x7f]*$/, 'no line breaks or other control characters')
  .refine((text) => redact(text) === text, NO_SECRET);

const Program = z
  .array(Argument, 'a list: the program, then its arguments one by one. No shell reads it')
  .min(1, 'name the program first')
  .max(64)
  .refine(([program]) => program !== '', 'name the program first');

/** What an answer or a bundle shows of the signer. */
const shown = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\x21-\x7e]+$/, 'letters, digits and signs of ASCII without blanks')
    .refine((text) => redact(text) === text, NO_SECRET);

/** `signer` of config.yaml. */
export const SignerConfig = z
  .strictObject(
    {
      command: Program,
      verify_command: Program.refine(
        (args) => args.slice(1).filter((text) => text.includes(SIGNATURE_PLACE)).length === 1,
        `one argument says where the signature goes: ${SIGNATURE_PLACE}`,
      ).optional(),
      key_id: shown(200),
      algorithm_label: shown(100),
      timeout_seconds: z.number().min(0.1, 'a time in seconds, 0.1 or more').max(300).default(10),
    },
    { error: ({ code }) => (code === 'unrecognized_keys' ? `only ${KEYS} are known here` : undefined) },
  )
  .transform((signer) => ({
    command: signer.command as [string, ...string[]],
    /** Null: what it signed cannot be verified here. */
    verifyCommand: (signer.verify_command ?? null) as [string, ...string[]] | null,
    keyId: signer.key_id,
    algorithm: signer.algorithm_label,
    timeoutMs: Math.round(signer.timeout_seconds * 1000),
  }));
export type SignerSetup = z.output<typeof SignerConfig>;
