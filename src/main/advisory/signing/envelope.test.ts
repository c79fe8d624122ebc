// Promise: an envelope is accepted only where a trusted key signed these very bytes as this very type; DSSE's own vectors come out as they should; and
// whatever a stranger writes into an envelope is refused with a reason, never taken and never thrown at anybody.
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fc } from '../../../shared/testing/campaign.ts';
import { base64Of } from './base64.ts';
import {
  type Envelope,
  MAX_ENVELOPE_BYTES,
  readEnvelope,
  type Verified,
  verifyEnvelope,
  writeEnvelope,
} from './envelope.ts';
import { isSignedBy, makeKey, type PrivateKey, type PublicKey, publicKeyOf, signWith } from './keys.ts';
import { pae } from './pae.ts';
import { IN_TOTO_PAYLOAD } from './statement.ts';

const TYPE = IN_TOTO_PAYLOAD;
const PAYLOAD = Buffer.from('{"_type":"https://in-toto.io/Statement/v1"}');
const keys = { ed25519: makeKey('ed25519'), 'ecdsa-p256': makeKey('ecdsa-p256') };
const [ED, EC] = [keys.ed25519, keys['ecdsa-p256']];

const signed = (by: readonly PrivateKey[], payload: Uint8Array = PAYLOAD, payloadType = TYPE): Envelope => ({
  ...{ payloadType, payload },
  signatures: by.map((key) => ({
    keyId: key.publicKey.keyId,
    signature: signWith(key, pae(payloadType, payload)),
  })),
});
const verify = (envelope: Envelope, by: readonly PrivateKey[], type = TYPE): Verified =>
  verifyEnvelope(
    envelope,
    by.map(({ publicKey }) => publicKey),
    type,
  );
const bytesOf = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));
const asText = (envelope: Envelope) => JSON.parse(writeEnvelope(envelope));
const faultOf = (verdict: { ok: boolean; fault?: string }) => (verdict.ok ? 'accepted' : verdict.fault);
const spki = (key: { kty: string; crv: string; x: string; y?: string }): PublicKey => {
  const read = publicKeyOf(createPublicKey({ key, format: 'jwk' }));
  if (!read) throw new Error('no key of ours');
  return read;
};
/** What comes from outside, read and verified. */
function judged(value: unknown): Verified | ReturnType<typeof readEnvelope> {
  const read = readEnvelope(bytesOf(value));
  return read.ok ? verify(read.envelope, [ED]) : read;
}

interface Vectors {
  readonly keys: Readonly<Record<string, { readonly seed: string; readonly public: string }>>;
  readonly vectors: readonly {
    readonly id: string;
    readonly envelope: {
      readonly payload: string;
      readonly payloadType: string;
      readonly signatures: readonly { readonly sig: string; readonly keyid?: string }[];
    };
    readonly trustedKeys: readonly string[];
    readonly threshold: number;
    readonly supportedPayloadTypes: readonly string[];
    readonly pae: string;
    readonly expect: 'accept' | 'reject';
  }[];
}

const VECTORS = ['', '../']
  .map((up) => join(import.meta.dirname, `../../../../${up}../shared/data/schemas/dsse-vectors.json`))
  .find((file) => existsSync(file));
if (VECTORS === undefined) console.warn("skipped: DSSE's vectors; they are not on this machine");

describe.skipIf(VECTORS === undefined)("DSSE's vectors", () => {
  const { keys: named, vectors }: Vectors = VECTORS
    ? JSON.parse(readFileSync(VECTORS, 'utf8'))
    : { keys: {}, vectors: [] };
  const publicOf = (name: string) =>
    spki({
      kty: 'OKP',
      crv: 'Ed25519',
      x: Buffer.from(named[name]?.public ?? '', 'hex').toString('base64url'),
    });
  const privateOf = (name: string): KeyObject => {
    const { seed = '', public: x = '' } = named[name] ?? {};
    const [d, half] = [seed, x].map((hex) => Buffer.from(hex, 'hex').toString('base64url'));
    return createPrivateKey({
      key: { kty: 'OKP', crv: 'Ed25519', d: d ?? '', x: half ?? '' },
      format: 'jwk',
    });
  };

  it('are nine', () => expect(vectors).toHaveLength(9));

  it.each(vectors)('$id: $expect', (vector) => {
    const read = readEnvelope(bytesOf(vector.envelope));
    if (!read.ok) throw new Error(read.reason);
    const signers = new Set(
      vector.supportedPayloadTypes.flatMap((type) =>
        vector.trustedKeys.flatMap((name) => {
          const verdict = verifyEnvelope(read.envelope, [publicOf(name)], type);
          return verdict.ok ? [verdict.signedBy] : [];
        }),
      ),
    );
    expect(signers.size >= vector.threshold).toBe(vector.expect === 'accept');
    // In one vector the type was swapped after signing: what was signed is the other type's.
    const isSwapped = vector.id === 'payload-type-swapped';
    const { payloadType, payload } = read.envelope;
    const encoded = pae(isSwapped ? TYPE : payloadType, payload);
    expect(Buffer.from(encoded).toString('hex')).toBe(vector.pae);
    for (const { signature } of read.envelope.signatures) {
      const names = Object.keys(named).filter((name) => isSignedBy(publicOf(name), encoded, signature));
      expect(names).toHaveLength(1);
      // Ed25519 signs one message in one way: ours are theirs, bit for bit.
      const key = { publicKey: publicOf(names[0] ?? ''), key: privateOf(names[0] ?? '') };
      expect(signWith(key, encoded)).toEqual(signature);
    }
  });
});

