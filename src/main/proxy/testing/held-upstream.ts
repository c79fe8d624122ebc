// An upstream for tests that gives each answer itself, and wants to know when a client left. Used by tests only.
import { type ClientRequest, type IncomingMessage, request, type ServerResponse } from 'node:http';

/** `handler` is for a rig or a server; requests are numbered from 0 as they come. */
export function heldUpstream() {
  const arrived: PromiseWithResolvers<ServerResponse>[] = [];
  const left: PromiseWithResolvers<number>[] = [];
  let count = 0;
  const slot = <T>(list: PromiseWithResolvers<T>[], n: number) => {
    list[n] ??= Promise.withResolvers<T>();
    return list[n];
  };
  return {
    get count() {
      return count;
    },
    handler: (req: IncomingMessage, res: ServerResponse) => {
      if (req.url === '/api/show') {
        res.end('{}'); // the proxy's own question
        return;
      }
      const n = count++;
      res.on('close', () => {
        if (!res.writableFinished) slot(left, n).resolve(performance.now());
      });
      slot(arrived, n).resolve(res);
    },
    arrived: (n = 0) => slot(arrived, n).promise,
    left: (n = 0) => slot(left, n).promise,
  };
}

export const PROMPT = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hello' }] });

/** Sends a request on a connection of its own; the test reads the answer, or leaves. */
export function send({ url }: { readonly url: string }, path = '/api/chat', body = PROMPT): ClientRequest {
  const req = request(new URL(path, url), { method: 'POST', agent: false });
  req.on('error', () => {}); // a test that leaves
  req.end(body);
  return req;
}
