// The way into a cluster, from a kubeconfig: its server, whom it trusts, what proves who asks. Owns what of a kubeconfig is refused:
// programs it would run, checks it would skip. Imports the Kubernetes client when a cluster is first asked, and never before.
// Called by the API beside it. Source: agent, What it acts on.
import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { KubeConfig, User } from '@kubernetes/client-node';
import { Agent } from 'undici';
import type { Clock } from '../../../../shared/model/clock.ts';
import { AppError } from '../../../../shared/model/envelope.ts';
import { isLoopback } from '../remote/address.ts';
import { pause } from '../remote/wait.ts';
import type { KubernetesEntry } from './config.ts';

const MAX_BYTES = 1024 * 1024;
const CREDENTIAL_MS = 20_000;
const CONNECTIONS = 4;
/** Those that read a file or ask over the network; every other one runs a program. */
const RUNS_NOTHING = new Set(['tokenFile', 'oidc']);

export interface AccessParts {
  readonly clock: Clock;
  /** The operator's own directory, for `~`. */
  readonly home: string;
}

/** What one call is made with. */
export interface Access {
  readonly server: string;
  readonly agent: Agent;
  readonly headers: Readonly<Record<string, string>>;
  readonly hidden: readonly string[];
}

interface Options {
  headers?: Record<string, unknown>;
  auth?: string | null;
  ca?: unknown;
  cert?: unknown;
  key?: unknown;
  servername?: string;
}

type Tls = Pick<Options, 'ca' | 'cert' | 'key' | 'servername'>;

export class Kubeconfig {
  readonly #config: KubeConfig;
  readonly #who: string;
  readonly #clock: Clock;
  readonly server: string;
  #agent: { readonly made: string; readonly agent: Agent } | undefined;

  constructor(config: KubeConfig, server: string, who: string, clock: Clock) {
    this.#config = config;
    this.server = server;
    this.#who = who;
    this.#clock = clock;
  }

  /** Credentials as they are now: a token may be short-lived. @throws AppError UNAVAILABLE, CANCELLED */
  async access(signal: AbortSignal): Promise<Access> {
    const options: Options = {};
    const given = this.#config.applyToHTTPSOptions(
      options as Parameters<KubeConfig['applyToHTTPSOptions']>[0],
    );
    const done = await Promise.race([
      given.then(
        () => true,
        () => false,
      ),
      pause(this.#clock, CREDENTIAL_MS, signal).then(() => false),
    ]);
    if (signal.aborted) throw new AppError('CANCELLED', `${this.#who}: it was cancelled.`);
    if (!done)
      throw this.#no(
        'its kubeconfig gives no credentials (a file it names is missing, or its program failed or took too long)',
      );
    const headers = textHeaders(options);
    return {
      server: this.server,
      agent: this.#agentFor(options),
      headers,
      hidden: secretsIn(headers, options),
    };
  }

  #agentFor({ ca, cert, key, servername }: Options): Agent {
    const tls = Object.fromEntries(
      Object.entries({ ca, cert, key, servername }).filter(([, value]) => value !== undefined),
    ) as Tls;
    const made = JSON.stringify(tls, (_, value: unknown) =>
      Buffer.isBuffer(value) ? value.toString('base64') : value,
    );
    if (this.#agent?.made !== made) {
      void this.#agent?.agent.close();
      const connect = { ...tls, rejectUnauthorized: true } as NonNullable<Agent.Options['connect']>;
      this.#agent = { made, agent: new Agent({ connections: CONNECTIONS, connect }) };
    }
    return this.#agent.agent;
  }

  #no(words: string): AppError {
    return new AppError('UNAVAILABLE', `${this.#who}: ${words}.`);
  }
}

function textHeaders({ headers = {}, auth }: Options): Record<string, string> {
  const texts = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
  const basic =
    typeof auth === 'string' ? { authorization: `Basic ${Buffer.from(auth).toString('base64')}` } : {};
  return { ...basic, ...Object.fromEntries(texts) };
}

