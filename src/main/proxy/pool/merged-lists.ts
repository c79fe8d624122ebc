// The lists of models over several upstreams as one list: a client sees what it can ask for, wherever it is.
// An upstream that fails or takes too long is left out; entries stay as their upstream gave them.
// Source: proxy, Routes. Used by pass-on.ts.
import type { Clock } from '../../../shared/model/clock.ts';
import { presentedKeys } from '../../clients/client-key.ts';
import { requestHeaders } from '../exchange/headers.ts';
import type { ModelList } from '../routes.ts';
import type { OpenUpstream } from './port.ts';

const TIMEOUT_MS = 2000;

/** Where each list has its entries, and what an entry is called. */
const SHAPES: Readonly<Record<ModelList, { key: 'models' | 'data'; name: 'name' | 'id' }>> = {
  tags: { key: 'models', name: 'name' },
  ps: { key: 'models', name: 'name' },
  v1_models: { key: 'data', name: 'id' },
};

/** Headers of the client that would make an answer one that we cannot read, or none. */
const NOT_FOR_LISTS = ['accept-encoding', 'if-none-match', 'if-modified-since', 'range'];

export interface ListQuestion {
  readonly list: ModelList;
  /** Path and query as the client sent them. */
  readonly path: string;
  readonly rawHeaders: readonly string[];
  /** The client has left. */
  readonly signal: AbortSignal;
}

export interface MergedList {
  /** The whole answer; null when no upstream gave its list. */
  readonly body: Buffer | null;
  /** Upstreams whose lists are in it. */
  readonly from: readonly string[];
  /** Why the others' are not, for people. */
  readonly missing: readonly string[];
}

/** Asks the upstreams at once and merges what comes within two seconds. Never rejects. */
export async function mergedList(
  upstreams: readonly OpenUpstream[],
  question: ListQuestion,
  clock: Clock,
): Promise<MergedList> {
  const late = new AbortController();
  const cancel = clock.after(TIMEOUT_MS, () =>
    late.abort(new Error(`it did not answer within ${TIMEOUT_MS / 1000} s`)),
  );
  const signal = AbortSignal.any([late.signal, question.signal]);
  const answers = await Promise.allSettled(
    upstreams.map((upstream) => entriesOf(upstream, question, signal)),
  );
  cancel();
  const lists: unknown[][] = [];
  const from: string[] = [];
  const missing: string[] = [];
  for (const [index, { name }] of upstreams.entries()) {
    const answer = answers[index] as PromiseSettledResult<unknown[]>;
    if (answer.status === 'fulfilled') {
      lists.push(answer.value);
      from.push(name);
    } else missing.push(`${name}: ${messageOf(answer.reason)}`);
  }
  return { body: lists.length === 0 ? null : rendered(question.list, lists), from, missing };
}

/** The union by name; where several have an entry of a name, the first one's is taken. */
export function mergeEntries(list: ModelList, lists: readonly (readonly unknown[])[]): unknown[] {
  const { name } = SHAPES[list];
  const seen = new Set<string>();
  return lists.flat().filter((entry) => {
    const given =
      typeof entry === 'object' && entry !== null ? (entry as Record<string, unknown>)[name] : null;
    if (typeof given !== 'string') return true;
    if (seen.has(given)) return false;
    seen.add(given);
    return true;
  });
}

function rendered(list: ModelList, lists: readonly unknown[][]): Buffer {
  const entries = mergeEntries(list, lists);
  const { key } = SHAPES[list];
  return Buffer.from(
    JSON.stringify(key === 'data' ? { object: 'list', data: entries } : { models: entries }),
  );
}

async function entriesOf(
  { dispatcher, basePath, headers }: OpenUpstream,
  { list, path, rawHeaders }: ListQuestion,
  signal: AbortSignal,
): Promise<unknown[]> {
  const keyHeaders = presentedKeys(rawHeaders).map(({ header }) => header); // a client key ends here
  const { statusCode, body } = await dispatcher.request({
    method: 'GET',
    path: basePath + path,
    headers: requestHeaders(rawHeaders, { upstream: headers, without: [...NOT_FOR_LISTS, ...keyHeaders] }),
    signal,
  });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`it answered ${statusCode}`);
  const answer: unknown = JSON.parse(text);
  const entries = (answer as Record<string, unknown> | null)?.[SHAPES[list].key];
  if (entries === null) return []; // how Go writes an empty list
  if (!Array.isArray(entries)) throw new Error('its answer is no list of models');
  return entries;
}

function messageOf(reason: unknown): string {
  return reason instanceof Error && reason.message !== '' ? reason.message : String(reason);
}
