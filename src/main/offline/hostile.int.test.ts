// Promise: whatever lies in a whole container, nothing is taken of an export in which a file is not what it has to be: the file is named, and the host is as it was.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBundle } from '../bundle/read-bundle.ts';
import { END_BLOCKS, entry, sumsEntry } from '../bundle/testing/tar-bytes.ts';
import { writeBundle } from '../bundle/write-bundle.ts';
import { startTestCore, type TestCore } from '../core/testing/start-test-core.ts';
import { sourceOf } from './brief-bundle.ts';
import { exportTo, filledCore, importFrom, verified } from './testing/filled-core.ts';

let dir: string;
let host: TestCore;
/** Of a whole export. */
const files = new Map<string, string>();
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'festinger-hostile-'));
  await using core = await filledCore();
  const path = join(dir, 'whole.tar');
  await exportTo(core.test, path);
  for await (const { name, place, bytes } of readBundle(path)) {
    const pieces: Uint8Array[] = [];
    for await (const piece of bytes()) pieces.push(piece);
    if (place === 'file') files.set(name, Buffer.concat(pieces).toString('utf8'));
  }
  host = await startTestCore();
}, 120_000);
afterAll(async () => {
  await host[Symbol.asyncDispose]();
  rmSync(dir, { recursive: true, force: true });
});

/** The name of a file of the export that begins and ends so. */
const named = (start: string, end: string): string =>
  [...files.keys()].find((name) => name.startsWith(start) && name.endsWith(end)) ?? '';

type Change = (text: string) => string | null;
const instead =
  (from: string | RegExp, to: string): Change =>
  (text) => {
    const changed = text.replace(from, to);
    if (changed === text) throw new Error(`there is no ${from}`);
    return changed;
  };

async function refusedWith(
  changes: Readonly<Record<string, Change>>,
  rename: Readonly<Record<string, string>> = {},
) {
  const changed = new Map(files);
  for (const [name, change] of Object.entries(changes)) {
    const text = change(changed.get(name) ?? '');
    if (text === null) changed.delete(name);
    else changed.set(name, text);
  }
  const sources = [...changed].map(([name, text]) => sourceOf(rename[name] ?? name, text));
  const path = join(dir, 'changed.tar');
  await writeBundle({ path, sources, overwrite: true }, new AbortController().signal);
  const before = await verified(host);
  const { status, message = '' } = await importFrom(host, path, { trust_unsigned: '1' });
  expect(await verified(host), 'nothing was changed').toEqual(before);
  const listed = (await host.operator('/api/console/evidence/documents')).body as { data: { total: number } };
  expect(listed.data.total).toBe(0);
  return { status, message };
}

const BRIEF = () => named('projects/default/briefs/', '/brief.json');
const CONTEXT = () => named('projects/default/briefs/', '/context_manifest.json');
const DOCUMENT = () => named('evidence/', '');
const KEY = () => named('keys/', '.pem');
const DECISIONS = 'projects/default/decisions.jsonl';
const EVENTS = 'memory/graph_event.jsonl';

const LONG = 'x'.repeat(3 * 1024 * 1024);

