// Findings for real: evidence taken in from files, matched, decided about, on both databases.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TaskBoard } from '../../console/task-board.ts';
import { saveEvidenceKey } from '../../store/evidence/keys.ts';
import { TEST_DIALECTS, type TempStore, tempStore } from '../../store/testing/temp-store.ts';
import { Evidence } from '../evidence/evidence.ts';
import { RemoteDocuments } from '../evidence/remote-document.ts';
import { Uploads } from '../evidence/uploads.ts';
import {
  advisory,
  catalogue,
  policyTrace,
  runtimeHint,
  sbom,
  scores,
  statement,
  undatedStatement,
} from '../testing/documents.ts';
import { markFromDatabase, markWhole } from '../testing/whole-ecosystem.ts';
import { Findings } from './findings.ts';
import { WaitingFindings } from './waiting-findings.ts';

const PROJECT = 'default';
const DAY = 86_400_000;
const CRITICAL = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H';
const GHSA = 'GHSA-2222-3333-4444';
const LEFT_PAD = 'pkg:npm/left-pad@1.0.0';

/** What a world of evidence comes to. */
interface World extends AsyncDisposable {
  readonly temp: TempStore;
  readonly evidence: Evidence;
  readonly findings: Findings;
  take(...documents: readonly string[]): Promise<void>;
  /** The same, each under one name from then on: a newer version replaces the older. */
  update(...documents: readonly string[]): Promise<void>;
}

async function world(dialect: TempStore['dialect'], trusted: readonly string[] = []): Promise<World> {
  const temp = await tempStore(dialect);
  const { store, clock } = temp;
  let next = 0;
  const ids = () => `id-${++next}`;
  const onError = (error: unknown) => {
    throw error;
  };
  const findings = new Findings({ store, clock, trusted: () => new Set(trusted), onError });
  const evidence = new Evidence({
    ...{
      store,
      clock,
      ids,
      tasks: new TaskBoard(clock, ids),
      uploads: new Uploads(join(temp.dir, 'uploads'), clock),
      remote: new RemoteDocuments({ clock }),
    },
    onChange: (project) => void findings.match(project),
  });
  const takeFrom = async (name: string, documents: readonly string[]) => {
    clock.advance(1000);
    const folder = join(temp.dir, name);
    mkdirSync(folder, { recursive: true });
    documents.forEach((text, n) => {
      writeFileSync(join(folder, `${n}.${text.startsWith('#') ? 'csv' : 'json'}`), text);
    });
    const sum = await evidence.add({ project: PROJECT, paths: [folder], by: 'test' }).result;
    expect(sum.refused).toBe(0);
    await findings.settled();
  };
  return {
    ...{ temp, evidence, findings },
    take: (...documents) => takeFrom(`in-${++next}`, documents),
    update: (...documents) => takeFrom('in', documents),
    [Symbol.asyncDispose]: () => temp[Symbol.asyncDispose](),
  };
}

