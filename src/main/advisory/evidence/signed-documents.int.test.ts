// Promise: a document counts as signed where a key signed it that the operator accepted, and as trusted where that key speaks for its issuer; what was changed is
// refused; and what is not known to anybody is taken as what it is, unsigned.
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TaskBoard } from '../../console/task-board.ts';
import { readTrust } from '../../store/evidence/keys.ts';
import { TEST_DIALECTS, type TempStore, tempStore } from '../../store/testing/temp-store.ts';
import { pae } from '../signing/pae.ts';
import { statement } from '../testing/documents.ts';
import { Evidence } from './evidence.ts';
import { RemoteDocuments } from './remote-document.ts';
import { zipOf } from './testing/zip.ts';
import { Uploads } from './uploads.ts';

const PROJECT = 'default';
const TYPE = 'application/vnd.in-toto+json';

const KEYS = {
  ed25519: generateKeyPairSync('ed25519'),
  'ecdsa-p256': generateKeyPairSync('ec', { namedCurve: 'prime256v1' }),
  'ecdsa-p384': generateKeyPairSync('ec', { namedCurve: 'secp384r1' }),
  rsa: generateKeyPairSync('rsa', { modulusLength: 2048 }),
};
type Algorithm = keyof typeof KEYS;

const pemOf = (algorithm: Algorithm): string =>
  KEYS[algorithm].publicKey.export({ format: 'pem', type: 'spki' }) as string;
const idOf = (algorithm: Algorithm): string =>
  createHash('sha256')
    .update(KEYS[algorithm].publicKey.export({ format: 'der', type: 'spki' }))
    .digest('hex');
const signed = (message: Uint8Array, algorithm: Algorithm, digest: string | null): Buffer =>
  sign(digest, message, KEYS[algorithm].privateKey as KeyObject);
const DIGEST = { ed25519: null, 'ecdsa-p256': 'sha256', 'ecdsa-p384': 'sha384', rsa: 'sha256' } as const;

const vexOf = (author: string, vulnerability = 'CVE-2026-1') =>
  statement({ author, product: 'pkg:npm/left-pad', vulnerability, status: 'not_affected' });

/** What an author says, attested and signed. */
function attested(author: string, algorithm: Algorithm, keyid?: string): string {
  const payload = Buffer.from(
    JSON.stringify({
      _type: 'https://in-toto.io/Statement/v1',
      predicateType: 'https://openvex.dev/ns',
      subject: [],
      predicate: JSON.parse(vexOf(author)),
    }),
  );
  const sig = signed(pae(TYPE, payload), algorithm, DIGEST[algorithm]).toString('base64');
  const signatures = [keyid === undefined ? { sig } : { sig, keyid }];
  return JSON.stringify({ payloadType: TYPE, payload: payload.toString('base64'), signatures });
}

