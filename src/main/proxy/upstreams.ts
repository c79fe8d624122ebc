// The hosts that answer: one undici pool each, without any timeout that a slow model could run into.
// A request takes a lease and gives it back; today the first upstream gets every request, and the place where a pool
// with queues and health chooses is `acquire`. Source: proxy.md Upstreams and Traps. Used by proxy.ts.
import { type Dispatcher, Pool } from 'undici';
import { AppError } from '../../shared/model/envelope.ts';

/** An upstream as config.yaml names it. */
export interface UpstreamConfig {
  readonly name: string;
  /** `http://host:port`, optionally with a path that goes in front of every route. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Upstream {
  readonly name: string;
  readonly basePath: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly dispatcher: Dispatcher;
}

/** What is known of a request when it asks for an upstream. */
export interface UpstreamWant {
  readonly client: string;
  readonly conversation: string | null;
  readonly model: string | null;
  /** Names of upstreams that could not be reached for this request. */
  readonly tried: ReadonlySet<string>;
}

export interface Lease {
  readonly upstream: Upstream;
  /** Gives the place back. Call exactly once. */
  release(outcome: 'answered' | 'unreachable' | 'failed' | 'aborted'): void;
}

export interface UpstreamPool {
  /** A place at an upstream, or null when there is none left to try. Rejects when `signal` aborts while waiting. */
  acquire(want: UpstreamWant, signal: AbortSignal): Promise<Lease | null>;
  readonly names: readonly string[];
  close(): Promise<void>;
}

/** A host that is down must be known within a second, name look-up included. */
const CONNECT_TIMEOUT_MS = 900;

function openUpstream({ name, url, headers = {} }: UpstreamConfig): Upstream {
  if (!URL.canParse(url)) throw new AppError('INVALID_INPUT', `upstream "${name}": "${url}" is not a URL`);
  const parsed = new URL(url);
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') {
    throw new AppError('INVALID_INPUT', `upstream "${name}": ${parsed.protocol} is neither http: nor https:`);
  }
  const dispatcher = new Pool(parsed.origin, {
    connect: { timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: 0,
    bodyTimeout: 0,
    allowH2: false,
    pipelining: 1,
  });
  return {
    name,
    basePath: parsed.pathname.replace(/\/+$/, ''),
    headers: Object.entries(headers),
    dispatcher,
  };
}

/**
 * Opens the configured upstreams.
 * @throws AppError INVALID_INPUT when there is none or a URL is none.
 */
export function openUpstreams(configs: readonly UpstreamConfig[]): UpstreamPool {
  if (configs.length === 0) throw new AppError('INVALID_INPUT', 'no upstream is configured');
  const upstreams = configs.map(openUpstream);
  return {
    names: upstreams.map(({ name }) => name),
    acquire({ tried }, signal) {
      signal.throwIfAborted();
      const upstream = upstreams.find(({ name }) => !tried.has(name));
      return Promise.resolve(upstream ? { upstream, release() {} } : null);
    },
    async close() {
      await Promise.all(upstreams.map(({ dispatcher }) => dispatcher.destroy()));
    },
  };
}
