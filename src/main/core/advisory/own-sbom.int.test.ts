// Promise: a fresh host knows what Festinger itself is made of; another version's list takes the place of the one before; what an operator removed stays removed.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Evidence } from '../../advisory/evidence/evidence.ts';
import { RemoteDocuments } from '../../advisory/evidence/remote-document.ts';
import { Uploads } from '../../advisory/evidence/uploads.ts';
import { TaskBoard } from '../../console/task-board.ts';
import { TEST_DIALECTS, type TempStore, tempStore } from '../../store/testing/temp-store.ts';
import { startTestCore } from '../testing/start-test-core.ts';
import { importOwnSbom } from './own-sbom.ts';

const sbom = (version: string) =>
  JSON.stringify({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:3e671687-395b-41f5-a30f-a58921a69b7${version}`,
    version: 1,
    metadata: {
      component: {
        type: 'application',
        name: 'Festinger Console',
        version,
        purl: `pkg:npm/festinger-console@${version}`,
        'bom-ref': 'own',
      },
    },
    components: [{ type: 'library', name: 'a', version: '1.0.0', purl: 'pkg:npm/a@1.0.0', 'bom-ref': 'a' }],
  });

describe.each(TEST_DIALECTS)('in %s', (dialect) => {
  let temp: TempStore;
  let evidence: Evidence;
  let file: string;
  beforeEach(async () => {
    temp = await tempStore(dialect);
    const { store, clock, dir } = temp;
    let next = 0;
    const ids = () => `id-${++next}`;
    file = join(dir, 'festinger.cdx.json');
    evidence = new Evidence({
      store,
      clock,
      ids,
      tasks: new TaskBoard(clock, ids),
      uploads: new Uploads(join(dir, 'uploads'), clock),
      remote: new RemoteDocuments({ clock }),
      onChange: () => undefined,
    });
  });
  afterEach(() => temp[Symbol.asyncDispose]());

  const run = () => importOwnSbom({ file, store: temp.store, evidence, clock: temp.clock });
  const listed = async () =>
    (await evidence.documents({ project: 'default', offset: 0, limit: 9 })).documents;
  const titles = async () => (await listed()).map(({ title }) => title);

  it('is imported once, replaced by that of another version, and not brought back once it was removed', async () => {
    await run();
    expect(await titles(), 'a program without one has none').toEqual([]);
    writeFileSync(file, sbom('1'));
    await run();
    await run();
    expect(await titles()).toEqual(['Components of Festinger Console 1']);
    expect(await evidence.imports('default')).toHaveLength(1);
    writeFileSync(file, sbom('2'));
    await run();
    expect(await titles()).toEqual(['Components of Festinger Console 2']);
    for (const { id } of await listed()) await evidence.remove('default', id);
    await run();
    writeFileSync(file, sbom('3'));
    await run();
    expect(await titles()).toEqual([]);
  });
});

it('a program that starts imports it after it serves, into the default project', async () => {
  const temp = await tempStore('sqlite');
  const file = join(temp.dir, 'own.cdx.json');
  writeFileSync(file, sbom('1'));
  await using core = await startTestCore({ ownSbom: file });
  const products = async () => {
    const { body } = await core.operator('/api/console/findings/state');
    return (body as { data: { products: { name: string }[] } }).data.products.map(({ name }) => name);
  };
  expect(await products()).toEqual([]);
  await expect.poll(products, { timeout: 15_000 }).toEqual(['Festinger Console']);
  await temp[Symbol.asyncDispose]();
}, 30_000);
