// Promises: arguments become fields and come back as the same arguments where nothing was changed; the resource and the action are no fields; what
// was hidden is not sent back as the words for that.
import { expect, it } from 'vitest';
import { argumentsOf, fieldsOf, problemOf } from './edit-fields.ts';

const about = { action: 'restart', kind: 'docker_container' } as const;
const restart = { resource: 'web-1', action: 'restart', arguments: {} };
const withValue = (fields: ReturnType<typeof fieldsOf>, value: string | boolean) =>
  fields.map((field) => ({ ...field, value }));

it('offers what an action takes though it was not given, and leaves it out while it is empty', () => {
  const fields = fieldsOf(restart, about);
  expect(fields).toEqual([{ path: ['arguments', 'timeout_s'], kind: 'number', value: '', isOptional: true }]);
  expect(argumentsOf(restart, fields)).toEqual(restart);
  expect(argumentsOf(restart, withValue(fields, '30'))).toEqual({ ...restart, arguments: { timeout_s: 30 } });
  expect(fieldsOf(restart, { ...about, kind: 'service' })).toEqual([]);
});

it('offers a snapshot before a change, where the tool takes it', () => {
  const wanted = (given: object, action: 'update' | 'stop', kind: string) => {
    const fields = fieldsOf(given as Record<string, unknown>, { action, kind });
    return fields.filter(({ path }) => path.at(-1) === 'snapshot_first');
  };
  const update = { resource: 'web', action: 'update' };
  const field = { kind: 'yes', value: false, isOptional: true };
  expect(wanted({ ...update, arguments: {} }, 'update', 'docker_container')).toEqual([
    { ...field, path: ['arguments', 'snapshot_first'] },
  ]);
  const [own] = wanted(update, 'update', 'docker_container');
  expect(own).toEqual({ ...field, path: ['snapshot_first'] });
  expect(own && argumentsOf(update, [{ ...own, value: true }])).toEqual({ ...update, snapshot_first: true });
  expect(wanted({ ...update, arguments: {} }, 'stop', 'docker_container')).toEqual([]);
  expect(wanted({ ...update, arguments: {} }, 'stop', 'lxc')).toHaveLength(1);
});

it('makes a field of each kind of value, wherever it stands, and keeps the rest', () => {
  const given = { command: 'ls -l', content: 'a\nb', append: true, limits: { lines: 5 }, list: ['x'] };
  const fields = fieldsOf(given, { action: null, kind: 'host' });
  expect(fields.map(({ kind }) => kind)).toEqual(['text', 'lines', 'yes', 'number', 'kept']);
  expect(argumentsOf(given, fields)).toEqual(given);
});

it('refuses no number for a number, and a secret that was taken out', () => {
  const [field] = fieldsOf({ ...restart, arguments: { timeout_s: 30 } }, about);
  if (!field) throw new Error('no field');
  expect(problemOf(field)).toBeNull();
  expect(problemOf({ ...field, value: 'soon' })).toBe('number');
  expect(problemOf({ ...field, value: '' })).toBe('number');
  const [secret] = fieldsOf({ command: 'login --password [redacted]' }, { action: null, kind: 'host' });
  expect(secret && problemOf(secret)).toBe('hidden');
});
