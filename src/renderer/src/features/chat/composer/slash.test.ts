// Promise: a command is known by its word, a path is none, and a slip is told instead of said to the model.
import { expect, it } from 'vitest';
import { offered, readTyped } from './slash.ts';

it.each([
  ['/stop', { kind: 'command', command: 'stop', rest: '' }],
  ['  /model qwen3:14b ', { kind: 'command', command: 'model', rest: 'qwen3:14b' }],
  ['/export json', { kind: 'command', command: 'export', rest: 'json' }],
  ['/stpo', { kind: 'unknown', word: 'stpo' }],
  ['/var/log is full', { kind: 'message' }],
  ['/tmp is full', { kind: 'message' }],
  ['say /stop', { kind: 'message' }],
  ['/', { kind: 'message' }],
])('reads %s', (text, typed) => {
  expect(readTyped(text)).toEqual(typed);
});

it('offers what begins like that, at the end of nothing but a command', () => {
  expect(offered('/', 1)).toContain('help');
  expect(offered('/re', 3)).toEqual(['retry', 'readonly']);
  expect(offered('/re', 1)).toBeNull();
  expect(offered('a /re', 5)).toBeNull();
  expect(offered('/zzz', 4)).toEqual([]);
});
