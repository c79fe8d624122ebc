// Asks a registry which image it has under a tag: by the distribution API (Registry v2), with the anonymous token that a registry hands out to everybody,
// never with a password. A registry that says it is asked too much is not asked again until then. Used by image-updates.ts.
import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Agent } from 'undici';
import * as z from 'zod';
import type { Clock } from '../../../../../shared/model/clock.ts';
import { AppError } from '../../../../../shared/model/envelope.ts';
import { type Got, get, guardedAgent } from '../../../../outgoing/get.ts';
import { wholeOf } from '../engine.ts';
import { ImageDefaults } from '../replace/image-setup.ts';
import type { ImageReference } from './image-reference.ts';

const MANIFESTS = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ');
const MOST_BYTES = 4 << 20;
const SILENCE_MS = 10_000;
const TOTAL_MS = 30_000;
/** Where a registry does not say how long, ms. */
const PAUSE_MS = 60 * 60_000;
const LONGEST_PAUSE_MS = 24 * 60 * 60_000;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const DIGEST = /^sha256:[0-9a-f]{64}$/;

const Token = z.object({
  token: z.string().max(65_536).optional(),
  access_token: z.string().max(65_536).optional(),
});
const Digest = z.string().regex(DIGEST);
const Index = z.object({
  manifests: z
    .array(
      z.object({
        digest: Digest,
        platform: z.object({ os: z.string(), architecture: z.string() }).nullish(),
      }),
    )
    .max(1000),
});
const Manifest = z.object({ config: z.object({ digest: Digest }) });
const ImageConfig = z.object({ config: ImageDefaults.nullish() });

/** As engines and registries name them: `linux`, `amd64`. */
export interface Platform {
  readonly os: string;
  readonly architecture: string;
}

export interface RegistryImage {
  /** Of what the tag means: a manifest, or a list of one for each platform. */
  readonly digest: string;
  /** Of the manifests in that list, asked for when they are needed. */
  platformDigests(signal: AbortSignal): Promise<readonly string[]>;
}

export class RegistryClient {
  readonly #clock: Clock;
  readonly #agent: Agent = guardedAgent();
  /** Until when a registry is left alone, by its origin. */
  readonly #pauses = new Map<string, number>();

  constructor({ clock }: { readonly clock: Clock }) {
    this.#clock = clock;
  }

