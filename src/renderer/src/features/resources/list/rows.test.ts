// The list by kind and by place, narrowed, folded, and held still.
import { describe, expect, it } from 'vitest';
import type { Resource, ResourceKind } from '../../../../../shared/model/resource.ts';
import { EVERYTHING, type Given, heldStill, kept, type Row, rowsOf } from './rows.ts';

function resource(kind: ResourceKind, name: string, part: Partial<Resource> = {}): Resource {
  return {
    ...{ id: `${kind}:${name}`, kind, name, aliases: [], provider: 'host', parent: null, state: 'running' },
    ...{ detail: '', actions: [], reachableVia: [], targetHost: 'vm', version: '1', ...part },
  };
}

const HOST = resource('host', 'vm');
const inHost = (kind: ResourceKind, name: string, part: Partial<Resource> = {}) =>
  resource(kind, name, { parent: HOST.id, ...part });
const ALL = [
  inHost('process', 'node'),
  inHost('docker_container', 'web-10'),
  inHost('docker_container', 'web-2', { state: 'failed' }),
  HOST,
  resource('upstream', 'demo'),
  resource('model', 'qwen', { parent: 'upstream:demo', state: 'available' }),
];
const given = (part: Partial<Given> = {}): Given => ({
  ...{ resources: ALL, alerted: new Set(), locked: new Set(), toggled: new Set(), ...part },
});
const lines = (rows: readonly Row[]): string[] =>
  rows.map(
    (row) =>
      `${'  '.repeat(row.depth)}${row.type === 'group' ? `${row.kind} ${row.inside}` : row.resource.name}`,
  );

describe('rowsOf', () => {
  it('groups by kind, names in the order a person counts, and folds what is many and seldom wanted', () => {
    expect(lines(rowsOf(given(), EVERYTHING))).toEqual([
      ...['host 1', '  vm', 'upstream 1', '  demo', 'model 1', '  qwen'],
      ...['docker_container 2', '  web-2', '  web-10', 'process 1'],
    ]);
  });

  it('shows by place what each is in, grouped where a place holds several kinds', () => {
    expect(lines(rowsOf(given(), { ...EVERYTHING, view: 'place' }))).toEqual([
      ...['vm', '  docker_container 2', '    web-2', '    web-10', '  process 1', 'demo', '  qwen'],
    ]);
  });

  it('finds by every word, opens what is folded, and keeps the way to what fits', () => {
    const search = { ...EVERYTHING, search: 'NODE vm' };
    expect(lines(rowsOf(given(), search))).toEqual(['process 1', '  node']);
    const rows = rowsOf(given(), { ...search, search: 'qwen', view: 'place' });
    expect(lines(rows)).toEqual(['demo', '  qwen']);
    expect(rows[0]).toMatchObject({ aside: true, inside: 1 });
  });

  it('takes for wrong what has failed and what has an alert, and nothing that somebody stopped', () => {
    const stopped = given({
      resources: [...ALL, inHost('service', 'cron', { state: 'stopped' })],
      alerted: new Set(['upstream:demo']),
    });
    expect(lines(rowsOf(stopped, { ...EVERYTHING, wrong: true }))).toEqual([
      ...['upstream 1', '  demo', 'docker_container 1', '  web-2'],
    ]);
  });

  it('folds and opens what the operator asks for', () => {
    const toggled = new Set(['kind/process', 'kind/host']);
    const rows = lines(rowsOf(given({ toggled }), EVERYTHING));
    expect(rows.slice(0, 2)).toEqual(['host 1', 'upstream 1']);
    expect(rows.at(-1)).toBe('  node');
  });

  it('does not hang on things that are in one another', () => {
    const one = resource('vm', 'a', { parent: 'vm:b' });
    const other = resource('vm', 'b', { parent: 'vm:a' });
    expect(rowsOf(given({ resources: [one, other, HOST] }), { ...EVERYTHING, view: 'place' })).toHaveLength(
      1,
    );
  });
});

describe('heldStill', () => {
  const shown = rowsOf(given(), EVERYTHING);

  it('moves nothing: what came waits, what went stays and says so, what changed changes in its place', () => {
    const next = ALL.filter(({ name }) => name !== 'web-2').map((one) =>
      one.name === 'demo' ? { ...one, state: 'unreachable' as const } : one,
    );
    const held = heldStill(shown, rowsOf(given({ resources: [...next, inHost('gpu', 'card')] }), EVERYTHING));
    expect(held.rows.map(({ key }) => key)).toEqual(shown.map(({ key }) => key));
    expect(held.waiting).toBe(2);
    expect(held.rows.find(({ key }) => key === 'docker_container:web-2')).toMatchObject({ gone: true });
    expect(held.rows.find(({ key }) => key === 'upstream:demo')).toMatchObject({
      resource: { state: 'unreachable' },
    });
  });

  it('keeps the rows that did not change, so that they are not drawn again', () => {
    const again = kept(shown, rowsOf(given({ resources: structuredClone(ALL) }), EVERYTHING));
    expect(again.every((row, at) => row === shown[at])).toBe(true);
  });
});
