// Promise: a link opened, copied or kept over a restart lands on the same screen and selection.

import { describe, expect, it } from 'vitest';
import { fc } from '../../../shared/testing/campaign.ts';
import { formatRoute, parseRoute, SCREENS } from './router.ts';

describe('parseRoute', () => {
  it.each([
    ['', 'overview', null, {}],
    ['#/', 'overview', null, {}],
    ['#/nowhere/else', 'overview', null, {}],
    ['#/traffic', 'traffic', null, {}],
    ['#/traffic/req_12', 'traffic', 'req_12', {}],
    [
      '#/concepts/glitch_university?dim=runs-on&view=table',
      'concepts',
      'glitch_university',
      { dim: 'runs-on', view: 'table' },
    ],
    ['#/concepts/a%2Fb', 'concepts', 'a/b', {}],
    ['#/concepts/100%', 'concepts', '100%', {}],
  ])('reads %s', (hash, screen, id, query) => {
    expect(parseRoute(hash)).toEqual({ screen, id, query });
  });

  it('is the inverse of formatRoute for any token and query', () => {
    const route = fc.record({
      screen: fc.constantFrom(...SCREENS),
      id: fc.option(fc.string({ minLength: 1, unit: 'grapheme' })),
      query: fc.dictionary(
        fc.string({ minLength: 1, unit: 'grapheme' }),
        fc.string({ minLength: 1, unit: 'grapheme' }),
      ),
    });
    fc.assert(
      fc.property(route, ({ screen, id, query }) => {
        const read = parseRoute(formatRoute(screen, id, query));
        expect(read.screen).toBe(screen);
        expect(read.id).toBe(id);
        expect(Object.entries(read.query)).toEqual(Object.entries(query));
      }),
    );
  });
});