const secretsIn = ({ authorization = '' }: Record<string, string>, { auth }: Options): string[] =>
  [
    authorization.slice(authorization.indexOf(' ') + 1),
    typeof auth === 'string' ? auth.slice(auth.indexOf(':') + 1) : '',
  ].filter((secret) => secret !== '');

/** @throws AppError UNAVAILABLE saying what is wrong with the kubeconfig, and none of what it holds */
export async function openKubeconfig(entry: KubernetesEntry, parts: AccessParts): Promise<Kubeconfig> {
  const who = `Kubernetes ${entry.name}`;
  const no = (words: string): AppError => new AppError('UNAVAILABLE', `${who}: ${words}.`);
  const given = entry.kubeconfig ?? '~/.kube/config';
  const path = given.startsWith('~/') ? join(parts.home, given.slice(2)) : given;
  const text = await readBounded(path);
  if (text === null) throw no(`there is no kubeconfig to read at ${given} (at most ${MAX_BYTES} bytes)`);
  const config = await parsed(text, dirname(path));
  // What a parser says of a text repeats it, and this one holds keys.
  if (config === null) throw no(`${given} is no kubeconfig`);
  if (entry.context !== undefined) config.setCurrentContext(entry.context);
  const cluster = config.getCurrentCluster();
  const user = config.getCurrentUser();
  if (cluster === null || user === null) {
    throw no(
      `${given} has no context ${entry.context ?? '(it names no current one)'} with a cluster and a user; name one as context`,
    );
  }
  const refusal = runsPrograms(user) && entry.allow_exec !== true ? RUNS : refused(cluster);
  if (refusal !== null) throw no(`${given}: ${refusal}`);
  const server = new URL(cluster.server);
  // Without TLS there is nothing to check; the client wants to hear it.
  if (server.protocol === 'http:')
    config.loadFromOptions({ ...partsOf(config), clusters: [{ ...cluster, skipTLSVerify: true }] });
  return new Kubeconfig(config, `${server.origin}${server.pathname.replace(/\/$/, '')}`, who, parts.clock);
}

const partsOf = (config: KubeConfig) => ({
  users: config.getUsers(),
  contexts: config.getContexts(),
  currentContext: config.getCurrentContext(),
});

async function readBounded(path: string): Promise<string | null> {
  try {
    const { size } = await stat(path);
    return size > MAX_BYTES ? null : await readFile(path, 'utf8');
  } catch {
    return null;
  }
}

async function parsed(text: string, directory: string): Promise<KubeConfig | null> {
  const { KubeConfig: Config } = await import('@kubernetes/client-node');
  try {
    const config = new Config();
    config.loadFromString(text);
    config.makePathsAbsolute(directory);
    return config;
  } catch {
    return null;
  }
}

const RUNS =
  'it would run a program to get credentials (exec or auth-provider). Set allow_exec: true for this cluster if you mean it to, or give it a token';

/** By the shape the client acts on, not by the name. */
function runsPrograms(user: User): boolean {
  const { exec, authProvider } = user as {
    exec?: unknown;
    authProvider?: { name?: unknown; config?: { exec?: unknown } };
  };
  if (exec !== undefined && exec !== null) return true;
  if (authProvider === undefined || authProvider === null) return false;
  return Boolean(authProvider.config?.exec) || !RUNS_NOTHING.has(String(authProvider.name));
}

function refused(cluster: {
  readonly server: string;
  readonly skipTLSVerify?: boolean;
  readonly proxyUrl?: string;
}): string | null {
  if (!URL.canParse(cluster.server)) return 'the server of its cluster is no address';
  const server = new URL(cluster.server);
  if (cluster.proxyUrl !== undefined && cluster.proxyUrl !== '')
    return 'its cluster is behind a proxy (proxy-url), which is not supported';
  if (server.protocol === 'http:' && isLoopback(server)) return null;
  if (server.protocol !== 'https:')
    return 'the server of its cluster is no https address; credentials do not travel in the open';
  if (cluster.skipTLSVerify === true) {
    return 'it skips the check of the certificate (insecure-skip-tls-verify); name the authority instead (certificate-authority)';
  }
  return null;
}
