// Promises of Overview's line about upstreams: it is calm while agents are served by all, says who is missing and why,
// and is alarmed only when nobody answers.
import { describe, expect, it } from 'vitest';
import type { UpstreamState } from '../../shared/model/upstream.ts';
import { upstreamComponent } from './upstream-component.ts';

const state = (name: string, given: Partial<UpstreamState> = {}): UpstreamState => ({
  ...{ name, url: `http://${name}`, weight: 1, slots: null, mode: 'open', ok: true, reason: null, since: 5 },
  ...{ setBy: 'file', headerNames: [], revision: null },
  ...{ version: '0.9', circuit: 'closed', running: 0, loaded: [], offered: null },
  ...given,
});
const down = (name: string, since = 5) => state(name, { ok: false, reason: 'gone', since, version: null });

describe('the upstreams in one line', () => {
  it.each([
    ['one, well', [state('a')], 'ok', 'Ollama 0.9 at http://a', null],
    ['one of another kind', [state('a', { version: null })], 'ok', 'http://a', null],
    ['one, down', [down('a')], 'bad', 'http://a', 'Ollama does not answer at http://a: gone.'],
    ['two, well', [state('a'), state('b')], 'ok', '2 upstreams: a, b', null],
    [
      'one of two',
      [state('a'), down('b')],
      'wait',
      '2 upstreams: a, b',
      'b does not answer at http://b: gone.',
    ],
    [
      'none of two',
      [down('a'), down('b')],
      'bad',
      '2 upstreams: a, b',
      'a does not answer at http://a: gone. b does not answer at http://b: gone.',
    ],
    [
      'one down, and the other closed by hand',
      [state('a', { mode: 'draining' }), down('b')],
      'bad',
      '2 upstreams: a, b',
      'b does not answer at http://b: gone. Nothing new reaches an upstream: a is draining.',
    ],
    [
      'nobody open',
      [state('a', { mode: 'paused' })],
      'wait',
      'Ollama 0.9 at http://a',
      'Nothing new reaches an upstream: a is paused.',
    ],
  ])('%s', (_what, states, health, label, reason) => {
    expect(upstreamComponent(states)).toMatchObject({ name: 'upstream', health, label, reason });
  });

  it('says since when: of those that are missing the first', () => {
    expect(upstreamComponent([down('a', 9), down('b', 3), state('c', { since: 1 })]).since).toBe(3);
  });
});
