// Promise: a host named where something inside it is what the session is about is refused, for every parent and child, however deep; what a list
// brought up, what is long past, and what the operator named himself is not.
import { describe, expect, it } from 'vitest';
import type { Resource, ResourceKind } from '../../../shared/model/resource.ts';
import { ResolvedContext } from './resolved-context.ts';
import { names, routingMismatch } from './routing-mismatch.ts';

const MIN = 60_000;
const NOW = 100 * MIN;

const made = (kind: ResourceKind, name: string, parent: string | null): Resource => ({
  ...{ id: `${kind}:${name}`, kind, name, aliases: [], provider: 'proxmox', parent, state: 'running' },
  ...{ detail: '', actions: [], targetHost: name, version: '1' },
  reachableVia: [[{ via: 'local', target: 'host:h', words: 'here' }]],
});
const ALL = [
  made('node', 'delly', null),
  made('lxc', 'media', 'node:delly'),
  made('docker_container', 'jellyfin', 'lxc:media'),
  made('docker_container', 'sonarr', 'lxc:media'),
  made('vm', 'win', 'node:delly'),
  made('host', 'nas', null),
  made('service', 'smbd', 'host:nas'),
  made('k8s_cluster', 'prod', null),
  made('k8s_deployment', 'api', 'k8s_cluster:prod'),
  made('k8s_pod', 'api-1', 'k8s_deployment:api'),
];
const byId = (id: string): Resource => {
  const found = ALL.find((one) => one.id === id);
  if (!found) throw new Error(id);
  return found;
};
const parents = ({ parent }: Resource): Resource[] =>
  parent === null ? [] : [byId(parent), ...parents(byId(parent))];
const known = {
  within: parents,
};

function judged(
  targetId: string,
  meant: readonly (readonly [id: string, at: number])[],
  more: {
    readonly namedByUser?: readonly string[];
    readonly runStartedAt?: number;
    readonly explicit?: boolean;
  } = {},
) {
  const context = new ResolvedContext();
  for (const [id, at] of meant) context.add([byId(id)], at, { explicit: more.explicit ?? true });
  return routingMismatch({
    ...{ target: byId(targetId), known, context, now: NOW, runStartedAt: more.runStartedAt ?? NOW - MIN },
    isNamedByUser: ({ id }) => (more.namedByUser ?? []).includes(id),
  });
}

describe('a host named instead of what is in it', () => {
  it.each([
    ['lxc:media', 'docker_container:jellyfin'],
    ['node:delly', 'lxc:media'],
    ['node:delly', 'docker_container:jellyfin'],
    ['node:delly', 'vm:win'],
    ['host:nas', 'service:smbd'],
    ['k8s_cluster:prod', 'k8s_deployment:api'],
    ['k8s_cluster:prod', 'k8s_pod:api-1'],
    ['k8s_deployment:api', 'k8s_pod:api-1'],
  ])('%s, where %s is meant', (parent, child) => {
    const error = judged(parent, [[child, NOW - MIN]]);
    expect(error).toMatchObject({
      code: 'ROUTING_MISMATCH',
      details: {
        target_resource_id: child,
        more_specific_resource_ids: [child],
        target_kind: byId(parent).kind,
        child_kind: byId(child).kind,
      },
    });
    expect(String(error?.details?.recovery_hint)).toContain(child);
    expect(judged(child, [[child, NOW - MIN]])).toBeNull();
    expect(judged(child, [[parent, NOW - MIN]])).toBeNull();
  });

  it('names all of them, the latest meant first', () => {
    const error = judged('lxc:media', [
      ['docker_container:jellyfin', NOW - 3 * MIN],
      ['docker_container:sonarr', NOW - MIN],
    ]);
    expect(error?.details?.more_specific_resources).toEqual(['sonarr', 'jellyfin']);
    expect(error?.message).toContain('sonarr, jellyfin are in');
  });

  it('what is beside it is nothing of its', () => {
    expect(judged('vm:win', [['docker_container:jellyfin', NOW]])).toBeNull();
    expect(judged('host:nas', [['docker_container:jellyfin', NOW]])).toBeNull();
  });
});

describe('what counts as meant', () => {
  it('30 minutes long, or as long as the run', () => {
    const meant = (ago: number) => [['docker_container:jellyfin', NOW - ago * MIN]] as const;
    expect(judged('lxc:media', meant(30))).not.toBeNull();
    expect(judged('lxc:media', meant(31))).toBeNull();
    expect(judged('lxc:media', meant(40), { runStartedAt: NOW - 41 * MIN })).not.toBeNull();
  });

  it('not what a list brought up', () => {
    expect(judged('lxc:media', [['docker_container:jellyfin', NOW]], { explicit: false })).toBeNull();
  });

  it('not when the operator named the host himself', () => {
    const meant = [['docker_container:jellyfin', NOW]] as const;
    expect(judged('lxc:media', meant, { namedByUser: ['lxc:media'] })).toBeNull();
    expect(judged('lxc:media', meant, { namedByUser: ['node:delly'] })).not.toBeNull();
  });
});

describe('a resource that a text names', () => {
  const media = { id: 'lxc:pve1:141', name: 'media', aliases: ['media.lan'] };
  it.each(['Change the host name of media.', 'MEDIA: restart it', 'on lxc:pve1:141', 'the one at media.lan'])(
    '%j',
    (text) => expect(names(text, media)).toBe(true),
  );
  it.each(['Restart the multimedia box', 'media-server is slow', 'a_media', 'nothing of it'])(
    'not %j',
    (text) => expect(names(text, media)).toBe(false),
  );
});
