// The way into a cluster, from a kubeconfig: its server, whom it trusts, what proves who asks. Of the Kubernetes client it imports what
// runs a credential program, when there is one to run: the whole client takes a second of the event loop and some 90 MB.
// Never skips the check of a certificate. Called by the API beside it. Source: agent, What it acts on.
import { readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Agent } from 'undici';
import type { Clock } from '../../../../shared/model/clock.ts';
import { AppError } from '../../../../shared/model/envelope.ts';
import { pause } from '../remote/wait.ts';
import type { KubernetesEntry } from './config.ts';
import { chosenIn, type KubeCluster, type KubeUser } from './kubeconfig-file.ts';

const MAX_BYTES = 1024 * 1024;
const CREDENTIAL_MS = 20_000;
const CONNECTIONS = 4;

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

interface Tls {
  ca?: string;
  cert?: string;
  key?: string;
  servername?: string;
}

interface Credentials {
  readonly authorization: string;
  readonly tls: Tls;
}

/** As the client has it; typed here, so that nothing of the client is needed to read this. */
interface CredentialProgram {
  applyAuthentication(
    user: object,
    options: { headers: Record<string, unknown>; cert?: unknown; key?: unknown },
  ): Promise<void>;
}

export class Kubeconfig {
  readonly #cluster: KubeCluster;
  readonly #user: KubeUser;
  readonly #parts: { readonly who: string; readonly directory: string; readonly clock: Clock };
  readonly server: string;
  #agent: { readonly made: string; readonly agent: Agent } | undefined;
  #program: CredentialProgram | undefined;
  /** One at a time: calls that come meanwhile wait for the same, and a program that hangs is not started again. */
  #running: Promise<Credentials> | undefined;

  constructor(
    cluster: KubeCluster,
    user: KubeUser,
    server: string,
    parts: { readonly who: string; readonly directory: string; readonly clock: Clock },
  ) {
    this.#cluster = cluster;
    this.#user = user;
    this.server = server;
    this.#parts = parts;
  }

  /** Credentials as they are now: a token may be short-lived. @throws AppError UNAVAILABLE, CANCELLED */
  async access(signal: AbortSignal): Promise<Access> {
    const { authorization, tls } = await this.#inTime(signal);
    const as = this.#user.as;
    return {
      server: this.server,
      agent: this.#agentFor(tls),
      headers: {
        ...(authorization === '' ? {} : { authorization }),
        ...(as ? { 'impersonate-user': as } : {}),
      },
      hidden: [authorization.slice(authorization.indexOf(' ') + 1), this.#user.password ?? ''].filter(
        (one) => one !== '',
      ),
    };
  }

  /** A program that is asked may take its time, or for ever. */
  async #inTime(signal: AbortSignal): Promise<Credentials> {
    const over = new AbortController();
    const late = pause(this.#parts.clock, CREDENTIAL_MS, AbortSignal.any([signal, over.signal])).then(
      () => null,
    );
    this.#running ??= this.#credentials().finally(() => {
      this.#running = undefined;
    });
    try {
      const found = await Promise.race([this.#running, late]);
      if (found !== null) return found;
      if (signal.aborted) throw new AppError('CANCELLED', `${this.#parts.who}: it was cancelled.`);
      throw this.#no('the program that gives its credentials takes too long');
    } finally {
      over.abort();
    }
  }

  async #credentials(): Promise<Credentials> {
    const user = this.#user;
    const tls: Tls = {};
    const put = (name: keyof Tls, value: string | null): void => {
      if (value !== null) tls[name] = value;
    };
    put('ca', await this.#pem(this.#cluster, 'certificate-authority'));
    put('cert', await this.#pem(user, 'client-certificate'));
    put('key', await this.#pem(user, 'client-key'));
    put('servername', this.#cluster['tls-server-name'] ?? null);
    if (user.exec) return this.#fromProgram(tls);
    const token = user.tokenFile ? (await this.#file(user.tokenFile)).trim() : (user.token ?? '');
    const basic = user.username
      ? `Basic ${Buffer.from(`${user.username}:${user.password ?? ''}`).toString('base64')}`
      : '';
    const authorization = token === '' ? basic : `Bearer ${token}`;
    if (/[^\x20-\x7e]/.test(authorization))
      throw this.#no('the token of its kubeconfig is none: it holds what no header may');
    return { authorization, tls };
  }

  async #fromProgram(tls: Tls): Promise<Credentials> {
    const { ExecAuth } = await import('@kubernetes/client-node/dist/exec_auth.js');
    this.#program ??= new ExecAuth() as CredentialProgram;
    const options: Parameters<CredentialProgram['applyAuthentication']>[1] = { headers: {} };
    try {
      await this.#program.applyAuthentication({ name: this.#parts.who, exec: this.#user.exec }, options);
    } catch {
      // What a program says when it fails may be what it should not say.
      throw this.#no('the program that gives its credentials failed; run it by hand to see why');
    }
    const { cert, key } = options;
    return {
      authorization: String(options.headers.Authorization ?? ''),
      tls: { ...tls, ...(typeof cert === 'string' && typeof key === 'string' ? { cert, key } : {}) },
    };
  }

  async #pem<K extends string>(
    holder: { readonly [key in K | `${K}-data`]?: string | null | undefined },
    name: K,
  ): Promise<string | null> {
    const data = holder[`${name}-data`];
    if (data) return Buffer.from(data, 'base64').toString('utf8');
    const path = holder[name];
    return path ? this.#file(path) : null;
  }

  async #file(path: string): Promise<string> {
    const text = await readBounded(resolve(this.#parts.directory, path));
    if (text === null)
      throw this.#no(`its kubeconfig names a file that cannot be read: ${path.slice(0, 200)}`);
    return text;
  }

  #agentFor(tls: Tls): Agent {
    const made = JSON.stringify(tls);
    if (this.#agent?.made !== made) {
      void this.#agent?.agent.close();
      this.#agent = {
        made,
        agent: new Agent({ connections: CONNECTIONS, connect: { ...tls, rejectUnauthorized: true } }),
      };
    }
    return this.#agent.agent;
  }

  #no(words: string): AppError {
    return new AppError('UNAVAILABLE', `${this.#parts.who}: ${words}.`);
  }
}

/** @throws AppError UNAVAILABLE saying what is wrong with the kubeconfig, and none of what it holds */
export async function openKubeconfig(entry: KubernetesEntry, parts: AccessParts): Promise<Kubeconfig> {
  const who = `Kubernetes ${entry.name}`;
  const given = entry.kubeconfig ?? '~/.kube/config';
  const path = given.startsWith('~/') ? join(parts.home, given.slice(2)) : given;
  const text = await readBounded(path);
  if (text === null) {
    throw new AppError(
      'UNAVAILABLE',
      `${who}: there is no kubeconfig to read at ${given} (at most ${MAX_BYTES} bytes).`,
    );
  }
  const chosen = chosenIn(text, entry);
  if (typeof chosen === 'string') throw new AppError('UNAVAILABLE', `${who}: ${given}: ${chosen}.`);
  const { cluster, user, server } = chosen;
  const base = `${server.origin}${server.pathname.endsWith('/') ? server.pathname.slice(0, -1) : server.pathname}`;
  return new Kubeconfig(cluster, user, base, { who, directory: dirname(path), clock: parts.clock });
}

async function readBounded(path: string): Promise<string | null> {
  try {
    const { size } = await stat(path);
    return size > MAX_BYTES ? null : await readFile(path, 'utf8');
  } catch {
    return null;
  }
}
