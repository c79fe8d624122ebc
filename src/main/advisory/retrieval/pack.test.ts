// Promises of the pack: the same evidence gives the same bytes, in any order, process and time zone; when this host saw it changes no digest; what has no room is
// named; excerpts say where they are from and what in them it is about.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import { buildPack, inputDigest, type PackParts, packText } from './pack.ts';
import { NO_SBOM_SERVICE } from './sbom-service.ts';
import { chunkOf, packParts } from './testing/pack-parts.ts';

const at = (file: string): string => JSON.stringify(join(import.meta.dirname, file));
/** What another process does: builds the made-up pack and prints its digest and bytes. */
const PROGRAM = `
  const { buildPack, inputDigest, packText } = await import(${at('pack.ts')});
  const { packParts } = await import(${at('testing/pack-parts.ts')});
  const pack = buildPack(packParts());
  process.stdout.write(inputDigest(pack) + '\\n' + packText(pack));`;

const excerptsOf = (parts: PackParts, section: string) =>
  buildPack(parts).sections.find((one) => one.section === section);

describe('a pack', () => {
  it('has the same bytes in whatever order its evidence comes, and however often', () => {
    const expected = packText(buildPack(packParts()));
    const orders = fc.array(fc.nat(), { minLength: 40, maxLength: 40 });
    fc.assert(
      fc.property(orders, (order) => {
        const shuffled = <T>(items: readonly T[]): T[] =>
          items
            .map((item, n) => ({ item, at: order[n % order.length] ?? 0 }))
            .sort((a, b) => a.at - b.at)
            .map(({ item }) => item);
        const parts = packParts();
        const text = packText(
          buildPack({
            ...parts,
            ...{ ids: shuffled(parts.ids), packages: shuffled(parts.packages), held: shuffled(parts.held) },
            chunks: shuffled([...parts.chunks, ...parts.chunks]),
            findings: shuffled(parts.findings).map((one) => ({ ...one, grounds: shuffled(one.grounds) })),
            observations: shuffled(parts.observations),
            lists: shuffled(parts.lists).map(({ inventory, ...list }) => ({
              ...list,
              inventory: {
                ...inventory,
                parts: shuffled(inventory.parts),
                needs: shuffled(inventory.needs),
              },
            })),
          }),
        );
        expect(text).toBe(expected);
      }),
      { numRuns: runs(500) },
    );
  });

  it.each(['UTC', 'Pacific/Kiritimati', 'America/St_Johns'])(
    'made in another process in %s is the same',
    (zone) => {
      const pack = buildPack(packParts());
      const env = { ...process.env, TZ: zone, LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' };
      const said = execFileSync(process.execPath, ['--input-type=module', '-e', PROGRAM], {
        env,
        encoding: 'utf8',
      });
      expect(said).toBe(`${inputDigest(pack)}\n${packText(pack)}`);
    },
  );

  it('has the same digest on another day, and another one for another word', () => {
    const digest = inputDigest(buildPack(packParts()));
    const parts = packParts();
    const later = {
      ...parts,
      chunks: parts.chunks.map((chunk) => ({ ...chunk, retrievedAt: 99_999 })),
      observations: parts.observations.map((one) => ({ ...one, last_seen: 99_999 })),
    };
    expect(packText(buildPack(later))).not.toBe(packText(buildPack(parts)));
    expect(inputDigest(buildPack(later))).toBe(digest);
    const [first, ...rest] = parts.chunks;
    const other = { ...parts, chunks: [{ ...(first as (typeof rest)[number]), text: 'another' }, ...rest] };
    expect(inputDigest(buildPack(other))).not.toBe(digest);
  });

  it('has its sections in the order of the profile, and what has no room is named, the best first', () => {
    const parts = packParts();
    const profile = {
      ...parts.profile,
      sections: [
        { section: 'vex', characters: 10 },
        { section: 'advisory', characters: 100 },
      ] as const,
    };
    const pack = buildPack({ ...parts, profile });
    expect(pack.sections.map(({ section }) => section)).toEqual(['vex', 'advisory']);
    const [, advisory] = pack.sections;
    expect(advisory?.excerpts.map((one) => one.source_id)).toEqual(['osv:a#advisory-0']);
    // Short ones behind it do not take the room of a better one.
    expect(advisory?.left_out.slice(0, 2)).toEqual(['osv:a#advisory-1', 'osv:a#advisory-2']);
  });

  it('shows of what words found the beginning, and of what ids found the whole', () => {
    const text = `${'a'.repeat(599)}😀${'b'.repeat(900)}`;
    const chunks = [chunkOf('x', { text, exact: null }), chunkOf('y', { text, rank: 2 })];
    const shown = excerptsOf({ ...packParts(), chunks }, 'advisory')?.excerpts ?? [];
    expect(shown.map(({ text: one }) => one)).toEqual([`${'a'.repeat(599)}😀…`, text]);
    expect(new Set(shown.map((one) => one.text_hash)).size).toBe(1);
  });

  it('says of an excerpt where it is from, whether its issuer is trusted, and what in it is meant', () => {
    const [first, second] = excerptsOf(packParts(), 'advisory')?.excerpts ?? [];
    expect(first).toMatchObject({
      ...{ source_id: 'osv:a#advisory-0', content_hash: 'c0ffee', licence: 'CC-BY-4.0', trust: 'trusted' },
    });
    const marked = (excerpt = first) =>
      excerpt?.highlights.map(({ start, end, why }) => [why, excerpt.text.slice(start, end)]);
    expect(marked()).toEqual([
      ['id', 'CVE-2024-3094'],
      ['version', '5.6.0'],
      ['version', '5.6.2'],
    ]);
    expect(marked(second)).toEqual([
      ['purl', 'pkg:generic/xz@5.6.0'],
      ['range', '>= 5.6.0, < 5.6.2'],
    ]);
  });

  it('counts environments and how far it reaches only where the profile asks for it', () => {
    const parts = packParts();
    expect(buildPack(parts)).toMatchObject({
      environments: [
        { environment: 'prod', resources: 2 },
        { environment: 'stage', resources: 1 },
      ],
      blast_radius: { resources: 3, exposed: 1, environments: 2, dependents: 2 },
    });
    const profile = { ...parts.profile, environments: false, blastRadius: false };
    expect(buildPack({ ...parts, profile })).toMatchObject({ environments: null, blast_radius: null });
  });

  it('without a list of components, and without a service to ask for one, says so', async () => {
    const asked = { project: 'default', ids: [], packages: [], artifact: null };
    const context = await NO_SBOM_SERVICE.context(asked, new AbortController().signal);
    expect(buildPack({ ...packParts(), lists: context?.lists ?? [] }).sbom).toBe('absent');
  });

  it('holds no half of a surrogate pair and no number that a database gave out', () => {
    const text = packText(buildPack(packParts()));
    expect(text.isWellFormed()).toBe(true);
    expect(text).not.toMatch(/\\ud[89ab]|"document"|"heard"/);
  });
});
