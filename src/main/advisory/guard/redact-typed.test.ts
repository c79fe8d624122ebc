// Promise: what goes to a model and what comes back holds no secret and nobody's mail or telephone number; the same secret has the same
// mark within a pack; a mark tells nothing of it; and what names something and opens nothing passes byte for byte.
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { hideSecret, redact } from '../../../shared/redact.ts';
import { fc } from '../../../shared/testing/campaign.ts';
import { HELD_OUT, KINDS, Picker } from '../../../shared/testing/secret-kinds.ts';
import { Labels, redactTyped } from './redact-typed.ts';

const random = new Picker(11);
const AWS = `AKIA${random.upper(16)}`;
const AWS2 = `AKIA${random.upper(16)}`;
const out = (text: string) => redactTyped(text, new Labels()).text;

describe('marks', () => {
  it('are the same for the same secret within a pack, in the order in which it was met', () => {
    const labels = new Labels();
    expect(redactTyped(`${AWS} ${AWS2} ${AWS}`, labels)).toMatchObject({
      text: '[REDACTED:aws_key#1] [REDACTED:aws_key#2] [REDACTED:aws_key#1]',
      redactions: { aws_key: 3 },
    });
    expect(redactTyped(`id=${AWS2}; mail a@b.example`, labels).text).toBe(
      'id=[REDACTED:aws_key#2]; mail [REDACTED:mail#1]',
    );
  });

  it('keep to the type a secret was first met with', () => {
    const labels = new Labels();
    redactTyped('the password is zebra-4711', labels);
    expect(redactTyped('api_key="zebra-4711"', labels)).toMatchObject({
      text: 'api_key="[REDACTED:password#1]"',
      redactions: { password: 1 },
    });
  });

  it('that a text has already are given to nothing else', () => {
    expect(out(`[REDACTED:aws_key#4] and ${AWS}`)).toBe('[REDACTED:aws_key#4] and [REDACTED:aws_key#5]');
  });

  it('name the more telling type where two lie over each other', () => {
    expect(out(`Authorization: Bearer ghp_${random.b62(36)}`)).toBe(
      'Authorization: Bearer [REDACTED:github_token#1]',
    );
    expect(out(`secret_key = ${AWS}`)).toBe('secret_key = [REDACTED:aws_key#1]');
  });

  it('say where what was taken out stood', () => {
    const text = `key ${AWS} of a@b.example.`;
    for (const { start, end, markStart, markEnd } of redactTyped(text, new Labels()).taken) {
      expect(out(text).slice(markStart, markEnd)).toMatch(/^\[REDACTED:\w+#1\]$/);
      expect(text.slice(start, end)).toMatch(/^(?:AKIA\w{16}|a@b\.example)$/);
    }
  });

  it('show nothing of the secret, and neither do labels', () => {
    const labels = new Labels();
    const result = redactTyped(`${AWS} ${AWS.toLowerCase()}`, labels);
    const shown = [
      JSON.stringify(result),
      inspect(labels, { depth: 9, showHidden: true }),
      JSON.stringify(labels),
      String(labels),
    ];
    for (const one of shown) expect(one).not.toContain(AWS);
    // Another secret in its place changes nothing of what is shown.
    expect(redactTyped(`${AWS2} x`, new Labels()).text).toBe(redactTyped(`${AWS} x`, new Labels()).text);
  });
});

describe('secrets', () => {
  it.each([...KINDS, ...HELD_OUT])('$name: nothing of it is left', ({ make }) => {
    for (let seed = 1; seed <= 15; seed++) {
      const { text, secrets } = make(new Picker(104_729 * seed));
      const kept = out(`Seen: ${text}\nThanks!`);
      for (const secret of secrets) expect(kept, text).not.toContain(secret);
      expect(out(kept)).toBe(kept);
    }
  });

  it('are found behind signs without width and in full-width letters', () => {
    const hidden = `AK\u200bIA${AWS.slice(4, 10)}\u00ad${AWS.slice(10)}`;
    expect(out(`x ${hidden} y`)).toBe('x [REDACTED:aws_key#1] y');
    const wide = Array.from(AWS, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0)).join(
      '',
    );
    expect(out(`x ${wide} y`)).toBe('x [REDACTED:aws_key#1] y');
  });

  it('in use are taken out, whatever they look like', () => {
    const letGo = hideSecret('quiet little words');
    expect(out('a quiet little words b')).toBe('a [REDACTED:configured_secret#1] b');
    letGo();
  });

  it('are nowhere that redact would find them', () => {
    const text = fc.array(fc.constantFrom(...KINDS, ...HELD_OUT), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 99_999 }), (kinds, seed) => {
        const made = kinds.map(({ make }) => make(new Picker(seed)).text).join(' and\n');
        const kept = out(made);
        expect(out(kept)).toBe(kept);
        expect(redact(kept)).toBe(kept);
      }),
    );
  });
});

