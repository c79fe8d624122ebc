// Promise: one registry feeds palette, shortcuts and help, and a screen's command stands in for the shell's of the same id.
import { expect, it } from 'vitest';
import { keyCaps } from '../ui/kbd.tsx';
import { allCommands, type Command, isSingleKey } from './commands.ts';

const command = (id: string, title: string): Command => ({ id, title, group: 'x', run: () => undefined });

it('lets the later registration of an id win and keeps the order', () => {
  const sets = new Map([
    ['shell', [command('search', 'Search everywhere'), command('help', 'Help')]],
    ['traffic', [command('search', 'Search traffic')]],
  ]);
  expect(allCommands(sets).map((c) => c.title)).toEqual(['Search traffic', 'Help']);
});

it.each([
  ['$mod+k', false],
  ['Alt+1', false],
  ['?', true],
  ['g o', true],
  ['Shift+/', true],
])('knows whether %s is a single key', (keys, single) => expect(isSingleKey(keys)).toBe(single));

it('writes bindings as the platform does', () => {
  expect(keyCaps('$mod+k', true)).toEqual(['⌘', 'K']);
  expect(keyCaps('$mod+k', false)).toEqual(['Ctrl', 'K']);
  expect(keyCaps('g o', false)).toEqual(['G', 'O']);
});
