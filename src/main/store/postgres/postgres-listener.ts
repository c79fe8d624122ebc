// Hears PostgreSQL's notifications on a connection of its own. A hint is worth a look and nothing else: behind a pooler
// there may be none, and one that is missed is made up for by polling. Made by postgres/connect.ts for the change feed.
import pg from 'pg';
import type { ChangeListener, StoreLog } from '../store-access.ts';
import { CHANGES_CHANNEL } from './postgres-connection.ts';
import { clientConfig } from './postgres-pool.ts';

const LISTEN_MS = 4000;

export class PostgresListener implements ChangeListener {
  readonly #url: string;
  readonly #onHint: () => void;
  readonly #log: StoreLog;
  #client: pg.Client | undefined;
  #connecting: Promise<void> | undefined;
  #isListening = false;
  #isClosed = false;

  constructor(url: string, onHint: () => void, log: StoreLog) {
    this.#url = url;
    this.#onHint = onHint;
    this.#log = log;
  }

  get isListening(): boolean {
    return this.#isListening;
  }

  ensure(): Promise<void> {
    if (this.#isListening || this.#isClosed) return Promise.resolve();
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = undefined;
    });
    return this.#connecting;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#connecting;
    const client = this.#client;
    this.#drop(client);
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({ ...clientConfig(this.#url), application_name: 'festinger changes' });
    const lost = (error?: Error) => {
      if (this.#client === client && this.#isListening) {
        this.#log.warn(
          { err: error },
          'hints of other processes are not heard until the database answers again',
        );
      }
      this.#drop(client);
    };
    client.on('error', lost);
    client.on('end', () => lost());
    client.on('notification', this.#onHint);
    this.#client = client;
    try {
      await client.connect();
      const query: pg.QueryConfig & { readonly query_timeout: number } = {
        ...{ text: `listen ${CHANGES_CHANNEL}`, query_timeout: LISTEN_MS },
      };
      await client.query(query);
      this.#isListening = this.#client === client;
    } catch (error) {
      lost(error as Error);
    }
    if (this.#isClosed) this.#drop(client);
  }

  #drop(client: pg.Client | undefined): void {
    if (!client || this.#client !== client) return;
    this.#client = undefined;
    this.#isListening = false;
    client.removeAllListeners('notification');
    client.end().catch(() => undefined);
  }
}
