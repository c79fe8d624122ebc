// For tests: a door between a program and its PostgreSQL server that can be shut in every way a network can. Bytes pass
// unchanged until then. It reads the wire only to know when a commit goes by.
import { createServer, type Server, type Socket, connect as tcpConnect } from 'node:net';

/** What becomes of the next commit: it reaches the server and the answer is lost, or it never gets there. */
type CommitFate = 'answer lost' | 'never arrives';

export interface TcpGate extends AsyncDisposable {
  /** The same URL, by way of the gate. */
  through(url: string): string;
  /** Nothing passes any more and nobody is told: a cable pulled out. */
  block(): void;
  /** New connections are refused and old ones are broken. */
  refuse(): void;
  /** Everything passes; what was held back goes on. */
  open(): void;
  /** Breaks the connection that commits next. @returns resolves when that has happened */
  breakNextCommit(fate: CommitFate): Promise<void>;
}

/** @param target the port of the server on loopback */
export async function openTcpGate(target: number): Promise<TcpGate> {
  const pairs = new Set<readonly [client: Socket, server: Socket]>();
  let state: 'open' | 'blocked' | 'refusing' = 'open';
  let next: { readonly fate: CommitFate; readonly done: () => void } | undefined;

  const onClientBytes = (chunk: Buffer, client: Socket, upstream: Socket) => {
    const awaited = next;
    if (!awaited || !isCommit(chunk)) {
      upstream.write(chunk);
      return;
    }
    next = undefined;
    // The server's side stays as it is: it has not noticed that its client is gone.
    if (awaited.fate === 'answer lost') upstream.write(chunk);
    client.destroy();
    awaited.done();
  };

  const server: Server = createServer((client) => {
    if (state === 'refusing') {
      client.destroy();
      return;
    }
    const upstream = tcpConnect(target, '127.0.0.1');
    const pair = [client, upstream] as const;
    pairs.add(pair);
    if (state === 'blocked') for (const socket of pair) socket.pause();
    client.on('data', (chunk) => onClientBytes(chunk, client, upstream));
    upstream.on('data', (chunk) => client.write(chunk));
    upstream.on('close', () => client.destroy());
    client.on('end', () => upstream.end());
    upstream.on('error', () => client.destroy());
    client.on('error', () => undefined);
    upstream.on('close', () => pairs.delete(pair));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the gate has no port');
  const { port } = address;

  const breakAll = () => {
    for (const sockets of pairs) for (const socket of sockets) socket.destroy();
  };
  return {
    through(url) {
      const there = new URL(url);
      there.port = String(port);
      return there.href;
    },
    block() {
      state = 'blocked';
      for (const sockets of pairs) for (const socket of sockets) socket.pause();
    },
    refuse() {
      state = 'refusing';
      breakAll();
    },
    open() {
      state = 'open';
      for (const sockets of pairs) for (const socket of sockets) socket.resume();
    },
    breakNextCommit: (fate) =>
      new Promise((resolve) => {
        next = { fate, done: resolve };
      }),
    async [Symbol.asyncDispose]() {
      breakAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A simple query that ends in `commit`, alone in its packet. */
function isCommit(chunk: Buffer): boolean {
  return chunk[0] === 0x51 && /(^|; )commit\0$/.test(chunk.subarray(5).toString('latin1'));
}
