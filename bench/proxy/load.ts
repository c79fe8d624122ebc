// Load for bench/proxy.ts: keep-alive connections over raw sockets, each a conversation whose last turn is new every time and
// whose history stays. Counts answers, and takes the time from a request's last byte to the first byte of its answer.
import { connect, type Socket } from 'node:net';
import { word } from '../lib/words.ts';

export interface LoadOptions {
  readonly port: number;
  readonly concurrency: number;
  /** Bytes of history in front of the new turn. */
  readonly historyBytes: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly ms: number;
  /** Distinguishes the conversations of one run from another's. */
  readonly seed: number;
  /** Names of concepts the memory knows facts of; some stand in every conversation. */
  readonly names: readonly string[];
  readonly turn: Turn;
  /** Words of the last turn. */
  readonly words: number;
}

/**
 * What a request's last turn is: words of a vocabulary in a new order, words nobody has ever said, sentences as people write them to
 * agents (with the words that make a claim possible, so that they are looked at closely, but hardly a claim), or what it was before.
 */
export const TURNS = ['known', 'fresh', 'prose', 'same'] as const;
export type Turn = (typeof TURNS)[number];

export interface LoadResult {
  readonly answers: number;
  readonly seconds: number;
  /** Milliseconds from the request to the answer's first byte, sorted. */
  readonly firstByteMs: number[];
}

const END = Buffer.from('\r\n0\r\n\r\n');

/** A history of turns that fills the bytes: prose of known and unknown words, as agents have it. */
function history(bytes: number, seed: number, names: readonly string[]): string {
  const turns: string[] = [
    JSON.stringify({ role: 'system', content: `You are agent ${seed}. Be brief and careful.` }),
  ];
  let size = turns[0]?.length ?? 0;
  for (let n = 0; size < bytes; n++) {
    const role = n % 2 === 0 ? 'user' : 'assistant';
    const words = Array.from({ length: 120 }, (_, i) => word((seed * 7919 + n * 131 + i * 17) % 9000));
    words[3] = names[(seed * 13 + n) % names.length] ?? '';
    const turn = JSON.stringify({
      role,
      content: `${words.join(' ').slice(0, Math.max(40, bytes - size))}.`,
    });
    turns.push(turn);
    size += turn.length + 1;
  }
  if (turns.length % 2 === 0) turns.push(JSON.stringify({ role: 'assistant', content: 'Done.' }));
  return turns.join(',');
}

/** Past the made-up names of the graph (`big-graph.ts`), and another one in every run of the load. */
let nextFresh = 40_000_000 + (Date.now() % 1_000_000) * 100;
const freshWord = (): string => word(nextFresh++);

/** Over all loads of a run: the same turn again in the next round would have been counted and read already. */
let nextTurn = 0;

/** `_` stands for a word of the vocabulary. */
const SENTENCES = [
  'Could you look whether the _ that we use for _ is still slow, and tell me why it is?',
  'I think _ was moved to the other _ last week, but the old entry on _ may still be there.',
  'Please write a short note on how _ and _ are connected, what runs on them, and who has to be asked before a change.',
  'The last time we tried this, _ stopped in the middle of the _ and nobody was told about it.',
];

/** Sentences of at least so many words together. */
function prose(words: number, vocabulary: (n: number) => string): string[] {
  const said: string[] = [];
  for (let n = 0, place = 0; said.length < words; n++) {
    const sentence = SENTENCES[n % SENTENCES.length] as string;
    said.push(...sentence.replace(/_/g, () => vocabulary(place++)).split(' '));
  }
  return said;
}

/** One connection that sends a request as soon as the answer before has ended. */
class Connection {
  readonly #socket: Socket;
  readonly #head: string;
  readonly #before: Buffer;
  readonly #firstByteMs: number[];
  readonly #seed: number;
  readonly #names: readonly string[];
  readonly #turn: Turn;
  readonly #words: number;
  #sentAt = 0;
  #isFirst = false;
  #tail: Buffer = Buffer.alloc(0);
  #stopped: (() => void) | null = null;
  #fail: (error: Error) => void = () => {};
  answers = 0;

  constructor(options: LoadOptions, seed: number, firstByteMs: number[]) {
    const { port, headers, historyBytes, names } = options;
    const own = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    this.#head = `POST /v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n${own.join('')}`;
    this.#before = Buffer.from(
      `{"model":"m","stream":true,"messages":[${history(historyBytes, seed, names)},`,
    );
    this.#firstByteMs = firstByteMs;
    this.#seed = seed;
    this.#names = names;
    this.#turn = options.turn;
    this.#words = options.words;
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
  }

  /** Asks until `stop` is called; then resolves after the answer on its way. */
  run(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#fail = reject;
      this.#socket.on('error', reject);
      this.#socket.on('close', () => reject(new Error('the proxy closed a connection')));
      this.#socket.on('data', (chunk) => this.#onData(chunk, resolve));
      this.#socket.once('connect', () => this.#ask());
    });
  }

  stop(): void {
    this.#stopped = () => {
      this.#socket.removeAllListeners('close');
      this.#socket.destroy();
    };
  }

  #ask(): void {
    const n = this.#turn === 'same' ? 0 : nextTurn++;
    const last = Buffer.from(`{"role":"user","content":"${this.#said(n)}"}]}`);
    const length = this.#before.length + last.length;
    this.#socket.cork();
    this.#socket.write(`${this.#head}Content-Length: ${length}\r\n\r\n`);
    this.#socket.write(this.#before);
    this.#socket.write(last);
    this.#socket.uncork();
    this.#sentAt = performance.now();
    this.#isFirst = true;
  }

  #said(n: number): string {
    const known = (i: number) => word((this.#seed * 31 + n * 97 + i * 13) % 9000);
    const words =
      this.#turn === 'prose'
        ? prose(this.#words, known)
        : Array.from({ length: this.#words }, (_, i) => (this.#turn === 'fresh' ? freshWord() : known(i)));
    words[5] = this.#names[(this.#seed + n) % this.#names.length] ?? '';
    return `Step ${n}: ${words.join(' ')}.`;
  }

  #onData(chunk: Buffer, resolve: () => void): void {
    if (this.#isFirst) {
      this.#isFirst = false;
      this.#firstByteMs.push(performance.now() - this.#sentAt);
      if (!chunk.subarray(0, 12).equals(Buffer.from('HTTP/1.1 200'))) {
        this.#fail(new Error(`not answered with 200: ${chunk.toString('latin1', 0, 400)}`));
        return;
      }
    }
    const tail = chunk.length >= END.length ? chunk : Buffer.concat([this.#tail, chunk]);
    this.#tail = tail.subarray(-END.length);
    if (!this.#tail.equals(END)) return;
    this.#tail = Buffer.alloc(0);
    this.answers++;
    if (this.#stopped) {
      this.#stopped();
      resolve();
    } else {
      this.#ask();
    }
  }
}

/** Loads a proxy for so long. @throws Error when an answer is not a whole 200 */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const firstByteMs: number[] = [];
  const connections = Array.from(
    { length: options.concurrency },
    (_, n) => new Connection(options, options.seed + n, firstByteMs),
  );
  const began = performance.now();
  const done = Promise.all(connections.map((connection) => connection.run()));
  const timer = setTimeout(() => {
    for (const connection of connections) connection.stop();
  }, options.ms);
  try {
    await done;
  } finally {
    clearTimeout(timer);
  }
  const answers = connections.reduce((sum, connection) => sum + connection.answers, 0);
  firstByteMs.sort((a, b) => a - b);
  return { answers, seconds: (performance.now() - began) / 1000, firstByteMs };
}
