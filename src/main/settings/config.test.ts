import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../core/clock.ts';
import { type ConfigSource, followConfig, readConfigText } from './config.ts';

const read = (text: string) => readConfigText(text, 'config.yaml');

describe('config.yaml', () => {
  it('an empty file is all defaults', () => {
    expect(read('')).toMatchObject({ ok: true, config: { allowed_hosts: [], settings: {} } });
  });

  it('reads what it documents', () => {
    const reading = read(
      'listen: 127.0.0.1:11500\nupstreams:\n  - {name: main, url: "http://127.0.0.1:11434/"}\nsettings:\n  recollection_max_concepts: 5\n',
    );
    expect(reading).toMatchObject({
      ok: true,
      config: {
        listen: { host: '127.0.0.1', port: 11500 },
        upstreams: [{ name: 'main', url: 'http://127.0.0.1:11434', weight: 1 }],
        settings: { recollection_max_concepts: 5 },
      },
    });
  });

  it('reads several upstreams with weights, slots and headers', () => {
    const reading = read(
      [
        'upstreams:',
        '  - {name: big, url: "http://10.0.0.2:11434", weight: 2.5, slots: 4}',
        '  - name: other',
        '    url: https://ai.example.org',
        '    headers: {Authorization: "Bearer x"}',
      ].join('\n'),
    );
    expect(reading.ok ? reading.config.upstreams : reading.problem).toEqual([
      { name: 'big', url: 'http://10.0.0.2:11434', weight: 2.5, slots: 4, headers: {} },
      { name: 'other', url: 'https://ai.example.org', weight: 1, headers: { Authorization: 'Bearer x' } },
    ]);
  });

  it('takes 64 upstreams and not one more', () => {
    const many = (count: number) =>
      `upstreams:\n${Array.from({ length: count }, (_, i) => `  - {name: u${i}, url: "http://h:${i + 1}"}`).join('\n')}`;
    expect(read(many(64)).ok).toBe(true);
    expect(read(many(65))).toMatchObject({ ok: false, problem: expect.stringContaining('at most 64') });
  });

  it('reads models, their keys by name only', () => {
    const text = [
      'models:',
      '  - {id: local, provider: ollama, model: "qwen2.5:7b"}',
      '  - id: big.one',
      '    provider: claude',
      '    base_url: https://proxy.example.com',
      '    model: claude-x',
      '    api_key_env: BIG_KEY',
      '    input_price: 3',
      '    output_price: 15',
      '    context_tokens: 200000',
    ].join('\n');
    const reading = read(text);
    expect(reading.ok ? reading.config.models : reading.problem).toEqual([
      {
        ...{ id: 'local', provider: 'ollama', modelName: 'qwen2.5:7b', baseUrl: null, apiKeyEnv: null },
        ...{ inputPrice: null, outputPrice: null, contextTokens: null },
      },
      {
        ...{ id: 'big.one', provider: 'claude', modelName: 'claude-x', apiKeyEnv: 'BIG_KEY' },
        baseUrl: 'https://proxy.example.com',
        ...{ inputPrice: 3, outputPrice: 15, contextTokens: 200_000 },
      },
    ]);
  });

  it.each([
    ['http://gpu/ollama/', 'http://gpu/ollama'],
    ['https://GPU.lan:8443//', 'https://gpu.lan:8443'],
    ['127.0.0.1:11434', 'http://127.0.0.1:11434'],
    ['127.0.0.1', 'http://127.0.0.1:11434'],
    ['gpu.lan:8080/v2', 'http://gpu.lan:8080/v2'],
    ['[::1]:11434', 'http://[::1]:11434'],
  ])('reads the upstream "%s" as %s', (url, stored) => {
    const read = readConfigText(JSON.stringify({ upstreams: [{ name: 'a', url }] }), 'config.yaml');
    expect(read.ok && read.config.upstreams?.[0]?.url).toBe(stored);
  });

  it.each([
    ['console_listen: 0.0.0.0:11436', 'line 1: console_listen: the console is for this machine only'],
    ['listen: "[::1:11435"', 'line 1: listen: expected HOST:PORT'],
    ['listen: eleven', 'line 1: listen: expected HOST:PORT'],
    ['a: 1', 'a'],
    [
      'listen: "127.0.0.1:1"\nsettings:\n  recollection_max_concepts: lots',
      'line 3: settings.recollection_max_concepts',
    ],
    ['settings:\n  no_such_setting: 1', 'line 2: settings'],
    [
      'upstreams:\n  - {name: a, url: "ftp://x"}',
      'line 2: upstreams.0.url: expected an http:// or https:// URL',
    ],
    ['upstreams:\n  - {name: a, url: "http://x/api?key=b"}', 'leave out what follows the path: http://x/api'],
    [
      'upstreams:\n  - {name: a, url: "http://x"}\n  - {name: a, url: "http://y"}',
      'line 3: upstreams.1.name: "a" is there twice; give each upstream a name of its own',
    ],
    ['upstreams: []', 'line 1: upstreams: name at least one upstream'],
    ['upstreams:\n  - {name: a b, url: "http://x"}', 'line 2: upstreams.0.name: a name of 1 to 64'],
    ['upstreams:\n  - name: a\n    url: http://x\n    weight: 0', 'line 4: upstreams.0.weight: its share'],
    [
      'upstreams:\n  - name: a\n    url: http://x\n    slots: 0',
      'line 4: upstreams.0.slots: how many prompts run there at once: 1 or more',
    ],
    [
      'upstreams:\n  - {name: a, url: "http://x", headers: {k: "a\\nb"}}',
      'upstreams.0.headers.k: a header value has no line breaks',
    ],
    [
      'upstreams:\n  - {name: a, url: "http://x", headers: {Content-Length: "5"}}',
      'upstreams.0.headers: Content-Length belongs to each message and is written for it',
    ],
    [
      'upstreams:\n  - {name: a, url: "http://me:secret@x"}',
      'line 2: upstreams.0.url: give what opens it in headers',
    ],
    ['models:\n  - {id: 7, provider: ollama, model: m}', 'line 2: models.0.id'],
    ['models:\n  - {id: a b, provider: ollama, model: m}', 'models.0.id: a name such as local'],
    ['models:\n  - {id: a, provider: nobody, model: m}', 'line 2: models.0.provider'],
    ['models:\n  - id: a\n    provider: ollama\n    model: m\n    api_key: x', 'line 2: models.0'],
    [
      'models:\n  - id: a\n    provider: openai\n    model: m\n    api_key_env: sk-1234',
      'line 5: models.0.api_key_env: the name of an environment variable',
    ],
    [
      'models:\n  - id: a\n    provider: openai\n    model: m\n    base_url: "http://169.254.169.254"',
      'line 5: models.0.base_url: 169.254.169.254 is a link-local or cloud metadata address',
    ],
    [
      'models:\n  - {id: a, provider: ollama, model: m}\n  - {id: a, provider: ollama, model: n}',
      'line 3: models.1.id: "a" is there twice',
    ],
    ['a: [1', 'config.yaml line 1'],
    ['- 1', 'the file'],
  ])('%j is refused with its line and what to write', (text, problem) => {
    const reading = read(text);
    expect(reading.ok ? 'accepted' : reading.problem).toContain(problem);
  });
});

