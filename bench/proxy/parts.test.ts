// Promise: every part that bench:proxy tells of is of files that are there; a file that moves away would count as the relay.
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PARTS } from './parts.ts';

const root = join(import.meta.dirname, '..', '..');
const sources = globSync('src/main/**/*.ts', { cwd: root }).map((file) => file.replaceAll('\\', '/'));

it.each(PARTS)('%s', (_name, patterns) => {
  for (const { source } of patterns) {
    // Each name by itself.
    const [, before = '', names = '', after = ''] =
      /^(.*\(\?:\[\\w-\]\+\\?\/\)\*\(\?:)(.*)(\)\\\.ts\$)$/.exec(source) ?? [];
    expect(names, source).not.toBe('');
    for (const name of names.split('|')) {
      const pattern = new RegExp(`${before}${name}${after}`);
      expect(
        sources.filter((file) => pattern.test(file)),
        name,
      ).not.toEqual([]);
    }
  }
});
