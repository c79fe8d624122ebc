// Proxmox's API as calls: the token in its header, the certificate pinned, the answers as what they should be. Never skips the check of
// a certificate without a pin, never says the token. Called within this folder. Source: agent, What it acts on.
import { Agent, buildConnector } from 'undici';
import type * as z from 'zod';
import type { Clock } from '../../../../shared/model/clock.ts';
import { AppError } from '../../../../shared/model/envelope.ts';
import {
  type Call,
  callRemote,
  type Fitting,
  fitting,
  type Remote,
  readAs,
  refused,
} from '../remote/call.ts';
import type { ProxmoxEntry } from './config.ts';
import { Begun, Rows } from './wire.ts';

const TIMEOUT_MS = 15_000;
const MAX_BYTES = 8 * 1024 * 1024;
const CONNECTIONS = 4;

export interface ApiParts {
  readonly clock: Clock;
  /** Where the token is; read at each call, so that a new one is taken up. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

export class ProxmoxApi {
  readonly #entry: ProxmoxEntry;
  readonly #parts: ApiParts;
  readonly #agent: Agent;
  readonly who: string;

  constructor(entry: ProxmoxEntry, parts: ApiParts) {
    this.#entry = entry;
    this.#parts = parts;
    this.who = `Proxmox ${entry.name}`;
    this.#agent = new Agent({ connections: CONNECTIONS, connect: connector(entry, this.who) });
  }

  /** @throws AppError UNAVAILABLE, CANCELLED */
  async get<T>(path: string, schema: z.ZodType<T>, signal: AbortSignal): Promise<T> {
    const call: Call = { method: 'GET', path: `/api2/json${path}` };
    return this.#call(call, schema, signal);
  }

  /** Of a list, the rows that fit. @param what as a message names them: `guests` */
  async rows<T>(path: string, schema: z.ZodType<T>, what: string, signal: AbortSignal): Promise<Fitting<T>> {
    const { data } = await this.get(path, Rows, signal);
    return fitting(data, schema, `${what} of ${this.who}`);
  }

  /** Begins a task. @returns its id @throws AppError EXECUTION_FAILED, UNAVAILABLE, TIMEOUT, CANCELLED */
  async begin(path: string, form: Readonly<Record<string, string>>, signal: AbortSignal): Promise<string> {
    const body = { type: 'application/x-www-form-urlencoded', text: new URLSearchParams(form).toString() };
    const call: Call = { method: 'POST', path: `/api2/json${path}`, body };
    return (await this.#call(call, Begun, signal)).data;
  }

  async #call<T>(call: Call, schema: z.ZodType<T>, signal: AbortSignal): Promise<T> {
    const remote = this.#remote();
    const answer = await callRemote(remote, call, signal);
    if (answer.status !== 200) throw refused(remote, call, answer);
    return readAs(remote, call, answer.text, schema);
  }

  #remote(): Remote {
    const token = this.#token();
    return {
      who: this.who,
      base: new URL(this.#entry.url).origin,
      dispatcher: this.#agent,
      clock: this.#parts.clock,
      headers: { authorization: `PVEAPIToken=${token}` },
      hidden: [token, token.slice(token.indexOf('=') + 1)],
      certificateHint: `Put the SHA-256 fingerprint that Proxmox shows under its node, Certificates, into config.yaml as providers.proxmox (${this.#entry.name}) fingerprint.`,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    };
  }

  #token(): string {
    const name = this.#entry.token_env;
    const token = this.#parts.env[name]?.trim() ?? '';
    if (token === '') {
      throw new AppError(
        'UNAVAILABLE',
        `${this.who}: the environment variable ${name}, which config.yaml names for its token, is not set.`,
      );
    }
    const [id = '', secret = ''] = [token.slice(0, token.indexOf('=')), token.slice(token.indexOf('=') + 1)];
    const isWhole = token.includes('=') && id.includes('@') && id.includes('!') && secret !== '';
    if (!isWhole || /[^\x21-\x7e]/.test(token)) {
      throw new AppError(
        'UNAVAILABLE',
        `${this.who}: what the environment variable ${name} holds is no token of the form user@realm!id=secret.`,
      );
    }
    return token;
  }
}

const plain = (fingerprint: string): string => fingerprint.replaceAll(':', '').toUpperCase();

/** With a pin, that certificate and no other, whoever signed it; without one, what this machine trusts. */
function connector(entry: ProxmoxEntry, who: string): buildConnector.connector {
  const pin = entry.fingerprint === undefined ? undefined : plain(entry.fingerprint);
  // A resumed session shows no certificate.
  const connect = buildConnector({
    rejectUnauthorized: pin === undefined,
    maxCachedSessions: 0,
    timeout: TIMEOUT_MS,
  });
  if (pin === undefined) return connect;
  return (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error !== null) return callback(error, null);
      const shown = 'getPeerCertificate' in socket ? socket.getPeerCertificate().fingerprint256 : undefined;
      if (shown !== undefined && plain(shown) === pin) return callback(null, socket);
      socket.destroy();
      callback(otherCertificate(who, shown), null);
    });
}

const otherCertificate = (who: string, shown: string | undefined): Error =>
  new Error('another certificate', {
    cause: new AppError(
      'UNAVAILABLE',
      shown === undefined
        ? 'it shows no certificate, and config.yaml pins one'
        : `it shows another certificate than the one config.yaml pins: ${shown}. If ${who} has a new one, compare this with what its console shows before putting it in`,
    ),
  });
