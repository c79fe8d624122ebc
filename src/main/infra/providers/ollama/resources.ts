// Upstreams and their models as resources: ids, states, what can be done to them, and the digest an approval relies on. Nothing in a digest
// or a line changes by itself from second to second. Pure. Used by ollama-provider.ts.
import { createHash } from 'node:crypto';
import type { ActionName, ExecutorPath, Resource, ResourceState } from '../../../../shared/model/resource.ts';
import { utcMinute } from '../../utc-words.ts';
import type { KnownUpstream } from './known-upstream.ts';
import type { FoundModel, UpstreamLook } from './look.ts';

const LOOPBACK = /^(localhost|127\.[\d.]+|::1|0\.0\.0\.0|::)$/;
const MODE_WORDS = {
  open: '',
  paused: ', paused: requests for it wait',
  draining: ', draining: it gets nothing new',
};
const MODE_ACTIONS: Readonly<Record<KnownUpstream['mode'], readonly ActionName[]>> = {
  open: ['pause', 'drain'],
  paused: ['drain', 'resume'],
  draining: ['pause', 'resume'],
};

export const upstreamId = (name: string): string => `upstream:${name}`;
export const modelId = (upstream: string, model: string): string => `model:${upstream}:${model}`;

/** What an id names; null for one that is none of ours. A name of an upstream holds no colon. */
export function parseId(id: string): { readonly upstream: string; readonly model: string | null } | null {
  const [kind, upstream = '', ...rest] = id.split(':');
  if (upstream === '') return null;
  if (kind === 'upstream') return rest.length === 0 ? { upstream, model: null } : null;
  return kind === 'model' && rest.length > 0 ? { upstream, model: rest.join(':') } : null;
}

export function upstreamResource(upstream: KnownUpstream, look: UpstreamLook, thisHost: string): Resource {
  const { name, url, mode } = upstream;
  const state = upstreamState(upstream, look);
  const actions: ActionName[] = [
    ...(look.kind === 'ollama' ? (['pull'] as const) : []),
    ...MODE_ACTIONS[mode],
    ...(upstream.setBy === 'console' ? (['remove'] as const) : []),
  ];
  return {
    ...{ id: upstreamId(name), kind: 'upstream', name, provider: 'ollama', parent: null, state, actions },
    aliases: [url, new URL(url).host],
    detail: `${upstreamDetail(upstream, look)}${MODE_WORDS[mode]}`.slice(0, 500),
    ...placeOf(upstream, thisHost),
    ...(upstream.setBy === 'default'
      ? {}
      : { expectation: { shouldRun: true, reason: 'configured as an upstream' } }),
    version: digestOf([
      ...[name, url, mode, state, look.kind, upstream.setBy, upstream.revision, upstream.weight],
      ...[upstream.slots, Object.keys(upstream.headers)],
    ]),
  };
}

function upstreamState({ mode, circuit }: KnownUpstream, look: UpstreamLook): ResourceState {
  if (look.kind === 'unreachable') return 'unreachable';
  if (mode !== 'open') return 'paused';
  return circuit === 'closed' ? 'running' : 'degraded';
}

function upstreamDetail({ version, url, circuit }: KnownUpstream, look: UpstreamLook): string {
  if (look.kind === 'unreachable') return look.reason;
  const what = look.kind === 'ollama' ? `Ollama ${version ?? ''}`.trim() : 'speaks /v1 alone';
  const loaded = look.models.filter(({ running }) => running).length;
  const failing = circuit === 'closed' ? '' : ', failed several times in a row';
  const models = look.found === 1 ? '1 model' : `${look.found} models`;
  return `${what} at ${url}, ${models}${look.kind === 'ollama' ? `, ${loaded} loaded` : ''}${failing}`;
}

export function modelResource(
  upstream: KnownUpstream,
  model: FoundModel,
  kind: 'ollama' | 'openai',
  thisHost: string,
): Resource {
  const state: ResourceState = model.running ? 'running' : 'available';
  return {
    ...{ id: modelId(upstream.name, model.name), kind: 'model', name: model.name, provider: 'ollama', state },
    aliases: aliasesOf(model.name),
    parent: upstreamId(upstream.name),
    detail: modelDetail(model, kind).slice(0, 500),
    actions: kind === 'ollama' ? modelActions(model) : [],
    ...placeOf(upstream, thisHost),
    version: digestOf([
      ...[upstream.name, upstream.url, upstream.mode, model.name, model.digest ?? model.modifiedAt],
      ...[model.running !== null, model.isGone],
    ]),
  };
}

function modelActions(model: FoundModel): ActionName[] {
  if (model.isGone) return [];
  const loading: ActionName[] = model.isRemote ? [] : [model.running ? 'unload' : 'load'];
  return ['pull', ...loading, 'remove'];
}

function modelDetail(model: FoundModel, kind: 'ollama' | 'openai'): string {
  if (kind === 'openai') return 'listed by its server, which is not managed from here';
  const { running } = model;
  const kindOf = [model.parameters, model.quantisation, model.family]
    .filter((word) => word !== null)
    .join(' ');
  const facts = [
    kindOf === '' ? null : kindOf,
    model.sizeBytes === null ? null : `${bytes(model.sizeBytes)} on disk`,
    model.isRemote ? 'runs elsewhere' : null,
    model.isGone ? 'deleted, and in memory until it is let go' : null,
    running ? 'loaded' : null,
    running?.vramBytes == null ? null : `${bytes(running.vramBytes)} of video memory`,
    running?.contextTokens == null ? null : `context ${running.contextTokens}`,
    running ? until(running.expiresAt) : null,
  ];
  return facts.filter((fact) => fact !== null).join(', ') || 'pulled';
}

const until = (at: number | null): string => (at === null ? 'stays loaded' : `until ${utcMinute(at)}`);

function aliasesOf(name: string): string[] {
  const bare = name.endsWith(':latest') ? name.slice(0, -':latest'.length) : null;
  return bare === null || bare === '' ? [] : [bare];
}

function placeOf({ name, url }: KnownUpstream, thisHost: string) {
  const path: ExecutorPath = [{ via: 'api', target: upstreamId(name), words: url.slice(0, 300) }];
  return { reachableVia: [path], targetHost: hostOf(url, thisHost) };
}

function hostOf(url: string, thisHost: string): string {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return LOOPBACK.test(host) ? thisHost : host;
}

/** As people say sizes. */
export function bytes(count: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  let [value, unit] = [count, 0];
  while (value >= 1000 && unit < units.length - 1) [value, unit] = [value / 1000, unit + 1];
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

const digestOf = (facts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 32);
