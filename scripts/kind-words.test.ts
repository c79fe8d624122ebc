// Promise: every kind of event that a chain can hold is called by words in Audit, never by its kind.
import { expect, it } from 'vitest';
import { CHAINS } from '../src/main/store/audit/chain.ts';
import { audit } from '../src/renderer/src/features/audit/catalogue.ts';

it('has words for every kind there is', () => {
  const kinds = Object.values(CHAINS).flatMap(({ kinds: all }) => all);
  const unnamed = kinds.filter((kind) => {
    const action = kind.replace(/^action\./, '');
    return !Object.hasOwn(audit.action, action) && !Object.hasOwn(audit.event, kind.replaceAll('.', '_'));
  });
  expect(unnamed).toEqual([]);
});
