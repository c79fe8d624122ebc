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
const DIGEST = /^sha256:[0-9a-f]{64}$/;

const Token = z.object({
  token: z.string().max(65_536).optional(),
  access_token: z.string().max(65_536).optional(),
});
const Index = z.object({ manifests: z.array(z.object({ digest: z.string() })).max(1000) });

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
    const digest = await this.#ask(reference, 'HEAD', signal, async ({ headers }) => {
      const told = headers['docker-content-digest'];
      return typeof told === 'string' && DIGEST.test(told) ? told : null;
    });
    const body = (within: AbortSignal) => this.#ask(reference, 'GET', within, bytesOf);
    return {
      digest: digest ?? `sha256:${hash('sha256', await body(signal))}`,
      async platformDigests(within) {
        const read = Index.safeParse(JSON.parse((await body(within)).toString('utf8')));
        return read.success ? read.data.manifests.map((one) => one.digest) : [];
      },
    };
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  async #ask<T>(
    { origin, repository, tag }: ImageReference,
    method: 'HEAD' | 'GET',
    signal: AbortSignal,
    use: (got: Got) => Promise<T>,
  ): Promise<T> {
    this.#refusePaused(origin);
    const url = new URL(`${origin}/v2/${repository}/manifests/${tag}`);
    const answered = async (got: Got): Promise<{ readonly value: T } | { readonly challenge: string }> => {
      if (got.status === 200) return { value: await use(got) };
      const challenge = got.headers['www-authenticate'];
      if (got.status === 401 && typeof challenge === 'string') return { challenge };
      throw this.#refusal(url, repository, tag, got);
    };
    const first = await this.#get(url, { method, token: null }, signal, answered);
    if ('value' in first) return first.value;
    const token = await this.#token(first.challenge, origin, repository, signal);
    const second = await this.#get(url, { method, token }, signal, answered);
    if ('value' in second) return second.value;
    throw new AppError(
      'UNAVAILABLE',
      `${url.host} shows ${repository} to those who sign in alone, and nobody signs in from here.`,
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
  async #token(challenge: string, origin: string, repository: string, signal: AbortSignal): Promise<string> {
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
      if (got.status === 429) throw this.#refusal(url, repository, '', got);
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

  #refusal(url: URL, repository: string, tag: string, { status, headers }: Got): AppError {
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
