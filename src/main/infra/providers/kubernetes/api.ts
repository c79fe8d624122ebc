// Kubernetes' API as calls: lists in pages, single things, patches, removals, logs. Reads bodies itself, bounded in size and time: the
// client's own calls bound neither. Never says a token. Called within this folder. Source: agent, What it acts on.
import type * as z from 'zod';
import { AppError } from '../../../../shared/model/envelope.ts';
import {
  type Call,
  callRemote,
  type Fitting,
  fitting,
  type Remote,
  readAs,
  refused,
  streamRemote,
  withoutHidden,
} from '../remote/call.ts';
import type { KubernetesEntry } from './config.ts';
import { type AccessParts, type Kubeconfig, openKubeconfig } from './kubeconfig.ts';
import { Page } from './wire.ts';

const TIMEOUT_MS = 20_000;
/** Of one answer; a page of pods with everything managed fields say is a few megabytes. */
const MAX_BYTES = 16 * 1024 * 1024;
const PAGE = 250;
/** A server that gives one continuation after another without items ends somewhere. */
const MAX_PAGES = 100;

export interface Listed<T> extends Fitting<T> {
  /** There were more than are taken. */
  readonly cut: boolean;
}

export class ClusterApi {
  readonly #entry: KubernetesEntry;
  readonly #parts: AccessParts;
  readonly who: string;
  #opened: Promise<Kubeconfig> | undefined;

  constructor(entry: KubernetesEntry, parts: AccessParts) {
    this.#entry = entry;
    this.#parts = parts;
    this.who = `Kubernetes ${entry.name}`;
  }

  /** Where it is, once its kubeconfig is read. */
  async server(): Promise<string> {
    return (await this.#kubeconfig()).server;
  }

  async get<T>(path: string, schema: z.ZodType<T>, signal: AbortSignal): Promise<T> {
    return this.#call({ method: 'GET', path }, schema, signal);
  }

  /** As text: a log. */
  async text(path: string, signal: AbortSignal): Promise<string> {
    const call: Call = { method: 'GET', path, accept: '*/*' };
    const remote = await this.#remote(signal);
    const answer = await callRemote(remote, call, signal);
    if (answer.status !== 200) throw refused(remote, call, answer);
    return answer.text;
  }

  /** As it comes, its token taken out of each line. */
  async stream(path: string, signal: AbortSignal) {
    const remote = await this.#remote(signal);
    const call: Call = { method: 'GET', path, accept: '*/*' };
    return {
      chunks: streamRemote(remote, call, signal),
      clean: (line: string) => withoutHidden(remote, line),
    };
  }

  /** The items that fit, at most `most` of them. @param accept for less than the whole of each */
  async list<T>(
    path: string,
    schema: z.ZodType<T>,
    what: string,
    most: number,
    signal: AbortSignal,
    accept?: string,
  ): Promise<Listed<T>> {
    const items: unknown[] = [];
    let next = '';
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const query = `?limit=${PAGE}${next === '' ? '' : `&continue=${encodeURIComponent(next)}`}`;
      const call: Call = {
        method: 'GET',
        path: `${path}${query}`,
        ...(accept === undefined ? {} : { accept }),
      };
      const read = await this.#call(call, Page, signal);
      items.push(...read.items);
      next = read.metadata?.continue ?? '';
      if (next === '' || items.length >= most) break;
    }
    const cut = next !== '' || items.length > most;
    return { ...fitting(items.slice(0, most), schema, `${what} of ${this.who}`), cut };
  }

  async patch(path: string, type: string, body: unknown, signal: AbortSignal): Promise<void> {
    await this.#write({ method: 'PATCH', path, body: { type, text: JSON.stringify(body) } }, signal);
  }

  async remove(path: string, body: unknown, signal: AbortSignal): Promise<void> {
    await this.#write(
      { method: 'DELETE', path, body: { type: 'application/json', text: JSON.stringify(body) } },
      signal,
    );
  }

  /** What the answer says is of no use: the world is asked afterwards. */
  async #write(call: Call, signal: AbortSignal): Promise<void> {
    const remote = await this.#remote(signal);
    const answer = await callRemote(remote, call, signal);
    if (answer.status === 409) {
      throw new AppError(
        'STALE_VERSION',
        `${this.who}: it is another by now than the one this was approved for; look again.`,
      );
    }
    if (answer.status < 200 || answer.status > 299) throw refused(remote, call, answer);
  }

  async #call<T>(call: Call, schema: z.ZodType<T>, signal: AbortSignal): Promise<T> {
    const remote = await this.#remote(signal);
    const answer = await callRemote(remote, call, signal);
    if (answer.status !== 200) throw refused(remote, call, answer);
    return readAs(remote, call, answer.text, schema);
  }

  #kubeconfig(): Promise<Kubeconfig> {
    // One that could not be read is read again at the next call: it may have been put there.
    this.#opened ??= openKubeconfig(this.#entry, this.#parts).catch((error: unknown) => {
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }

  async #remote(signal: AbortSignal): Promise<Remote> {
    const access = await (await this.#kubeconfig()).access(signal);
    return {
      who: this.who,
      base: access.server,
      dispatcher: access.agent,
      clock: this.#parts.clock,
      headers: access.headers,
      hidden: access.hidden,
      certificateHint: 'Its kubeconfig names no authority that signed it (certificate-authority-data).',
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    };
  }
}
