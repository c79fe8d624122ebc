import { expect, it } from 'vitest';
import { gravenessOf } from './severity.ts';

const V31 = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H';
const V40 = 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N';

it.each([
  [[{ type: 'CVSS_V3', score: V31 }], 'critical', 9.8],
  [[{ type: 'CVSS_V2', score: 'AV:N/AC:L/Au:N/C:P/I:P/A:P' }], 'high', 7.5],
  // The newest kind counts, and of it the highest.
  [
    [
      { type: 'CVSS_V3', score: V31 },
      { type: 'CVSS_V4', score: V40 },
    ],
    'critical',
    9.3,
  ],
  [[{ type: 'word', score: 'Important' }], 'high', null],
  [
    [
      { type: 'word', score: 'LOW' },
      { type: 'word', score: 'moderate' },
    ],
    'medium',
    null,
  ],
  [[{ type: 'score', score: '4.2' }], 'medium', 4.2],
  [[{ type: 'score', score: '42' }], 'unknown', null],
  [[{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:Z' }], 'unknown', null],
  [[{ type: 'CVSS_V3', score: `${V31}/`.repeat(100) }], 'unknown', null],
  [[], 'unknown', null],
])('%j is %s', (stated, severity, cvss) => {
  expect(gravenessOf([stated])).toEqual({ severity, cvss });
});

it('is the worst that any advisory says: none makes what another says less', () => {
  const [real, low] = [
    [{ type: 'CVSS_V3', score: V31 }],
    [{ type: 'CVSS_V4', score: 'CVSS:4.0/AV:P/AC:H/AT:P/PR:H/UI:A/VC:N/VI:L/VA:N/SC:N/SI:N/SA:N' }],
  ];
  expect(gravenessOf([real, low])).toEqual({ severity: 'critical', cvss: 9.8 });
  expect(gravenessOf([low, [{ type: 'word', score: 'Important' }]])).toMatchObject({ severity: 'high' });
});
