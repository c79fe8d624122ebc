// The yardstick of bench/proxy.ts: node:http in front, one undici pool behind, nothing else. Bytes, abort and back-pressure are
// carried; nothing is read, counted or logged.
//   node bench/proxy/bare.ts UPSTREAM_URL   prints its port
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Dispatcher, Pool } from 'undici';

const pool = new Pool(process.argv[2] ?? '', { headersTimeout: 0, bodyTimeout: 0, pipelining: 1 });
const OWN = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive']);

const server = createServer({ requestTimeout: 0, keepAliveTimeout: 90_000, noDelay: true }, (req, res) => {
  let controller: Dispatcher.DispatchController | null = null;
  const headers: string[] = [];
  for (let i = 0; i < req.rawHeaders.length; i += 2) {
    const name = req.rawHeaders[i] as string;
    if (!OWN.has(name.toLowerCase())) headers.push(name, req.rawHeaders[i + 1] as string);
  }
  const length = req.headers['content-length'];
  if (length !== undefined) headers.push('content-length', length);
  const hasBody = length !== undefined || req.headers['transfer-encoding'] !== undefined;
  res.on('close', () => {
    if (!res.writableFinished) controller?.abort(new Error('left'));
  });
  pool.dispatch(
    {
      method: req.method as Dispatcher.HttpMethod,
      path: req.url ?? '/',
      headers,
      body: hasBody ? req : null,
    },
    {
      onRequestStart: (own) => {
        controller = own;
      },
      onResponseStart(own, status, _headers, message) {
        const raw = (own.rawHeaders ?? []) as Buffer[];
        const kept: string[] = [];
        for (let i = 0; i < raw.length; i += 2) {
          const name = String(raw[i]);
          if (!OWN.has(name.toLowerCase())) kept.push(name, String(raw[i + 1]));
        }
        res.writeHead(status, message, kept);
      },
      onResponseData(own, chunk) {
        if (res.write(chunk)) return;
        own.pause();
        res.once('drain', () => own.resume());
      },
      onResponseEnd: () => {
        res.end();
      },
      onResponseError: () => {
        res.destroy();
      },
    },
  );
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