describe('a hot-reloaded config.yaml', () => {
  let dir: string;
  let source: ConfigSource | undefined;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'festinger-config-'));
  });
  afterEach(() => {
    source?.close();
    rmSync(dir, { recursive: true });
  });

  const edit = async (text: string) => {
    const changed = new Promise<void>((resolve) => source?.onChange(() => resolve()));
    writeFileSync(join(dir, 'config.yaml'), text);
    await changed;
  };

  it('takes a good edit, keeps the last good one on a bad edit and says why, and recovers', async () => {
    writeFileSync(join(dir, 'config.yaml'), 'allowed_hosts: [one.example]');
    source = followConfig(join(dir, 'config.yaml'), systemClock);
    expect([source.current.allowed_hosts, source.problem]).toEqual([['one.example'], null]);
    await edit('allowed_hosts: [two.example]');
    expect(source.current.allowed_hosts).toEqual(['two.example']);
    await edit('allowed_hosts: 7');
    expect(source.current.allowed_hosts).toEqual(['two.example']);
    expect(source.problem).toContain('line 1: allowed_hosts');
    await edit('allowed_hosts: []');
    expect([source.current.allowed_hosts, source.problem]).toEqual([[], null]);
  });

  it('keeps the last good one when the file cannot be read any more, and says why', async () => {
    const file = join(dir, 'config.yaml');
    writeFileSync(file, 'allowed_hosts: [one.example]');
    source = followConfig(file, systemClock);
    const changed = new Promise<void>((resolve) => source?.onChange(() => resolve()));
    rmSync(file);
    mkdirSync(file);
    await changed;
    expect(source.current.allowed_hosts).toEqual(['one.example']);
    expect(source.problem).toMatch(/^config\.yaml cannot be read: EISDIR/);
    rmSync(file, { recursive: true });
    await edit('allowed_hosts: [two.example]');
    expect([source.current.allowed_hosts, source.problem]).toEqual([['two.example'], null]);
  });
});
