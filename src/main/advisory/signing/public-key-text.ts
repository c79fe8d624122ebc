// A public key as an operator hands it in: a text with one PEM block. Refuses everything else with what to do instead, and repeats nothing of it, since what is
// pasted by mistake is a private key. Linear in the text. Called where keys to verify with are named. Source: advisory, Outputs.
import { createPublicKey, type KeyObject } from 'node:crypto';
import { AppError } from '../../../shared/model/envelope.ts';
import { bytesOfBase64 } from './base64.ts';
import { type PublicKey, publicKeyOf, type VerifyKey, verifyKeyOf } from './keys.ts';

/** The longest public key that is told apart from garbage, RSA of 16,384 bits, has less. */
const MAX_CHARS = 8192;

const BEGIN = '-----BEGIN ';
const DASHES = '-----';
const OURS = 'PUBLIC KEY';
const pemOf = (kinds: string): string => `Give an ${kinds} public key in PEM (-----BEGIN PUBLIC KEY-----)`;

/** What else begins so, and what to do about it. */
const OTHER_BLOCKS: readonly (readonly [label: string, words: string])[] = [
  [
    'PRIVATE KEY',
    'This is a private key; it was not kept. Give its public half, as "openssl pkey -in KEY -pubout" writes it, and take care where else the private one was pasted.',
  ],
  [
    'PGP PUBLIC KEY BLOCK',
    'This is a key of OpenPGP, whose signatures are not verified here. Verify the files with gpg before you import them.',
  ],
  [
    'CERTIFICATE',
    'This is a certificate. Give the public key in it, as "openssl x509 -in FILE -noout -pubkey" writes it.',
  ],
];

/**
 * A key of an algorithm that this program signs with.
 * @param text at most 8,192 characters, with one PEM block and blanks around it
 * @throws AppError INVALID_INPUT, with what to give instead
 */
export const readPublicKey = (text: string): PublicKey =>
  readKey(text, publicKeyOf, pemOf('Ed25519 or ECDSA P-256'));

/** A key that documents of others are verified with. @throws AppError INVALID_INPUT, with what to give instead */
export const readVerifyKey = (text: string): VerifyKey =>
  readKey(text, verifyKeyOf, pemOf('Ed25519, ECDSA P-256 or P-384, or RSA (2,048 bits or more)'));

function readKey<Key>(text: string, accepted: (key: KeyObject) => Key | null, wanted: string): Key {
  if (text.length > MAX_CHARS) throw refused('This is too long for a public key.');
  const blocks = text.split(BEGIN).length - 1;
  for (const [label, words] of OTHER_BLOCKS)
    if (text.includes(`${label}${DASHES}`) && text.includes(BEGIN)) throw refused(words);
  if (blocks === 0)
    throw refused(
      `${beginsLikeSsh(text) ? 'This is a key as ssh writes it' : 'This is no public key in PEM'}. ${wanted}.`,
    );
  if (blocks > 1) throw refused(`There are ${blocks} keys in this text. Give them one by one.`);
  const key = keyOf(derOf(text.trim()));
  if (key === 'unreadable') throw refused(`This public key cannot be read. ${wanted}.`);
  const read = accepted(key);
  if (read !== null) return read;
  const { namedCurve } = key.asymmetricKeyDetails ?? {};
  const kind = (namedCurve ?? key.asymmetricKeyType ?? 'another kind').toUpperCase();
  throw refused(`This is a key of ${kind}, which nothing here is verified with. ${wanted}.`);
}

const beginsLikeSsh = (text: string): boolean => /^\s*(?:ssh|ecdsa|sk)-/.test(text.slice(0, 100));

const refused = (words: string): AppError => new AppError('INVALID_INPUT', words);

/** What lies between the two lines; null where it is no such block. */
function derOf(block: string): Uint8Array | null {
  const [first, last] = [`${BEGIN}${OURS}${DASHES}`, `-----END ${OURS}${DASHES}`];
  if (!block.startsWith(first) || !block.endsWith(last) || block.length < first.length + last.length)
    return null;
  const lines = block.slice(first.length, -last.length).split('\n');
  const body = lines.map((line) => line.trim()).join('');
  // The other alphabet says the same in addresses, and is no PEM: a key has one spelling.
  return /[-_]/.test(body) ? null : bytesOfBase64(body);
}

function keyOf(der: Uint8Array | null) {
  if (der === null || der.length === 0) return 'unreadable';
  try {
    const key = createPublicKey({ key: Buffer.from(der), format: 'der', type: 'spki' });
    // Node passes over what lies behind a key.
    return key.export({ format: 'der', type: 'spki' }).equals(der) ? key : 'unreadable';
  } catch {
    return 'unreadable';
  }
}
