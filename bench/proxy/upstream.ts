// The mock upstream of bench/proxy.ts: reads a request whole and answers with a prebuilt SSE stream, token by token as
// models do, or all at once. It speaks just enough HTTP/1.1 over raw sockets that it costs little beside the proxies measured.
//   node bench/proxy/upstream.ts TOKENS   prints its port; TOKENS events go out in as many writes, 0: everything in one
import { type AddressInfo, createServer, type Socket } from 'node:net';

const tokens = Number(process.argv[2] ?? 0);
const EVENTS = Math.max(tokens, 8);

const events = Array.from({ length: EVENTS }, (_, n) => {
  const delta = n === EVENTS - 1 ? {} : { content: ` word ${n}` };
  const choice = { index: 0, delta, finish_reason: n === EVENTS - 1 ? 'stop' : null };
  const event = {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [choice],
  };
  return `data: ${JSON.stringify(event)}\n\n`;
});
const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n';
const chunks = [...events, 'data: [DONE]\n\n'].map(chunk);
const WRITES = [`${HEAD}${chunks[0]}`, ...chunks.slice(1, -1), `${chunks.at(-1)}0\r\n\r\n`].map((text) =>
  Buffer.from(text),
);
const STREAM = Buffer.concat(WRITES);

/** One token a turn of the loop, so that each leaves in a packet of its own. */
function speak(socket: Socket, at = 0): void {
  if (socket.destroyed) return;
  socket.write(WRITES[at] as Buffer);
  if (at + 1 < WRITES.length) setImmediate(speak, socket, at + 1);
}
const json = (body: string) =>
  Buffer.from(
    `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
const SMALL = json('{"version":"0.33.0","models":[],"system":"","parameters":"num_ctx 32768"}');

/** The end of the request that starts at 0, or -1 while it is not whole. */
function requestEnd(head: string, body: Buffer): number {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head);
  if (length) return body.length >= Number(length[1]) ? Number(length[1]) : -1;
  if (!/\r\ntransfer-encoding: *chunked/i.test(head)) return 0;
  for (let at = 0; ; ) {
    const line = body.indexOf('\r\n', at);
    if (line < 0) return -1;
    const size = Number.parseInt(body.toString('latin1', at, line), 16);
    at = line + 2 + size + 2;
    if (at > body.length) return -1;
    if (size === 0) return at;
  }
}

function serve(socket: Socket): void {
  let pieces: Buffer[] = [];
  let wanted = 0;
  let held = 0;
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.on('data', (piece: Buffer) => {
    pieces.push(piece);
    held += piece.length;
    if (held < wanted) return;
    let bytes = pieces.length === 1 ? piece : Buffer.concat(pieces);
    for (;;) {
      const headEnd = bytes.indexOf('\r\n\r\n');
      if (headEnd < 0) break;
      const head = bytes.toString('latin1', 0, headEnd);
      const end = requestEnd(head, bytes.subarray(headEnd + 4));
      if (end < 0) {
        const length = /\r\ncontent-length: *(\d+)/i.exec(head);
        wanted = length ? headEnd + 4 + Number(length[1]) : 0;
        break;
      }
      wanted = 0;
      if (!head.startsWith('POST') || head.includes('/api/show')) socket.write(SMALL);
      else if (tokens === 0) socket.write(STREAM);
      else speak(socket);
      bytes = bytes.subarray(headEnd + 4 + end);
    }
    pieces = bytes.length === 0 ? [] : [bytes];
    held = bytes.length;
  });
}

const server = createServer(serve);
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
