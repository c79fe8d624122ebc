// Both ends of the wire as bare sockets: an upstream that keeps the bytes it is sent and answers with the bytes it is
// given, and a client that sends bytes and keeps what comes back, and how it ended. Used by tests only.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Message, parseAnswer, parseRequest, statusOf } from './raw-http.ts';

/** What an upstream sends back: pieces, a write each; then what becomes of the connection. */
export interface RawAnswer {
  readonly pieces: readonly Buffer[];
  /** `keep`: it stays open for the next request. Default. */
  readonly after?: 'keep' | 'close' | 'reset';
}

export interface RawUpstream extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** Requests that came whole, oldest first. */
  readonly seen: Message[];
  /** Requests of which a head came. */
  readonly begun: number;
  /** Chooses what the next ones are answered with. */
  answer: (request: Message) => RawAnswer;
}

async function writePieces(socket: Socket, pieces: readonly Buffer[]): Promise<void> {
  for (const piece of pieces) {
    if (socket.destroyed) return;
    socket.write(piece);
    await nextTurn(); // so that the other side sees a read of its own for each
  }
}

export async function startRawUpstream(): Promise<RawUpstream> {
  const seen: Message[] = [];
  const sockets = new Set<Socket>();
  let begun = 0;
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    let bytes: Buffer = Buffer.alloc(0);
    let isCounted = false;
    let turn = Promise.resolve();
    const answer = async (request: Message) => {
      const { pieces, after = 'keep' } = upstream.answer(request);
      await writePieces(socket, pieces);
      if (after === 'close') socket.end();
      if (after === 'reset') socket.resetAndDestroy();
    };
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk]);
      for (let request = parseRequest(bytes); request; request = parseRequest(bytes)) {
        if (!isCounted) begun++;
        isCounted = request.state !== 'whole';
        if (request.state !== 'whole') return;
        const whole = request;
        seen.push(whole);
        bytes = bytes.subarray(whole.end);
        turn = turn.then(() => answer(whole));
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const upstream: RawUpstream = {
    url: `http://127.0.0.1:${port}`,
    port,
    seen,
    get begun() {
      return begun;
    },
    answer: () => ({ pieces: [Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')] }),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return upstream;
}

export interface RawEnd {
  /** 1xx heads that came in front. */
  readonly interim: readonly Message[];
  /** Null when no head came whole. */
  readonly answer: Message | null;
  /** `whole`: to its end by its own framing, or by a clean close where it has none. */
  readonly ended: 'whole' | 'cut' | 'reset' | 'hung';
}

/** An exchange that takes longer hangs: nothing here waits for a model. */
const BOUND_MS = 5_000;

/** Sends bytes, a write for each piece, and returns what came back. Resolves in any case. */
export function rawCall(port: number, pieces: readonly Buffer[]): Promise<RawEnd> {
  const method = (pieces[0] ?? Buffer.alloc(0)).toString('latin1', 0, 32).split(' ')[0] ?? '';
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const chunks: Buffer[] = [];
    let isReset = false;
    const read = () => readAnswers(Buffer.concat(chunks), method);
    const end = (ended: RawEnd['ended']) => {
      clearTimeout(bound);
      socket.removeAllListeners('close').destroy();
      resolve({ ...read(), ended });
    };
    const bound = setTimeout(() => end('hung'), BOUND_MS);
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      if (read().answer?.state === 'whole') end('whole');
    });
    socket.on('error', () => {
      isReset = true;
    });
    socket.on('close', () => {
      if (isReset) end('reset');
      else end(read().answer?.state === 'until_close' ? 'whole' : 'cut');
    });
    void writePieces(socket, pieces);
  });
}

function readAnswers(bytes: Buffer, method: string): Omit<RawEnd, 'ended'> {
  const interim: Message[] = [];
  let answer = parseAnswer(bytes, method);
  while (answer && statusOf(answer.startLine) < 200 && statusOf(answer.startLine) >= 100) {
    interim.push(answer);
    answer = parseAnswer(bytes, method, answer.end);
  }
  return { interim, answer };
}
