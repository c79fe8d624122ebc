// Promise: of a line agents see, exactly the parts a decision changes stand out.
import { expect, it } from 'vitest';
import { changedDimensions } from './line-change.ts';

it.each([
  ['x: [type?] repo [tech] go', 'x: [type] repo [tech] go', ['type']],
  [
    'x: [artifact-type] repo [deployment-type] container',
    'x: [type?] repo',
    ['artifact-type', 'deployment-type'],
  ],
  ['x: [type] repo', 'x: [type] repo', []],
  ['x: [type] repo', null, ['type']],
  [null, 'x: [type] repo', []],
  ['x: [tech?]', 'x: [tech] go', ['tech']],
])('of %s beside %s', (line, other, changed) => expect(changedDimensions(line, other)).toEqual(changed));
