import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hideSecret, redact, redactSentence, withoutHidden } from './redact.ts';

describe('redact', () => {
  const secrets: readonly [name: string, text: string, secret: string][] = [
    ['an OpenAI key', 'use sk-proj-AbCdEf0123456789AbCd now', 'AbCdEf0123456789AbCd'],
    ['a client key of ours', `send fk-${'aB3_'.repeat(10)}xyz please`, 'aB3_aB3_'],
    ['an Anthropic key', 'export K=sk-ant-api03-abcdefghijklmnop', 'abcdefghijklmnop'],
    ['a GitHub token', 'push with ghp_abcdefghijklmnopqrstuvwxyz0123', 'abcdefghijklmnopqrstuvwxyz0123'],
    ['an AWS key id', 'AKIAABCDEFGHIJKLMNOP is mine', 'AKIAABCDEFGHIJKLMNOP'],
    ['a bearer token', 'Authorization: Bearer abcdef.ghijkl-mnop', 'abcdef.ghijkl-mnop'],
    ['a password in a URL', 'postgres://me:hunter22@db.example/x', 'hunter22'],
    ['a password beside its name', 'DB_PASSWORD="correct-horse"', 'correct-horse'],
    ['a password in prose', 'the password is swordfish', 'swordfish'],
    ['a key in JSON', '{"api_key": "abcd1234"}', 'abcd1234'],
    ['a web token', 'eyJhbGciOiJI.eyJzdWIiOiIx.SflKxwRJSMeK', 'SflKxwRJSMeK'],
    [
      'a whole private key',
      '-----BEGIN RSA PRIVATE KEY-----\nMIIabc\n-----END RSA PRIVATE KEY-----',
      'MIIabc',
    ],
    ['a private key cut off', 'see -----BEGIN PRIVATE KEY-----\nMIIxyz', 'MIIxyz'],
    ['a password in a URL cut off', 'psql postgres://me:hunter22', 'hunter22'],
    ['a password in a URL cut off with a mark', 'psql {"url":"postgres://me:hunter…', 'hunter'],
    [
      'a password in JSON within JSON',
      String.raw`sh {"cmd":"curl -d '{\"password\": \"swordfish\"}'"}`,
      'swordfish',
    ],
    ['a token in JSON within JSON within JSON', String.raw`"{\\\"token\\\":\\\"swordfish\\\"}"`, 'swordfish'],
    ['a password behind a flag', 'mysql --user me --password swordfish', 'swordfish'],
    ['a random word', `blob ${'aB3'.repeat(12)} end`, 'aB3aB3'],
  ];
  it.each(secrets)('takes out %s', (_name, text, secret) => {
    const out = redact(text);
    expect(out).not.toContain(secret);
    expect(out).toContain('[redacted]');
  });

  it.each([
    'gnommoweb is a repo of Glitch University',
    'https://example.org/a/b?c=d stays, and so does a@b.example',
    'commit 3f786850e387550fdab836ed7e6dc881de23001b and 123e4567-e89b-12d3-a456-426614174000',
    'the tokeniser and the key idea; a secretary, a monkey',
    'ask http://127.0.0.1:11434',
    'ask http://server:8080…',
  ])('leaves plain text alone: %s', (text) => {
    expect(redact(text)).toBe(text);
  });

  it('changes nothing the second time', () => {
    const text = fc
      .array(fc.constantFrom(...secrets.map(([, t]) => t), 'plain words', '{"a":1}'))
      .map((t) => t.join(' '));
    fc.assert(
      fc.property(text, (t) => {
        expect(redact(redact(t))).toBe(redact(t));
      }),
    );
  });

  it('reads a hostile megabyte in well under a second', () => {
    for (const unit of [
      'a',
      '-----BEGIN PRIVATE KEY-----',
      'password ',
      'a:',
      'sk-',
      'A1',
      '://x:',
      'a://b:',
      '--key ',
      'key\\',
    ]) {
      const started = performance.now();
      redact(unit.repeat(Math.ceil(1_000_000 / unit.length)));
      expect(performance.now() - started, `on repeated "${unit}"`).toBeLessThan(2000);
    }
  });
});

describe('redactSentence', () => {
  it('keeps at most 280 characters, on one line, without secrets', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2000 }), (text) => {
        const line = redactSentence(`${text}\npassword: hunter2hunter2`);
        expect(line.length).toBeLessThanOrEqual(280);
        expect(line).not.toMatch(/[\r\n]|hunter2/);
      }),
    );
  });
});

describe('a key in use', () => {
  const key = 'zebra"Giraffe/Okapi tapirs';

  it('vanishes in every spelling for as long as somebody uses it', () => {
    const text = `a ${key} b ${encodeURIComponent(key)} c ${JSON.stringify(key)} d ${btoa(key)} e`;
    expect(withoutHidden(text)).toBe(text);
    const first = hideSecret(key);
    const second = hideSecret(key);
    expect(redact(text)).toBe('a [redacted] b [redacted] c "[redacted]" d [redacted] e');
    expect(withoutHidden('password: hunter22 stays')).toBe('password: hunter22 stays');
    first();
    first();
    expect(redact(`x ${key}`)).toBe('x [redacted]');
    second();
    expect(redact(`x ${key}`)).toBe(`x ${key}`);
  });

  it('that is a placeholder tears no words apart', () => {
    const letGo = hideSecret('none');
    expect(redact('none of it')).toBe('none of it');
    letGo();
  });
});
