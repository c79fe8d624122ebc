// Evidence taken in for real: files on disk, the thread that reads, both databases.
import { existsSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TaskBoard } from '../../console/task-board.ts';
import { beginImport, DIED, IMPORT_BEAT_MS, noteImport, renewImport } from '../../store/evidence/imports.ts';
import { endMatching, readMatch, readUnmatched } from '../../store/findings/findings.ts';
import type { Store } from '../../store/store-access.ts';
import { TEST_DIALECTS, type TempStore, tempStore } from '../../store/testing/temp-store.ts';
import { Evidence } from './evidence.ts';
import { importEvidence } from './import-evidence.ts';
import { RemoteDocuments } from './remote-document.ts';
import { zipOf } from './testing/zip.ts';
import { Uploads } from './uploads.ts';

const PROJECT = 'default';

const advisory = (id: string, modified = '2024-01-01T00:00:00Z', name = 'left-pad') =>
  JSON.stringify({
    ...{ id, modified, summary: `About ${id}`, aliases: [`CVE-2024-${id.length}000`] },
    affected: [
      {
        package: { ecosystem: 'npm', name },
        ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.2.3' }] }],
      },
    ],
  });

const sbom = (version: number, timestamp: string) =>
  JSON.stringify({
    ...{
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      version,
      serialNumber: `urn:uuid:${'3e671687-395b-41f5-a30f-a58921a69b79'}`,
    },
    metadata: { timestamp, component: { type: 'application', name: 'web', 'bom-ref': 'web' } },
    components: ['a', 'b'].map((name) => ({
      ...{
        type: 'library',
        name,
        version: String(version),
        'bom-ref': name,
        purl: `pkg:npm/${name}@${version}`,
      },
    })),
    dependencies: [
      { ref: 'web', dependsOn: ['a'] },
      { ref: 'a', dependsOn: ['b'] },
    ],
  });

