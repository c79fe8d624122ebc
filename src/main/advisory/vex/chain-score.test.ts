// Promise: a remediation that is nearer, in what runs, by the component's own fix, comes first; reach is counted once each.
import { expect, it } from 'vitest';
import { AppError } from '../../../shared/model/envelope.ts';
import { blastRadius } from './blast-radius.ts';
import { chainScore } from './chain-score.ts';

it.each([
  [1, 'runtime', 'direct', 1],
  [2, 'runtime', 'direct', 0.5],
  [1, 'build', 'direct', 0.3],
  [3, 'runtime', 'parent_upgrade', 0.2],
  [3, 'build', 'parent_upgrade', 0.06],
  [7, 'runtime', 'direct', 0.142857],
] as const)('depth %i, %s, %s: %d', (depth, scope, fix, score) =>
  expect(chainScore({ depth, scope, fix })).toBe(score),
);

it.each([0, -1, 1.5, Number.NaN])('a depth of %d is none', (depth) =>
  expect(() => chainScore({ depth, scope: 'runtime', fix: 'direct' })).toThrow(AppError),
);

it('counts each resource, environment and dependent once', () => {
  const held = [
    { resource: 'web-1', exposure: 'public', environment: 'live' },
    { resource: 'web-1', exposure: 'lan', environment: 'live' },
    { resource: 'db-1', exposure: 'loopback', environment: 'live' },
    { resource: 'ci-1', exposure: null, environment: null },
  ] as const;
  expect(blastRadius(held, ['app', 'app', 'lib'])).toEqual({
    resources: 3,
    exposed: 1,
    environments: 1,
    dependents: 2,
  });
  expect(blastRadius([], [])).toEqual({ resources: 0, exposed: 0, environments: 0, dependents: 0 });
});
