// A document of evidence at an address an operator named, brought to this disk: bounded in bytes and time, unpacked only as far as the transport packed it. What
// it is, its first bytes say: neither a name nor a type that the server gives is believed, and none becomes a path. Called by evidence.ts. Source: advisory, Evidence.
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Agent } from 'undici';
import type { Clock } from '../../../shared/model/clock.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import { redact } from '../../../shared/redact.ts';
import { addressProblem } from '../../outgoing/addresses.ts';
import { type Got, get, guardedAgent } from '../../outgoing/get.ts';
import { MAX_DOCUMENT_BYTES } from '../formats/read-document.ts';
import { Refusal } from '../formats/refusal.ts';

/** A server that says nothing for so long is given up. */
const SILENCE_MS = 30_000;
/** Half a gigabyte over a line of ten megabits a second, and some. */
const TOTAL_MS = 10 * 60_000;
const REDIRECTS = 5;
/** Of an archive: as much as an upload may have. */
const MOST_ARCHIVE_BYTES = 4 * 1024 ** 3;
const MOST_SHOWN = 500;

/** Anything but 200 was answered. */
export class StatusRefusal extends Refusal {
  readonly status: number;

  constructor(status: number, reason: string) {
    super('', reason);
    this.status = status;
  }
}

/** Keeps a file under a name of ours. @throws whatever keeps it from being written */
export type Keep = (name: string, body: Readable) => Promise<void>;

export interface RemoteDocumentParts {
  readonly clock: Clock;
  readonly maxDocumentBytes?: number;
}

/** @throws AppError INVALID_INPUT saying what is wrong, without the address where it may hold a secret */
export function documentUrl(text: string): URL {
  const problem = (words: string) => new AppError('INVALID_INPUT', words);
  if (!URL.canParse(text)) throw problem('An address begins with http:// or https:// and names a host.');
  const url = new URL(text);
  const why = addressProblem(url);
  if (why !== null) throw problem(why);
  url.hash = '';
  return url;
}

/**
 * An address as it is shown, logged and kept: of a query the names alone, since values there open doors.
 * @example shownUrl(new URL('https://a.example/b?sig=0af3')) // 'https://a.example/b?sig=…'
 */
export function shownUrl({ origin, pathname, searchParams }: URL): string {
  const names = [...new Set(searchParams.keys())].map((name) => `${encodeURIComponent(name)}=…`);
  const text = redact(`${origin}${pathname}${names.length === 0 ? '' : `?${names.join('&')}`}`);
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN).toWellFormed()}…` : text;
}

export class RemoteDocuments {
  readonly #parts: RemoteDocumentParts;
  readonly #agent: Agent = guardedAgent();

  constructor(parts: RemoteDocumentParts) {
    this.#parts = parts;
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  /**
   * Brings one document, or an archive of them.
   * @param name what it is kept as, without its ending
   * @returns the name it was kept as
   * @throws Refusal or AppError UNAVAILABLE saying why it is not taken; CANCELLED, or what the signal was aborted with; what `keep` throws
   */
  async bring(url: URL, name: string, keep: Keep, signal: AbortSignal): Promise<string> {
    const getting = {
      ...{ dispatcher: this.#agent, clock: this.#parts.clock, redirects: REDIRECTS },
      ...{ silenceMs: SILENCE_MS, totalMs: TOTAL_MS },
      headers: { 'user-agent': 'festinger-console', accept: '*/*', 'accept-encoding': 'identity' },
    };
    return get(url, getting, signal, (got) => this.#keep(got, name, keep));
  }

  async #keep(got: Got, name: string, keep: Keep): Promise<string> {
    if (got.status !== 200)
      throw new StatusRefusal(
        got.status,
        `The address answers with status ${got.status}${hint(got.status)}.`,
      );
    const encoding = (got.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
    const isPacked = encoding === 'gzip' || encoding === 'x-gzip';
    if (!isPacked && encoding !== 'identity' && encoding !== '')
      throw new Refusal(
        '',
        'It comes packed in a way that is not read here, though it was asked for as it is.',
      );
    const { head, rest } = await peeked(isPacked ? unpacked(got.body) : got.body);
    const ending = endingOf(head);
    const most =
      ending === 'zip' && !isPacked
        ? MOST_ARCHIVE_BYTES
        : (this.#parts.maxDocumentBytes ?? MAX_DOCUMENT_BYTES);
    const said = Number(got.headers['content-length']);
    if (!isPacked && said > most) throw tooLong(most);
    const file = `${name}.${ending}`;
    await keep(file, Readable.from(bounded(rest, most), { objectMode: false }));
    return file;
  }
}

const hint = (status: number): string =>
  status === 401 || status === 403 ? ': it wants to know who asks; bring the file here yourself' : '';

const tooLong = (most: number): Refusal =>
  new Refusal('', `It is longer than ${most} bytes, which are read at most.`);

/** By its first bytes; what is neither packed nor an archive is judged where documents are read. */
function endingOf(head: Uint8Array): 'zip' | 'json.gz' | 'json' {
  const [a, b, c, d] = head;
  if (a === 0x50 && b === 0x4b && ((c === 3 && d === 4) || (c === 5 && d === 6))) return 'zip';
  return a === 0x1f && b === 0x8b ? 'json.gz' : 'json';
}

const HEAD_BYTES = 4;

/** The first bytes, and all of it from the first byte on. */
async function peeked(
  body: AsyncIterable<Uint8Array>,
): Promise<{ readonly head: Uint8Array; readonly rest: AsyncIterable<Uint8Array> }> {
  const chunks = body[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  let isOver = false;
  while (head.length < HEAD_BYTES && !isOver) {
    const { value, done } = await chunks.next();
    if (done === true) isOver = true;
    else head = Buffer.concat([head, value]);
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      if (head.length > 0) yield head;
      while (!isOver) {
        const { value, done } = await chunks.next();
        if (done === true) return;
        yield value;
      }
    } finally {
      await chunks.return?.();
    }
  }
  return { head, rest: all() };
}

async function* bounded(body: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > most) throw tooLong(most);
    yield chunk;
  }
}

/** A piece at a time: a bomb is let go where the bound is, not where it ends. */
async function* unpacked(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = Readable.from(body, { objectMode: false });
  const gunzip = createGunzip();
  source.on('error', (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  try {
    for await (const chunk of gunzip) yield chunk as Uint8Array;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new Refusal('', 'It comes packed, and cannot be unpacked.');
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}
