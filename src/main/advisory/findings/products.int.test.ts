// Promise: a product is what its lists are of; the newer list of a version takes the place of the older, versions stand beside each other until the operator
// retires one, two nameless roots are two products, and what changed between two lists is told by what is known now. On both databases.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TEST_DIALECTS } from '../../store/testing/temp-store.ts';
import { advisory, runtimeHint, sbom } from '../testing/documents.ts';
import { type EvidenceWorld, evidenceWorld, PROJECT } from '../testing/evidence-world.ts';
import { markWhole } from '../testing/whole-ecosystem.ts';

const GHSA = 'GHSA-2222-3333-4444';
const pad = (version: string) => `pkg:npm/left-pad@${version}`;
let serial = 0;

/** As scanners write it: with a serial number of its own each time. */
const scan = (purls: readonly string[], about: Parameters<typeof sbom>[1] = {}): string =>
  JSON.stringify({
    serialNumber: `urn:uuid:00000000-0000-4000-8000-${String(++serial).padStart(12, '0')}`,
    ...JSON.parse(sbom(purls, about)),
  });

describe.each(TEST_DIALECTS)('products in %s', (dialect) => {
  let here: EvidenceWorld;
  beforeEach(async () => {
    here = await evidenceWorld(dialect);
    await markWhole(here.temp.store, PROJECT, ['npm']);
  });
  afterEach(() => here[Symbol.asyncDispose]());

  const open = async () =>
    (await here.findings.list({ project: PROJECT, view: 'open', offset: 0, limit: 100 })).findings;
  const products = async () => (await here.findings.state(PROJECT)).products;
  const states = async (product: string) =>
    (await here.findings.product(PROJECT, product)).lists.map((one) => [one.version, one.state, one.open]);

  it('have the newest list of each version, whatever order they came in', async () => {
    await here.take({ 'a.json': scan([pad('1.0.0')]), 'osv.json': advisory({ id: GHSA }) });
    expect(await open()).toHaveLength(1);
    await here.take({ 'b.json': scan([pad('1.2.3')], { at: '2026-02-01T00:00:00Z' }) });
    expect(await open()).toEqual([]);
    await here.take({ 'c.json': scan([pad('1.1.0')], { at: '2026-01-15T00:00:00Z' }) });
    expect(await open()).toEqual([]);
    expect(await products()).toMatchObject([{ key: 'name/web', version: '1', components: 1, checked: 1 }]);
    expect(await states('name/web')).toEqual([
      ['1', 'current', 0],
      ['1', 'superseded', null],
      ['1', 'superseded', null],
    ]);
  });

  it('keep decisions over lists and versions, while component and version hold', async () => {
    await here.take({ 'a.json': scan([pad('1.0.0')]), 'osv.json': advisory({ id: GHSA }) });
    const [one] = await open();
    await here.findings.decide({
      ...{ project: PROJECT, keys: [one?.key ?? ''], kind: 'not_affected', reason: 'unused', by: 'me' },
      justification: 'vulnerable_code_not_present',
    });
    await here.take({
      'b.json': scan([pad('1.0.0')], { at: '2026-02-01T00:00:00Z' }),
      'c.json': scan([pad('1.0.0')], { version: '2', at: '2026-02-01T00:00:00Z' }),
    });
    expect(await open()).toEqual([]);
    await here.take({ 'd.json': scan([pad('1.1.0')], { version: '2', at: '2026-03-01T00:00:00Z' }) });
    expect(await open()).toMatchObject([{ component: { version: '1.1.0' }, decision: { state: 'stale' } }]);
  });

  it('have findings from the newest list, and from older versions that the operator keeps active', async () => {
    await here.take({
      'a.json': scan([pad('1.0.0')], { version: '1' }),
      'b.json': scan([pad('1.2.3')], { version: '2', at: '2026-02-01T00:00:00Z' }),
      'osv.json': advisory({ id: GHSA }),
    });
    expect(await open()).toEqual([]);
    expect(await states('name/web')).toEqual([
      ['2', 'current', 0],
      ['1', 'superseded', null],
    ]);
    const setActive = async (version: string, active: boolean) => {
      const one = { project: PROJECT, product: 'name/web', version, active };
      await here.findings.setVersionActive(one, 'me');
      await here.findings.settled();
    };
    await setActive('1', true);
    await setActive('1', true);
    expect((await products()).map(({ version, open: count }) => [version, count])).toEqual([
      ['1', 1],
      ['2', 0],
    ]);
    await setActive('1', false);
    await here.take({ 'c.json': scan([pad('1.0.0')], { version: '1', at: '2026-03-01T00:00:00Z' }) });
    expect(await open()).toEqual([]);
    // Back to the version before.
    await setActive('2', false);
    await setActive('1', true);
    expect(await open()).toHaveLength(1);
    await expect(setActive('3', true)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('keep the list of an image that still runs, though a newer one of its tag is there', async () => {
    const digest = (of: string) => `sha256:${of.repeat(64)}`;
    const image = (of: string, version: string, at: string) => {
      const list = JSON.parse(scan([pad(version)], { product: 'acme/web:latest', version: digest(of), at }));
      list.metadata.component.type = 'container';
      return JSON.stringify(list);
    };
    await here.take({
      'a.json': image('a', '1.0.0', '2026-01-01T00:00:00Z'),
      'b.json': image('b', '1.2.3', '2026-02-01T00:00:00Z'),
      'osv.json': advisory({ id: GHSA }),
    });
    expect(await open()).toEqual([]);
    await here.take({ 'hint.json': runtimeHint('container:here:web', [], digest('a')) });
    expect(await open()).toMatchObject([{ resources: ['container:here:web'] }]);
    expect(await states('name/acme/web')).toEqual([
      ['latest', 'current', 0],
      ['latest', 'running', 1],
    ]);
  });

  it('of roots named "." in different places are two, decided apart', async () => {
    const lodash = 'pkg:npm/lodash@4.17.20';
    await here.take({
      'shop/sbom.json': scan([lodash, 'pkg:npm/aaa@1.0.0'], { product: '.' }),
      'site/sbom.json': scan([lodash, 'pkg:npm/bbb@1.0.0'], { product: '.' }),
      'osv.json': advisory({ id: GHSA, name: 'lodash', events: [{ introduced: '0' }, { fixed: '4.17.21' }] }),
    });
    const both = await open();
    expect(both).toHaveLength(2);
    expect(new Set(both.map(({ product }) => product.key)).size).toBe(2);
    await here.findings.decide({
      ...{ project: PROJECT, keys: [both[0]?.key ?? ''], kind: 'fixed', reason: 'patched', by: 'me' },
    });
    expect(await open()).toHaveLength(1);
  });

  it('say what changed between two lists, in components and in findings, by what is known now', async () => {
    await here.take({
      'a.json': scan([pad('1.0.0'), 'pkg:npm/gone@1.0.0', 'pkg:npm/same@1.0.0']),
      'b.json': scan([pad('1.2.3'), 'pkg:npm/fresh@1.0.0', 'pkg:npm/same@1.0.0'], {
        ...{ version: '2', at: '2026-02-01T00:00:00Z' },
      }),
      'pad.json': advisory({ id: GHSA }),
      'gone.json': advisory({ id: 'GHSA-gggg-gggg-gggg', name: 'gone' }),
      'fresh.json': advisory({ id: 'GHSA-ffff-ffff-ffff', name: 'fresh' }),
      'same.json': advisory({ id: 'GHSA-5555-5555-5555', name: 'same' }),
    });
    const { lists } = await here.findings.product(PROJECT, 'name/web');
    const asked = { project: PROJECT, product: 'name/web' };
    const [to, from] = lists.map(({ document }) => document);
    const changes = await here.findings.productChanges({ ...asked, from: from ?? 0, to: to ?? 0 });
    expect(changes.components).toEqual([
      { kind: 'added', name: 'fresh', from: null, to: '1.0.0' },
      { kind: 'removed', name: 'gone', from: '1.0.0', to: null },
      { kind: 'changed', name: 'left-pad', from: '1.0.0', to: '1.2.3' },
    ]);
    expect(changes.findings.map((one) => [one.kind, one.component, one.from, one.to]).sort()).toEqual([
      ['fixed', 'left-pad', '1.0.0', '1.2.3'],
      ['new', 'fresh', null, '1.0.0'],
      ['removed', 'gone', '1.0.0', null],
    ]);
    const nothing = await here.findings.productChanges({ ...asked, from: to ?? 0, to: to ?? 0 });
    expect([nothing.componentsTotal, nothing.findingsTotal]).toEqual([0, 0]);
    const foreign = { ...asked, from: from ?? 0, to: 999_999 };
    await expect(here.findings.productChanges(foreign)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('keep the components of a list that an edit of the same document replaced', async () => {
    await here.take({ 'a.json': sbom([pad('1.0.0')]) });
    await here.take({ 'a.json': sbom([pad('1.1.0')], { at: '2026-02-01T00:00:00Z' }) });
    const { lists } = await here.findings.product(PROJECT, 'name/web');
    expect(lists.map(({ state, components }) => [state, components])).toEqual([
      ['current', 1],
      ['superseded', 1],
    ]);
  });
});