describe("the protocol's own example", () => {
  const number = (digits: string) =>
    Buffer.from(BigInt(digits).toString(16).padStart(64, '0'), 'hex').toString('base64url');
  const key = spki({
    ...{ kty: 'EC', crv: 'P-256' },
    x: number('46950820868899156662930047687818585632848591499744589407958293238635476079160'),
    y: number('5640078356564379163099075877009565129882514886557779369047442380624545832820'),
  });
  const halves = Buffer.from(
    'A3JqsQGtVsJ2O2xqrI5IcnXip5GToJ3F+FnZ+O88SjtR6rDAajabZKciJTfUiHqJPcIAriEGAHTVeCUjW2JIZA==',
    'base64',
  );
  const message = pae('http://example.com/HelloWorld', Buffer.from('hello world'));

  it('is encoded as it stands there, and its ECDSA signature holds once it is in DER', () => {
    expect(Buffer.from(message).toString()).toBe('DSSEv1 29 http://example.com/HelloWorld 11 hello world');
    // Neither half has its highest bit set, so that each is an integer of 32 bytes.
    const der = Buffer.concat([
      Buffer.from([0x30, 68, 0x02, 32]),
      halves.subarray(0, 32),
      Buffer.from([0x02, 32]),
      halves.subarray(32),
    ]);
    expect(isSignedBy(key, message, der)).toBe(true);
    expect(isSignedBy(key, message, halves)).toBe(false);
  });
});

describe.each(['ed25519', 'ecdsa-p256'] as const)('an envelope signed with %s', (algorithm) => {
  const key = keys[algorithm];
  const other = makeKey(algorithm);

  it('comes back as it was written, verified, with the id of who signed', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (payload) => {
        const read = readEnvelope(Buffer.from(writeEnvelope(signed([key], payload))));
        if (!read.ok) throw new Error(read.reason);
        expect(verify(read.envelope, [other, key])).toEqual({
          ...{ ok: true, payload: Buffer.from(payload), signedBy: key.publicKey.keyId },
        });
      }),
    );
  });

  it('is refused when any one bit of its payload or signature is another', () => {
    const envelope = signed([key]);
    const [only] = envelope.signatures;
    if (!only) throw new Error('not signed');
    const flipped = (bytes: Uint8Array, at: number, bit: number) =>
      Uint8Array.from(bytes, (byte, n) => (n === at ? byte ^ (1 << bit) : byte));
    for (let bit = 0; bit < 8; bit++) {
      for (let at = 0; at < PAYLOAD.length; at++) {
        const changed = { ...envelope, payload: flipped(PAYLOAD, at, bit) };
        expect(faultOf(verify(changed, [key])), `payload ${at}.${bit}`).toBe('no_valid_signature');
      }
      for (let at = 0; at < only.signature.length; at++) {
        const signatures = [{ ...only, signature: flipped(only.signature, at, bit) }];
        const verdict = verify({ ...envelope, signatures }, [key]);
        expect(faultOf(verdict), `signature ${at}.${bit}`).toBe('no_valid_signature');
      }
    }
  });

  it('is refused when a byte is added to or taken from payload or signature', () => {
    const envelope = signed([key]);
    const signature = envelope.signatures[0]?.signature ?? new Uint8Array();
    const longer = (bytes: Uint8Array) => Buffer.concat([bytes, Buffer.from([0])]);
    for (const payload of [longer(PAYLOAD), PAYLOAD.subarray(1), PAYLOAD.subarray(0, -1), Buffer.alloc(0)])
      expect(faultOf(verify({ ...envelope, payload }, [key]))).toBe('no_valid_signature');
    for (const made of [longer(signature), signature.subarray(0, -1), Buffer.alloc(0)]) {
      const signatures = [{ keyId: key.publicKey.keyId, signature: made }];
      expect(faultOf(verify({ ...envelope, signatures }, [key]))).toBe('no_valid_signature');
    }
  });

  it('is refused as another type, also where that is wanted', () => {
    const swapped = { ...signed([key]), payloadType: 'application/json' };
    expect(faultOf(verify(swapped, [key], 'application/json'))).toBe('no_valid_signature');
    expect(faultOf(verify(swapped, [key]))).toBe('payload_type');
  });

  it('is refused with the signature of another payload, of another key, and of the payload alone', () => {
    const { signatures } = signed([key], Buffer.from('another'));
    expect(faultOf(verify({ ...signed([key]), signatures }, [key]))).toBe('no_valid_signature');
    expect(faultOf(verify(signed([other]), [key]))).toBe('no_valid_signature');
    const bare = { ...signed([]), signatures: [{ keyId: '', signature: signWith(key, PAYLOAD) }] };
    expect(faultOf(verify(bare, [key]))).toBe('no_valid_signature');
  });

  it('is accepted by the key whatever key id it gives, and by nobody for giving one', () => {
    const [only] = signed([key]).signatures;
    if (!only) throw new Error('not signed');
    const named = (keyId: string) => ({ ...signed([]), signatures: [{ ...only, keyId }] });
    for (const keyId of ['', 'A', other.publicKey.keyId])
      expect(faultOf(verify(named(keyId), [other, key]))).toBe('accepted');
    expect(faultOf(verify(named(other.publicKey.keyId), [other]))).toBe('no_valid_signature');
  });
});

