// A Web Push message as a push service takes it: encrypted for one browser (RFC 8291, aes128gcm of RFC 8188), signed by this console (VAPID, RFC 8292).
// Pure but for random numbers, which a test gives. Called by web-push.ts.
import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  sign,
} from 'node:crypto';

const CURVE = 'prime256v1';
const RECORD_BYTES = 4096;
/** Of an uncompressed point: 0x04, x, y. */
const COORDINATE_BYTES = 32;
const TOKEN_SECONDS = 12 * 3600;
/** Push services ask for a contact; a console has none that is not private. */
const CONTACT = 'mailto:operator@example.org';

/** What a browser gave for itself, base64url. */
export interface PushKeys {
  readonly p256dh: string;
  readonly auth: string;
}

/** A private key of P-256, base64url. */
export type ServerKey = string;

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');

function ecdhOf(key: ServerKey): ECDH {
  const ecdh = createECDH(CURVE);
  ecdh.setPrivateKey(bytes(key));
  return ecdh;
}

export function createServerKey(): ServerKey {
  const ecdh = createECDH(CURVE);
  ecdh.generateKeys();
  return ecdh.getPrivateKey().toString('base64url').padStart(43, 'A');
}

/** As browsers take it when they subscribe. */
export const publicKeyOf = (key: ServerKey): string => ecdhOf(key).getPublicKey('base64url', 'uncompressed');

/**
 * @param once the salt and the key of this message alone; a test gives those of the RFC
 * @throws where the browser's key is no point of the curve
 */
export function encryptPush(
  { p256dh, auth }: PushKeys,
  text: string,
  once: { readonly salt: Buffer; readonly key: ServerKey } = {
    salt: randomBytes(16),
    key: createServerKey(),
  },
): Buffer {
  const ours = ecdhOf(once.key);
  const publicKey = ours.getPublicKey();
  const shared = ours.computeSecret(bytes(p256dh));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), bytes(p256dh), publicKey]);
  const secret = derive(shared, bytes(auth), info, 32);
  const key = derive(secret, once.salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, once.salt, 'Content-Encoding: nonce\0', 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  // 0x02: the last record.
  const record = Buffer.concat([cipher.update(text, 'utf8'), cipher.update(Buffer.of(2)), cipher.final()]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD_BYTES);
  return Buffer.concat([
    once.salt,
    size,
    Buffer.of(publicKey.length),
    publicKey,
    record,
    cipher.getAuthTag(),
  ]);
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer | string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/** @param endpoint whose service is addressed @param now epoch milliseconds @returns the value of Authorization */
export function vapidHeader(key: ServerKey, endpoint: string, now: number): string {
  const point = bytes(publicKeyOf(key));
  const jwk = {
    ...{ kty: 'EC', crv: 'P-256', d: key },
    x: point.subarray(1, 1 + COORDINATE_BYTES).toString('base64url'),
    y: point.subarray(1 + COORDINATE_BYTES).toString('base64url'),
  };
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = {
    ...{ aud: new URL(endpoint).origin, sub: CONTACT },
    exp: Math.floor(now / 1000) + TOKEN_SECONDS,
  };
  const head = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`;
  const signer = createPrivateKey({ key: jwk, format: 'jwk' });
  const signature = sign('sha256', Buffer.from(head), { key: signer, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${head}.${signature.toString('base64url')}, k=${publicKeyOf(key)}`;
}
