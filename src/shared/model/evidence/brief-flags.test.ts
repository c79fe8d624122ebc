// Promise: a brief is on unless the most particular flag that names its project or its task says off; what is no flag is refused with its place.
import { expect, it } from 'vitest';
import { BriefFlags, isBriefOn } from './brief-flags.ts';

const flags = '*/conflict=off, shop/conflict = on,archive/*=off, archive/summary=on';

it.each([
  ['shop', 'conflict', true],
  ['other', 'conflict', false],
  ['other', 'summary', true],
  ['archive', 'remediation', false],
  ['archive', 'conflict', false],
  ['archive', 'summary', true],
])('%s, %s: %s', (project, task, isOn) => {
  expect(isBriefOn(flags, project, task)).toBe(isOn);
});

it('is on where nothing is said, and off where everything is', () => {
  expect(isBriefOn('', 'default', 'summary')).toBe(true);
  expect(isBriefOn('*/*=off', 'default', 'summary')).toBe(false);
});

it.each(['shop', 'shop/all=off', 'shop/conflict=false', 'a b/conflict=off', '/conflict=off'])(
  '%s is refused',
  (text) => {
    const { error } = BriefFlags.safeParse(`*/summary=off, ${text}`);
    expect(error?.issues[0]?.message).toContain(`"${text}" is none`);
  },
);
