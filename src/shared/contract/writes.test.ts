// Promise: what the console takes for a change is what the contract calls one. A call left out here would be shown as "not
// read" after a broken connection, although it may have been done.
import { expect, it } from 'vitest';
import { proceduresOf } from './testing/procedures.ts';
import { WRITES } from './writes.ts';

it('names every call that changes something, and no other', () => {
  const writes = proceduresOf().filter(({ meta }) => meta.kind !== 'read');
  expect([...WRITES].sort()).toEqual(writes.map(({ name }) => name).sort());
});
