// A server on this machine for a double: with or without TLS, closed with all its connections. Used by the doubles of the remote
// providers and by tests of what is fetched; answers nothing itself.
import { createServer as createHttp, type RequestListener, type Server } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo } from 'node:net';

export interface Loopback {
  readonly url: string;
  close(): Promise<void>;
}

export async function listen(
  listener: RequestListener,
  tls?: { readonly key: string; readonly cert: string },
): Promise<Loopback> {
  const server: Server = tls === undefined ? createHttp(listener) : createHttps(tls, listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
