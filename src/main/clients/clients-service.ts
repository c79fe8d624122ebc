// Clients as operators change them: stored, in force here at once, and in other processes with their next look at the
// database. Keys are made here and leave once, as an answer. Opened by memory-side.ts, and by the command line where no
// Festinger runs. Source: proxy, Upstreams; decision 014

import type { Client, ClientPolicy, ClientsState } from '../../shared/model/client.ts';
import type { Clock } from '../../shared/model/clock.ts';
import { AppError } from '../../shared/model/envelope.ts';
import { settingTitle } from '../../shared/setting-titles.ts';
import type { Store, StoreLog, StoreWriter } from '../store/store-access.ts';
import { insertClientQuestions, readClientQuestions } from '../store/tables/client-questions.ts';
import {
  countLiveKeys,
  deleteClient,
  insertClientKey,
  readClientKeys,
  readClients,
  revokeClientKey,
  saveClient,
} from '../store/tables/clients.ts';
import { type AskedQuestion, ENOUGH_UNANSWERED, LEFT_ALONE_MS } from './asked-clients.ts';
import { hashClientKey, hintOf, makeClientKey } from './client-key.ts';
import { ClientRegistry } from './client-registry.ts';

export interface ClientsParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: StoreLog;
  /** Whether the operator wants keys on loopback too. */
  readonly keysWanted: () => boolean;
  /** The agents' address when other machines reach it, as people write it; null when they do not. */
  readonly openAt: string | null;
  /** Whether something is known of a word that a client was asked about. */
  readonly isAnswered?: (question: AskedQuestion) => boolean;
}

/** Where clients' prompts wait, and their limits are kept to. */
export interface ClientsQueue {
  /** Prompts that wait, by client. */
  waiting(): ReadonlyMap<string, number>;
  limitsChanged(): void;
}

const NO_QUEUE: ClientsQueue = { waiting: () => new Map(), limitsChanged: () => undefined };

/** The console shows no more. */
const MAX_LISTED = 500;

export class Clients {
  readonly registry: ClientRegistry;
  readonly #parts: ClientsParts;
  #queue = NO_QUEUE;
  #reading: Promise<void> = Promise.resolve();
  /** Questions that were asked and are not stored yet. */
  readonly #unsaved = new Set<AskedQuestion>();
  #saving: Promise<void> = Promise.resolve();

  private constructor(parts: ClientsParts) {
    this.#parts = parts;
    const { clock, isAnswered } = parts;
    const keysRequired = () => this.#keysRequired();
    this.registry = new ClientRegistry({ clock, keysRequired, ...(isAnswered ? { isAnswered } : {}) });
  }

  /** @throws AppError when the tables cannot be read */
  static async open(parts: ClientsParts): Promise<Clients> {
    const clients = new Clients(parts);
    await clients.refresh();
    return clients;
  }

  /** From now on clients are served, and their prompts may wait. */
  serveThrough(queue: ClientsQueue): void {
    this.#queue = queue;
  }

  /** Takes in what is stored. One reading after the other: what was read before a change never replaces what is after. */
  refresh(): Promise<void> {
    const read = this.#reading.then(async () => {
      const { reader } = this.#parts.store;
      const [clients, keys] = [await readClients(reader), await readClientKeys(reader)];
      const questions = await readClientQuestions(reader);
      this.registry.load(clients, keys);
      this.registry.asked.load(questions, this.#unsaved);
    });
    this.#reading = read.catch(() => undefined);
    return read;
  }

  state(): ClientsState {
    const because = this.#keysRequired();
    const waiting = this.#queue.waiting();
    return {
      keysRequired: because !== null,
      keysRequiredBecause: because,
      clients: this.registry.list((name) => waiting.get(name) ?? 0, MAX_LISTED),
    };
  }

  /** @throws AppError STALE_VERSION, UNAVAILABLE */
  async save(name: string, policy: ClientPolicy, expectedVersion: number): Promise<Client> {
    const at = this.#parts.clock.now();
    await this.#change((writer) => saveClient(writer, name, policy, expectedVersion, at));
    return this.#one(name);
  }

  /** @throws AppError NOT_FOUND, STALE_VERSION, NOT_ALLOWED where it would leave a host beyond loopback without keys */
  async remove(name: string, expectedVersion: number): Promise<ClientsState> {
    const at = this.#parts.clock.now();
    await this.#change(async (writer) => {
      await deleteClient(writer, name, expectedVersion, at);
      await this.#keepOneKey(writer);
    });
    return this.state();
  }

  async addKey(name: string): Promise<{ key: string; client: Client }> {
    const key = makeClientKey();
    const row = { client: name, keyHash: hashClientKey(key), hint: hintOf(key) };
    const at = this.#parts.clock.now();
    await this.#change((writer) => insertClientKey(writer, row, at));
    return { key, client: this.#one(name) };
  }

  /** @throws AppError NOT_FOUND, NOT_ALLOWED as with `remove` */
  async revokeKey(id: number): Promise<Client> {
    const at = this.#parts.clock.now();
    const client = await this.#change(async (writer) => {
      const whose = await revokeClientKey(writer, id, at);
      await this.#keepOneKey(writer);
      return whose;
    });
    return this.#one(client);
  }

  /** A client was asked about words. Counts at once; stored behind it, so that it counts after a restart too. */
  noteAsked(client: string, scope: string, words: readonly string[]): void {
    const at = this.#parts.clock.now();
    const questions = words.map((word): AskedQuestion => ({ client, scope, word, at }));
    for (const question of questions) {
      this.registry.asked.note(question);
      this.#unsaved.add(question);
    }
    const kept = { most: ENOUGH_UNANSWERED, since: at - 2 * LEFT_ALONE_MS };
    this.#saving = this.#saving
      .then(() => this.#parts.store.write((writer) => insertClientQuestions(writer, client, questions, kept)))
      .catch((error) => this.#parts.log.warn({ err: error, client }, 'what a client was asked is not stored'))
      .then(() => {
        for (const question of questions) this.#unsaved.delete(question);
      });
  }

  /** Resolves when what was asked by now is stored, or could not be. */
  settled(): Promise<void> {
    return this.#saving;
  }

  /**
   * Who listens beyond this machine keeps at least one key: without any, nobody would get in and nobody would know why.
   * @throws AppError NOT_ALLOWED
   */
  async #keepOneKey(writer: StoreWriter): Promise<void> {
    const { openAt } = this.#parts;
    if (openAt === null || (await countLiveKeys(writer.reader)) > 0) return;
    throw new AppError(
      'NOT_ALLOWED',
      `This is the last client key, and agents on other machines need one while Festinger listens on ${openAt}. Make another key first, or set listen to a loopback address in config.yaml and restart.`,
    );
  }

  async #change<T>(work: (writer: StoreWriter) => Promise<T>): Promise<T> {
    const result = await this.#parts.store.write(work);
    await this.refresh();
    this.#queue.limitsChanged();
    return result;
  }

  #one(name: string): Client {
    const waiting = this.#queue.waiting();
    return this.registry.one(name, (client) => waiting.get(client) ?? 0);
  }

  #keysRequired(): string | null {
    const { openAt, keysWanted } = this.#parts;
    if (openAt !== null) return `Festinger listens on ${openAt}, which other machines reach.`;
    return keysWanted() ? `The setting “${settingTitle('client_keys_required')}” is on.` : null;
  }
}