it('a key has one id, in whichever spelling it came', () => {
  const { key } = EC.publicKey;
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const odd = (Buffer.from(y, 'base64url').at(-1) ?? 0) & 1;
  const compressed = createPublicKey({
    key: Buffer.concat([
      Buffer.from('3039301306072a8648ce3d020106082a8648ce3d030107032200', 'hex'),
      Buffer.from([2 + odd]),
      Buffer.from(x, 'base64url'),
    ]),
    ...{ format: 'der', type: 'spki' },
  });
  const again = publicKeyOf(compressed);
  expect(again?.keyId).toBe(EC.publicKey.keyId);
});

it('nobody is accepted where nobody is trusted, nobody signed, or the type is empty', () => {
  expect(faultOf(verify(signed([ED]), []))).toBe('no_valid_signature');
  expect(faultOf(verify(signed([]), [ED]))).toBe('unsigned');
  expect(faultOf(verify(signed([ED], PAYLOAD, ''), [ED], ''))).toBe('payload_type');
});

it('a trusted key is found among whatever other signatures stand there', () => {
  const envelope = signed([makeKey('ed25519'), makeKey('ecdsa-p256'), ED]);
  expect(verify(envelope, [EC, ED])).toMatchObject({ signedBy: ED.publicKey.keyId });
});

describe('keys that are confused', () => {
  it('verify nothing: a key of one algorithm never takes the signature of the other', () => {
    const message = pae(TYPE, PAYLOAD);
    const asOther = (key: PublicKey): PublicKey => ({
      ...key,
      algorithm: key.algorithm === 'ed25519' ? 'ecdsa-p256' : 'ed25519',
    });
    for (const [one, two] of [
      [ED, EC],
      [EC, ED],
    ] as const) {
      const signature = signWith(one, message);
      expect(isSignedBy(one.publicKey, message, signature)).toBe(true);
      for (const key of [two.publicKey, asOther(two.publicKey), asOther(one.publicKey)])
        expect(isSignedBy(key, message, signature)).toBe(false);
    }
  });

  it('may be the same signature of ECDSA in two spellings of s', () => {
    const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
    const message = pae(TYPE, PAYLOAD);
    const der = Buffer.from(signWith(EC, message));
    const sAt = 4 + (der[3] ?? 0);
    const r = der.subarray(2, sAt);
    const s = BigInt(`0x${der.subarray(sAt + 2).toString('hex')}`);
    const hex = (order - s)
      .toString(16)
      .padStart(64, '0')
      .replace(/^(?:00)+(?=[0-7])/, '');
    const bytes = Buffer.from(/^[89a-f]/.test(hex) ? `00${hex}` : hex, 'hex');
    const body = Buffer.concat([r, Buffer.from([2, bytes.length]), bytes]);
    const twin = Buffer.concat([Buffer.from([0x30, body.length]), body]);
    expect(isSignedBy(EC.publicKey, message, twin)).toBe(true);
  });
});

