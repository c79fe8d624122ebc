// Promise: every text of the catalogue is shown somewhere. A key stands in the sources whole, or ends what a template begins.
/// <reference types="node" />
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { i18n } from '../session/i18n.ts';
import { SCREENS } from '../session/router.ts';
import { startI18n } from './catalogue.ts';

/** The models of shared, too: what they can say ends many a template. */
const ROOT = new URL('../../../', import.meta.url).pathname;
const sources = globSync('{renderer/src,shared}/**/*.{ts,tsx}', { cwd: ROOT })
  .filter((file) => !/catalogue|\.test\./.test(file))
  .map((file) => readFileSync(ROOT + file, 'utf8'))
  .join('\n');

const found = (pattern: RegExp) => new Set([...sources.matchAll(pattern)].map(([, text]) => String(text)));
const literals = found(/['"`](\w+(?:\.\w+)+)['"`]/g);
// What the rail, the bar and the palette call a screen.
for (const screen of SCREENS) literals.add(`${screen}.name`);
const prefixes = found(/`((?:\w+\.)+)\$\{/g);
/** Words that a model says in two, such as `command line`. */
const pairs = found(/'(\w+ \w+)'/g);
const words = found(/['"`. {]([\w-]+)['"`:,]/g);

/** What the core records, whose kinds and members Audit has words for; `scripts/kind-words.test.ts` holds that it has them all. */
const recorded = new Set(
  globSync('main/**/*.ts', { cwd: ROOT })
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) => readFileSync(ROOT + file, 'utf8').match(/\b\w+(?:\.\w+)?\b/g) ?? [])
    .map((word) => word.replace('.', '_')),
);

function keysOf(texts: object, prefix = ''): string[] {
  return Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [prefix + key] : keysOf(text, `${prefix}${key}.`),
  );
}

/** A template may end in more than one word, such as the Hint of a claim; the last word is named somewhere too. */
function isShown(key: string): boolean {
  const bare = key.replace(/_(zero|one|other)$/, '');
  if (literals.has(bare)) return true;
  const last = bare.slice(bare.lastIndexOf('.') + 1).replace(/(Hint|What)$/, '');
  if (/^audit\.(event|field|fieldTitle)\./.test(bare)) return recorded.has(last);
  return [...prefixes].some((prefix) => bare.startsWith(prefix)) && (words.has(last) || pairs.has(last));
}

it('shows every text somewhere', () => {
  startI18n();
  const keys = keysOf(i18n.getResourceBundle('en', 'translation') as object);
  expect(keys.length).toBeGreaterThan(1000);
  expect(keys.filter((key) => !isShown(key))).toEqual([]);
});
