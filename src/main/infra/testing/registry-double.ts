// For tests: an image registry on loopback that speaks the wire of the distribution spec (Registry v2): manifests, lists of them, blobs, anonymous
// bearer tokens, and a limit of requests. What is published has one layer; its configuration is what the test says.
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const MANIFEST = 'application/vnd.docker.distribution.manifest.v2+json';
const INDEX = 'application/vnd.oci.image.index.v1+json';
const CONFIG = 'application/vnd.docker.container.image.v1+json';
const LAYER = 'application/vnd.docker.image.rootfs.diff.tar';
const TOKEN = 'anonymous-token';

export interface PublishedImage {
  /** What the image sets: `Env`, `Cmd`, `Healthcheck`. */
  readonly config: Readonly<Record<string, unknown>>;
  /** As a list of one platform, as registries keep images of several. */
  readonly asIndex?: boolean;
}

export interface RegistryDouble extends AsyncDisposable {
  /** `127.0.0.1:41233` */
  readonly address: string;
  /** `HEAD /v2/app/manifests/1`, as they came. */
  readonly requests: string[];
  /** Nobody is answered without a token. */
  needsToken: boolean;
  /** Everybody is told that they ask too much, with so many seconds to wait; null: nobody. */
  limitedFor: number | null;
  /** It has no such tag any more. */
  withdraw(repository: string, tag: string): void;
  /** @returns the digest that the tag has now */
  publish(repository: string, tag: string, image: PublishedImage): string;
}

interface Stored {
  readonly type: string;
  readonly bytes: Buffer;
}

/** @param layer a tar archive */
export async function startRegistry(layer: Buffer): Promise<RegistryDouble> {
  const blobs = new Map<string, Stored>();
  const tags = new Map<string, string>();
  const requests: string[] = [];
  const state = { needsToken: false, limitedFor: null as number | null };
  const keep = (type: string, bytes: Buffer): { mediaType: string; digest: string; size: number } => {
    const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
    blobs.set(digest, { type, bytes });
    return { mediaType: type, digest, size: bytes.length };
  };
  const keepJson = (type: string, value: unknown) => keep(type, Buffer.from(JSON.stringify(value)));
  const layerBlob = keep(LAYER, layer);

  const server = createServer((request, answer) => {
    requests.push(`${request.method} ${request.url}`);
    reply(request, answer);
  });
  function reply(request: IncomingMessage, answer: ServerResponse): boolean {
    const url = new URL(request.url ?? '/', 'http://registry');
    if (url.pathname === '/token')
      return send(answer, 200, 'application/json', JSON.stringify({ token: TOKEN }));
    if (state.limitedFor !== null) {
      answer.setHeader('retry-after', String(state.limitedFor));
      return send(answer, 429, 'application/json', '{"errors":[{"code":"TOOMANYREQUESTS"}]}');
    }
    if (state.needsToken && request.headers.authorization !== `Bearer ${TOKEN}`) {
      const realm = `http://${request.headers.host}/token`;
      answer.setHeader(
        'www-authenticate',
        `Bearer realm="${realm}",service="double",scope="repository:app:pull"`,
      );
      return send(answer, 401, 'application/json', '{"errors":[{"code":"UNAUTHORIZED"}]}');
    }
    if (url.pathname === '/v2/') return send(answer, 200, 'application/json', '{}');
    const [, repository, kind, reference = ''] =
      /^\/v2\/(.+)\/(manifests|blobs)\/(.+)$/.exec(url.pathname) ?? [];
    const digest = kind === 'manifests' ? (tags.get(`${repository}:${reference}`) ?? reference) : reference;
    const stored = blobs.get(digest);
    if (!stored) return send(answer, 404, 'application/json', '{"errors":[{"code":"MANIFEST_UNKNOWN"}]}');
    answer.setHeader('docker-content-digest', digest);
    return send(
      answer,
      200,
      stored.type,
      request.method === 'HEAD' ? null : stored.bytes,
      stored.bytes.length,
    );
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(state, {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    publish(repository: string, tag: string, { config, asIndex = false }: PublishedImage): string {
      const configBlob = keepJson(CONFIG, {
        ...{ architecture: process.arch === 'arm64' ? 'arm64' : 'amd64', os: 'linux', config },
        rootfs: { type: 'layers', diff_ids: [layerBlob.digest] },
        history: [{ created: '2026-01-01T00:00:00Z' }],
      });
      const manifest = keepJson(MANIFEST, {
        ...{ schemaVersion: 2, mediaType: MANIFEST, config: configBlob, layers: [layerBlob] },
      });
      const platform = { os: 'linux', architecture: process.arch === 'arm64' ? 'arm64' : 'amd64' };
      const top = asIndex
        ? keepJson(INDEX, { schemaVersion: 2, mediaType: INDEX, manifests: [{ ...manifest, platform }] })
        : manifest;
      tags.set(`${repository}:${tag}`, top.digest);
      return top.digest;
    },
    withdraw: (repository: string, tag: string) => void tags.delete(`${repository}:${tag}`),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

function send(
  answer: ServerResponse,
  status: number,
  type: string,
  body: Buffer | string | null,
  length?: number,
): boolean {
  answer.writeHead(status, {
    'content-type': type,
    ...(length === undefined ? {} : { 'content-length': length }),
  });
  answer.end(body ?? undefined);
  return true;
}
