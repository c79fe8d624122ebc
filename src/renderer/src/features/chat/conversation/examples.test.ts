// Promise: the examples of the first screen are about what there is, what is not well first, and name it as a mention would.
import { expect, it } from 'vitest';
import type { Resource } from '../../../../../shared/model/resource.ts';
import { draftOf, examplesFrom } from './examples.ts';

const aResource = (id: string, part: Partial<Resource>): Resource => ({
  ...{ id, kind: 'docker_container', name: id, aliases: [], provider: 'containers', parent: null },
  ...{
    state: 'running',
    detail: '',
    actions: ['restart'],
    reachableVia: [],
    targetHost: 'here',
    version: '1',
  },
  ...part,
});

it('asks about what is not well first, about each thing once, and never about nothing', () => {
  const examples = examplesFrom([
    aResource('web-1', {}),
    aResource('web-2', {}),
    aResource('db', { state: 'failed' }),
    aResource('lab', { kind: 'host' }),
  ]);
  expect(examples.map(({ key, name }) => [key, name])).toEqual([
    ['wrong', 'db'],
    ['log', 'web-1'],
    ['restart', 'web-2'],
    ['all', ''],
  ]);
  expect(examplesFrom([]).map(({ key }) => key)).toEqual(['all']);
});

it('names what it is about', () => {
  const [example] = examplesFrom([aResource('web-1', { state: 'failed' })]);
  if (!example) throw new Error('there is one');
  const draft = draftOf('Why is @web-1 not well?', example);
  expect(draft.mentions).toEqual([
    { id: 'web-1', kind: 'docker_container', name: 'web-1', start: 7, end: 13 },
  ]);
});