describe('an export is refused, with the file, for', { timeout: 60_000 }, () => {
  it.each<readonly [string, () => Record<string, Change>, () => string]>([
    ['a manifest that is no JSON', () => ({ 'manifest.json': () => '{' }), () => 'manifest.json'],
    [
      'another version',
      () => ({ 'manifest.json': instead('"version":1', '"version":2') }),
      () => 'manifest.json',
    ],
    [
      'a member nobody knows',
      () => ({ 'manifest.json': instead('{"bundle"', '{"a":1,"bundle"') }),
      () => 'manifest.json',
    ],
    [
      'a folder that is another project’s',
      () => ({ 'manifest.json': instead('"folder":"default"', '"folder":"other"') }),
      () => 'manifest.json',
    ],
    [
      'another end of the chain',
      () => ({ 'manifest.json': instead(/"hash":"[0-9a-f]/, '"hash":"x') }),
      () => 'manifest.json',
    ],
    ['no manifest', () => ({ 'manifest.json': () => null }), () => '(the bundle)'],
    [
      'a brief that says something else',
      () => ({ [BRIEF()]: instead('"summary":"', '"summary":"No, ') }),
      BRIEF,
    ],
    ['a brief spelt otherwise', () => ({ [BRIEF()]: (text) => `${text} ` }), BRIEF],
    [
      'a brief without what it was made from',
      () => ({ [CONTEXT()]: () => null }),
      () => 'projects/default/briefs/',
    ],
    [
      'a context of another brief',
      () => ({ [CONTEXT()]: instead(/"input_digest":"[0-9a-f]{8}/, '"input_digest":"00000000') }),
      CONTEXT,
    ],
    ['a brief too long to be one', () => ({ [BRIEF()]: () => JSON.stringify(LONG) }), BRIEF],
    ['a document with other bytes than its name', () => ({ [DOCUMENT()]: (text) => `${text}\n` }), DOCUMENT],
    ['a document that is not there', () => ({ [DOCUMENT()]: () => null }), DOCUMENT],
    ['a decision that is no JSON', () => ({ [DECISIONS]: () => 'nothing\n' }), () => DECISIONS],
    [
      'a decision of another project',
      () => ({ [DECISIONS]: instead('"project":"default"', '"project":"other"') }),
      () => DECISIONS,
    ],
    [
      'a decision of no kind',
      () => ({ [DECISIONS]: instead('"not_affected"', '"whatever"') }),
      () => DECISIONS,
    ],
    [
      'another key than its name',
      () => ({
        [KEY()]: () =>
          '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----\n',
      }),
      KEY,
    ],
    ['an event with another payload', () => ({ [EVENTS]: instead('gnommoweb', 'gnomoweb') }), () => EVENTS],
    [
      'an event that is gone',
      () => ({ [EVENTS]: (text) => text.split('\n').toSpliced(3, 1).join('\n') }),
      () => EVENTS,
    ],
    [
      'a table that says it is another',
      () => ({ 'memory/urd.jsonl': instead('"table":"urd"', '"table":"soas"') }),
      () => 'memory/urd.jsonl',
    ],
    [
      'a table nobody has',
      () => ({ 'memory/config.jsonl': () => '{"columns":["key"],"table":"config"}\n' }),
      () => 'memory/config.jsonl',
    ],
    [
      'a column nobody has',
      () => ({ 'memory/urd.jsonl': instead('"confidence"', '"certainty"') }),
      () => 'memory/urd.jsonl',
    ],
    [
      'text where a number goes',
      () => ({ 'memory/urd.jsonl': instead(/\n\[\d+/, '\n["many"') }),
      () => 'memory/urd.jsonl',
    ],
    [
      'a row that is too short',
      () => ({ 'memory/soas.jsonl': (text) => `${text}[1]\n` }),
      () => 'memory/soas.jsonl',
    ],
    ['a graph that is no graph', () => ({ 'graph.jsonl': () => 'x\n' }), () => 'graph.jsonl'],
    [
      'a graph that says something else than its rows',
      () => ({ 'graph.jsonl': instead('"confidence":1', '"confidence":0.5') }),
      () => 'graph.jsonl',
    ],
    [
      'rows that say something else than the graph',
      () => ({ 'memory/resolution_queue.jsonl': instead('it runs now', 'it ran') }),
      () => 'graph.jsonl',
    ],
    ['a file nobody knows', () => ({ 'programs/run.sh': () => 'rm -rf' }), () => 'programs/run.sh'],
  ])('%s', async (_, changes, file) => {
    const { status, message } = await refusedWith(changes());
    expect(status).toBe(400);
    expect(message).toContain(`The bundle is not taken. ${file()}`);
  });

  it('what is no archive of ours', async () => {
    const path = join(dir, 'foreign.tar');
    const sums = sumsEntry({ 'manifest.json': '{}' });
    for (const bytes of [
      Buffer.concat([sums, entry('../manifest.json', '{}'), END_BLOCKS]),
      Buffer.concat([sums, entry('manifest.json', '{}', { kind: '2', link: '/etc/passwd' }), END_BLOCKS]),
      Buffer.concat([sums, entry('manifest.json', '{}', { size: '77777777777 ' }), END_BLOCKS]),
      sums.subarray(0, 100),
    ]) {
      writeFileSync(path, bytes);
      const { status, message } = await importFrom(host, path, { trust_unsigned: '1' });
      expect([status, message]).toEqual([400, expect.stringContaining('The bundle is not taken. ')]);
    }
  });
});
