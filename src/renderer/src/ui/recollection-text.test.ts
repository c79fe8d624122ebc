// Promise: every line agents see is marked up without losing or inventing a word of it.

import { expect, it } from 'vitest';
import { fc } from '../../../shared/testing/campaign.ts';
import { readBlockLine } from './recollection-text.ts';

const PLAIN = { contested: false, isGuess: false, end: '' };

it('takes an example apart', () => {
  expect(readBlockLine('gnommoweb: [glitch_university] repo [geography] ramanujan [type?] service')).toEqual({
    kind: 'edges',
    concept: 'gnommoweb',
    parts: [
      { ...PLAIN, dimension: 'glitch_university', parent: 'repo' },
      { ...PLAIN, dimension: 'geography', parent: 'ramanujan' },
      { ...PLAIN, dimension: 'type', contested: true, parent: 'service' },
    ],
  });
});

it('reads an empty contested place, a zero hit and its continuation', () => {
  expect(readBlockLine('dobby: [type?]')).toEqual({
    kind: 'edges',
    concept: 'dobby',
    parts: [{ ...PLAIN, dimension: 'type', contested: true, parent: null }],
  });
  expect(readBlockLine('? ramanujan: no recollection. If this is a typo, ignore.')).toMatchObject({
    kind: 'zero_hit',
    concept: 'ramanujan',
  });
  expect(readBlockLine("gutask iknowthat 'ramanujan -isa <parent> in context of <dimension>'").kind).toBe(
    'text',
  );
});

it('gives back exactly what was written, for any tokens', () => {
  const token = fc.stringMatching(/^[a-z][a-z0-9_.-]{0,20}$/);
  const end = fc.constantFrom('', 'until 2026-12-24', 'until 2026-12-24T18:00Z');
  const part = fc.record({
    ...{ dimension: token, contested: fc.boolean(), isGuess: fc.boolean(), parent: token, end },
  });
  fc.assert(
    fc.property(token, fc.array(part, { minLength: 1, maxLength: 8 }), (concept, parts) => {
      const said = parts.map((p) => {
        const marks = `${p.isGuess ? '~' : ''}${p.contested ? '?' : ''}`;
        return `[${p.dimension}${marks}] ${p.parent}${p.end === '' ? '' : ` ${p.end}`}`;
      });
      const line = `${concept}: ${said.join(' ')}`;
      expect(readBlockLine(line)).toEqual({ kind: 'edges', concept, parts });
    }),
  );
});
