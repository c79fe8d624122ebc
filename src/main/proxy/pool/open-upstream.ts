// The sockets of one upstream: an undici pool without any timeout that a slow model could run into.
// Source: proxy, Traps. Called by pool-member.ts.
import { buildConnector, Client, Pool } from 'undici';
import { AppError } from '../../../shared/model/envelope.ts';
import type { OpenUpstream, UpstreamConfig } from './port.ts';

/** A host that is down must be known within a second, name look-up included. */
const CONNECT_TIMEOUT_MS = 900;

/**
 * Opens an upstream; no connection is made yet.
 * @throws AppError INVALID_INPUT when its URL is none
 */
export function openUpstream({ name, url, headers = {} }: UpstreamConfig): OpenUpstream {
  if (!URL.canParse(url)) throw new AppError('INVALID_INPUT', `upstream "${name}": "${url}" is not a URL`);
  const parsed = new URL(url);
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') {
    throw new AppError('INVALID_INPUT', `upstream "${name}": ${parsed.protocol} is neither http: nor https:`);
  }
  let isReset = false;
  const watchResets = () => {
    isReset = true;
    process.nextTick(() => {
      isReset = false;
    });
  };
  const sockets = {
    connect: watched(buildConnector({ timeout: CONNECT_TIMEOUT_MS, allowH2: false }), watchResets),
    ...{ headersTimeout: 0, bodyTimeout: 0, allowH2: false, pipelining: 1 },
  };
  const { origin } = parsed;
  const dispatcher = new Pool(origin, sockets);
  return {
    name,
    basePath: parsed.pathname.replace(/\/+$/, ''),
    headers: Object.entries(headers),
    dispatcher,
    fresh: () => new Client(origin, sockets),
    isReset: () => isReset,
  };
}

/** Tells of a connection that is reset before undici hears of it. */
function watched(connect: buildConnector.connector, onReset: () => void): buildConnector.connector {
  return (options, callback) =>
    connect(options, (...made) => {
      made[1]?.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNRESET') onReset();
      });
      callback(...made);
    });
}
