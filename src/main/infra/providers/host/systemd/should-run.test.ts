// Promise: an enabled service that was started since boot should run, unless it is a job that ends or is started on demand.
import { expect, it } from 'vitest';
import { shouldUnitRun } from './should-run.ts';

const unit = { enabled: 'enabled', type: 'simple', conditionsMet: true, triggeredBy: '' };

it.each([
  [unit, true],
  [{ ...unit, type: 'notify', enabled: 'enabled-runtime' }, true],
  [{ ...unit, enabled: 'static' }, false],
  [{ ...unit, enabled: 'disabled' }, false],
  [{ ...unit, enabled: 'indirect' }, false],
  [{ ...unit, type: 'oneshot' }, false],
  [{ ...unit, conditionsMet: false }, false],
  [{ ...unit, triggeredBy: 'cups.socket' }, false],
])('%o: %s', (given, expected) => {
  expect(shouldUnitRun(given)).toBe(expected);
});
