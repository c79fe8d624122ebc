import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hideSecret, isSecretWord, redact, redactSentence, withoutHidden } from './redact.ts';
import { fc } from './testing/campaign.ts';
import { processorTime } from './testing/processor-time.ts';
import { HELD_OUT, KINDS, Picker } from './testing/secret-kinds.ts';

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
      'password is ',
      'password="',
      'password for a ',
      'set the password ',
      'passphrase: ab ',
      'recovery codes: a1b2 ',
      'authorization: a ',
      'cookie: a',
      'curl -u a',
      'mysql -p ',
      'htpasswd -b a ',
      'login a password ',
      'a is the password ',
      '<password>',
      '| password |\n',
      '| --- ',
      '\\n',
      '4 1-',
      'DE89 3704 ',
      'eyJaaaaaaaa.',
      '$2y$10$',
      'token ',
      'aB1',
      '{SHA}',
    ]) {
      const spent = processorTime();
      redact(unit.repeat(Math.ceil(1_000_000 / unit.length)));
      expect(spent(), `on repeated "${unit}"`).toBeLessThan(2000);
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

describe('secrets of every kind', () => {
  const seeds = Array.from({ length: 40 }, (_, i) => 7919 * (i + 1));

  it.each([...KINDS, ...HELD_OUT])('$name: nothing of it is left', ({ make }) => {
    for (const seed of seeds) {
      const { text, secrets } = make(new Picker(seed));
      for (const around of [text, `Hello there.\n${text}\nThanks!`, `- ${text}`]) {
        const kept = redact(around);
        for (const secret of secrets) expect(kept, `of ${around}`).not.toContain(secret);
        expect(redact(kept)).toBe(kept);
      }
    }
  });

  it('wherever a long text is cut to be searched', () => {
    const filler = 'gulls and stones by the sea ';
    for (let before = 4000; before < 4700; before += 13) {
      const text = `${filler.repeat(200).slice(0, before)} the password is kulopa421 and ghp_${'a1B2'.repeat(9)} ${filler.repeat(100)}`;
      const kept = redact(text);
      expect(kept).not.toMatch(/kulopa421|a1B2a1B2/);
      expect(kept.replaceAll('[redacted]', '').length).toBeGreaterThan(text.length - 60);
    }
  });

  it('leaves what people name things alone: none of these real names is refused', () => {
    const refused = NAMES.filter((name) => redact(`we run ${name} here`) !== `we run ${name} here`);
    expect(refused).toEqual([]);
    const words = NAMES.map((name) => name.toLowerCase()).filter((name) => !/[0-9a-f]{32,}$/.test(name));
    expect(words.filter(isSecretWord)).toEqual([]);
  });

  it('leaves the ids of containers and networks alone in the calls of an engine, and nothing else that is there', () => {
    const random = new Picker(7);
    const id = random.hex(64);
    for (const call of [
      `POST /containers/${id}/restart?t=0`,
      `DELETE /containers/${id}?v=1`,
      `DELETE /networks/${id}`,
    ])
      expect(redact(call)).toBe(call);
    for (const key of [random.hex(64), `${id}${random.b62(20)}`, `${id}/${random.b62(40)}`])
      expect(redact(`POST /hooks/${key}`)).not.toContain(key);
    const key = random.b62(40);
    expect(redact(`POST /containers/${id}/${key}`)).not.toContain(key);
    expect(redact(`POST /containers/${id}${key}`)).not.toContain(key);
  });

  it('leaves the sentences facts are read from alone', () => {
    const sentences = ['cues-dev', 'cues-held-out'].flatMap((file) =>
      readFileSync(new URL(`../main/graph/eval/${file}.jsonl`, import.meta.url), 'utf8').split('\n'),
    );
    expect(sentences.length).toBeGreaterThan(1000);
    expect(sentences.filter((sentence) => redact(sentence) !== sentence)).toEqual([]);
  });
});

describe('isSecretWord', () => {
  it('knows issued keys and random words in the lower case in which words are kept', () => {
    const random = new Picker(1);
    const words = [
      `ghp_${random.b62(36)}`,
      `sk-proj-${random.b62(40)}`,
      `AKIA${random.upper(12)}4711`,
      `glpat-${random.b62(20)}`,
      `xoxb-${random.digits(12)}-${random.digits(12)}-${random.b62(24)}`,
      `hf_${random.b62(34)}`,
      `npm_${random.b62(36)}`,
      `eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ${random.b62(30)}.${random.b62(43)}`,
      random.hex(64),
      'a1b2c3d4e5f6g7h8i9j0k1l2',
    ];
    expect(words.map((word) => word.toLowerCase()).filter((word) => !isSecretWord(word))).toEqual([]);
  });
});

const NAMES = `qwen2.5-coder:32b-instruct-q4_K_M llama3.1:70b-instruct-q8_0 Qwen3-Coder-480B-A35B-Instruct-FP8
  Meta-Llama-3.1-70B-Instruct-GGUF TheBloke/Mistral-7B-Instruct-v0.2-GGUF DeepSeek-R1-Distill-Qwen-32B-GGUF
  nginx-deployment-7c5ddbdf54-x8f9q kube-prometheus-stack-grafana-79c6d5c8f7-kx2lm coredns-5d78c9869d-abcde
  3f786850e387550fdab836ed7e6dc881de23001b 123e4567-e89b-12d3-a456-426614174000
  sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 useEffectOnce2WithTimeout GPT4AllEmbeddingsV2
  org.springframework.boot.autoconfigure.SpringBootApplication com/example/MyService/impl/FooBarBaz2 i-0abcd1234ef567890
  arn:aws:iam::123456789012:role/AdminAccess2 vpc-0a1b2c3d4e5f67890 ip-10-0-12-34.eu-west-1.compute.internal
  ubuntu-24.04.1-live-server-amd64.iso debian12-cloudinit-template raspberrypi4b-8gb-rack2 esp32-s3-devkitc-1-n16r8
  ISO8601DateTimeFormatter HTTP2ServerConnectionPool utf8mb4_unicode_520_ci x86_64-unknown-linux-gnu
  aarch64-apple-darwin23.6.0 node_modules/.bin/vitest gnommoweb glitch_university pytorch-2.4.0-cuda12.4-cudnn9-runtime
  text-embedding-3-large all-MiniLM-L6-v2 multilingual-e5-large-instruct bge-reranker-v2-m3 claude-3-5-sonnet-20241022
  gpt-4o-mini-2024-07-18 sk-learn-contrib-extension2 EC2InstanceConnectEndpoint S3BucketPolicy2023Q4Report
  WebRTC2SIPGatewayV3 ABCD1234EFGH5678 SN-2024-00012345 KB5034441 CVE-2024-3094 X570-AORUS-ELITE WD40EFRX-68N32N0
  GigabitEthernet1/0/24 00:1A:2B:3C:4D:5E fe80::1ff:fe23:4567:890a getElementsByClassName2 INTERNAL_SERVER_ERROR_500
  MAX_HTTP_HEADER_SIZE_8192 20241122T123134Z 2026-11-22T12:31:34.000Z monkey keyboard tokenizer passage`.split(
  /\s+/,
);