describe('what belongs to persons', () => {
  it.each([
    ['write to jane.roe+x@corp.example.org, please', 'write to [REDACTED:mail#1], please'],
    ['<a@b.example> and mailto:c@d.example', '<[REDACTED:mail#1]> and mailto:[REDACTED:mail#2]'],
    ['https://x.example/?mail=a@b.example', 'https://x.example/?mail=[REDACTED:mail#1]'],
    ['call +49 30 901820 now', 'call [REDACTED:phone#1] now'],
    ['call +1 (415) 555-0132 or (415) 555-0133', 'call [REDACTED:phone#1] or [REDACTED:phone#2]'],
    ['Tel.: 030 901820, fax 030/901821', 'Tel.: [REDACTED:phone#1], fax [REDACTED:phone#2]'],
    ['to DE89 3704 0044 0532 0130 00 today', 'to [REDACTED:iban#1] today'],
  ])('goes: %s', (text, kept) => {
    expect(out(text)).toBe(kept);
    expect(out(kept)).toBe(kept);
  });

  it('stays in a contact field, where secrets go all the same', () => {
    const text = `security@vendor.example +49 30 901820 ${AWS} reporter@lab.example`;
    const end = text.lastIndexOf(' ');
    expect(redactTyped(text, new Labels(), [{ start: 0, end }]).text).toBe(
      'security@vendor.example +49 30 901820 [REDACTED:aws_key#1] [REDACTED:mail#1]',
    );
  });

  it.each([
    'git@github.example:org/repo.git',
    'npm i left-pad@1.3.0-beta.rc and lodash@4.17.21',
    'https://lore.example/r/20240329-abc@kernel.example/',
    'registry.example/app@sha256:0123456789ab',
    'released 2024-03-29 10:11:12 +0200, +2024-01-01 12:00 in a patch, build 1.2.3+20240101123456',
    'RFC 3339, port 55512, 10.0.0.138, 415-555-01',
  ])('is not: %s', (text) => {
    expect(out(text)).toBe(text);
  });
});

const HEX = '0123456789abcdef';
const B64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const drawn = (alphabet: string, length: number) =>
  fc
    .array(fc.constantFrom(...alphabet), { minLength: length, maxLength: length })
    .map((signs) => signs.join(''));
const hex = (length: number) => drawn(HEX, length);
const say = (arb: fc.Arbitrary<string>, words: (drawn: string) => string) => arb.map(words);

