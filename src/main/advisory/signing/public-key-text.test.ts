// Promise: an operator's public key is read under its one id, and anything else that is pasted is refused with what to do, and never repeated.
import { execFileSync } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fc } from '../../../shared/testing/campaign.ts';
import { isSignedBy, makeKey, privateKeyOf, privatePemOf, signWith } from './keys.ts';
import { readPublicKey } from './public-key-text.ts';

const [ED, EC] = [makeKey('ed25519'), makeKey('ecdsa-p256')];
const spki = { format: 'pem', type: 'spki' } as const;
const refusalOf = (text: string): string => {
  try {
    readPublicKey(text);
  } catch (error) {
    expect(error).toMatchObject({ code: 'INVALID_INPUT' });
    return String(error);
  }
  return 'taken';
};
/** The lines between the first and the last, joined: what must not come back. */
const bodyOf = (pem: string) => pem.trim().split('\n').slice(1, -1);

describe.each([ED, EC])('a key in PEM', (made) => {
  const { pem, keyId, algorithm } = made.publicKey;

  it('is read, with blanks around it and whatever line ends, under the digest of its SPKI', () => {
    const der = made.publicKey.key.export({ format: 'der', type: 'spki' });
    expect(keyId).toBe(createHash('sha256').update(der).digest('hex'));
    for (const text of [pem, ` \n${pem}\n\n`, pem.replaceAll('\n', '\r\n')])
      expect(readPublicKey(text)).toMatchObject({ algorithm, keyId, pem });
  });

  it('verifies what its private half signed, which comes back from PKCS#8', () => {
    const again = privateKeyOf(privatePemOf(made));
    if (!again) throw new Error('no private key');
    expect(again.publicKey.keyId).toBe(keyId);
    const message = Buffer.from('hello');
    expect(isSignedBy(readPublicKey(pem), message, signWith(again, message))).toBe(true);
  });

  it('is not read in the alphabet of addresses, which says the same bytes otherwise', () => {
    let key = makeKey('ecdsa-p256').publicKey.pem;
    while (!key.includes('+')) key = makeKey('ecdsa-p256').publicKey.pem;
    expect(() => readPublicKey(key.replace('+', '-'))).toThrow(/cannot be read/);
  });

  it('is not read any more with one of its lines changed, or is another key', () => {
    fc.assert(
      fc.property(fc.nat(pem.length - 1), fc.constantFrom('A', '-', '\n', '=', '\u0000', 'é'), (at, sign) => {
        const changed = `${pem.slice(0, at)}${sign}${pem.slice(at + 1)}`;
        fc.pre(changed.trim().replaceAll('\n', '') !== pem.trim().replaceAll('\n', ''));
        try {
          expect(readPublicKey(changed).keyId).not.toBe(keyId);
        } catch (error) {
          expect(error).toMatchObject({ code: 'INVALID_INPUT' });
        }
      }),
    );
  });
});

describe('what is no such key', () => {
  const pkcs1 = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const p384 = generateKeyPairSync('ec', { namedCurve: 'secp384r1' });
  const k1 = generateKeyPairSync('ec', { namedCurve: 'secp256k1' });

  it.each([
    ['private', privatePemOf(ED), /private key; it was not kept.*openssl pkey -in KEY -pubout/],
    ['private', privatePemOf(EC), /private key/],
    ['private, after the public one', `${ED.publicKey.pem}${privatePemOf(ED)}`, /private key/],
    ['private, of SEC1', p384.privateKey.export({ format: 'pem', type: 'sec1' }) as string, /private key/],
    ['private, of RSA', pkcs1.privateKey.export({ format: 'pem', type: 'pkcs1' }) as string, /private key/],
    ['RSA', pkcs1.publicKey.export(spki) as string, /a key of RSA/],
    ['RSA of PKCS#1', pkcs1.publicKey.export({ format: 'pem', type: 'pkcs1' }) as string, /cannot be read/],
    ['another curve', p384.publicKey.export(spki) as string, /a key of SECP384R1/],
    ['another curve', k1.publicKey.export(spki) as string, /a key of SECP256K1/],
    ['X25519', generateKeyPairSync('x25519').publicKey.export(spki) as string, /a key of X25519/],
    ['two keys', `${ED.publicKey.pem}${EC.publicKey.pem}`, /There are 2 keys/],
  ])('is refused and not repeated: %s', (_, text, words) => {
    const said = refusalOf(text);
    expect(said).toMatch(words);
    for (const line of bodyOf(text).filter((one) => !one.startsWith('-----')))
      expect(said).not.toContain(line);
  });

  it.each([
    ['', /no public key in PEM/],
    ['MCowBQYDK2VwAyEA', /no public key in PEM/],
    [`ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA me@here`, /as ssh writes it/],
    ['-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----', /openssl x509/],
    ['-----BEGIN PUBLIC KEY-----', /cannot be read/],
    ['-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----', /cannot be read/],
    ['-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----', /cannot be read/],
    [`${ED.publicKey.pem}x`, /cannot be read/],
  ])('is refused with what to give: %j', (text, words) => expect(refusalOf(text)).toMatch(words));

  it('is refused unread when it is long', () => expect(refusalOf('A'.repeat(8193))).toMatch(/too long/));

  it('is no point of the curve, or has bytes behind it', () => {
    const der = EC.publicKey.key.export({ format: 'der', type: 'spki' });
    const off = Buffer.from(der);
    off[off.length - 1] = (off.at(-1) ?? 0) ^ 1;
    for (const bytes of [off, Buffer.concat([der, Buffer.from([0])])])
      expect(
        refusalOf(`-----BEGIN PUBLIC KEY-----\n${bytes.toString('base64')}\n-----END PUBLIC KEY-----`),
      ).toMatch(/cannot be read/);
  });
});

const hasOpenssl = (() => {
  try {
    return execFileSync('openssl', ['version'], { stdio: ['ignore', 'pipe', 'ignore'] }).length > 0;
  } catch {
    return false;
  }
})();

describe.skipIf(!hasOpenssl)(
  `keys that openssl made${hasOpenssl ? '' : ' (skipped: it is not here)'}`,
  () => {
    it.each([
      ['ed25519', ['genpkey', '-algorithm', 'ed25519']],
      ['ecdsa-p256', ['genpkey', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256']],
    ])('are read: %s', (algorithm, args) => {
      const made = execFileSync('openssl', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
      const pem = execFileSync('openssl', ['pkey', '-pubout'], { input: made, encoding: 'utf8' });
      expect(readPublicKey(pem)).toMatchObject({ algorithm });
    });
  },
);
