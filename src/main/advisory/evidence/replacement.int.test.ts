// Promise: a document is replaced only by one from the same place; the current list of a product neither by a list of something else, nor by one of a day to come,
// nor by an empty one; and of what came at one time the outcome does not hang on the order.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readListHistory } from '../../store/evidence/lists.ts';
import { TEST_DIALECTS } from '../../store/testing/temp-store.ts';
import { advisory, sbom } from '../testing/documents.ts';
import { type EvidenceWorld, evidenceWorld, PROJECT } from '../testing/evidence-world.ts';

const LEFT_PAD = 'pkg:npm/left-pad@1.0.0';
const OTHER = 'pkg:npm/other@1.0.0';
const ID = 'GHSA-2222-3333-4444';
const SERIAL = 'urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79';

const withSerial = (list: string): string => JSON.stringify({ ...JSON.parse(list), serialNumber: SERIAL });

describe.each(TEST_DIALECTS)('in %s', (dialect) => {
  let here: EvidenceWorld;
  beforeEach(async () => {
    here = await evidenceWorld(dialect);
  });
  afterEach(() => here[Symbol.asyncDispose]());

  const found = async () => {
    const asked = { project: PROJECT, view: 'open' as const, offset: 0, limit: 9 };
    return (await here.findings.list(asked)).findings;
  };
  const states = async (product: string) =>
    (await readListHistory(here.temp.store.reader, PROJECT, product)).map(({ state, components }) => [
      state,
      components,
    ]);

  it('two documents of one id from two places stand side by side, under source ids of their own', async () => {
    const emptied = { id: ID, modified: '2026-02-01T00:00:00Z', name: 'nothing' };
    await here.take({ 'list.json': sbom([LEFT_PAD]), 'real.json': advisory({ id: ID }) });
    await here.take({ 'fake.json': advisory(emptied) });
    expect(await found()).toHaveLength(1);
    const { documents } = await here.evidence.documents({
      project: PROJECT,
      format: 'osv',
      offset: 0,
      limit: 9,
    });
    expect(documents.map(({ versions }) => versions)).toEqual([1, 1]);
    const [finding] = await found();
    const { grounds } = await here.findings.detail(PROJECT, finding?.key ?? '');
    const real = documents.find(({ origin }) => origin.endsWith('real.json'));
    expect(grounds.map(({ sourceId }) => sourceId)).toEqual([
      `osv:${ID}@${real?.sha256.slice(0, 8)}#affected-1`,
    ]);
    // From its own place it is replaced.
    await here.take({ 'real.json': advisory(emptied) });
    expect(await found()).toHaveLength(0);
  });

  it('in a file of several documents each is replaced by its next version, wherever in the file that stands', async () => {
    const list = (...documents: string[]) => `[${documents.join(',')}]`;
    const other = advisory({ id: 'GHSA-5555-6666-7777', name: 'other' });
    await here.take({ 'list.json': sbom([LEFT_PAD]), 'all.json': list(advisory({ id: ID }), other) });
    expect(await found()).toHaveLength(1);
    const gone = { id: ID, modified: '2026-02-01T00:00:00Z', withdrawn: '2026-02-01T00:00:00Z' };
    await here.take({ 'all.json': list(other, advisory(gone)) });
    expect(await found()).toHaveLength(0);
  });

  it('each votes for itself: a later range of one takes nothing back from the other', async () => {
    const narrow = {
      id: ID,
      modified: '2026-02-01T00:00:00Z',
      events: [{ introduced: '0' }, { fixed: '0.9' }],
    };
    await here.take({ 'list.json': sbom([LEFT_PAD]), 'fake.json': advisory(narrow) });
    await here.take({ 'real.json': advisory({ id: ID }) });
    expect(await found()).toMatchObject([{ status: 'affected' }]);
  });

  it('a list of another product under the same serial number replaces none, nor does one of a day to come or an empty one', async () => {
    const real = withSerial(sbom([LEFT_PAD, OTHER]));
    await here.take({ 'list.json': real, 'a.json': advisory({ id: ID }) });
    await here.take({
      'list.json': withSerial(sbom([OTHER], { product: 'evil', at: '2026-01-02T00:00:00Z' })),
    });
    await here.take({
      'future.json': sbom([OTHER], { at: '2099-01-01T00:00:00Z' }),
      'empty.json': sbom([], { at: '2026-01-03T00:00:00Z' }),
    });
    await here.take({ 'list.json': withSerial(sbom([], { at: '2026-01-04T00:00:00Z' })) });
    expect(await found()).toHaveLength(1);
    expect((await states('name/web'))[0]).toEqual(['current', 2]);
    const { documents } = await here.evidence.documents({ project: PROJECT, offset: 0, limit: 9 });
    const notes = documents.flatMap((one) => one.notes);
    expect(notes).toContain('It is dated in the future, so it replaces no other version.');
    expect(notes).toContain(
      'It lists no components. An earlier list of this product that lists some stays the current one.',
    );
  });

  it('of two lists made at one time the fuller is current, whichever came first', async () => {
    const files = { 'small.json': sbom([OTHER]), 'full.json': sbom([LEFT_PAD, OTHER]) };
    for (const name of ['full.json', 'small.json'] as const) await here.take({ [name]: files[name] });
    expect(await states('name/web')).toEqual([
      ['current', 2],
      ['superseded', 1],
    ]);
  });

  it('an advisory that is withdrawn on a day to come still holds', async () => {
    const text = advisory({ id: ID, withdrawn: '2099-01-01T00:00:00Z' });
    await here.take({ 'list.json': sbom([LEFT_PAD]), 'a.json': text });
    expect(await found()).toHaveLength(1);
  });

  it('a score of a day to come replaces none that has a day', async () => {
    const scores = (date: string, epss: string) =>
      JSON.stringify({ data: [{ cve: 'CVE-2026-1000', epss, percentile: epss, date }] });
    await here.take({
      'list.json': sbom([LEFT_PAD]),
      'a.json': advisory({ id: ID, aliases: ['CVE-2026-1000'] }),
      'scores.json': scores('2026-01-01', '0.9'),
    });
    await here.take({ 'future.json': scores('2099-01-01', '0.0') });
    expect(await found()).toMatchObject([{ epss: 0.9 }]);
    await here.take({ 'later.json': scores('2026-01-02', '0.8') });
    expect(await found()).toMatchObject([{ epss: 0.8 }]);
  });
});
