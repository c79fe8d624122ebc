// Promise: an installation signs with one key, whichever of its consoles asks first; a private key that cannot be opened is said to be so and never replaced by itself;
// what a retired key signed can still be verified; and no private key lies anywhere in the open, a backup brings none.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { Vault } from '../../llm/vault.ts';
import { loadBackup } from '../../store/backup/backup-load.ts';
import { writeBackup } from '../../store/backup/backup-write.ts';
import type { DatabaseAddress } from '../../store/bulk/snapshot.ts';
import type { Store } from '../../store/store.ts';
import { insertSigningKey } from '../../store/tables/signing-keys.ts';
import { START, TEST_DIALECTS, type TempStore, tempStore } from '../../store/testing/temp-store.ts';
import { isSignedBy, KEY_ALGORITHMS, makeKey, privatePemOf, signWith } from './keys.ts';
import { SigningKeys } from './signing-keys.ts';

const vaultOf = (byte: number): Vault => {
  const key = new Uint8Array(32).fill(byte);
  return new Vault({ find: () => key, make: () => key });
};
const keysOf = (store: Store, temp: TempStore, vault = vaultOf(1)): SigningKeys =>
  new SigningKeys({ store, vault, clock: temp.clock });

describe.each(TEST_DIALECTS)('signing keys on %s', (dialect) => {
  it('are made once, and are the same for everybody who asks at once', async () => {
    await using temp = await tempStore(dialect);
    // SQLite has one process; on PostgreSQL each has a connection of its own, as two consoles do.
    const stores = dialect === 'sqlite' ? [temp.store, temp.store] : [temp.store, await temp.again()];
    for (const algorithm of KEY_ALGORITHMS) {
      const asked = Array.from({ length: 8 }, (_, n) =>
        keysOf(stores[n % 2] ?? temp.store, temp).inUse(algorithm),
      );
      const ids = new Set((await Promise.all(asked)).map(({ publicKey }) => publicKey.keyId));
      expect(ids.size).toBe(1);
      const later = await keysOf(temp.store, temp).inUse(algorithm);
      expect([...ids]).toEqual([later.publicKey.keyId]);
      expect(later.publicKey.algorithm).toBe(algorithm);
    }
    expect((await keysOf(temp.store, temp).known()).keys).toHaveLength(2);
  });

  it('are one of an algorithm, whoever writes', async () => {
    await using temp = await tempStore(dialect);
    await keysOf(temp.store, temp).inUse('ed25519');
    const { publicKey } = makeKey('ed25519');
    const row = {
      ...{ keyId: publicKey.keyId, algorithm: 'ed25519' as const, publicPem: publicKey.pem },
      ...{ sealedPrivate: 'v1.x', createdAt: START, retiredAt: null },
    };
    await expect(temp.store.write((writer) => insertSigningKey(writer, row))).rejects.toThrow();
    const halved = { ...row, algorithm: 'ecdsa-p256' as const, sealedPrivate: null };
    await expect(temp.store.write((writer) => insertSigningKey(writer, halved))).rejects.toThrow();
  });

  it('that the vault cannot open are said to be so, and stay as they are', async () => {
    await using temp = await tempStore(dialect);
    const before = (await keysOf(temp.store, temp).inUse('ed25519')).publicKey.keyId;
    const lost = keysOf(temp.store, temp, vaultOf(2));
    for (let n = 0; n < 2; n++)
      await expect(lost.inUse('ed25519')).rejects.toMatchObject({
        code: 'UNAVAILABLE',
        message: expect.stringMatching(/cannot be opened.*vault-key.*FESTINGER_VAULT_KEY/),
        details: { keyId: before },
      });
    expect((await lost.known()).keys.map(({ publicKey }) => publicKey.keyId)).toEqual([before]);
    // Its own key can still be made anew, if that is what is wanted; the other vault's stays known.
    const next = await lost.rotate('ed25519', before);
    expect((await lost.inUse('ed25519')).publicKey.keyId).toBe(next.keyId);
    await expect(keysOf(temp.store, temp).inUse('ed25519')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('that were moved to another row, or whose public half was, sign and verify nothing', async () => {
    await using temp = await tempStore(dialect);
    const keys = keysOf(temp.store, temp);
    const { publicKey } = await keys.inUse('ed25519');
    const stranger = makeKey('ed25519');
    const sealed = vaultOf(1).seal(privatePemOf(stranger), { signingKey: publicKey.keyId });
    const set = (change: object) =>
      temp.store.write(({ db }) => db.updateTable('signing_key').set(change).execute());
    // Even whoever has the vault's key needs the private half that belongs to the id.
    await set({ sealed_private: sealed });
    await expect(keys.inUse('ed25519')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await set({ public_pem: stranger.publicKey.pem });
    expect(await keys.known()).toEqual({ keys: [], unsound: [publicKey.keyId] });
    await set({ public_pem: 'nothing' });
    expect(await keys.known()).toEqual({ keys: [], unsound: [publicKey.keyId] });
  });

  it('are replaced when asked to, and what the old one signed can be verified', async () => {
    await using temp = await tempStore(dialect);
    const keys = keysOf(temp.store, temp);
    const old = await keys.inUse('ecdsa-p256');
    await keys.inUse('ed25519');
    const message = Buffer.from('brief');
    const signature = signWith(old, message);
    temp.clock.advance(5);
    const next = await keys.rotate('ecdsa-p256', old.publicKey.keyId);
    expect(next.keyId).not.toBe(old.publicKey.keyId);
    expect((await keys.inUse('ecdsa-p256')).publicKey.keyId).toBe(next.keyId);
    const known = (await keys.known()).keys.filter(({ publicKey }) => publicKey.algorithm === 'ecdsa-p256');
    expect(known).toMatchObject([
      { publicKey: { keyId: old.publicKey.keyId }, createdAt: START, retiredAt: START + 5, isOwn: true },
      { publicKey: { keyId: next.keyId }, createdAt: START + 5, retiredAt: null, isOwn: true },
    ]);
    expect(known.filter(({ publicKey }) => isSignedBy(publicKey, message, signature))).toHaveLength(1);
  });

  it('are replaced by whoever saw the one in use, once', async () => {
    await using temp = await tempStore(dialect);
    const keys = keysOf(temp.store, temp);
    await expect(keys.rotate('ed25519', 'a'.repeat(64))).rejects.toMatchObject({ code: 'STALE_VERSION' });
    const first = await keys.rotate('ed25519', null);
    const both = await Promise.allSettled([1, 2].map(() => keys.rotate('ed25519', first.keyId)));
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await keys.known()).keys).toHaveLength(2);
  });

  it('are sealed where they lie', async () => {
    await using temp = await tempStore(dialect);
    const made = await keysOf(temp.store, temp).inUse('ed25519');
    const { rows } = await sql`select * from signing_key`.execute(temp.store.reader as never);
    const pem = privatePemOf(made).split('\n').slice(1, -2).join('');
    expect(JSON.stringify(rows)).not.toContain(pem);
    expect(JSON.stringify(rows)).not.toMatch(/PRIVATE KEY/);
    expect(rows).toMatchObject([{ sealed_private: expect.stringMatching(/^v1\./) }]);
  });

  it('go into a backup without their private halves; a restore keeps those that are here, and knows those of the backup', async () => {
    await using there = await tempStore(dialect);
    await using here = await tempStore(dialect);
    const theirs = (await keysOf(there.store, there).inUse('ed25519')).publicKey.keyId;
    const path = join(there.dir, 'a.festinger-backup.jsonl.gz');
    const request = { program: 'test', now: START, keys: null };
    const signal = new AbortController().signal;
    await writeBackup(there.location as DatabaseAddress, { ...request, path }, () => undefined, signal);
    const text = gunzipSync(readFileSync(path)).toString();
    expect(text).toContain(theirs);
    expect(text).not.toMatch(/v1\.[\w-]{40}/);

    const ours = (await keysOf(here.store, here, vaultOf(3)).inUse('ed25519')).publicKey.keyId;
    mkdirSync(join(here.dir, 'backups'));
    const restore = (backup: string, name: string) =>
      here.store.whileNobodyWrites(() =>
        loadBackup(
          {
            ...{ place: here.location as DatabaseAddress, archive: backup, sealedKeys: {} },
            safety: { ...request, path: join(here.dir, 'backups', name) },
            note: { at: START + 9, actor: 'operator', name: 'a' },
          },
          () => undefined,
          signal,
        ),
      );
    await restore(path, 'safe.gz');
    const after = keysOf(here.store, here, vaultOf(3));
    expect((await after.inUse('ed25519')).publicKey.keyId).toBe(ours);
    const { keys } = await after.known();
    expect(keys).toHaveLength(2);
    expect(keys.find(({ publicKey }) => publicKey.keyId === theirs)).toMatchObject({
      ...{ retiredAt: START + 9, isOwn: false },
    });
    // Its own backup, made before: nothing is doubled, nothing is lost.
    await restore(join(here.dir, 'backups', 'safe.gz'), 'safe2.gz');
    expect((await after.inUse('ed25519')).publicKey.keyId).toBe(ours);
    expect((await after.known()).keys).toHaveLength(2);
  });
});
