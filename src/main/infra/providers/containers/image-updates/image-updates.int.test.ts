// Promises: which containers have a newer image is asked of their registry, by the wire registries speak, with the token they hand out to everybody; what is
// pinned or local is not asked for; a registry that limits is left alone. Against a registry on loopback.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { liveClock } from '../../../testing/live-clock.ts';
import { type RegistryDouble, startRegistry } from '../../../testing/registry-double.ts';
import { parseImageReference } from './image-reference.ts';
import { ImageUpdates } from './image-updates.ts';
import { RegistryClient } from './registry-client.ts';

let registry: RegistryDouble;
let client: RegistryClient;
const signal = () => AbortSignal.timeout(10_000);

beforeAll(async () => {
  registry = await startRegistry(Buffer.from('a layer'));
  client = new RegistryClient({ clock: liveClock });
});
afterAll(async () => {
  await client.close();
  await registry[Symbol.asyncDispose]();
});

const fresh = () => new ImageUpdates({ registry: client, clock: liveClock });
async function stateOf(image: string, digests: readonly string[], updates = fresh()) {
  const repoDigests = digests.map((digest) => `app@${digest}`);
  const [result] = await updates.check(
    [{ resource: 'docker_container:box:1', name: 'app', image, repoDigests }],
    signal(),
  );
  return result;
}

it('is current with the digest of the tag, and has an update once the tag means another image', async () => {
  const first = registry.publish('app', '1', { config: { Env: ['V=1'] } });
  const image = `${registry.address}/app:1`;
  expect(await stateOf(image, [first])).toMatchObject({ state: 'current', digest: first });
  const second = registry.publish('app', '1', { config: { Env: ['V=2'] } });
  expect(await stateOf(image, [first])).toMatchObject({ state: 'available', digest: second });
  expect(registry.requests).toContain('HEAD /v2/app/manifests/1');
});

it('knows a list of platforms by the digest of one of them, too', async () => {
  const plain = registry.publish('multi', '1', { config: { Env: ['V=1'] } });
  const index = registry.publish('multi', '1', { config: { Env: ['V=1'] }, asIndex: true });
  expect(index).not.toBe(plain);
  expect(await stateOf(`${registry.address}/multi:1`, [plain])).toMatchObject({
    state: 'current',
    digest: index,
  });
  expect(await stateOf(`${registry.address}/multi:1`, [`sha256:${'0'.repeat(64)}`])).toMatchObject({
    state: 'available',
  });
});

it('takes the anonymous token of a registry that wants one', async () => {
  const digest = registry.publish('app', '2', { config: {} });
  registry.needsToken = true;
  expect(await stateOf(`${registry.address}/app:2`, [digest])).toMatchObject({ state: 'current' });
  registry.needsToken = false;
  expect(registry.requests.find((one) => one.startsWith('GET /token'))).toBe(
    'GET /token?service=double&scope=repository%3Aapp%3Apull',
  );
});

it('asks once for what several containers run, and not again soon', async () => {
  const digest = registry.publish('shared', '1', { config: {} });
  const updates = fresh();
  const image = `${registry.address}/shared:1`;
  for (let time = 0; time < 3; time++) await stateOf(image, [digest], updates);
  expect(registry.requests.filter((one) => one === 'HEAD /v2/shared/manifests/1')).toHaveLength(1);
});

it('asks nobody for what is pinned to a digest, or was built here', async () => {
  const before = registry.requests.length;
  expect(await stateOf(`${registry.address}/app@sha256:${'a'.repeat(64)}`, [])).toMatchObject({
    state: 'pinned',
  });
  expect(await stateOf('localhost/own:1', [`sha256:${'a'.repeat(64)}`])).toMatchObject({ state: 'local' });
  expect(await stateOf(`${registry.address}/app:1`, [])).toMatchObject({ state: 'local' });
  expect(registry.requests).toHaveLength(before);
});

it('says why it does not know: no such tag, nobody there, too many questions, after which nobody is asked', async () => {
  expect(await stateOf(`${registry.address}/app:none`, ['sha256:1'])).toMatchObject({
    ...{ state: 'unknown', reason: `${registry.address} has no app:none.` },
  });
  expect((await stateOf('127.0.0.1:9/app:1', ['sha256:1']))?.reason).toContain('nothing listens there');
  registry.limitedFor = 600;
  expect((await stateOf(`${registry.address}/app:3`, ['sha256:1']))?.reason).toContain(
    'is asked again in 10 min',
  );
  registry.limitedFor = null;
  const before = registry.requests.length;
  expect(await stateOf(`${registry.address}/app:4`, ['sha256:1'])).toMatchObject({ state: 'unknown' });
  expect(registry.requests).toHaveLength(before);
});

it.each([
  ['nginx', 'https://registry-1.docker.io', 'library/nginx', 'latest'],
  ['nginx:1.27', 'https://registry-1.docker.io', 'library/nginx', '1.27'],
  ['docker.io/grafana/grafana:11', 'https://registry-1.docker.io', 'grafana/grafana', '11'],
  ['ghcr.io/immich-app/immich-server:release', 'https://ghcr.io', 'immich-app/immich-server', 'release'],
  ['registry.lan:5000/team/app', 'https://registry.lan:5000', 'team/app', 'latest'],
  ['127.0.0.1:5000/app:2', 'http://127.0.0.1:5000', 'app', '2'],
  ['localhost:5000/app', 'http://localhost:5000', 'app', 'latest'],
])('%s is asked for at its registry', (name, origin, repository, tag) => {
  expect(parseImageReference(name)).toEqual({ origin, repository, tag });
});