const EVIDENCE: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'bare digests': fc.constantFrom(32, 40, 56, 64, 96, 128).chain(hex),
  'upper-case digests': say(hex(64), (drawn) => drawn.toUpperCase()),
  'named digests': fc
    .constantFrom(['sha1', 40], ['sha256', 64], ['sha384', 96], ['sha512', 128], ['md5', 32])
    .chain(([name, length]) => say(hex(Number(length)), (drawn) => `${name}:${drawn}`)),
  'integrity, 256': say(drawn(B64, 43), (drawn) => `sha256-${drawn}=`),
  'integrity, 384': say(drawn(B64, 64), (drawn) => `sha384-${drawn}`),
  'integrity, 512': say(drawn(B64, 86), (drawn) => `sha512-${drawn}==`),
  'Go sums': say(drawn(B64, 43), (drawn) => `golang.org/x/net v0.17.0 h1:${drawn}=`),
  commits: say(
    hex(40),
    (drawn) => `fixed in https://git.example/a/b/commit/${drawn} and ${drawn.slice(0, 12)}`,
  ),
  UUIDs: say(hex(32), (h) =>
    [h.slice(0, 8), h.slice(8, 12), h.slice(12, 16), h.slice(16, 20), h.slice(20)].join('-'),
  ),
  PURLs: say(
    hex(40),
    (drawn) =>
      `pkg:npm/%40scope/name@1.2.3?checksum=sha1:${drawn},sha256%3A${drawn}${drawn.slice(0, 24)}&vcs_url=git%2Bhttps://git.example/a/b%40${drawn}#src`,
  ),
  'Go PURLs': say(hex(12), (drawn) => `pkg:golang/github.com/a/b@v0.0.0-20230101120000-${drawn}`),
  images: say(
    hex(64),
    (drawn) => `ghcr.example/org/App_Name:v1.2@sha256:${drawn} pkg:oci/app@sha256%3A${drawn}`,
  ),
  ids: fc.constantFrom(
    'CVE-2024-3094',
    'GHSA-9v2f-6vcg-3hgv',
    'RHSA-2022:0216',
    'RUSTSEC-2023-0001',
    'PYSEC-2023-74',
  ),
  scores: fc.constantFrom(
    'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
    'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N',
    '(AV:N/AC:L/Au:N/C:P/I:P/A:P)',
  ),
  CPEs: fc.constantFrom(
    'cpe:2.3:a:jenkins:credentials:2.1:*:*:*:*:jenkins:*:*',
    'cpe:/a:apache:http_server:2.4.1',
    'cpe:2.3:a:vendor:secret:1.0:*:*:*:*:*:*:*',
  ),
  addresses: say(
    drawn('abcdefghijklmnopqrstuvwxyz0123456789', 32),
    (drawn) =>
      `https://lists.example/thread/${drawn} and https://nvd.example/vuln/detail?vulnId=CVE-2024-3094#top`,
  ),
  versions: fc.constantFrom(
    '1.0.0-rc.1+build.5',
    '2:1.1.1k-7.el8_6',
    '3.0.11-1~deb12u2',
    'v1.2.3-0.20240101000000-abcdef012345',
    '1.2.3.Final',
  ),
  certificates: say(
    drawn(B64, 192),
    (d) =>
      `-----BEGIN CERTIFICATE-----\n${d.slice(0, 64)}\n${d.slice(64, 128)}\n${d.slice(128)}\n-----END CERTIFICATE-----`,
  ),
  'public keys': say(
    drawn(B64, 128),
    (d) =>
      `-----BEGIN PUBLIC KEY-----\\n${d.slice(0, 64)}\\n${d.slice(64)}\\n-----END PUBLIC KEY----- and ssh-ed25519 AAAA${d.slice(0, 64)}`,
  ),
};

describe('evidence passes byte for byte', () => {
  const around = fc.constantFrom<readonly [string, string]>(
    ['Fixed by ', ' in the last release.'],
    ['- see `', '`\n- and more'],
    ['{"value":"', '"}'],
    ['The vendor lists ', ' (affected), others do not.'],
    ['| ', ' | yes |'],
  );
  it.each(Object.entries(EVIDENCE))('%s', (_name, made) => {
    fc.assert(
      fc.property(made, around, (text, [before, after]) => {
        const whole = `${before}${text}${after}`;
        expect(out(whole)).toBe(whole);
      }),
    );
  });

  it('all of it together', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(...Object.values(EVIDENCE)), { maxLength: 12 }), (parts) => {
        const whole = parts.join('\nIt is said that ');
        expect(out(whole)).toBe(whole);
      }),
    );
  });

  it('but not where a name of a key stands beside it, nor credentials in an address', () => {
    expect(out(`api_key=${'0a1b2c3d'.repeat(5)}`)).toBe('api_key=[REDACTED:generic_token#1]');
    expect(out('pkg:generic/x?vcs_url=https://me:hunter22@git.example/x')).not.toContain('hunter22');
    const token = random.b62(40);
    expect(out(`https://${token}@git.example/x`)).not.toContain(token);
  });
});