describe.each(TEST_DIALECTS)('evidence in %s', (dialect) => {
  let temp: TempStore;
  let evidence: Evidence;
  let uploads: Uploads;
  let changed: string[];
  beforeEach(async () => {
    temp = await tempStore(dialect);
    const { store, clock } = temp;
    let next = 0;
    const ids = () => `id-${++next}`;
    changed = [];
    const onChange = (project: string) => void changed.push(project);
    uploads = new Uploads(join(temp.dir, 'uploads'), clock);
    const remote = new RemoteDocuments({ clock });
    evidence = new Evidence({
      store,
      clock,
      ids,
      tasks: new TaskBoard(clock, ids),
      uploads,
      remote,
      onChange,
    });
  });
  afterEach(() => temp[Symbol.asyncDispose]());

  const put = (name: string, content: string | Uint8Array): string => {
    const path = join(temp.dir, name);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, content);
    return path;
  };
  const add = (...paths: string[]) => evidence.add({ project: PROJECT, paths, by: 'test' }).result;
  const list = () => evidence.documents({ project: PROJECT, offset: 0, limit: 100 });
  const refusals = async () => {
    const [newest] = await evidence.imports(PROJECT);
    return evidence.refusals(PROJECT, newest?.id ?? '');
  };

  it('of a folder is taken in, each document with its bytes, and what is none is told', async () => {
    put('in/a.json', advisory('GHSA-a'));
    put('in/deep/b.json.gz', gzipSync(advisory('GHSA-bb')));
    put('in/bad.json', '{"id": 1}');
    put('in/README.md', 'hello');
    symlinkSync('/etc/passwd', join(temp.dir, 'in/link.json'));
    expect(await add(join(temp.dir, 'in'))).toEqual({ taken: 2, same: 0, refused: 2, leftOut: 1 });
    expect(changed).toEqual([PROJECT]);
    const { documents, total } = await list();
    expect([total, documents.map(({ key }) => key).sort()]).toEqual([2, ['GHSA-a', 'GHSA-bb']]);
    const first = documents.find(({ key }) => key === 'GHSA-a');
    expect(await evidence.raw(PROJECT, first?.id ?? 0)).toBe(advisory('GHSA-a'));
    const told = await refusals();
    expect(told.map(({ origin, reason }) => [origin.split('/').at(-1), reason])).toEqual([
      ['bad.json', expect.stringContaining('none of the formats')],
      ['link.json', expect.stringContaining('link')],
    ]);
  });

  it('of a process that died is broken off and says so; what another process takes in goes on', async () => {
    const { store, clock } = temp;
    const lives = { id: 'lives', project: PROJECT, origin: 'here', by: 'test' };
    await store.write((writer) => beginImport(writer, { ...lives, at: clock.now() }));
    await store.write((writer) => beginImport(writer, { ...lives, id: 'died', at: clock.now() }));
    const counts = { taken: 3, same: 0, refused: 1, leftOut: 0 };
    await store.write((writer) => noteImport(writer, 'died', counts, clock.now()));
    await store.write(({ db }) => db.updateTable('evidence_import').set({ claimed_until: 20_000 }).execute());
    await store.write((writer) => renewImport(writer, 'lives', clock.now()));
    const end = async (id: string) => (await evidence.imports(PROJECT)).find((one) => one.id === id);
    expect(await end('died')).toMatchObject({ ...counts, endedAt: 5000, error: DIED });
    expect(await end('lives')).toMatchObject({ endedAt: null, error: null });
    // Whoever was taken for dead and is not goes on.
    await store.write((writer) => noteImport(writer, 'died', counts, clock.now()));
    expect(await end('died')).toMatchObject({ ...counts, endedAt: null, error: null });
    // A start: on SQLite nobody else can be there.
    await evidence.begin();
    const isAlone = dialect === 'sqlite';
    expect((await end('lives'))?.error).toBe(isAlone ? DIED : null);
  });

  it('that takes long says meanwhile that its process lives, and no longer than it takes', async () => {
    const { store, clock } = temp;
    let writes = 0;
    const counting: Store = Object.assign(Object.create(store) as Store, {
      write: (work: Parameters<Store['write']>[0]) => {
        writes++;
        return store.write(work);
      },
    });
    const path = put('a.json', advisory('GHSA-a'));
    const request = { id: 'i', project: PROJECT, by: 'test', base: null, origin: 'a', paths: [path] };
    const signal = new AbortController().signal;
    await importEvidence(request, { store: counting, clock, signal, progress: () => undefined });
    const usual = writes;
    const progress = () => clock.advance(IMPORT_BEAT_MS);
    await importEvidence({ ...request, id: 'j' }, { store: counting, clock, signal, progress });
    expect(writes).toBe(2 * usual + 1);
    expect(clock.nextTimer).toBeUndefined();
  });

  it('taken in again changes nothing', async () => {
    const path = put(
      'all.zip',
      zipOf([
        { name: 'a.json', text: advisory('GHSA-a') },
        { name: 'b.json', text: advisory('GHSA-bb') },
      ]),
    );
    expect(await add(path)).toMatchObject({ taken: 2, same: 0 });
    const before = await list();
    temp.clock.advance(1000);
    expect(await add(path)).toMatchObject({ taken: 0, same: 2 });
    const after = await list();
    expect(after.documents.map(({ id, firstSeen }) => [id, firstSeen])).toEqual(
      before.documents.map(({ id, firstSeen }) => [id, firstSeen]),
    );
    expect(new Set(after.documents.map(({ lastSeen }) => lastSeen))).toEqual(new Set([temp.clock.now()]));
    const affected = await temp.store.reader.selectFrom('evidence_affected').select('document').execute();
    expect(affected).toHaveLength(2);
  });

  it('in several versions keeps every one with its components, and has the other rows of the newest alone, whatever came first', async () => {
    const older = sbom(1, '2024-01-01T00:00:00Z');
    const newer = sbom(2, '2024-02-01T00:00:00Z');
    for (const order of [
      [older, newer],
      [newer, older],
    ]) {
      for (const text of order) await add(put('web.json', text));
      const { documents } = await list();
      expect(documents.map(({ version, versions }) => [version, versions])).toEqual([['2', 2]]);
      const newest = documents[0]?.id ?? 0;
      const rows = await temp.store.reader
        .selectFrom('evidence_component')
        .select('record')
        .where('document', '=', newest)
        .orderBy('n')
        .execute();
      expect(rows.map(({ record }) => (JSON.parse(record) as { version: string }).version)).toEqual([
        '2',
        '2',
      ]);
      const needs = await temp.store.reader
        .selectFrom('evidence_dependency')
        .select(['parent', 'child'])
        .where('document', '=', newest)
        .orderBy('parent')
        .execute();
      expect(needs).toEqual([
        { parent: 0, child: 1 },
        { parent: 1, child: 2 },
      ]);
      const all = await temp.store.reader.selectFrom('evidence_component').select('document').execute();
      expect(new Set(all.map(({ document }) => document)).size).toBe(2);
      expect(
        (await temp.store.reader.selectFrom('evidence_chunk').select('document').execute()).every(
          ({ document }) => document === newest,
        ),
      ).toBe(true);
      await evidence.remove(PROJECT, newest);
      expect(await temp.store.reader.selectFrom('evidence_document').select('id').execute()).toEqual([]);
      expect(await temp.store.reader.selectFrom('evidence_component').select('n').execute()).toEqual([]);
    }
  });

  it('of one project is nobody else’s', async () => {
    await add(put('a.json', advisory('GHSA-a')));
    const { documents } = await list();
    const id = documents[0]?.id ?? 0;
    expect((await evidence.documents({ project: 'other', offset: 0, limit: 10 })).total).toBe(0);
    await expect(evidence.document('other', id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(evidence.raw('other', id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(evidence.remove('other', id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await list()).total).toBe(1);
  });

  it('uploaded is taken in under the names it had, and the upload is gone', async () => {
    const upload = '3e671687-395b-41f5-a30f-a58921a69b79';
    await uploads.put(upload, 'sboms/deep/a.json', Readable.from([Buffer.from(advisory('GHSA-a'))]));
    await uploads.put(upload, 'sboms/b.json', Readable.from([Buffer.from('{}')]));
    for (const name of ['../x.json', 'a//b.json', '/etc/x', 'a\\b', '.', 'a/..', `${'x'.repeat(201)}.json`])
      await expect(uploads.put(upload, name, Readable.from([])), name).rejects.toMatchObject({
        code: 'INVALID_INPUT',
      });
    await expect(uploads.put('../evil', 'a.json', Readable.from([]))).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
    await expect(uploads.put(upload, 'sboms/b.json', Readable.from([]))).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
    expect(
      await evidence.take({ project: PROJECT, upload, origin: 'sboms', by: 'test' }).result,
    ).toMatchObject({
      ...{ taken: 1, refused: 1 },
    });
    expect((await list()).documents.map(({ origin }) => origin)).toEqual(['sboms/deep/a.json']);
    expect((await refusals()).map(({ origin }) => origin)).toEqual(['sboms/b.json']);
    expect(existsSync(join(temp.dir, 'uploads'))).toBe(false);
    expect(() => evidence.take({ project: PROJECT, upload, origin: 'sboms', by: 'test' })).toThrow(
      /no upload with this ID/,
    );
  });

  it('is found by a part of its title, key or issuer, taken as it is', async () => {
    await add(put('in/a.json', advisory('GHSA-a')), put('in/b.json', advisory('DSA-100%')));
    const found = async (search: string) =>
      (await evidence.documents({ project: PROJECT, search, offset: 0, limit: 10 })).documents.map(
        ({ key }) => key,
      );
    expect(await found('about ghsa')).toEqual(['GHSA-a']);
    expect(await found('100%')).toEqual(['DSA-100%']);
    expect(await found('_')).toEqual([]);
  });

  it('of what is exploited follows the newest list, and remembers since when', async () => {
    const kev = (version: string, ...cves: string[]) =>
      JSON.stringify({
        ...{ title: 'KEV', catalogVersion: version, dateReleased: `${version}T00:00:00Z` },
        vulnerabilities: cves.map((cveID) => ({ cveID, dateAdded: '2024-01-01' })),
      });
    const listed = () =>
      temp.store.reader
        .selectFrom('evidence_exploited')
        .select(['cve', 'first_seen'])
        .orderBy('cve')
        .orderBy('document')
        .execute();
    await add(put('kev.json', kev('2024-01-01', 'CVE-2024-1111', 'CVE-2024-2222')));
    const since = temp.clock.now();
    temp.clock.advance(5000);
    await add(put('kev.json', kev('2024-02-01', 'CVE-2024-2222', 'CVE-2024-3333')));
    const expected = [
      { cve: 'CVE-2024-2222', first_seen: since },
      { cve: 'CVE-2024-3333', first_seen: since + 5000 },
    ];
    expect(await listed()).toEqual(expected);
    // From elsewhere it adds, and takes nothing away; one that lists nothing is none.
    await add(put('other.json', kev('2024-03-01', 'CVE-2024-2222')));
    expect(await listed()).toEqual([expected[0], expected[0], expected[1]]);
    expect(await add(put('kev.json', kev('2024-04-01')))).toMatchObject({ refused: 1 });
    expect(await listed()).toHaveLength(3);
  });

  it('of scores keeps the bytes of the newest alone, whichever came first, and the digest of each', async () => {
    const scores = (day: string, score: number) =>
      `#model_version:v2026.01.01,score_date:2026-01-${day}T00:00:00+0000\ncve,epss,percentile\nCVE-2024-1000,${score},0.5\n`;
    for (const [day, score] of [
      ...([
        ['02', 0.2],
        ['03', 0.3],
        ['01', 0.1],
      ] as const),
    ])
      await add(put(`${day}.csv`, scores(day, score)));
    const { reader } = temp.store;
    const kept = await reader
      .selectFrom('evidence_document as d')
      .leftJoin('evidence_raw as r', 'r.document', 'd.id')
      .select(['d.current', 'd.sha256', 'r.raw'])
      .orderBy('d.stated_at')
      .execute();
    expect(kept.map(({ current, raw }) => [current, raw])).toEqual([
      ...[
        [0, null],
        [0, null],
        [1, scores('03', 0.3)],
      ],
    ]);
    expect(new Set(kept.map(({ sha256 }) => sha256)).size).toBe(3);
    expect(await reader.selectFrom('evidence_score').select('score').execute()).toEqual([{ score: 0.3 }]);
    expect(await add(join(temp.dir, '02.csv'))).toMatchObject({ same: 1 });
    const [, older] = await reader
      .selectFrom('evidence_document')
      .select('id')
      .orderBy('current', 'desc')
      .execute();
    await expect(evidence.raw(PROJECT, older?.id ?? 0)).rejects.toThrow('Only the digest');
  });

  it('that was left half sent keeps no file, and an upload that was left lets go of its place', async () => {
    const uploadOf = (n: number) => `3e671687-395b-41f5-a30f-${String(n).padStart(12, '0')}`;
    // A request that breaks off while nobody reads it yet is no uncaught error, either.
    const broken = new Readable({ read() {} }).on('error', () => undefined);
    const sent = evidence.uploads.put(uploadOf(0), 'scores.csv', broken);
    broken.push('cve,epss,percentile\nCVE-2026-1111,0.1,0.1\n');
    broken.destroy(new Error('gone'));
    await expect(sent).rejects.toThrow();
    const early = new Readable({ read() {} });
    early.destroy(new Error('gone at once'));
    await expect(evidence.uploads.put(uploadOf(0), 'early.csv', early)).rejects.toThrow();
    for (const name of ['scores.csv', 'early.csv'])
      expect(existsSync(join(temp.dir, 'uploads', uploadOf(0), name))).toBe(false);
    // The same name can be sent again.
    await evidence.uploads.put(uploadOf(0), 'scores.csv', Readable.from([Buffer.from('x')]));
    for (let n = 1; n < 20; n++)
      await evidence.uploads.put(uploadOf(n), 'a.json', Readable.from([Buffer.from('{}')]));
    const another = () => evidence.uploads.put(uploadOf(99), 'a.json', Readable.from([Buffer.from('{}')]));
    await expect(another()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    temp.clock.advance(11 * 60_000);
    await another();
    expect(existsSync(join(temp.dir, 'uploads', uploadOf(0)))).toBe(false);
  });

  it('that was taken out by a process that ended is matched anew by the next', async () => {
    await add(put('a.json', advisory('GHSA-a')));
    const { documents } = await list();
    await temp.store.write((writer) =>
      endMatching(writer, PROJECT, { unchecked: [], checked: 1, now: temp.clock.now() + 1 }),
    );
    expect(await readUnmatched(temp.store.reader)).toEqual([]);
    await evidence.remove(PROJECT, documents[0]?.id ?? 0);
    expect(await readMatch(temp.store.reader, PROJECT)).toBeUndefined();
  });

  it('that is refused tells nothing secret of what it holds', async () => {
    const secret = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');
    put('in/a.json', `${secret} is no document`);
    put('in/b.json', JSON.stringify({ bomFormat: 'CycloneDX', specVersion: secret }));
    put('in/c.json', JSON.stringify({ id: 'X-1', modified: '2026-01-01T00:00:00Z', [secret]: 1 }));
    expect(await add(join(temp.dir, 'in'))).toMatchObject({ refused: 3 });
    expect(JSON.stringify(await refusals())).not.toContain(secret.slice(4, 20));
    expect(JSON.stringify(temp.log.lines)).not.toContain(secret.slice(4, 20));
  });

  it('of many rows is as whole and in its order as a short one', async () => {
    const names = Array.from({ length: 2500 }, (_, n) => `part-${n}`);
    const list = {
      ...JSON.parse(sbom(1, '2024-01-01T00:00:00Z')),
      components: names.map((name) => ({
        type: 'library',
        name,
        'bom-ref': name,
        purl: `pkg:npm/${name}@1`,
      })),
      dependencies: [
        { ref: 'web', dependsOn: names.slice(0, 1) },
        ...names.slice(1).map((name, n) => ({ ref: names[n], dependsOn: [name] })),
      ],
    };
    put('in/a.json', advisory('GHSA-a'));
    put('in/b.json', JSON.stringify(list));
    put(
      'in/c.csv',
      `cve,epss,percentile\n${names.map((_, n) => `CVE-2024-${10_000 + n},0.5,0.25`).join('\n')}\n`,
    );
    put('in/d.json', advisory('GHSA-d'));
    expect(await add(join(temp.dir, 'in'))).toEqual({ taken: 4, same: 0, refused: 0, leftOut: 0 });
    const { reader } = temp.store;
    const components = await reader
      .selectFrom('evidence_component')
      .select(['n', 'package_key'])
      .orderBy('n')
      .execute();
    expect(components).toEqual(names.map((name, n) => ({ n: n + 1, package_key: `npm/${name}` })));
    const needs = await reader
      .selectFrom('evidence_dependency')
      .select(['parent', 'child'])
      .orderBy('child')
      .execute();
    expect(needs).toEqual(names.map((_, n) => ({ parent: n, child: n + 1 })));
    expect(await reader.selectFrom('evidence_score').select('cve').execute()).toHaveLength(2500);
    expect((await reader.selectFrom('evidence_advisory').select('advisory_id').execute()).length).toBe(2);
  });

  describe('made to do harm', () => {
    const harmless = { name: 'a.json', text: advisory('GHSA-a') };
    it.each<[string, Uint8Array, RegExp]>([
      [
        'with a name that leads out',
        zipOf([harmless, { name: '../../etc/x.json', text: '{}' }]),
        /relative path|invalid/i,
      ],
      [
        'with an absolute name',
        zipOf([harmless, { name: '/etc/x.json', text: '{}' }]),
        /absolute path|invalid/i,
      ],
      ['with a name twice', zipOf([harmless, harmless]), /twice/],
      [
        'that grows more than it says',
        zipOf([harmless, { name: 'b.json', text: ' '.repeat(50_000), says: 10 }]),
        /size|bytes/i,
      ],
      [
        'that says it grows beyond reason',
        zipOf([harmless, { name: 'b.json', text: ' '.repeat(20_000_000) }]),
        /times its size/,
      ],
      [
        'with an entry larger than any document',
        zipOf([harmless, { name: 'b.json', text: 'x', says: 4_000_000_000 }]),
        /read at most/,
      ],
      ['that is encrypted', zipOf([harmless, { name: 'b.json', text: 'x', encrypted: true }]), /encrypted/],
      ['cut off', zipOf([harmless]).subarray(0, 60), /cannot be read/],
      ['that is none', Buffer.from('PK but no archive'), /cannot be read/],
    ])('an archive %s is refused, and nothing of it is taken', async (_, bytes, reason) => {
      expect(await add(put('evil.zip', bytes))).toMatchObject({ taken: 0, refused: 1 });
      expect((await refusals())[0]?.reason).toMatch(reason);
      expect((await list()).total).toBe(0);
    });

    it('a file of 200 MB is refused without being read, and one that unpacks to it too', async () => {
      const large = put('large.json', '');
      truncateSync(large, 200_000_000);
      const packed = put('packed.json.gz', gzipSync(Buffer.alloc(101_000_000, 0x20)));
      expect(await add(large, packed)).toMatchObject({ taken: 0, refused: 2 });
      expect((await refusals()).map(({ reason }) => reason)).toEqual([
        expect.stringContaining('200000000 bytes'),
        expect.stringContaining('more than 100000000'),
      ]);
    });

    it('a document that takes too long is given up, and what comes behind it is taken', async () => {
      const slow = put(
        'in/a.json',
        `{${Array.from({ length: 3_000_000 }, (_, n) => `"k${n}":0`).join(',')}}`,
      );
      put('in/b.json', advisory('GHSA-b'));
      const { store, clock } = temp;
      const sum = await importEvidence(
        { id: 'one', project: PROJECT, paths: [join(temp.dir, 'in')], origin: 'in', by: 'test', base: null },
        { store, clock, signal: new AbortController().signal, progress: () => {}, documentMs: 2000 },
      );
      expect(sum).toMatchObject({ taken: 1, refused: 1 });
      const [refused] = await evidence.refusals(PROJECT, 'one');
      expect(refused?.origin).toBe(slow);
    }, 90_000);
  });
});
