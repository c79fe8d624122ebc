// Promises of what a host is known by: each way OpenSSH writes it is read as OpenSSH reads it, and a host shows the key it is known by.
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fc, runs } from '../../../../shared/testing/campaign.ts';
import { matchesPattern } from './host-pattern.ts';
import { fingerprint, hostKeyAlgorithms, judgeHostKey, knownKeys } from './known-hosts.ts';
import { SshHosts } from './ssh-config.ts';

const blob = (type: string, rest: string) => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(type.length);
  return Buffer.concat([length, Buffer.from(type + rest)]);
};
const KEY = blob('ssh-ed25519', 'one');
const b64 = KEY.toString('base64');
const hashed = (host: string) => {
  const salt = Buffer.from('salt salt salt salt!');
  return `|1|${salt.toString('base64')}|${createHmac('sha1', salt).update(host).digest('base64')}`;
};
const host = { name: 'delly', address: 'delly.lan', port: 22, file: 'known_hosts' };

describe('a host', () => {
  it.each([
    ['its name', 'delly.lan', 22, true],
    ['one of several names', '10.0.0.2,delly.lan', 22, true],
    ['its name in capitals', 'Delly.LAN', 22, true],
    ['a pattern', '*.lan', 22, true],
    ['a pattern it is taken out of', '*.lan,!delly.lan', 22, false],
    ['its hashed name', hashed('delly.lan'), 22, true],
    ['another hashed name', hashed('delly'), 22, false],
    ['its name, on another port', 'delly.lan', 2222, false],
    ['its name with the port', '[delly.lan]:2222', 2222, true],
    ['its hashed name with the port', hashed('[delly.lan]:2222'), 2222, true],
    ['another name', 'delly.lan.evil', 22, false],
  ])('is known, or not, by %s', (_how, names, port, isKnown) => {
    const { keys } = knownKeys(`# words\n\n${names} ssh-ed25519 ${b64} a comment\r\n`, 'delly.lan', port);
    expect(keys).toEqual(isKnown ? [{ type: 'ssh-ed25519', key: b64 }] : []);
  });

  it('is asked for the kinds of keys it is known by, and never for SHA-1', () => {
    const of = (text: string) => hostKeyAlgorithms(knownKeys(text, 'a', 22));
    expect(of(`a ssh-ed25519 ${b64}`)).toEqual(['ssh-ed25519']);
    expect(of(`a ssh-rsa ${b64}`)).toEqual(['rsa-sha2-512', 'rsa-sha2-256']);
    expect(of('')).toContain('ecdsa-sha2-nistp256');
    expect(of('')).not.toContain('ssh-rsa');
  });

  it('that is trusted is so for one key: no other, none revoked, none of an authority', () => {
    const judged = (text: string, key = KEY) => judgeHostKey(knownKeys(text, 'delly.lan', 22), key, host);
    const known = `delly.lan ssh-ed25519 ${b64}\n`;
    expect(judged(known)).toBeNull();
    expect(judged(known, blob('ssh-ed25519', 'two'))?.message).toMatch(/in between/);
    expect(judged(`${known}@revoked * ssh-ed25519 ${b64}`)?.message).toMatch(/revoked/);
    expect(judged(`@cert-authority * ssh-ed25519 ${b64}`)?.message).toMatch(
      /not known; its certificate authority/,
    );
    expect(judged('')?.message).toContain(fingerprint(KEY));
    expect(judged('')?.details).toMatchObject({ line: known.trim() });
  });

  it('is never trusted, and never waited for, whatever a file holds', () => {
    const names = fc.string({ unit: fc.constantFrom(...'|1,!*?[]:@# \tdely.lan') });
    const lines = fc.array(fc.tuple(names, fc.constantFrom('ssh-ed25519', 'x', ''), names));
    fc.assert(
      fc.property(lines, (made) => {
        const text = made.map((line) => line.join(' ')).join('\n');
        expect(judgeHostKey(knownKeys(text, 'delly.lan', 22), KEY, host)).not.toBeNull();
      }),
      { numRuns: runs(1000) },
    );
  });

  it('matches a pattern as a plain rule says', () => {
    const slow = (pattern: string, name: string): boolean =>
      pattern === ''
        ? name === ''
        : pattern[0] === '*'
          ? slow(pattern.slice(1), name) || (name !== '' && slow(pattern, name.slice(1)))
          : name !== '' &&
            (pattern[0] === '?' || pattern[0] === name[0]) &&
            slow(pattern.slice(1), name.slice(1));
    const of = (letters: string) => fc.string({ unit: fc.constantFrom(...letters), maxLength: 8 });
    fc.assert(
      fc.property(of('ab*?'), of('ab'), (pattern, name) => {
        expect(matchesPattern(pattern, name)).toBe(slow(pattern, name));
      }),
      { numRuns: runs(3000) },
    );
  });
});

describe('hosts of config.yaml', () => {
  const one = { name: 'delly', address: 'delly.lan', user: 'root', key_file: '~/.ssh/id' };
  const problems = (hosts: unknown) =>
    SshHosts.safeParse(hosts).error?.issues.map(({ message }) => message) ?? [];
  it('are taken with a way in, and refused with what is wrong', () => {
    expect(problems([one, { ...one, name: 'two', via: 'delly' }])).toEqual([]);
    expect(problems([{ ...one, key_file: undefined }])[0]).toMatch(/key_file, or agent/);
    expect(problems([{ ...one, password: 'x' }])[0]).toMatch(/password/);
    expect(problems([one, one])[0]).toMatch(/twice/);
    expect(problems([{ ...one, via: 'nobody' }])[0]).toMatch(/none of these/);
    expect(
      problems([
        { ...one, via: 'two' },
        { ...one, name: 'two', via: 'delly' },
      ])[0],
    ).toMatch(/circle/);
    expect(problems([{ ...one, user: '-oProxyCommand=x' }])[0]).toMatch(/user/);
  });
});
