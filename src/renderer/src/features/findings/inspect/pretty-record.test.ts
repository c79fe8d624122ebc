// Promise: an entry is shown as it is, with line ends where it is JSON, and never longer than a page takes.
import { expect, it } from 'vitest';
import { prettyRecord } from './pretty-record.ts';

it('lays JSON out and leaves the rest alone', () => {
  expect(prettyRecord('{"a":[1]}').text).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(prettyRecord('not JSON')).toEqual({ text: 'not JSON', cut: false });
});

it('cuts what is long, within no character, and says so', () => {
  const { text, cut } = prettyRecord(`${'x'.repeat(19_999)}😀`);
  expect(cut).toBe(true);
  expect(text.isWellFormed()).toBe(true);
  expect(text).toHaveLength(20_000);
});