describe.each(TEST_DIALECTS)('findings in %s', (dialect) => {
  let here: World;
  beforeEach(async () => {
    here = await world(dialect);
    await markWhole(here.temp.store, PROJECT, ['npm']);
  });
  afterEach(() => here[Symbol.asyncDispose]());

  const asked = (
    view: 'open' | 'held' | 'exploited' | 'accepted' | 'unimportant' | 'closed' | 'all' = 'open',
    more: object = {},
  ) => here.findings.list({ project: PROJECT, view, offset: 0, limit: 100, ...more });
  const only = async (view: Parameters<typeof asked>[0] = 'all') => {
    const { findings } = await asked(view);
    expect(findings).toHaveLength(1);
    return findings[0] as (typeof findings)[number];
  };
  const decide = async (kind: 'accepted' | 'affected' | 'not_affected' | 'fixed', days?: number) => {
    const { key } = await only();
    const [decision] = await here.findings.decide({
      ...{ project: PROJECT, keys: [key], kind, reason: 'because', by: 'me' },
      ...(kind === 'not_affected' ? { justification: 'component_not_present' as const } : {}),
      ...(days === undefined ? {} : { expiresAt: here.temp.clock.now() + days * DAY }),
    });
    return decision?.id ?? 0;
  };

  it('show what policies decided on them under any id, for this package at this version, with the rules that matched', async () => {
    const rule = { id: 'r1', matched: true, text: 'Never deploy.' };
    await here.take(
      sbom([LEFT_PAD]),
      advisory({ id: GHSA, aliases: ['CVE-2026-1000'] }),
      policyTrace(`CVE-2026-1000 ${LEFT_PAD}`, [rule, { ...rule, id: 'r2', matched: false }], {
        ...{ version: '2026.11', at: '2026-01-02T00:00:00Z' },
      }),
      policyTrace(GHSA, [rule]),
      policyTrace('CVE-2026-1000 pkg:npm/left-pad@2.0.0', [rule]),
      policyTrace('CVE-2026-1000 pkg:npm/right-pad@1.0.0', [rule]),
      policyTrace('CVE-2026-1001', [rule]),
    );
    const { key } = await only();
    const { policies } = await here.findings.detail(PROJECT, key);
    expect(policies).toMatchObject([
      {
        ...{ policyVersion: '2026.11', about: `CVE-2026-1000 ${LEFT_PAD}`, decision: 'block' },
        ...{ statedAt: Date.UTC(2026, 0, 2), rules: [rule, { id: 'r2', matched: false }] },
        sourceId: `policy-trace:CVE-2026-1000 ${LEFT_PAD}#trace-1`,
      },
      { about: GHSA, statedAt: null },
    ]);
    expect(JSON.parse(policies[0]?.record ?? '')).toMatchObject({ policyVersion: '2026.11' });
  });

  it('show what runs them and who can reach it, and are narrowed to those that can be reached', async () => {
    await here.take(
      sbom([LEFT_PAD]),
      sbom([LEFT_PAD], { product: 'api' }),
      advisory({ id: GHSA }),
      runtimeHint('host:one', [
        { port: 443, exposure: 'public' },
        { port: 9090, exposure: 'loopback' },
      ]),
      runtimeHint('host:two', [{ port: 80, exposure: 'lan' }]),
      runtimeHint('host:silent', []),
    );
    const { products } = await here.findings.state(PROJECT);
    const bind = (name: string, resource: string) =>
      here.findings.bind(PROJECT, products.find((one) => one.name === name)?.key ?? '', resource, 'me');
    expect(await bind('web', 'host:one')).toMatchObject({ exposure: 'public' });
    expect(await bind('api', 'host:silent')).toMatchObject({ exposure: null });
    expect(await bind('api', 'host:two')).toMatchObject({ exposure: 'lan' });
    const reached = async (exposure: string) =>
      (await asked('open', { exposure })).findings.map(({ product }) => product.name).sort();
    expect([await reached('public'), await reached('lan'), await reached('loopback')]).toEqual([
      ['web'],
      ['api', 'web'],
      ['api', 'web'],
    ]);
    const [web] = (await asked('open', { exposure: 'public' })).findings;
    expect(web?.exposure).toBe('public');
    const { running } = await here.findings.detail(PROJECT, web?.key ?? '');
    expect(running).toMatchObject([
      {
        ...{ resource: 'host:one', user: 'root', entrypoint: ['/bin/web'] },
        ports: [
          { port: 443, exposure: 'public' },
          { port: 9090, exposure: 'loopback' },
        ],
        sourceId: 'runtime-hint:host:one#hint-1',
      },
    ]);
  });

  it('say of a statement without a date that it has none, and take it by when it came', async () => {
    await here.take(
      sbom([LEFT_PAD]),
      advisory({ id: 'CVE-2026-1000' }),
      undatedStatement('web', LEFT_PAD, 'CVE-2026-1000'),
    );
    const { findings } = await asked('all', { search: 'web' });
    const { grounds, newestEvidenceAt } = await here.findings.detail(PROJECT, findings[0]?.key ?? '');
    const undated = grounds.filter(({ dated }) => !dated);
    expect(undated).toMatchObject([{ statedAt: here.temp.clock.now(), counts: 'counted' }]);
    expect(newestEvidenceAt).toBe(Date.UTC(2026, 0, 1));
  });

  it('count as waiting for somebody while held without a word, or exploited until no longer open', async () => {
    const waiting = new WaitingFindings({
      findings: here.findings,
      project: PROJECT,
      clock: here.temp.clock,
    });
    waiting.start();
    const counted = async () => {
      await here.findings.settled();
      const told = new Promise<void>((resolve) => waiting.onChange(resolve));
      here.temp.clock.advance(500);
      await told;
      return waiting.count;
    };
    expect(await counted()).toBe(0);
    const author = (name: string, status: 'affected' | 'not_affected') => {
      const justification = 'component_not_present';
      return statement({
        author: name,
        product: LEFT_PAD,
        vulnerability: 'CVE-2026-1000',
        status,
        justification,
      });
    };
    await here.take(sbom([LEFT_PAD]), author('a', 'affected'), author('b', 'not_affected'));
    expect((await only()).held).toBe(true);
    expect(await counted()).toBe(1);
    const id = await decide('affected');
    expect(await counted()).toBe(0);
    await here.take(catalogue('CVE-2026-1000'));
    expect(await counted()).toBe(1);
    await here.findings.undo(PROJECT, [id]);
    await decide('accepted', 1);
    expect(await counted()).toBe(0);
    // A day later nobody did anything, and it is open again.
    here.temp.clock.advance(2 * DAY);
    expect(await counted()).toBe(1);
    waiting.close();
  });

  it('are what an advisory’s range holds, with fix, way, severity, chance and whether it is exploited', async () => {
    const outer = 'pkg:npm/outer@2.0.0';
    await here.take(
      sbom([outer, LEFT_PAD, 'pkg:npm/right-pad@1.0.0'], {
        needs: [
          ['', outer],
          [outer, LEFT_PAD],
        ],
      }),
      advisory({ id: GHSA, aliases: ['CVE-2026-1000'], vector: CRITICAL, summary: 'Pads too far' }),
      advisory({ id: 'GHSA-9999-9999-9999', name: 'nothing-here' }),
      catalogue('CVE-2026-1000'),
      scores(['CVE-2026-1000', 0.25]),
    );
    const finding = await only();
    expect(finding).toMatchObject({
      ...{
        vulnerability: 'CVE-2026-1000',
        aliases: [GHSA],
        title: 'Pads too far',
        severity: 'critical',
        cvss: 9.8,
      },
      ...{ component: { name: 'left-pad', version: '1.0.0', purl: LEFT_PAD }, product: { name: 'web' } },
      // Known to be exploited: held until a person looks.
      ...{
        status: 'affected',
        held: true,
        fixedIn: '1.2.3',
        fixedBy: 'upstream',
        scope: 'runtime',
        depth: 2,
      },
      ...{ epss: 0.25, exploited: { due: Date.UTC(2026, 0, 22), ransomware: true }, decision: null },
    });
    const detail = await here.findings.detail(PROJECT, finding.key);
    expect(detail.paths).toEqual([['web 1', 'outer 2.0.0', 'left-pad 1.0.0']]);
    expect(detail.rule.name).toBe('kev');
    expect(JSON.parse(detail.grounds[0]?.record ?? '')).toMatchObject({ name: 'left-pad', ecosystem: 'npm' });
    expect((await here.evidence.document(PROJECT, detail.grounds[0]?.document ?? 0)).key).toBe(GHSA);
    const { counts } = await here.findings.state(PROJECT);
    expect(counts).toMatchObject({ open: 1, held: 1, exploited: 1, checked: 3, unchecked: 0 });
  });

  it('go when the evidence goes, and come back under the same key with the day on which they were first seen', async () => {
    await here.take(sbom([LEFT_PAD]));
    await here.update(advisory({ id: GHSA }));
    const before = await only();
    await here.update(
      advisory({ id: GHSA, modified: '2026-02-01T00:00:00Z', withdrawn: '2026-02-01T00:00:00Z' }),
    );
    expect((await asked('all')).total).toBe(0);
    await here.update(advisory({ id: GHSA, modified: '2026-03-01T00:00:00Z' }));
    const after = await only();
    expect([after.key, after.firstSeen]).toEqual([before.key, before.firstSeen]);
  });

  it('know a distribution’s own fix, which beats the range of upstream, also for what it packages of a language', async () => {
    const deb = 'pkg:deb/debian/python3-pad@1.0.0-1%2Bdeb12u2?arch=all&distro=debian-12&upstream=pad';
    const pypi = 'pkg:pypi/pad@1.0.0';
    const upstream = advisory({
      id: 'PYSEC-2026-1',
      aliases: ['CVE-2026-2000'],
      ecosystem: 'PyPI',
      name: 'pad',
      events: [{ introduced: '0' }, { fixed: '1.1.0' }],
    });
    await here.take(
      sbom([deb, pypi], {
        needs: [
          ['', deb],
          [deb, pypi],
        ],
      }),
      upstream,
    );
    expect(await only()).toMatchObject({ component: { purl: pypi }, status: 'affected', fixedIn: '1.1.0' });
    const fixed = (version: string) =>
      advisory({
        id: 'DSA-5000-1',
        aliases: ['CVE-2026-2000'],
        ecosystem: 'Debian:12',
        name: 'pad',
        events: [{ introduced: '0' }, { fixed: version }],
        modified: version === '1.0.0-1+deb12u3' ? '2026-01-02T00:00:00Z' : '2026-01-03T00:00:00Z',
      });
    // Not mended yet in what is installed: the package of the distribution is a finding of its own.
    await here.update(fixed('1.0.0-1+deb12u3'));
    const fixes = async () =>
      (await asked('all')).findings
        .map(({ component, fixedIn, fixedBy }) => [component.name, fixedIn, fixedBy])
        .sort();
    const [pad, python] = [
      ['pad', '1.1.0', 'upstream'],
      ['python3-pad', '1.0.0-1+deb12u3', 'distribution'],
    ];
    // Anybody can write a record that speaks for a distribution.
    expect(await fixes()).toEqual([pad, [...(python ?? []).slice(0, 2), 'upstream']]);
    await markFromDatabase(here.temp.store);
    await here.findings.match(PROJECT);
    expect(await fixes()).toEqual([pad, python]);
    const { documents } = await here.evidence.documents({ project: PROJECT, offset: 0, limit: 9 });
    await here.evidence.remove(PROJECT, documents.find(({ key }) => key === 'DSA-5000-1')?.id ?? 0);
    await here.update(fixed('1.0.0-1+deb12u2'));
    expect((await only()).status, 'of unknown origin, it closes nothing').toBe('affected');
    await markFromDatabase(here.temp.store);
    await here.findings.match(PROJECT);
    const finding = await only();
    expect(finding).toMatchObject({ component: { purl: pypi }, status: 'fixed', held: false });
    const { rule, grounds } = await here.findings.detail(PROJECT, finding.key);
    expect(rule.name).toBe('distribution_fix');
    expect(grounds.find(({ issuer }) => issuer === 'PYSEC')?.counts).toBe('set_aside');
    expect((await asked('open')).total).toBe(0);
  });

  it('are closed by an issuer with an accepted key where that key signed it, and not by its name', async () => {
    await using there = await world(dialect, ['acme']);
    const { store } = there.temp;
    const stated = { product: LEFT_PAD, vulnerability: 'CVE-2026-1000', status: 'not_affected' as const };
    await there.take(
      sbom([LEFT_PAD]),
      advisory({ id: GHSA, aliases: ['CVE-2026-1000'] }),
      statement({ author: 'acme', ...stated }),
    );
    const open = async () => {
      await there.findings.match(PROJECT);
      const asked = { project: PROJECT, view: 'open' as const, offset: 0, limit: 9 };
      return (await there.findings.list(asked)).total;
    };
    expect(await open()).toBe(0);
    const key = { keyId: 'k', algorithm: 'ed25519' as const, pem: '', note: '', addedAt: 0, addedBy: 'me' };
    await store.write((writer) => saveEvidenceKey(writer, { ...key, issuers: ['acme'] }));
    expect(await open()).toBe(1);
    const signature = { signature_state: 'verified' as const, signed_by: 'k' };
    await store.write(({ db }) =>
      db.updateTable('evidence_document').set(signature).where('format', '=', 'openvex').execute(),
    );
    expect(await open()).toBe(0);
  });

  it('do not take the fix of another release of a distribution for this one’s', async () => {
    const deb = 'pkg:deb/debian/pad@1.0.0-1?distro=debian-12';
    await here.take(
      sbom([deb]),
      advisory({
        id: 'DSA-5000-1',
        ecosystem: 'Debian:13',
        name: 'pad',
        events: [{ introduced: '0' }, { fixed: '2.0.0-1' }],
      }),
    );
    expect((await asked('all')).total).toBe(0);
    expect(await here.findings.unchecked(PROJECT)).toMatchObject([
      { reason: 'not_covered', detail: 'debian 12: no advisories imported', count: 1 },
    ]);
  });

  it('are no conflict where two versions are spoken of, and held where two issuers are at odds about one', async () => {
    await here.take(
      sbom([LEFT_PAD]),
      statement({
        author: 'vendor',
        product: 'pkg:npm/left-pad@1.0.0',
        vulnerability: 'CVE-2026-3000',
        status: 'affected',
      }),
      statement({
        author: 'fixer',
        product: 'pkg:npm/left-pad@1.1.0',
        vulnerability: 'CVE-2026-3000',
        status: 'fixed',
      }),
    );
    expect(await only()).toMatchObject({ status: 'affected', held: false });
    await here.take(
      statement({
        author: 'other',
        product: LEFT_PAD,
        vulnerability: 'CVE-2026-3000',
        status: 'not_affected',
        justification: 'component_not_present',
      }),
    );
    const held = await only('held');
    const { grounds, rule, flip } = await here.findings.detail(PROJECT, held.key);
    expect([held.status, rule.name, grounds.map(({ issuer, counts }) => [issuer, counts]).sort()]).toEqual([
      'affected',
      'issuers_disagree',
      [
        ['other', 'counted'],
        ['vendor', 'counted'],
      ],
    ]);
    expect(flip?.resultingStatus).not.toBe('affected');
  });

  it('that their distribution holds to be unimportant are shown apart, and wait for nobody', async () => {
    const purl = 'pkg:deb/debian/apt@2.6.1?arch=amd64&distro=debian-12';
    const entry = {
      package: { ecosystem: 'Debian:12', name: 'apt' },
      ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }] }],
    };
    const record = {
      id: 'DEBIAN-CVE-2011-3374',
      modified: '2026-01-01T00:00:00Z',
      affected: [{ ...entry, ecosystem_specific: { urgency: 'unimportant' } }],
    };
    await here.take(sbom([purl]), JSON.stringify(record));
    expect(await only('unimportant')).toMatchObject({ vulnerability: 'CVE-2011-3374', unimportant: true });
    expect((await asked('open')).findings).toEqual([]);
    expect((await asked('closed')).findings).toEqual([]);
  });

  it('say what issuers offer against them, a fix first, once for all products of an issuer', async () => {
    const vulnerability = {
      id: 'CVE-2026-1000',
      analysis: { state: 'exploitable', response: ['will_not_fix'] },
      recommendation: 'Update to 2.0.0.',
      workaround: 'Close port 8443.',
      affects: [{ ref: LEFT_PAD }],
    };
    const vex = { bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, vulnerabilities: [vulnerability] };
    await here.take(sbom([LEFT_PAD]), advisory({ id: 'CVE-2026-1000' }), JSON.stringify(vex));
    const { key } = await only('open');
    const { remedies } = await here.findings.detail(PROJECT, key);
    expect(remedies.map(({ kind, details }) => [kind, details])).toEqual([
      ['vendor_fix', 'Update to 2.0.0.'],
      ['workaround', 'Close port 8443.'],
      ['no_fix_planned', ''],
    ]);
  });

  it('speak of each vulnerability that an erratum fixes, and know which of them is exploited', async () => {
    const purl = 'pkg:rpm/almalinux/polkit@0.115-12.el8?arch=x86_64&distro=almalinux-8.5';
    const record = {
      id: 'ALSA-2022:0267',
      modified: '2026-01-01T00:00:00Z',
      related: ['CVE-2021-4034', 'CVE-2021-9999'],
      affected: [
        {
          package: { ecosystem: 'AlmaLinux:8', name: 'polkit' },
          ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '0.115-13.el8_5.1' }] }],
        },
      ],
    };
    await here.take(sbom([purl]), JSON.stringify(record), catalogue('CVE-2021-4034'));
    const { findings } = await asked('all');
    expect(findings.map(({ vulnerability, exploited }) => [vulnerability, exploited?.cve])).toEqual([
      ['CVE-2021-4034', 'CVE-2021-4034'],
      ['CVE-2021-9999', undefined],
    ]);
  });

  it('are told of each document, or why there are none', async () => {
    const reached = async (title: string) => {
      const { documents } = await here.evidence.documents({ project: PROJECT, offset: 0, limit: 100 });
      const id = documents.find((one) => one.title.includes(title) || one.key.includes(title))?.id ?? 0;
      return here.findings.reach(PROJECT, id);
    };
    await here.take(advisory({ id: GHSA }));
    expect(await reached(GHSA)).toMatchObject({ findings: 0, reason: 'no_list' });
    await here.take(
      sbom([LEFT_PAD]),
      advisory({ id: 'GHSA-3333-4444-5555', name: 'right-pad' }),
      advisory({ id: 'GHSA-4444-5555-6666', events: [{ introduced: '0' }, { fixed: '0.1.0' }] }),
      statement({ author: 'words', product: 'The Web', vulnerability: 'CVE-1', status: 'affected' }),
    );
    expect(await reached(GHSA)).toEqual({ findings: 1, reason: null, names: [] });
    expect(await reached('GHSA-3333-4444-5555')).toMatchObject({
      reason: 'no_component',
      names: ['npm/right-pad'],
    });
    expect(await reached('GHSA-4444-5555-6666')).toMatchObject({ findings: 0, reason: 'not_affected' });
    expect(await reached('words')).toMatchObject({ reason: 'names_only', names: ['The Web'] });
    await expect(here.findings.reach(PROJECT, 999_999)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('of the very thing a list is of are found as well', async () => {
    const list = JSON.parse(sbom([])) as { metadata: { component: object }; components: unknown };
    const component = { ...list.metadata.component, name: 'left-pad', version: '1.0.0', purl: LEFT_PAD };
    await here.take(JSON.stringify({ ...list, metadata: { component } }), advisory({ id: GHSA }));
    expect(await only()).toMatchObject({ status: 'affected', component: { purl: LEFT_PAD } });
  });

  it('are not known where a range cannot be told, and say why', async () => {
    await here.take(sbom(['pkg:npm/left-pad@not-a-version']), advisory({ id: GHSA }));
    const finding = await only();
    expect(finding).toMatchObject({ status: 'unknown', held: false });
    expect((await here.findings.detail(PROJECT, finding.key)).grounds).toMatchObject([
      { says: 'cannot_tell', doubt: 'range' },
    ]);
    expect(await here.findings.unchecked(PROJECT)).toMatchObject([{ reason: 'unknown_scheme' }]);
  });

  it('count what could not be checked, each with its reason', async () => {
    const purls = [
      'pkg:npm/a@1.0.0',
      'pkg:generic/b@1',
      'pkg:npm/c',
      'pkg:deb/debian/d@1-1',
      'pkg:cargo/e@1.0.0',
      'pkg:deb/debian/f@1-1?distro=debian-9',
    ];
    await here.take(
      sbom(purls),
      advisory({ id: GHSA }),
      advisory({
        id: 'DSA-1-1',
        ecosystem: 'Debian:9',
        name: 'zzz',
        events: [{ introduced: '0' }, { fixed: '1' }],
      }),
    );
    const groups = await here.findings.unchecked(PROJECT);
    expect(groups.map(({ reason, detail, components }) => [reason, detail, ...components]).sort()).toEqual([
      ['end_of_life', 'debian 9 since 2022-06-30', 'f 1-1'],
      ['no_version', '', 'c'],
      ['not_covered', 'crates.io: no advisories imported', 'e 1.0.0'],
      ['release_unsaid', 'debian', 'd 1-1'],
      ['unknown_scheme', 'generic', 'b 1'],
    ]);
    const { counts, products } = await here.findings.state(PROJECT);
    expect([counts.checked, counts.unchecked, products[0]?.components, products[0]?.checked]).toEqual([
      1, 5, 6, 1,
    ]);
  });

  it('count as not checked what no record of a whole database can be told to name', async () => {
    await here.take(
      sbom([
        'pkg:golang/github.com/hashicorp/vault@v1.12.0#api',
        'pkg:golang/github.com/go-chi/chi@v5.0.8#v5',
        'pkg:golang/net/http@1.21.0',
        'pkg:deb/debian/libssl3@3.0.11-1?distro=debian-12',
        'pkg:deb/debian/curl@7.88.1-10?distro=debian-12',
        'pkg:deb/raspbian/curl@7.88.1-10?distro=debian-12',
        'pkg:githubactions/actions/checkout/sub@v4.1.0',
      ]),
      advisory({ id: 'GO-2024-1', ecosystem: 'Go', name: 'github.com/hashicorp/vault' }),
      advisory({ id: 'GO-2024-2', ecosystem: 'Go', name: 'github.com/go-chi/chi/v5' }),
      advisory({ id: 'DSA-1-1', ecosystem: 'Debian:12', name: 'curl' }),
      advisory({ id: GHSA, ecosystem: 'GitHub Actions', name: 'actions/checkout' }),
    );
    await markWhole(here.temp.store, PROJECT, ['Go', 'Debian', 'GitHub Actions']);
    await here.findings.match(PROJECT);
    const groups = await here.findings.unchecked(PROJECT);
    expect(groups.map(({ reason, detail }) => [reason, detail]).sort()).toEqual([
      ['not_covered', 'deb/raspbian: no advisories imported'],
      ['unknown_name', 'github.com/hashicorp/vault/api: it may be part of github.com/hashicorp/vault'],
      ['unknown_name', 'net/http: no package of its kind is named so'],
      ['unknown_source', 'deb/debian'],
    ]);
    expect((await here.findings.state(PROJECT)).counts.checked).toBe(3);
  });

  it('accepted come back when the day is over', async () => {
    await here.take(sbom([LEFT_PAD]), advisory({ id: GHSA }));
    await decide('accepted', 30);
    expect([(await asked('open')).total, (await only('accepted')).decision?.state]).toEqual([0, 'holds']);
    here.temp.clock.advance(31 * DAY);
    expect((await only('open')).decision?.state).toBe('expired');
  });

  it('decided are carried to the next list of the same product, and stale when the version moves', async () => {
    await here.take(sbom([LEFT_PAD]), advisory({ id: GHSA }));
    await decide('not_affected');
    await here.take(sbom([LEFT_PAD, 'pkg:npm/new@1.0.0'], { version: '1', at: '2026-02-01T00:00:00Z' }));
    expect([(await asked('open')).total, (await only('closed')).decision?.state]).toEqual([0, 'holds']);
    await here.take(sbom(['pkg:npm/left-pad@1.1.0'], { version: '1', at: '2026-03-01T00:00:00Z' }));
    expect((await only('open')).decision).toMatchObject({
      kind: 'not_affected',
      state: 'stale',
      version: '1.0.0',
    });
    expect((await here.findings.state(PROJECT)).counts.stale).toBe(1);
    const { timeline } = await here.findings.detail(PROJECT, (await only('open')).key);
    expect(timeline.map(({ version }) => version)).toEqual(['1.1.0', '1.0.0']);
  });

  it('decided are undone as if nothing had been said', async () => {
    await here.take(sbom([LEFT_PAD]), advisory({ id: GHSA }));
    const first = await decide('fixed');
    const second = await decide('affected');
    expect((await only('open')).decision?.kind).toBe('affected');
    expect(await here.findings.undo(PROJECT, [second])).toBe(1);
    expect((await only('closed')).decision?.kind).toBe('fixed');
    expect(await here.findings.undo(PROJECT, [first, second])).toBe(1);
    expect((await only('open')).decision).toBeNull();
    const { decisions } = await here.findings.detail(PROJECT, (await only('open')).key);
    expect(decisions.map(({ kind, undoneAt }) => [kind, undoneAt === null])).toEqual([
      ['affected', false],
      ['fixed', false],
    ]);
  });

  it('take no decision without what it needs, and none at all where one of several is wrong', async () => {
    await here.take(sbom([LEFT_PAD]), advisory({ id: GHSA }));
    const { key } = await only();
    const base = { project: PROJECT, keys: [key], reason: 'because', by: 'me' };
    const now = here.temp.clock.now();
    for (const wrong of [
      { ...base, kind: 'accepted' as const },
      { ...base, kind: 'accepted' as const, expiresAt: now },
      { ...base, kind: 'accepted' as const, expiresAt: now + 400 * DAY },
      { ...base, kind: 'fixed' as const, expiresAt: now + DAY },
      { ...base, kind: 'not_affected' as const },
      { ...base, kind: 'fixed' as const, reason: '' },
    ])
      await expect(here.findings.decide(wrong)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    const missing = { ...base, kind: 'fixed' as const, keys: [key, 'f'.repeat(32)] };
    await expect(here.findings.decide(missing)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await only()).decision).toBeNull();
  });

  it('of one project are nobody else’s', async () => {
    await here.take(sbom([LEFT_PAD]), advisory({ id: GHSA }));
    const { key } = await only();
    const decision = await decide('fixed');
    await expect(here.findings.detail('other', key)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(
      here.findings.decide({ project: 'other', keys: [key], kind: 'fixed', reason: 'x', by: 'me' }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await here.findings.undo('other', [decision])).toBe(0);
    expect((await here.findings.list({ project: 'other', view: 'all', offset: 0, limit: 10 })).total).toBe(0);
    expect((await here.findings.state('other')).counts.open).toBe(0);
  });

  it('raise an alert when what they are about becomes known to be exploited, until somebody decides', async () => {
    await here.take(sbom([LEFT_PAD]), advisory({ id: GHSA, aliases: ['CVE-2026-1000'] }));
    expect(await here.findings.exploited()).toEqual([]);
    const heard = here.temp.clock.now();
    await here.take(catalogue('CVE-2026-1000'));
    expect(await here.findings.exploited()).toMatchObject([
      {
        vulnerability: 'CVE-2026-1000',
        component: 'left-pad 1.0.0',
        product: 'web',
        dueAt: Date.UTC(2026, 0, 22),
        fixedIn: '1.2.3',
      },
    ]);
    expect((await only('exploited')).exploited?.heard).toBeGreaterThan(heard);
    await decide('fixed');
    expect(await here.findings.exploited()).toEqual([]);
  });

  it('are not waited for at the end of the process, and begun anew by the next', async () => {
    const many = Array.from({ length: 2000 }, (_, n) => `pkg:npm/part-${n}@1.0.0`);
    await here.take(sbom([LEFT_PAD, ...many]));
    const again = here.findings.match(PROJECT);
    await here.findings.close();
    await again;
    const before = (await here.findings.state(PROJECT)).matchedAt;
    await here.take(advisory({ id: GHSA }));
    expect((await here.findings.state(PROJECT)).matchedAt).toBe(before);
    const { store, clock } = here.temp;
    const onError = (error: unknown) => expect(error).toBeUndefined();
    const next = new Findings({ store, clock, trusted: () => new Set(), onError });
    await next.matchChanged();
    expect((await next.list({ project: PROJECT, view: 'all', offset: 0, limit: 10 })).total).toBe(1);
  });

  it('are searched and filtered, and bound to what runs them', async () => {
    const build = 'pkg:npm/right-pad@1.0.0';
    await here.take(
      sbom([LEFT_PAD, build], { build: [build] }),
      advisory({ id: GHSA, summary: '100% of pads' }),
      advisory({ id: 'GHSA-7777-7777-7777', name: 'right-pad', vector: CRITICAL }),
    );
    const names = async (more: object) =>
      (await asked('all', more)).findings.map(({ component }) => component.name);
    expect(await names({})).toEqual(['right-pad', 'left-pad']);
    expect(await names({ search: '100%' })).toEqual(['left-pad']);
    expect(await names({ search: 'ghsa-7777' })).toEqual(['right-pad']);
    expect(await names({ scope: 'build' })).toEqual(['right-pad']);
    expect(await names({ severity: 'unknown' })).toEqual(['left-pad']);
    const { key: product } = (await here.findings.state(PROJECT)).products[0] ?? { key: '' };
    expect(await names({ product: 'name/other' })).toEqual([]);
    await here.findings.bind(PROJECT, product, 'container:here:web', 'me');
    expect((await here.findings.bind(PROJECT, product, 'container:here:web', 'me')).resources).toEqual([
      'container:here:web',
    ]);
    expect((await asked('all')).findings[0]?.resources).toEqual(['container:here:web']);
    expect((await here.findings.unbind(PROJECT, product, 'container:here:web')).resources).toEqual([]);
    // A list of an image is of whatever runs that very image.
    const digest = `sha256:${'ab'.repeat(32)}`;
    const hint = {
      schema: 'runtime-hint.v1',
      resource: 'container:here:db',
      image_digest: digest,
      ports: [],
    };
    await here.take(sbom([LEFT_PAD], { product: 'db', version: digest }), JSON.stringify(hint));
    const db = (await here.findings.state(PROJECT)).products.find(({ name }) => name === 'db');
    expect(db?.resources).toEqual(['container:here:db']);
    await expect(here.findings.bind(PROJECT, 'name/none', 'x', 'me')).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('the same evidence', () => {
  it('gives the same findings, whatever order it came in and whatever database it is in', async () => {
    const documents = [
      sbom([LEFT_PAD, 'pkg:npm/right-pad@1.0.0'], {
        needs: [
          ['', LEFT_PAD],
          [LEFT_PAD, 'pkg:npm/right-pad@1.0.0'],
        ],
      }),
      advisory({ id: GHSA, aliases: ['CVE-2026-1000'] }),
      advisory({
        id: 'GHSA-5555-5555-5555',
        aliases: ['CVE-2026-1000'],
        events: [{ introduced: '0' }, { fixed: '1.4.0' }],
      }),
      advisory({ id: 'GHSA-7777-7777-7777', name: 'right-pad' }),
      statement({ author: 'vendor', product: LEFT_PAD, vulnerability: GHSA, status: 'not_affected' }),
      catalogue('CVE-2026-9999'),
      scores(['CVE-2026-1000', 0.5]),
    ];
    const seen = new Set<string>();
    for (const dialect of TEST_DIALECTS)
      for (const order of [documents, documents.toReversed()]) {
        await using one = await world(dialect);
        await one.take(...order.slice(0, 3));
        await one.take(...order.slice(3));
        const { findings } = await one.findings.list({
          project: PROJECT,
          view: 'all',
          offset: 0,
          limit: 100,
        });
        const details = await Promise.all(findings.map(({ key }) => one.findings.detail(PROJECT, key)));
        seen.add(
          JSON.stringify(details, (name, value: unknown) =>
            // Numbers of documents, and when something was seen, are of the order in which it came.
            ['document', 'firstSeen', 'lastSeen', 'heard'].includes(name) ? undefined : value,
          ),
        );
      }
    expect(seen.size).toBe(1);
  });
});