  /** @throws AppError UNAVAILABLE, RATE_LIMITED, NOT_FOUND, each saying what to do */
  async find(reference: ImageReference, signal: AbortSignal): Promise<RegistryImage> {
    const path = `manifests/${reference.tag}`;
    const digest = await this.#ask(reference, { path, method: 'HEAD' }, signal, async ({ headers }) => {
      const told = headers['docker-content-digest'];
      return typeof told === 'string' && DIGEST.test(told) ? told : null;
    });
    const body = (within: AbortSignal) => this.#ask(reference, { path }, within, bytesOf);
    return {
      digest: digest ?? `sha256:${hash('sha256', await body(signal))}`,
      async platformDigests(within) {
        const read = Index.safeParse(JSON.parse((await body(within)).toString('utf8')));
        return read.success ? read.data.manifests.map((one) => one.digest) : [];
      },
    };
  }

  /**
   * What an image sets for its containers. Costs up to three requests; a registry may count those for manifests as a pull.
   * @param digest of a manifest, or of a list of one for each platform
   * @throws AppError UNAVAILABLE, RATE_LIMITED, NOT_FOUND
   */
  async readDefaults(
    reference: ImageReference,
    digest: string,
    platform: Platform,
    signal: AbortSignal,
  ): Promise<ImageDefaults> {
    const read = async (path: string): Promise<unknown> =>
      JSON.parse((await this.#ask(reference, { path }, signal, bytesOf)).toString('utf8'));
    const top = await read(`manifests/${digest}`);
    const own = Index.safeParse(top).data?.manifests.find(
      (one) => one.platform?.os === platform.os && one.platform.architecture === platform.architecture,
    );
    const { config } = Manifest.parse(own ? await read(`manifests/${own.digest}`) : top);
    return ImageConfig.parse(await read(`blobs/${config.digest}`)).config ?? {};
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  async #ask<T>(
    reference: ImageReference,
    { path, method = 'GET' }: { readonly path: string; readonly method?: 'HEAD' | 'GET' },
    signal: AbortSignal,
    use: (got: Got) => Promise<T>,
  ): Promise<T> {
    const { origin, repository } = reference;
    this.#refusePaused(origin);
    const url = new URL(`${origin}/v2/${repository}/${path}`);
    type Answered = { readonly value: T } | { readonly challenge: string } | { readonly elsewhere: string };
    const answered = async (got: Got): Promise<Answered> => {
      if (got.status === 200) return { value: await use(got) };
      const { 'www-authenticate': challenge, location: elsewhere } = got.headers;
      if (got.status === 401 && typeof challenge === 'string') return { challenge };
      if (REDIRECTS.has(got.status) && elsewhere) return { elsewhere };
      throw this.#refusal(url, reference, got);
    };
    let result = await this.#get(url, { method, token: null }, signal, answered);
    if ('challenge' in result) {
      const token = await this.#token(result.challenge, reference, signal);
      result = await this.#get(url, { method, token }, signal, answered);
    }
    // Blobs may lie elsewhere; the token is for the registry alone.
    if ('elsewhere' in result) {
      const to = new URL(result.elsewhere, url);
      if (to.protocol === url.protocol || to.protocol === 'https:')
        result = await this.#get(to, { method, token: null }, signal, answered);
    }
    if ('value' in result) return result.value;
    throw new AppError(
      'UNAVAILABLE',
      `${url.host} does not show ${repository} without a password, and Festinger has none.`,
    );
  }

  #get<T>(
    url: URL,
    { method, token }: { readonly method: 'HEAD' | 'GET'; readonly token: string | null },
    signal: AbortSignal,
    use: (got: Got) => Promise<T>,
  ): Promise<T> {
    const headers = { accept: MANIFESTS, ...(token === null ? {} : { authorization: `Bearer ${token}` }) };
    const limits = { silenceMs: SILENCE_MS, totalMs: TOTAL_MS, redirects: 0 };
    return get(url, { method, headers, dispatcher: this.#agent, clock: this.#clock, ...limits }, signal, use);
  }

  /** The token that everybody gets. @param challenge `Bearer realm="https://auth.docker.io/token",service="…"` */
  async #token(challenge: string, reference: ImageReference, signal: AbortSignal): Promise<string> {
    const { origin, repository } = reference;
    const { realm, service } = Object.fromEntries(
      [...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    );
    const url = URL.parse(realm ?? '');
    // A token that is asked for over plain HTTP can be had by anyone on the way; a registry on this machine has no way.
    if (
      !/^bearer\s/i.test(challenge) ||
      url === null ||
      (url.protocol === 'http:' && !origin.startsWith('http:'))
    )
      throw new AppError(
        'UNAVAILABLE',
        `${new URL(origin).host} wants a way to sign in that is not supported: an anonymous bearer token is.`,
      );
    if (service) url.searchParams.set('service', service);
    url.searchParams.set('scope', `repository:${repository}:pull`);
    const read = await this.#get(url, { method: 'GET', token: null }, signal, async (got) => {
      if (got.status === 429) throw this.#refusal(url, reference, got);
      return Token.safeParse(got.status === 200 ? JSON.parse((await bytesOf(got)).toString('utf8')) : null);
    });
    const token = read.data?.token ?? read.data?.access_token;
    if (token) return token;
    throw new AppError(
      'UNAVAILABLE',
      `${url.host} gives no anonymous token for ${repository}: it may be private.`,
    );
  }

  #refusePaused(origin: string): void {
    const until = this.#pauses.get(origin) ?? 0;
    if (until > this.#clock.now()) throw limited(new URL(origin).host, until - this.#clock.now());
  }

  #refusal(url: URL, { repository, tag }: ImageReference, { status, headers }: Got): AppError {
    if (status === 404) return new AppError('NOT_FOUND', `${url.host} has no ${repository}:${tag}.`);
    if (status !== 429)
      return new AppError(
        'UNAVAILABLE',
        `${url.host} answered ${status} when it was asked for ${repository}:${tag}.`,
        undefined,
        true,
      );
    const seconds = Number(headers['retry-after']);
    const ms =
      Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds * 1000, LONGEST_PAUSE_MS) : PAUSE_MS;
    this.#pauses.set(url.origin, this.#clock.now() + ms);
    return limited(url.host, ms);
  }
}

const limited = (host: string, ms: number): AppError =>
  new AppError(
    'RATE_LIMITED',
    `${host} limits how often it is asked: it is asked again in ${Math.ceil(ms / 60_000)} min.`,
    undefined,
    true,
  );

const bytesOf = ({ body }: Got): Promise<Buffer> => wholeOf(Readable.from(body), MOST_BYTES);
