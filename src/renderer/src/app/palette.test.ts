// Promises: the palette offers verbs before settings before places, each found by what people call it; and of the core it takes
// concepts that facts are about, requests, conflicts and sessions, whatever one of them answers.
import { expect, it } from 'vitest';
import type { Command } from '../session/commands.ts';
import { rankOf } from '../session/match.ts';
import { find } from './palette-found.ts';
import { grouped } from './palette-order.ts';

const command = (id: string, title: string, group: string, more: Partial<Command> = {}): Command => ({
  ...{ id, title, group, run: () => undefined },
  ...more,
});

const ALL = [
  command('go.traffic', 'Traffic', 'Go to'),
  command('setting.keep', 'Keep Traffic over a restart', 'Settings', { onlyAsked: true, words: 'file disk' }),
  command('proxy.paused', 'Pause the proxy', 'Do', { words: 'upstream hold' }),
  command('setting.learn', 'Pause learning from prompts', 'Settings', { onlyAsked: true }),
  command('theme', 'Theme: Dark', 'Appearance'),
];
const ORDER = ['Settings', 'Go to', 'Appearance'];
const offered = (query: string) =>
  grouped(ALL, query, ORDER).map(({ name, commands }) => [name, ...commands.map(({ id }) => id)].join(' '));

it('begins with what can be done, then places, and leaves the many settings to who asks', () => {
  expect(offered('')).toEqual(['Do proxy.paused', 'Go to go.traffic', 'Appearance theme']);
});

it('puts verbs before settings, and a better match before both', () => {
  expect(offered('pause')).toEqual(['Do proxy.paused', 'Settings setting.learn']);
  expect(offered('traffic')).toEqual(['Go to go.traffic', 'Settings setting.keep']);
});

it('finds by what else is said of it', () => {
  expect(offered('hold')).toEqual(['Do proxy.paused']);
  expect(offered('disk')).toEqual(['Settings setting.keep']);
  expect(offered('zzz')).toEqual([]);
});

it('offers a few of many, and counts all', () => {
  const many = Array.from({ length: 20 }, (_, n) =>
    command(`s${n}`, `Setting ${n}`, 'Settings', { onlyAsked: true }),
  );
  expect(grouped(many, 'set', ORDER)).toMatchObject([{ total: 20, commands: { length: 8 } }]);
});

it.each([
  ['Pause', 'pause', 0],
  ['Pause the proxy', 'pau', 1],
  ['Pause the proxy', 'proxy pau', 2],
  ['Pause the proxy', 'roxy', 3],
  ['Pause the proxy', 'hold', 4],
  ['Pause the proxy', 'dark', null],
])('ranks %s for %s', (title, query, rank) => expect(rankOf(title, 'hold', query)).toBe(rank));

it('asks for known concepts only, and goes without what does not answer', async () => {
  const asked: object[] = [];
  const broken = () => Promise.reject(new Error('no'));
  const calls = {
    concepts: {
      search: async (input: object) => {
        asked.push(input);
        return { matches: [{ token: 'web', edges: 2, children: 1 }] };
      },
    },
    traffic: { list: broken },
    conflicts: { list: broken },
    assistant: { state: broken },
  } as unknown as Parameters<typeof find>[0];
  const { signal } = new AbortController();
  expect(await find(calls, 'we', signal)).toEqual({
    ...{ concepts: [{ token: 'web', facts: 3 }], requests: [], conflicts: [], sessions: [] },
  });
  expect(asked).toMatchObject([{ known: true }]);
  const none = { ...calls, concepts: { search: broken } } as unknown as typeof calls;
  expect(await find(none, 'we', signal)).toBeNull();
});
