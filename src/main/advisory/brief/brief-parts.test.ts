// Promise: an answer is read into its four sections and nothing of it is lost; a cited passage is the lines that hold what is said; a profile is what it is, however
// config.yaml narrows it.
import { describe, expect, it } from 'vitest';
import { BRIEF_PACK_SECTIONS } from '../../../shared/model/evidence/brief.ts';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import { cited, NOTHING, plain, readSections, sectionsText } from './brief-sections.ts';
import { citedPassages } from './cited-passages.ts';
import { ProfilesConfig } from './profile-config.ts';
import { preferring, profileOf } from './profiles.ts';
import { reasked } from './reask.ts';

describe('sections', () => {
  it.each([
    [
      '## Summary\nA.\n\n## Conflicts\nB.\n\n## Remediation\nC.\n\n## References\nD.',
      ['A.', 'B.', 'C.', 'D.'],
    ],
    ['A.\n\n## Conflict:\nB.', ['A.', 'B.', NOTHING, NOTHING]],
    ['Before.\n\n## Summary\n\nA.', ['Before.\n\nA.', NOTHING, NOTHING, NOTHING]],
    ['Summary\n---\nA.\n\nRemediation\n---\nC.', ['A.', NOTHING, 'C.', NOTHING]],
    ['## Summary\nA.\n\n## Notes\nB.', ['A.\n\n### Notes\nB.', NOTHING, NOTHING, NOTHING]],
    ['## Remediation\nC.\n\n## Summary\nA.\n\n## Remediation\nE.', ['A.', NOTHING, 'C.\n\nE.', NOTHING]],
    ['```markdown\n## Summary\nA.\n```', ['A.', NOTHING, NOTHING, NOTHING]],
    ['', [NOTHING, NOTHING, NOTHING, NOTHING]],
  ])('of %j', (answer, [summary, conflicts, remediation, references]) => {
    expect(readSections(answer)).toEqual({ summary, conflicts, remediation, references });
  });

  it('hold every word of an answer, and are the same when they are read again', () => {
    const line = fc.constantFrom(
      '## Summary',
      '## Conflicts',
      '## Other',
      '# One',
      'Words here.',
      '- item',
      '',
      '---',
      '> said',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const sections = readSections(lines.join('\n'));
        const text = sectionsText(sections);
        for (const word of ['Words here.', 'item', 'said', 'Other'])
          if (lines.some((one) => one.includes(word))) expect(text).toContain(word);
        expect(readSections(text)).toEqual(sections);
      }),
      { numRuns: runs(500) },
    );
  });
});

it('a line of evidence is one sentence, whatever stands in it', () => {
  expect(cited('One. Two! Three?', 4)).toBe('One; Two; Three [4].');
  expect(plain('a_b *c* <d> [e](f) `g`')).toBe('a\\_b \\*c\\* \\<d\\> \\[e\\](f) \\`g\\`');
});

it('a passage is the lines from the first to the last that hold what is said, else all of it', () => {
  const content = 'Head.\nFixed in 1.2.3.\nBetween.\nListed on 2026-01-01.\nTail.';
  const source = { n: 1, sourceId: 's', contentHash: null, from: 0, content };
  const spanOf = (text: string) => {
    const [found] = citedPassages(text, [source]);
    return found === undefined ? undefined : content.slice(found.span.start, found.span.end);
  };
  expect(spanOf('It is fixed in 1.2.3 [1].')).toBe('Fixed in 1.2.3.');
  expect(spanOf('Fixed in 1.2.3 and listed on 2026-01-01 [1].')).toBe(
    'Fixed in 1.2.3.\nBetween.\nListed on 2026-01-01.',
  );
  expect(spanOf('So it is [1].')).toBe(content);
  expect(spanOf('So it is.')).toBeUndefined();
  const headed = { ...source, from: 'Issuer of 1.2.3.\n'.length, content: `Issuer of 1.2.3.\n${content}` };
  const [span] = citedPassages('It is fixed in 1.2.3 [1].', [headed]).map((one) => one.span);
  expect(headed.content.slice(span?.start, span?.end)).toBe('Fixed in 1.2.3.');
});

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

  it('put preferred sections first and lose none', () => {
    const { pack } = profileOf('default', {});
    const order = (preferred: readonly string[]) =>
      preferring(pack, preferred).sections.map(({ section }) => section);
    expect(order([])).toEqual(BRIEF_PACK_SECTIONS);
    expect(order(['runtime', 'vex'])).toEqual(['runtime', 'vex', 'advisory', 'sbom', 'policy']);
  });
});

it('what a model is told of its faults is a line each, and not without end', () => {
  const fault = (n: number) =>
    ({ code: 'entity_unsupported', start: n, end: n, words: `fault\n${n}` }) as const;
  const told = reasked(Array.from({ length: 50 }, (_, n) => fault(n)));
  expect(told.split('\n')).toHaveLength(23);
  expect(told).toContain('- and 30 more');
});
