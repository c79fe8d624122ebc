// A key at rest can be read with the vault's key, for the model it belongs to, at the address it was given for; and
// in no other way.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { redact, withoutHidden } from '../../shared/redact.ts';
import { fc } from '../../shared/testing/campaign.ts';
import { hidden, VAULT_KEY_FILE, VAULT_KEY_VARIABLE, Vault, vaultKeySource } from './vault.ts';

const PLACE = { modelId: '7', origin: 'https://api.example.com' };
const variable = (key: string) => ({ [VAULT_KEY_VARIABLE]: key });

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'festinger-vault-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

describe('a sealed key', () => {
  it('comes back as it went in, and never looks the same twice', () => {
    const vault = new Vault(vaultKeySource({}, dir));
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (secret) => {
        const sealed = vault.seal(secret, PLACE);
        expect(vault.open(sealed, PLACE)).toBe(secret);
        expect(vault.seal(secret, PLACE)).not.toBe(sealed);
      }),
    );
  });

  it('cannot be moved to another model or another address, nor changed', () => {
    const vault = new Vault(vaultKeySource({}, dir));
    const sealed = vault.seal('secret', PLACE);
    expect(vault.open(sealed, { ...PLACE, modelId: '8' })).toBeNull();
    expect(vault.open(sealed, { upstream: PLACE.modelId, origin: PLACE.origin })).toBeNull();
    expect(vault.open(sealed, { ...PLACE, origin: 'https://evil.example' })).toBeNull();
    expect(vault.open(sealed, { signingKey: PLACE.modelId })).toBeNull();
    expect(vault.open(vault.seal('secret', { signingKey: 'ab' }), { signingKey: 'ba' })).toBeNull();
    const bytes = Buffer.from(sealed.slice(3), 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(vault.open(`v1.${changed.toString('base64url')}`, PLACE), `byte ${at}`).toBeNull();
    }
    for (const junk of ['', 'v1.', 'v2.abc', sealed.slice(0, 20)]) expect(vault.open(junk, PLACE)).toBeNull();
  });

  it('cannot be read with another vault key, and that is no error', () => {
    const sealed = new Vault(vaultKeySource(variable(randomBytes(32).toString('base64')), dir)).seal(
      's',
      PLACE,
    );
    expect(new Vault(vaultKeySource({}, dir)).open(sealed, PLACE)).toBeNull();
  });
});

describe('the vault key', () => {
  it('is made when it is first needed, for its owner alone, and kept', () => {
    const source = vaultKeySource({}, dir);
    expect(new Vault(source).open('v1.abc', PLACE)).toBeNull();
    expect(readdirSync(dir), 'reading makes nothing').toEqual([]);
    const made = source.make();
    expect(made).toHaveLength(32);
    const file = join(dir, VAULT_KEY_FILE);
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
    const before = readFileSync(file, 'utf8');
    expect(vaultKeySource({}, dir).make()).toEqual(made);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it.skipIf(process.platform === 'win32')('is there whole or not at all when the disk is full', () => {
    const vault = fileURLToPath(new URL('./vault.ts', import.meta.url));
    const make = `const { vaultKeySource } = await import(${JSON.stringify(vault)});
      try { vaultKeySource({}, ${JSON.stringify(dir)}).make(); } catch (error) { console.log(error.code, error.message); }`;
    // No file may hold a byte then, like on a disk without a free block.
    const limited = [
      '-c',
      'ulimit -f 0 && exec "$0" "$@"',
      process.execPath,
      '--input-type=module',
      '-e',
      make,
    ];
    const said = execFileSync('sh', limited, { encoding: 'utf8' });
    expect(said).toMatch(/^UNAVAILABLE .*vault-key/);
    expect(readdirSync(dir)).toEqual([]);
    const made = vaultKeySource({}, dir).make();
    expect(readdirSync(dir), 'nothing is left beside it').toEqual([VAULT_KEY_FILE]);
    expect(vaultKeySource({}, dir).find()).toEqual(made);
  });

  it('comes from the environment first, where several processes share a database', () => {
    const key = randomBytes(32);
    const source = vaultKeySource(variable(key.toString('base64')), dir);
    expect(Buffer.from(source.make())).toEqual(key);
    expect(readdirSync(dir)).toEqual([]);
  });

  it.each([
    'short',
    Buffer.alloc(31).toString('base64'),
    `${Buffer.alloc(32).toString('base64')} x`,
    '!'.repeat(43),
  ])('that is no 32 bytes is refused without being repeated: %s', (text) => {
    const refusal = () => vaultKeySource(variable(text), dir);
    expect(refusal).toThrow(/FESTINGER_VAULT_KEY holds no vault key.*openssl rand -base64 32/);
    expect(refusal).not.toThrow(text);
    writeFileSync(join(dir, VAULT_KEY_FILE), text);
    expect(() => vaultKeySource({}, dir).make()).toThrow(/vault-key holds no vault key/);
  });

  it('is taken out of whatever is shown, from when it is there until nobody holds it', () => {
    const whileOpen = new DisposableStack();
    const source = hidden(vaultKeySource({}, dir), whileOpen);
    source.make();
    const key = readFileSync(join(dir, VAULT_KEY_FILE), 'utf8').trim();
    expect(redact(`word ${key} word`)).toBe('word [redacted] word');
    whileOpen.dispose();
    using again = new DisposableStack();
    hidden(vaultKeySource({}, dir), again);
    expect(withoutHidden(key)).toBe('[redacted]');
  });
});
