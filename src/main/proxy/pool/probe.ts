// Asks one upstream every few seconds whether it is well, what it holds loaded and, less often, what it offers.
// Never on an agent's path, never twice at once, and silent once closed. Source: proxy, Upstreams.
// Used by upstream-pool.ts.
import type { Clock } from '../../../shared/model/clock.ts';
import type { LoadedModel } from '../../../shared/model/upstream.ts';
import type { OpenUpstream } from './port.ts';
import { readLoaded, readModelIds, readTags, readVersion } from './probe-answers.ts';

/** What a probe came to. */
export type Look =
  | {
      readonly ok: true;
      /** Null for a server that is not Ollama. */
      readonly version: string | null;
      readonly loaded: readonly LoadedModel[];
      /** Null when it was not asked this time, or cannot say. */
      readonly offered: readonly string[] | null;
      /** Whether a model that is not listed is not there. */
      readonly listsAll: boolean;
    }
  | {
      readonly ok: false;
      /** For people. */
      readonly reason: string;
      /** Nobody answered at all, as opposed to a wrong answer. */
      readonly unreachable: boolean;
    };

const EVERY_MS = 5000;
const TAGS_EVERY_MS = 30_000;
const TIMEOUT_MS = 3000;
/** Ten thousand models are five megabytes. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

export interface ProbeParts {
  readonly upstream: OpenUpstream;
  readonly clock: Clock;
  onLook(look: Look): void;
}

export class Probe {
  readonly #parts: ProbeParts;
  readonly #closed = new AbortController();
  #cancel = () => {};
  #looking: Promise<void> | null = null;
  #tagsAt = Number.NEGATIVE_INFINITY;
  #isRunning = false;

  constructor(parts: ProbeParts) {
    this.#parts = parts;
  }

  /** Looks now and then every 5 s. */
  start(): void {
    this.#isRunning = true;
    void this.look();
  }

  /** Looks now; the result tells `onLook`. Never rejects. */
  look(): Promise<void> {
    this.#cancel();
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
      if (this.#isRunning && !this.#closed.signal.aborted) {
        this.#cancel = this.#parts.clock.after(EVERY_MS, () => void this.look());
      }
    });
    return this.#looking;
  }

  /** What it offers may have changed: asks again, after what is under way. */
  async modelsChanged(): Promise<void> {
    this.#tagsAt = Number.NEGATIVE_INFINITY;
    await this.#looking;
    this.#tagsAt = Number.NEGATIVE_INFINITY; // the look under way may have read the list before the change
    if (this.#isRunning && !this.#closed.signal.aborted) await this.look();
  }

  close(): void {
    this.#closed.abort();
    this.#cancel();
  }

  async #look(): Promise<void> {
    let look: Look;
    try {
      look = await this.#ask();
    } catch (error) {
      look = { ok: false, reason: reasonOf(error), unreachable: !(error instanceof WrongAnswer) };
      this.#tagsAt = Number.NEGATIVE_INFINITY; // it may come back with other models
    }
    if (!this.#closed.signal.aborted) this.#parts.onLook(look);
  }

  async #ask(): Promise<Look> {
    const { clock } = this.#parts;
    const version = await this.#get('/api/version', [404, 405]);
    if (version === null) return this.#askOther();
    const loaded = readLoaded(await this.#get('/api/ps', [404, 405]));
    const isDue = clock.monotonic() - this.#tagsAt >= TAGS_EVERY_MS;
    const tags = isDue ? await this.#get('/api/tags', [404, 405]) : null;
    if (isDue) this.#tagsAt = clock.monotonic();
    const offered = tags === null ? null : readTags(tags);
    return { ok: true, version: readVersion(version), loaded, offered, listsAll: true };
  }

  /** llama.cpp, vLLM and the like: they speak `/v1` only, and some answer to names that they do not list. */
  async #askOther(): Promise<Look> {
    const offered = readModelIds(await this.#get('/v1/models', []));
    return { ok: true, version: null, loaded: [], offered, listsAll: false };
  }

  /** @param absent statuses that mean that the route is not there; null is returned for them */
  async #get(path: string, absent: readonly number[]): Promise<unknown> {
    const { upstream, clock } = this.#parts;
    const late = new AbortController();
    const cancel = clock.after(TIMEOUT_MS, () =>
      late.abort(new Error(`it did not answer ${path} within ${TIMEOUT_MS / 1000} s`)),
    );
    try {
      const { statusCode, body } = await upstream.dispatcher.request({
        method: 'GET',
        path: upstream.basePath + path,
        headers: upstream.headers.flat(),
        signal: AbortSignal.any([late.signal, this.#closed.signal]),
      });
      const text = await wholeText(path, body);
      if (absent.includes(statusCode)) return null;
      if (statusCode !== 200) throw new WrongAnswer(wrongStatus(path, statusCode));
      return parsed(path, text);
    } finally {
      cancel();
    }
  }
}

/** What never ends would fill the memory within the time it has. */
async function wholeText(path: string, body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES)
      throw new WrongAnswer(`its answer to ${path} is longer than ${MAX_ANSWER_BYTES >> 20} MB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** It answered, but not as it should. */
class WrongAnswer extends Error {}

function wrongStatus(path: string, status: number): string {
  const advice =
    status === 401 || status === 403 ? '; it may want a key: see the headers of the upstream' : '';
  return `it answers ${path} with HTTP ${status}${advice}`;
}

function parsed(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new WrongAnswer(`its answer to ${path} is not JSON`);
  }
}

function reasonOf(error: unknown): string {
  const { code, errors, message } = error as NodeJS.ErrnoException & { errors?: NodeJS.ErrnoException[] };
  switch (code ?? errors?.[0]?.code) {
    case 'ECONNREFUSED':
      return 'the connection is refused: nothing listens there';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'its name is not known';
    case 'UND_ERR_CONNECT_TIMEOUT':
      return 'it does not take connections: nothing came back from its address';
    default:
      return error instanceof Error && message !== '' ? message : String(code ?? error);
  }
}
