// One host over ssh: the connection that everything to it shares, made when it is needed, kept while it is used and a minute more,
// made anew when it was lost. Gives out channels, never more at once than a server takes. Never repeats what may have begun.
// Called by ssh-executor.ts and ssh-files.ts; made by ssh-links.ts. Source: agent, What it acts on (Executors).
import type { Readable } from 'node:stream';
import type { Client, ClientChannel, SFTPWrapper } from 'ssh2';
import type { Clock } from '../../../../shared/model/clock.ts';
import { AppError } from '../../../../shared/model/envelope.ts';
import { orCancelled, throwIfCancelled } from '../command-limits.ts';
import { Seats } from './seats.ts';
import type { SshHost } from './ssh-config.ts';
import { type DialParts, dial } from './ssh-dial.ts';

/** OpenSSH takes 10 sessions on a connection unless told otherwise (MaxSessions). */
const MAX_CHANNELS = 8;

export interface LinkParts extends DialParts {
  readonly clock: Clock;
  /** How long a connection that nobody uses is kept. */
  readonly idleMs: number;
  /** A stream to the host over another one; null when it is reached directly. */
  through(signal: AbortSignal): Promise<Readable | null>;
}

type Opened<C> = (error: Error | undefined, channel: C) => void;

export class SshLink {
  readonly host: SshHost;
  readonly #parts: LinkParts;
  readonly #seats = new Seats(MAX_CHANNELS);
  #connection: Promise<Client> | null = null;
  #cancelIdle: (() => void) | null = null;
  #facts = new Map<string, Promise<unknown>>();

  constructor(host: SshHost, parts: LinkParts) {
    this.host = host;
    this.#parts = parts;
  }

  get isConnected(): boolean {
    return this.#connection !== null;
  }

  /** Runs a line in the login shell. Its channel has to be read to its end, or closed. */
  exec(line: string, signal: AbortSignal): Promise<ClientChannel> {
    return this.#open<ClientChannel>(signal, (client, opened) => client.exec(line, opened));
  }

  /** A short line that ends another: it waits for no seat, and makes no connection anew. */
  async execBeside(line: string): Promise<void> {
    const client = await this.#connection;
    if (client === null) return;
    const channel = await channelOn<ClientChannel>(client, (there, opened) => there.exec(line, opened));
    channel
      .on('error', () => {})
      .resume()
      .end();
  }

  sftp(signal: AbortSignal): Promise<SFTPWrapper> {
    return this.#open<SFTPWrapper>(signal, (client, opened) => client.sftp(opened));
  }

  /** A stream from there to another host. */
  forward(address: string, port: number, signal: AbortSignal): Promise<Readable> {
    return this.#open<ClientChannel>(signal, (client, opened) =>
      client.forwardOut('127.0.0.1', 0, address, port, opened),
    );
  }

  /** What is asked once of each connection; asked again when it failed. */
  async once<T>(key: string, ask: () => Promise<T>): Promise<T> {
    const facts = this.#facts;
    const known = facts.get(key) as Promise<T> | undefined;
    if (known !== undefined) return await known;
    const asked = ask();
    facts.set(key, asked);
    asked.catch(() => facts.delete(key));
    return await asked;
  }

  /** Ends the connection; what goes over it fails. The next use makes another. */
  async close(): Promise<void> {
    const connection = this.#connection;
    this.#forget();
    (await connection?.catch(() => null))?.destroy();
  }

  async #open<C extends { once(event: 'close', listener: () => void): unknown }>(
    signal: AbortSignal,
    ask: (client: Client, opened: Opened<C>) => void,
  ): Promise<C> {
    const what = `the call to ${this.host.name}`;
    throwIfCancelled(signal, what);
    const leave = await this.#seats.take(signal, what);
    this.#cancelIdle?.();
    let isFree = false;
    const free = () => {
      if (isFree) return;
      isFree = true;
      leave();
      this.#idle();
    };
    try {
      const channel = await this.#openOn(signal, what, ask);
      channel.once('close', free);
      return channel;
    } catch (error) {
      free();
      throw error;
    }
  }

  /** A channel that could not be opened because the connection had been lost has done nothing: asked once more on a new one. */
  async #openOn<C>(
    signal: AbortSignal,
    what: string,
    ask: (client: Client, opened: Opened<C>) => void,
  ): Promise<C> {
    for (let isNew = false; ; isNew = true) {
      const wasThere = this.#connection !== null;
      const connection = this.#connect();
      const client = await orCancelled(connection, signal, what);
      try {
        return await orCancelled(channelOn(client, ask), signal, what);
      } catch (error) {
        if (error instanceof AppError) throw error;
        const isLost = this.#connection !== connection;
        if (wasThere && isLost && !isNew) continue;
        const why = error instanceof Error ? error.message : String(error);
        throw new AppError(
          'UNAVAILABLE',
          `${this.host.name} opens nothing over ssh: ${why}`,
          undefined,
          true,
        );
      }
    }
  }

  #connect(): Promise<Client> {
    if (this.#connection !== null) return this.#connection;
    const connection = this.#dial();
    this.#connection = connection;
    const forget = () => {
      if (this.#connection === connection) this.#forget();
    };
    connection.then((client) => {
      client.on('close', forget);
      this.#idle();
    }, forget);
    return connection;
  }

  /** Nobody's signal ends it: whoever comes meanwhile waits for the same connection. */
  async #dial(): Promise<Client> {
    const through = await this.#parts.through(AbortSignal.timeout(this.#parts.connectMs));
    return await dial(this.host, through, this.#parts);
  }

  #forget(): void {
    this.#cancelIdle?.();
    this.#connection = null;
    this.#facts = new Map();
  }

  #idle(): void {
    this.#cancelIdle?.();
    this.#cancelIdle = this.#parts.clock.after(this.#parts.idleMs, () => {
      if (this.#seats.taken > 0) return;
      const connection = this.#connection;
      this.#forget();
      connection?.then((client) => client.end()).catch(() => {});
    });
  }
}

/** Rejects too when the connection ends in between; a channel that comes after that is closed. */
function channelOn<C>(client: Client, ask: (client: Client, opened: Opened<C>) => void): Promise<C> {
  const { promise, resolve, reject } = Promise.withResolvers<C>();
  const onClose = () => reject(new Error('the connection was lost'));
  client.once('close', onClose);
  try {
    ask(client, (error, channel) => {
      client.removeListener('close', onClose);
      if (error === undefined || error === null) resolve(channel);
      else reject(error);
    });
  } catch (error) {
    client.removeListener('close', onClose);
    reject(error);
  }
  return promise;
}
