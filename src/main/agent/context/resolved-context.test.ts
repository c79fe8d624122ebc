// Promise: the session's truth holds what was discovered, for 45 minutes after its last use and 500 at a time, pinned ones for as long as the session
// lasts; and what was meant is told from what only came along.
import { describe, expect, it } from 'vitest';
import type { Resource } from '../../../shared/model/resource.ts';
import { ResolvedContext } from './resolved-context.ts';

const MIN = 60_000;

const resource = (name: string, more: Partial<Resource> = {}): Resource => ({
  ...{ id: `docker_container:h:${name}`, kind: 'docker_container', name, aliases: [`${name}-alias`] },
  ...{ provider: 'containers', parent: 'host:h', state: 'running', detail: 'up', actions: ['restart'] },
  ...{ reachableVia: [[{ via: 'local', target: 'host:h', words: 'here' }]], targetHost: 'h', version: '1' },
  ...more,
});
const many = (from: number, to: number): Resource[] =>
  Array.from({ length: to - from }, (_, n) => resource(`r${from + n}`));
const id = (name: string) => `docker_container:h:${name}`;

describe('what was discovered', () => {
  it('stays 45 minutes after its last use', () => {
    const context = new ResolvedContext();
    context.add([resource('web')], 0);
    expect(context.has(id('web'), 45 * MIN)).toBe(true);
    expect(context.has(id('web'), 90 * MIN)).toBe(true);
    expect(context.has(id('web'), 135 * MIN + 1)).toBe(false);
    context.add([resource('other')], 136 * MIN);
    expect(context.size).toBe(1);
  });

  it('500 at a time: what was not used for longest goes', () => {
    const context = new ResolvedContext();
    context.add(many(0, 500), 0);
    context.get(id('r0'), 1);
    context.add([resource('new')], 2);
    expect(context.size).toBe(500);
    expect(context.has(id('r0'), 3)).toBe(true);
    expect(context.has(id('r1'), 3)).toBe(false);
    expect(context.has(id('new'), 3)).toBe(true);
  });

  it('pinned, it outlives both, and goes last', () => {
    const context = new ResolvedContext();
    context.add([resource('pinned')], 0, { pinned: true });
    context.add(many(0, 600), 60 * MIN);
    expect(context.size).toBe(500);
    expect(context.has(id('pinned'), 500 * MIN)).toBe(true);
    context.add([resource('pinned')], 501 * MIN);
    expect(context.has(id('pinned'), 900 * MIN)).toBe(true);
  });

  it('keeps its names, its ways and what may be done to it, and takes newer ones', () => {
    const context = new ResolvedContext();
    context.add([resource('web')], 0);
    context.add([resource('web', { actions: ['start'] })], 1);
    expect(context.get(id('web'), 2)).toMatchObject({
      ...{
        name: 'web',
        aliases: ['web-alias'],
        parent: 'host:h',
        targetHost: 'h',
        allowedActions: ['start'],
      },
    });
  });

  it('suggests the likest names of those it still holds, and the name itself when it is asked for by it', () => {
    const context = new ResolvedContext();
    context.add([resource('jellyfin'), resource('grafana')], 0);
    expect(context.suggest('jellyfim', 1, 5)).toEqual(['jellyfin']);
    expect(context.suggest('jellyfin', 1, 5)).toEqual(['jellyfin']);
    expect(context.suggest('jellyfim', 46 * MIN, 5)).toEqual([]);
  });

  it('outlives the program; what is no list of it is empty, what is too much is cut', () => {
    const context = new ResolvedContext();
    context.add([resource('web')], 0, { explicit: true, pinned: true });
    const again = ResolvedContext.from(JSON.parse(JSON.stringify(context)));
    expect(again.toJSON()).toEqual(context.toJSON());
    expect(ResolvedContext.from([{ id: 'x' }]).size).toBe(0);
    expect(ResolvedContext.from(null).size).toBe(0);
    const [one] = context.toJSON() as object[];
    const flood = Array.from({ length: 700 }, (_, n) => ({ ...one, id: `host:${n}` }));
    expect(ResolvedContext.from(flood).size).toBe(500);
  });
});

describe('what was meant', () => {
  it('is told from what a list brought up, and from what was merely used', () => {
    const context = new ResolvedContext();
    context.add(many(0, 3), 10);
    context.add([resource('r1')], 20, { explicit: true });
    context.get(id('r2'), 30);
    expect(context.meantSince(0, 40).map(({ name }) => name)).toEqual(['r1']);
  });

  it('stays meant at its time when a list brings it up again', () => {
    const context = new ResolvedContext();
    context.add([resource('web')], 10, { explicit: true });
    context.add([resource('web')], 50);
    expect(context.meantSince(10, 60)).toHaveLength(1);
    expect(context.meantSince(11, 60)).toHaveLength(0);
  });

  it('the latest first', () => {
    const context = new ResolvedContext();
    context.add([resource('a')], 1, { explicit: true });
    context.add([resource('b')], 2, { explicit: true });
    context.add([resource('a')], 3, { explicit: true });
    expect(context.meantSince(0, 4).map(({ name }) => name)).toEqual(['a', 'b']);
  });
});
