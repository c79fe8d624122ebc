// Promise: `gutask` as GET /gutask gives it out works in the shells and with the fetchers that agents have, says exactly what it was
// given, whatever stands in it, and ends with a code that tells what became of it. Real shells against a whole core.
import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fc } from '../../shared/testing/campaign.ts';
import { addKey, bearer, set } from '../core/testing/client-calls.ts';
import { startTestCore, type TestCore } from '../core/testing/start-test-core.ts';

const find = (tool: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((dir) => join(dir, tool))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });

const POSIX = ['cat', 'od', 'tr', 'sed'];
/** Each is what one kind of machine has; `tools` are links to it, and there is nothing else on its PATH. */
const MACHINES = [
  { name: 'dash with curl', shell: ['dash'], tools: [...POSIX, 'curl'], box: [] },
  { name: 'bash with GNU wget', shell: ['bash', '--posix'], tools: [...POSIX, 'wget'], box: [] },
  { name: 'busybox alone', shell: ['busybox', 'sh'], tools: ['busybox'], box: [...POSIX, 'wget'] },
];

interface Said {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

let road: TestCore;
let script: string;
let place: string;
beforeAll(async () => {
  road = await startTestCore();
  place = mkdtempSync(join(tmpdir(), 'festinger-gutask-'));
  script = join(place, 'gutask');
  writeFileSync(script, String((await road.call('/gutask')).body));
});
afterAll(async () => {
  await road[Symbol.asyncDispose]();
  rmSync(place, { recursive: true });
});

function run(file: string, args: string[], env: Record<string, string>): Promise<Said> {
  return new Promise((resolve, reject) => {
    execFile(file, args, { cwd: place, env }, (error, out, err) => {
      const code = error ? error.code : 0;
      if (typeof code === 'number') resolve({ code, out, err });
      else reject(error);
    });
  });
}

/** Runs the script on such a machine. @returns null where its shell or a tool is not installed here */
function machine({ name, shell: [shell = '', ...flags], tools, box }: (typeof MACHINES)[number]) {
  const found = [shell, ...tools].map((tool) => [tool, find(tool)] as const);
  if (found.some(([, file]) => file === undefined)) return null;
  const path = mkdtempSync(join(place, `${name.replaceAll(' ', '-')}-`));
  for (const [tool, file] of found.slice(1)) symlinkSync(file as string, join(path, tool));
  for (const tool of box) symlinkSync(find('busybox') as string, join(path, tool));
  return (args: string[], env: Record<string, string> = {}) =>
    run(found[0]?.[1] as string, [...flags, script, ...args], { PATH: path, ...env });
}

it('is fetched and run by the line in docs/agents.md', async () => {
  const line = `curl -fsS ${road.core.baseUrl}/gutask -o fetched && sh fetched iknowthat "gutaskweb -isa repo"`;
  const { code, out } = await run('sh', ['-c', line], { PATH: process.env.PATH ?? '' });
  expect([code, out]).toEqual([0, 'inserted: gutaskweb: [type] repo\n']);
});

describe.each(MACHINES)('on $name', (kind) => {
  let gutask: NonNullable<ReturnType<typeof machine>>;
  beforeEach((context) => {
    const found = machine(kind);
    if (found) {
      gutask = found;
      return;
    }
    context.task.meta.skipReason = `not all of ${[...kind.shell, ...kind.tools].join(', ')} is installed here`;
    context.skip(context.task.meta.skipReason);
  });
  const name = kind.name.replaceAll(' ', '-').toLowerCase();

  it('tells, recalls in any spelling, and retracts', async () => {
    expect(await gutask(['iknowthat', `${name} -ispart "agent pool" in context of müllabfuhr`])).toEqual({
      ...{ code: 0, out: `inserted: ${name}: [müllabfuhr] agent_pool\n`, err: '' },
    });
    // Words without quotes, and a line end between them.
    expect(await gutask(['iknowthat', name, '-isa', 'repo\nin context of', 'type'])).toMatchObject({
      code: 0,
    });
    const known = await gutask(['recall', ...name.split('-')]);
    expect(known).toMatchObject({ code: 0, err: '' });
    expect(known.out).toContain('[müllabfuhr] agent_pool');
    expect(known.out).toContain('[type] repo');
    expect(await gutask(['forget', `${name} -isa repo`])).toMatchObject({
      ...{ code: 0, out: `retracted: ${name}: [type] repo\n` },
    });
    expect((await gutask(['recall', name])).out).not.toContain('repo');
  });

  it('tells and asks for a project', async () => {
    const there = ['--project', `p-${name.length}`];
    expect(await gutask([...there, 'iknowthat', `${name}-there -isa repo`])).toMatchObject({ code: 0 });
    expect(await gutask(['recall', `${name}-there`, ...there])).toMatchObject({ code: 0 });
    expect(await gutask(['recall', `${name}-there`])).toMatchObject({
      ...{ code: 4, out: `Nothing is known about ${name}-there.\n` },
    });
  });

  it('ends with what became of it', async () => {
    await road.tell(`${name}-c -ispart pve1 in context of runs-on`);
    const conflict = await gutask(['iknowthat', `${name}-c -ispart pve2 in context of runs-on`]);
    expect(conflict).toMatchObject({ code: 3, err: '' });
    expect(conflict.out).toMatch(/^conflict: .* waits in the queue as conflict \d+\.\n$/);
    expect(await gutask(['forget', `${name}-never -isa host`])).toMatchObject({ code: 0 });
    for (const wrong of [[], ['remember', 'x'], ['iknowthat'], ['recall', ' '], ['recall', 'x', '--project']])
      expect(await gutask(wrong)).toMatchObject({ code: 2, out: '' });
    expect(await gutask(['--help'])).toMatchObject({ code: 0, err: '' });
    const refused = await gutask(['iknowthat', `${name} -isa ${name}`]);
    expect(refused).toMatchObject({ code: 1, out: '' });
    // Busybox's wget says the status and nothing more.
    expect(refused.err).toContain(kind.box.length > 0 ? '422' : 'SELF_FACT: ');
    expect(refused.err).toContain('gutask: ');
  });

  it('says where nothing, or something else, answers', async () => {
    const nobody = await gutask(['recall', 'x', '--url', 'http://127.0.0.1:1']);
    expect(nobody).toMatchObject({ code: 1, out: '' });
    expect(nobody.err).toContain('http://127.0.0.1:1');
    const ollama = await gutask(['iknowthat', 'a -isa b'], { FESTINGER_URL: road.upstream.url });
    expect(ollama).toMatchObject({ code: 1, out: '' });
    for (const url of [
      'ftp://x',
      'http://',
      'http://a b',
      `http://a"\noutput = "owned`,
      'http://$(touch owned)',
    ])
      expect(await gutask(['recall', 'x', '--url', url])).toMatchObject({ code: 2, out: '' });
    expect(existsSync(join(place, 'owned'))).toBe(false);
  });

  it('brings its key, and is refused without', async () => {
    await using locked = await startTestCore();
    const { key } = await addKey(locked, 'shell');
    await set(locked, 'client_keys_required', true);
    const there = { FESTINGER_URL: `${locked.core.baseUrl}/` };
    const say = ['iknowthat', 'keyed -isa repo'];
    expect(await gutask(say, { ...there, FESTINGER_CLIENT_KEY: key })).toMatchObject({ code: 0 });
    expect(await gutask(say, there)).toMatchObject({ code: 1, out: '' });
    expect((await gutask(say, { ...there, FESTINGER_CLIENT_KEY: `fk-${'a'.repeat(43)}` })).err).toMatch(
      /401|UNAUTHENTICATED/,
    );
    expect(await gutask(say, { ...there, FESTINGER_CLIENT_KEY: `${key}"\nurl = "x` })).toMatchObject({
      code: 2,
    });
    expect((await locked.call('/gutask')).status).toBe(401);
    expect((await locked.call('/gutask', { headers: bearer(key) })).status).toBe(200);
  });

  it('sends exactly what it was given', async () => {
    const heard: URLSearchParams[] = [];
    const recorder = createServer(async (req, res) => {
      heard.push(new URLSearchParams(await text(req)));
      res.end('inserted: it\n');
    });
    await new Promise<void>((resolve) => recorder.listen(0, '127.0.0.1', resolve));
    const env = { FESTINGER_URL: `http://127.0.0.1:${(recorder.address() as AddressInfo).port}` };
    const exactly = async (fact: string) => {
      expect(await gutask(['iknowthat', fact], env)).toEqual({ code: 0, out: 'inserted: it\n', err: '' });
      expect([...(heard.at(-1) as URLSearchParams)]).toEqual([['fact', fact]]);
    };
    try {
      for (const fact of [
        `it's "x" $(touch owned) \`touch owned\` $HOME \${PATH} ; & | > owned < \\ \\n %41 + = ~ * ? [a-z] ! #`,
        'two\nlines\r\n\tand a tab\n\n',
        'é ü 漢字 🙂 \u200d \u202e \u0001',
        ' -isa --url-not @file @- -K',
      ])
        await exactly(fact);
      const said = fc
        .string({ unit: 'grapheme', maxLength: 300 })
        .filter((fact) => fact.trim() !== '' && !fact.includes('\0') && !/^(?:-h|--\w+)$/.test(fact));
      await fc.assert(fc.asyncProperty(said, exactly), { numRuns: 20 });
      expect(existsSync(join(place, 'owned'))).toBe(false);
    } finally {
      recorder.close();
    }
  });
});

it('shows neither key nor fact in the arguments of curl', async () => {
  const path = mkdtempSync(join(place, 'spied-'));
  const seen = join(place, 'arguments');
  writeFileSync(
    join(path, 'curl'),
    `#!/bin/sh\nprintf '%s\\n' "$@" >>'${seen}'\nexec ${find('curl')} "$@"\n`,
    {
      mode: 0o755,
    },
  );
  const env = {
    PATH: `${path}:${process.env.PATH}`,
    FESTINGER_CLIENT_KEY: (await addKey(road, 'spied')).key,
  };
  expect((await run('sh', [script, 'iknowthat', 'spiedweb -isa repo'], env)).code).toBe(0);
  const { out } = await run('cat', [seen], env);
  expect(out).toContain('text/plain');
  expect(out).not.toMatch(/fk-|spiedweb|%73/);
});

describe('GET /gutask', () => {
  it('is a text that holds the address it was asked for at, and no page may read it', async () => {
    const { status, headers, body } = await road.call('/gutask');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(String(body)).toContain(`\ndefault_url='${road.core.baseUrl}'\n`);
    expect((await road.call('/gutask', { headers: { origin: 'https://evil.example' } })).status).toBe(403);
    expect((await road.call('/gutask', { method: 'POST' })).status).toBe(404);
  });

  it('holds nothing of a Host that is more than an address', async () => {
    const hostile = `'$(touch$IFS"owned")'.localhost:80`;
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    request(`${road.core.baseUrl}/gutask`, { headers: { host: hostile } }, (res) => {
      expect(res.statusCode).toBe(200);
      resolve(text(res));
    })
      .on('error', reject)
      .end();
    const given = await promise;
    expect(given).toContain("\ndefault_url='http://127.0.0.1:11435'\n");
    expect(given).not.toContain('owned');
  });
});

describe('who accepts text/plain alone', () => {
  const asked = (accept: string) => road.call('/recall?concept=nobody', { headers: { accept } });
  it('reads lines; others read JSON as ever', async () => {
    expect((await asked('text/plain')).body).toBe('Nothing is known about nobody.\n');
    for (const accept of ['*/*', 'application/json, text/plain, */*', 'text/plain, */*'])
      expect((await asked(accept)).body).toMatchObject({ ok: true });
    const facts = { method: 'POST', headers: { accept: 'text/plain', 'content-type': 'text/plain' } };
    const told = await road.call('/iknowthat', { ...facts, body: 'lineone -isa host\nlinetwo -isa linetwo' });
    expect([told.status, told.body]).toEqual([
      ...[200, 'inserted: lineone: [type] host\nrefused: linetwo: [type] linetwo (SELF_FACT)\n'],
    ]);
    const refused = await road.call('/iknowthat', { ...facts, body: 'linetwo -isa linetwo' });
    expect([refused.status, String(refused.body).split(' ')[0]]).toEqual([422, 'SELF_FACT:']);
  });
});
