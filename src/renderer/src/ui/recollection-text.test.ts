// Promise: every line agents see is marked up without losing or inventing a word of it.

import { expect, it } from 'vitest';
import { fc } from '../../../shared/testing/campaign.ts';
import { readBlockLine } from './recollection-text.ts';

it('takes an example apart', () => {
  expect(readBlockLine('gnommoweb: [glitch_university] repo [geography] ramanujan [type?] service')).toEqual({
    kind: 'edges',
    concept: 'gnommoweb',
    parts: [
      { dimension: 'glitch_university', contested: false, parent: 'repo' },
      { dimension: 'geography', contested: false, parent: 'ramanujan' },
      { dimension: 'type', contested: true, parent: 'service' },
    ],
  });
});

it('reads an empty contested place, a zero hit and its continuation', () => {
  expect(readBlockLine('dobby: [type?]')).toEqual({
    kind: 'edges',
    concept: 'dobby',
    parts: [{ dimension: 'type', contested: true, parent: null }],
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
  const part = fc.record({ dimension: token, contested: fc.boolean(), parent: token });
  fc.assert(
    fc.property(token, fc.array(part, { minLength: 1, maxLength: 8 }), (concept, parts) => {
      const line = `${concept}: ${parts.map((p) => `[${p.dimension}${p.contested ? '?' : ''}] ${p.parent}`).join(' ')}`;
      expect(readBlockLine(line)).toEqual({ kind: 'edges', concept, parts });
    }),
  );
});