describe('an envelope from outside', () => {
  const good = asText(signed([ED]));
  const sig = good.signatures[0].sig as string;

  it('may have members that nobody knows, no key id, and either alphabet', () => {
    const payload = Buffer.from([0xfb, 0xff, 0xbf, 0x3e, 0x3f]);
    const own = signed([ED], payload);
    const urlSafe = (bytes: Uint8Array) => base64Of(bytes).replaceAll('+', '-').replaceAll('/', '_');
    expect(
      faultOf(
        judged({
          ...{ payload: urlSafe(payload), payloadType: TYPE, extra: { a: [1] } },
          signatures: [{ sig: urlSafe(own.signatures[0]?.signature ?? payload), cert: 'x' }],
        }),
      ),
    ).toBe('accepted');
  });

  it.each([
    ['a list', []],
    ['null', null],
    ['a text', 'x'],
    ['no payload', { ...good, payload: undefined }],
    ['a payload as text of its own', { ...good, payload: undefined, payloadUtf8: 'x' }],
    ['a number for a type', { ...good, payloadType: 1 }],
    ['half a surrogate pair in the type', { ...good, payloadType: 'a\ud800' }],
    ['no signatures', { ...good, signatures: undefined }],
    ['a signature that is no object', { ...good, signatures: [sig] }],
    ['a signature without one', { ...good, signatures: [{ keyid: 'A' }] }],
    ['a key id that is null', { ...good, signatures: [{ keyid: null, sig }] }],
    ['more signatures than are tried', { ...good, signatures: Array(9).fill({ sig }) }],
    ['a signature of a megabyte', { ...good, signatures: [{ sig: 'A'.repeat(1_000_000) }] }],
  ])('is malformed with %s', (_, value) => {
    expect(faultOf(judged(value))).toBe('malformed');
  });

  it.each([
    ['without its padding', (text: string) => text.replace(/=+$/, '')],
    ['with more padding', (text: string) => `${text}=`],
    ['with a line end', (text: string) => `${text.slice(0, 8)}\n${text.slice(8)}`],
    ['with a blank behind', (text: string) => `${text} `],
    ['in both alphabets', (text: string) => `+_${text.slice(2)}`],
    ['with a sign of neither', (text: string) => `*${text.slice(1)}`],
    ['with bits behind the last byte', (text: string) => text.replace(/.(=+)$/, '/$1')],
  ])('is refused with base64 %s, in its payload as in its signatures', (_, change) => {
    const payload = base64Of(Buffer.from('ab'));
    expect(faultOf(judged({ ...good, payload: change(payload) }))).toBe('bad_base64');
    const signatures = [{ sig: change(sig) }];
    expect(faultOf(judged({ ...good, signatures }))).toBe('bad_base64');
  });

  it('is refused with two members of one name, of which two readers could take one each', () => {
    const text = JSON.stringify(good);
    for (const member of ['"payload":"YQ==",', '"\\u0070ayload":"YQ==",', '"signatures":[],']) {
      const read = readEnvelope(Buffer.from(`{${member}${text.slice(1)}`));
      expect(faultOf(read)).toBe('malformed');
    }
  });

  it('is refused unread when it is huge', () => {
    const huge = Buffer.alloc(MAX_ENVELOPE_BYTES + 1, '[');
    expect(faultOf(readEnvelope(huge))).toBe('too_large');
    expect(faultOf(readEnvelope(huge.subarray(1)))).toBe('malformed');
  });

  it('is never thrown at anybody, whatever its bytes are', () => {
    const text = JSON.stringify(good);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.nat(text.length), (bytes, at) => {
        const mixed = Buffer.concat([Buffer.from(text.slice(0, at)), bytes, Buffer.from(text.slice(at))]);
        for (const read of [readEnvelope(bytes), readEnvelope(mixed)])
          if (!read.ok) expect(read.reason).toMatch(/\.$/);
      }),
    );
  });
});

describe('an envelope that is written', () => {
  it('has one spelling, in whichever order its signatures came', () => {
    const { signatures, ...rest } = signed([ED, EC]);
    const unnamed = { ...(signatures[0] ?? { signature: PAYLOAD }), keyId: '' };
    const all = [...signatures, unnamed];
    const text = writeEnvelope({ ...rest, signatures: all });
    expect(writeEnvelope({ ...rest, signatures: [...all, ...all].reverse() })).toBe(text);
    expect(JSON.parse(text).signatures.at(-1)).toEqual({ sig: base64Of(unnamed.signature) });
    const plain = writeEnvelope({ payloadType: 't', payload: Buffer.from('a'), signatures: [] });
    expect(plain).toBe('{"payload":"YQ==","payloadType":"t","signatures":[]}');
  });
});
