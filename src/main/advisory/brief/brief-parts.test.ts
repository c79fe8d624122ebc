// Promise: a note is the brief without its empty parts; days, chances and names are written as people write them; a profile is what it is, however config.yaml and a request
// narrow it.
import { describe, expect, it } from 'vitest';
import { BRIEF_PACK_SECTIONS } from '../../../shared/model/evidence/brief.ts';
import { NOTHING, noteText, sectionsText } from './brief-sections.ts';
import { dayOf, percentOf, plain } from './plain-words.ts';
import { ProfilesConfig } from './profile-config.ts';
import { narrowed, preferring, profileOf } from './profiles.ts';

it('a note has no empty part, and references only where something is cited', () => {
  const sections = {
    summary: 'A [1].',
    conflicts: NOTHING,
    remediation: '### Do\n\nB [1].',
    references: '- [1] a',
  };
  expect(noteText(sections)).toBe('A [1].\n\n### Do\n\nB [1].\n\n### References\n\n- [1] a\n');
  expect(sectionsText(sections)).toContain('## Conflicts\n\nNo evidence.');
});

it('text of evidence is no markup', () => {
  expect(plain('a_b *c* <d>\n[e](f) `g`')).toBe('a\\_b \\*c\\* \\<d\\> \\[e\\](f) \\`g\\`');
});

it.each([
  [0, '1 January 1970'],
  [Date.UTC(2021, 11, 10, 23, 59), '10 December 2021'],
])('a day is written as people write it: %s', (time, words) => expect(dayOf(time)).toBe(words));

it.each([
  [0.974, '97%'],
  [0.0123, '1.2%'],
  [0.1, '10%'],
])('a chance is written in percent: %s', (share, words) => expect(percentOf(share)).toBe(words));

describe('profiles', () => {
  it('are narrowed by config.yaml and no more', () => {
    const config = ProfilesConfig.parse({
      default: { models: ['weights'], requests_per_minute: 3, environments: false },
    });
    expect(profileOf('default', config)).toMatchObject({
      models: ['weights'],
      requestsPerMinute: 3,
      egress: false,
      pack: { environments: false, blastRadius: true },
    });
    expect(profileOf('fips-local', config)).toMatchObject({ models: null, requestsPerMinute: null });
    for (const wrong of [
      { default: { egress: true } },
      { mine: {} },
      { default: { models: ['a b'] } },
      { default: { requests_per_minute: 0 } },
    ])
      expect(ProfilesConfig.safeParse(wrong).success).toBe(false);
  });

  it('give, and a request only takes away', () => {
    const { pack } = profileOf('default', ProfilesConfig.parse({ default: { environments: false } }));
    expect(narrowed(pack, { environments: true })).toMatchObject({ environments: false, sbom: true });
    expect(narrowed(pack, { sbomContext: false })).toMatchObject({ sbom: false, blastRadius: false });
    expect(narrowed(pack, { blastRadius: false })).toMatchObject({ sbom: true, blastRadius: false });
  });

  it('put preferred sections first and lose none', () => {
    const { pack } = profileOf('default', {});
    const order = (preferred: readonly string[]) =>
      preferring(pack, preferred).sections.map(({ section }) => section);
    expect(order([])).toEqual(BRIEF_PACK_SECTIONS);
    expect(order(['runtime', 'vex'])).toEqual(['runtime', 'vex', 'advisory', 'sbom', 'policy']);
  });
});