describe.each(TEST_DIALECTS)('a signed document in %s', (dialect) => {
  let temp: TempStore;
  let evidence: Evidence;
  let onChange: () => void;
  let keyChanges: number;
  beforeEach(async () => {
    temp = await tempStore(dialect);
    const { store, clock } = temp;
    let next = 0;
    const ids = () => `id-${++next}`;
    onChange = () => undefined;
    keyChanges = 0;
    evidence = new Evidence({
      store,
      clock,
      ids,
      tasks: new TaskBoard(clock, ids),
      uploads: new Uploads(join(temp.dir, 'uploads'), clock),
      remote: new RemoteDocuments({ clock }),
      onChange: () => onChange(),
      onKeys: () => void keyChanges++,
      trusted: () => new Set(['beta']),
    });
  });
  afterEach(() => temp[Symbol.asyncDispose]());

  const put = (name: string, content: string | Uint8Array): void => {
    const path = join(temp.dir, 'in', name);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, content);
  };
  const add = () => evidence.add({ project: PROJECT, paths: [join(temp.dir, 'in')], by: 'test' }).result;
  const signatures = async () => {
    const { documents } = await evidence.documents({ project: PROJECT, offset: 0, limit: 100 });
    return documents.map(({ issuer, signature }) => [issuer, signature]).sort();
  };
  const reasons = async () => {
    const [newest] = await evidence.imports(PROJECT);
    return (await evidence.refusals(PROJECT, newest?.id ?? '')).map(({ reason }) => reason);
  };
  const accept = (algorithm: Algorithm, ...issuers: string[]) =>
    evidence.acceptKey({ project: PROJECT, pem: pemOf(algorithm), issuers, note: '', by: 'test' });
  const trusted = async () => (await readTrust(temp.store.reader, PROJECT)).map(({ issuer }) => issuer);

  it('by an accepted key is verified, and trusted of the issuers that the key speaks for', async () => {
    await accept('ed25519', 'acme', 'acme');
    put('a.json', attested('acme', 'ed25519'));
    put('b.json', attested('beta', 'ed25519'));
    put('c.json', vexOf('plain'));
    expect(await add()).toMatchObject({ taken: 3, refused: 0 });
    const verified = { state: 'verified', keyId: idOf('ed25519') };
    expect(await signatures()).toEqual([
      ['acme', verified],
      ['beta', verified],
      ['plain', null],
    ]);
    expect(await trusted()).toEqual(['acme']);
    expect(await evidence.trust(PROJECT)).toMatchObject({
      issuers: [{ name: 'beta', documents: 1 }],
      keys: [{ keyId: idOf('ed25519'), algorithm: 'ed25519', issuers: ['acme'], documents: 2 }],
    });
  });

  it('is replaced by what the same key signed, wherever that lay, and by nothing unsigned', async () => {
    await accept('ed25519', 'acme');
    const at = (day: string) => vexOf('acme').replaceAll('2026-01-01', day);
    const putSigned = (name: string, text: string) => {
      put(name, text);
      put(`${name}.sig`, signed(Buffer.from(text), 'ed25519', null));
    };
    putSigned('a.json', at('2026-01-01'));
    putSigned('b.json', at('2026-01-02'));
    put('c.json', at('2026-01-03'));
    await add();
    const { documents } = await evidence.documents({ project: PROJECT, offset: 0, limit: 9 });
    expect(documents.map(({ origin, versions }) => [origin.slice(-6), versions]).sort()).toEqual([
      ['b.json', 2],
      ['c.json', 1],
    ]);
    expect(await trusted()).toEqual(['acme']);
    await evidence.remove(PROJECT, documents.find(({ versions }) => versions === 2)?.id ?? 0);
    expect((await evidence.documents({ project: PROJECT, offset: 0, limit: 9 })).total).toBe(1);
  });

  it('by an unknown key is taken unsigned, and verified when its key is accepted; not any more when it is removed', async () => {
    put('a.json', attested('acme', 'ecdsa-p256', 'their-name'));
    await add();
    expect(await signatures()).toEqual([['acme', { state: 'unknown_key', keyId: 'their-name' }]]);
    expect(await trusted()).toEqual([]);
    const verifiedAgain = new Promise<void>((resolve) => {
      onChange = resolve;
    });
    await accept('ecdsa-p256', 'acme');
    await verifiedAgain;
    expect(await trusted()).toEqual(['acme']);
    const { keys } = await evidence.removeKey(PROJECT, idOf('ecdsa-p256'));
    expect([keys, await trusted(), keyChanges]).toEqual([[], [], 2]);
    expect(await signatures()).toEqual([['acme', { state: 'unknown_key', keyId: idOf('ecdsa-p256') }]]);
  });

  it('that was changed is refused where it names an accepted key, or its issuer has one', async () => {
    await accept('rsa', 'acme');
    const envelope = JSON.parse(attested('acme', 'rsa', idOf('rsa')));
    const payload = Buffer.from(
      Buffer.from(envelope.payload, 'base64').toString().replace('left-pad', 'lodash'),
    );
    put('a.json', JSON.stringify({ ...envelope, payload: payload.toString('base64') }));
    put('b.json', attested('acme', 'ed25519'));
    put('c.json', attested('other', 'ed25519'));
    expect(await add()).toMatchObject({ taken: 1, refused: 2 });
    const reason = 'Its signature does not verify with the key that you accepted for "acme": ';
    expect(await reasons()).toEqual([expect.stringContaining(reason), expect.stringContaining(reason)]);
  });

  it.each(Object.keys(KEYS) as Algorithm[])('is verified with %s by a file beside it', async (algorithm) => {
    await accept(algorithm, 'acme');
    const text = vexOf('acme');
    const signature = signed(Buffer.from(text), algorithm, DIGEST[algorithm]);
    put('a.json', text);
    put('a.json.sig', signature);
    put('b.json', vexOf('beta'));
    put('b.json.sig', `${signature.toString('base64')}\n`);
    put('README', 'x');
    expect(await add()).toEqual({ taken: 2, same: 0, refused: 0, leftOut: 1 });
    expect(await signatures()).toEqual([
      ['acme', { state: 'verified', keyId: idOf(algorithm) }],
      ['beta', { state: 'unknown_key', keyId: '' }],
    ]);
  });

  it('is verified once its signature comes', async () => {
    await accept('ed25519', 'acme');
    const text = vexOf('acme');
    put('a.json', text);
    await add();
    expect(await trusted()).toEqual([]);
    put('a.json.sig', signed(Buffer.from(text), 'ed25519', null));
    expect(await add()).toMatchObject({ taken: 0, same: 1 });
    expect(await trusted()).toEqual(['acme']);
  });

  it('lies in an archive beside its signature and its checksum', async () => {
    await accept('ed25519', 'acme');
    const text = vexOf('acme');
    const other = vexOf('beta');
    const zip = zipOf([
      { name: 'a.json', text },
      { name: 'a.json.sig', text: signed(Buffer.from(text), 'ed25519', null).toString('base64') },
      { name: 'a.json.sha256', text: `${createHash('sha256').update(text).digest('hex')}  a.json\n` },
      { name: 'b.json', text: other },
      { name: 'b.json.sha512', text: createHash('sha512').update(text).digest('hex') },
    ]);
    put('all.zip', zip);
    expect(await add()).toEqual({ taken: 1, same: 0, refused: 1, leftOut: 0 });
    expect(await reasons()).toEqual([expect.stringContaining('.sha512 beside it says')]);
    expect(await trusted()).toEqual(['acme']);
  });

  it('with a checksum that does not fit, or that is none, is refused; of OpenPGP it says that nobody looked', async () => {
    put('a.json', vexOf('acme'));
    put('a.json.sha256', `${'0'.repeat(64)}  a.json`);
    put('b.json', vexOf('beta'));
    put('b.json.sha256', 'not found');
    put('c.json', vexOf('gamma'));
    put('c.json.asc', '-----BEGIN PGP SIGNATURE-----');
    expect(await add()).toEqual({ taken: 1, same: 0, refused: 2, leftOut: 0 });
    expect(await reasons()).toEqual([
      expect.stringContaining('it was changed, or broke off'),
      expect.stringContaining('holds no sha256 digest'),
    ]);
    const { documents } = await evidence.documents({ project: PROJECT, offset: 0, limit: 9 });
    expect(documents.map(({ notes, signature }) => [notes, signature])).toEqual([
      [[expect.stringContaining('OpenPGP signature beside it was not verified')], null],
    ]);
  });

  it('may stand on a line of its own among others', async () => {
    await accept('ed25519', 'acme');
    put('all.intoto.jsonl', `${attested('acme', 'ed25519')}\n{"broken"\n${attested('beta', 'ed25519')}\n`);
    expect(await add()).toMatchObject({ taken: 2, refused: 1 });
    expect(await trusted()).toEqual(['acme']);
    const [newest] = await evidence.imports(PROJECT);
    const [refused] = await evidence.refusals(PROJECT, newest?.id ?? '');
    expect(refused?.origin).toMatch(/all\.intoto\.jsonl#2$/);
  });

  it('needs a public key that can be read', async () => {
    const pem = KEYS.ed25519.privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;
    const given = { project: PROJECT, issuers: ['acme'], note: '', by: 'test' };
    await expect(evidence.acceptKey({ ...given, pem })).rejects.toThrow(/private key; it was not kept/);
    await expect(evidence.removeKey(PROJECT, 'none')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
