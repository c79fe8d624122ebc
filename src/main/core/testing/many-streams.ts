// Many streams at once through a proxy, each of which says its own name in every line, so that a line that strays is seen:
// an upstream that paces them all, and clients that open one after another and read each to its end.
// Used by streams.int.test.ts and bench/streams.ts only.
import { once } from 'node:events';
import { Agent, createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Pace {
  /** Lines of a stream, on average: lengths vary by half, so that streams that begin together do not end together. */
  readonly lines: number;
  /** Milliseconds between two lines of one stream. */
  readonly everyMs: number;
}

export interface StreamsUpstream extends AsyncDisposable {
  readonly url: string;
  /** Most streams that were open at once. */
  readonly most: number;
}

/** A tick serves the streams whose turn it is, so that no moment has to serve them all. */
const TICK_MS = 5;

interface Open {
  readonly id: string;
  readonly res: ServerResponse;
  readonly lines: number;
  left: number;
}

/** How many lines a stream has: both sides know by its id. */
function linesOf(id: string, average: number): number {
  const [, worker = 0, n = 0] = id.split('-').map(Number);
  const share = ((worker * 37 + n * 61) % 101) / 100;
  return Math.max(2, Math.round(average * (0.5 + share)));
}

const line = (id: string, n: number, isLast: boolean) =>
  `${JSON.stringify({ model: 'm', created_at: '2026-11-21T00:00:00Z', message: { role: 'assistant', content: isLast ? '' : `${id}#${n} ` }, done: isLast })}\n`;

/** Answers each chat with a stream of lines that carry the id it was asked with. */
export async function startStreamsUpstream({ lines, everyMs }: Pace): Promise<StreamsUpstream> {
  const slots: Set<Open>[] = Array.from(
    { length: Math.max(1, Math.round(everyMs / TICK_MS)) },
    () => new Set(),
  );
  let turn = 0;
  let open = 0;
  let most = 0;
  const timer = setInterval(() => {
    turn = (turn + 1) % slots.length;
    for (const stream of slots[turn] as Set<Open>) {
      const n = stream.lines - stream.left--;
      stream.res.write(line(stream.id, n, stream.left === 0));
      if (stream.left > 0) continue;
      stream.res.end();
      slots[turn]?.delete(stream);
    }
  }, TICK_MS);
  const server = createServer({ requestTimeout: 0, keepAliveTimeout: 90_000 }, async (req, res) => {
    const chunks = await req.toArray();
    if (req.url !== '/api/chat') return void res.end('{}');
    const { messages } = JSON.parse(String(Buffer.concat(chunks))) as { messages: { content: string }[] };
    const id = /stream (\S+)/.exec(messages.at(-1)?.content ?? '')?.[1] ?? '';
    res.writeHead(200, { 'content-type': 'application/x-ndjson' }).flushHeaders();
    // The turns of streams that begin at one moment are spread over the ticks.
    const slot = slots[(open * 7 + turn) % slots.length] as Set<Open>;
    const own = linesOf(id, lines);
    const stream = { id, res, lines: own, left: own };
    slot.add(stream);
    most = Math.max(most, ++open);
    res.on('close', () => {
      open--;
      slot.delete(stream);
    });
  }).listen({ port: 0, host: '127.0.0.1', backlog: 4096 });
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get most() {
      return most;
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A client and how many streams it wants open at all times. */
export interface Demand {
  readonly client: string;
  readonly streams: number;
}

export interface StreamsResult {
  /** Streams that ended within the time, once every place of every client had ended one, by client. */
  readonly ended: Readonly<Record<string, number>>;
  readonly lines: number;
  /** Lines that were not there, or that came twice. */
  readonly lost: number;
  /** Lines of another stream. */
  readonly mixedUp: number;
  /** Answers that were no 200, or broke off. */
  readonly cut: number;
}

interface Tally {
  ended: Record<string, number>;
  lines: number;
  lost: number;
  mixedUp: number;
  cut: number;
}

/** So many streams as all have open at once, times this, are counted: fewer would not tell shares. */
const ROUNDS = 2;

/**
 * Keeps every client's streams open for so long, and until there were enough to tell shares: how long that takes is the machine's. Those open then are
 * read to their end, and not counted as ended.
 */
export async function driveStreams(
  baseUrl: string,
  demands: readonly Demand[],
  { lines }: Pace,
  ms: number,
): Promise<StreamsResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const until = performance.now() + ms;
  const open = demands.reduce((sum, { streams }) => sum + streams, 0);
  // Whoever came first has the places until all have met in the queue; a connection that the kernel had to try twice comes a second later.
  let arrived = 0;
  let counted = 0;
  const isOver = () => performance.now() >= until && counted >= ROUNDS * open;
  const tally: Tally = { ended: {}, lines: 0, lost: 0, mixedUp: 0, cut: 0 };
  const worker = async (client: string, worker: number) => {
    for (let n = 0; !isOver(); n++) {
      await readStream({ baseUrl, agent, client, id: `${client}-${worker}-${n}`, average: lines }, tally);
      if (n === 0) arrived++;
      if (arrived < open || isOver()) continue;
      counted++;
      tally.ended[client] = (tally.ended[client] ?? 0) + 1;
    }
  };
  const workers = demands.flatMap(({ client, streams }) =>
    Array.from({ length: streams }, (_, n) => worker(client, n)),
  );
  await Promise.all(workers);
  agent.destroy();
  return tally;
}

interface Asked {
  readonly baseUrl: string;
  readonly agent: Agent;
  readonly client: string;
  readonly id: string;
  readonly average: number;
}

async function readStream({ baseUrl, agent, client, id, average }: Asked, tally: Tally): Promise<void> {
  const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: `stream ${id}` }] });
  const lines = linesOf(id, average);
  let text = '';
  let isWhole = false;
  try {
    const req = request(`${baseUrl}/api/chat`, {
      ...{ agent, method: 'POST' },
      headers: { 'content-type': 'application/json', 'x-festinger-client': client },
    });
    req.end(body);
    const [res] = await once(req, 'response');
    for await (const chunk of res.setEncoding('utf8')) text += chunk;
    isWhole = res.statusCode === 200 && res.complete;
  } catch {
    // counted as cut
  }
  if (!isWhole) tally.cut++;
  const said = text.split('\n').filter((one) => one !== '');
  tally.lines += said.length;
  for (const [n, one] of said.entries()) {
    const isLast = n === lines - 1;
    if (`${one}\n` === line(id, n, isLast)) continue;
    if (one.includes(`"${id}#`)) tally.lost++;
    else tally.mixedUp++;
  }
  if (isWhole) tally.lost += Math.abs(lines - said.length);
}

/** The busier client's ended streams over the other's. 1: equal. */
export function unfairness({ ended }: StreamsResult): number {
  const counts = Object.values(ended);
  return Math.max(...counts) / Math.min(...counts);
}
