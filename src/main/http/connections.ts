// Who may hold a connection, and how long: heads and bodies that do not come end theirs, and there are never more than the
// process has descriptors for. Where it is full, the oldest connection that asks for nothing makes room; and where none does, a
// few more are let in for the operator, whose console is never locked out. Toward a model there is no limit: a request whose body
// has come takes as long as it takes. Source: proxy, Hostile input; decision 027. Used by server.ts.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { endUnread } from '../proxy/body/refused-body.ts';
import { type Listed, Roster } from '../proxy/exchange/roster.ts';
import { LOCAL_PEER, peerOf } from './peer.ts';

export interface ConnectionLimits {
  /** Connections of one address other than this machine's own. */
  readonly perAddress: number;
  /** How long a head may take, from its connection's or its own first byte on. */
  readonly headMs: number;
  /** How long a body may go without a byte while we are ready for one. */
  readonly bodyMs: number;
}

/** A server of agents only, or one that the operator comes to. */
type Door = 'agents' | 'operators';

/** How often heads and bodies are looked at. */
export const LOOK_EVERY_MS = 1000;
/** Beyond the most, for the operator. */
const RESERVE = 16;
/** Full once, room is made for several: choosing costs a look at all. */
const ROOM_SHARE = 1 / 16;
/** Where nothing could make room, nothing will in the next moment. */
const FRUITLESS_MS = 20;

interface Connection extends Listed {
  readonly socket: Socket;
  readonly peer: string;
  /** The answer to its latest request; null before the first, and once that was found to be over. */
  response: ServerResponse | null;
  /** Let in beyond the most, since the operator may be at its other end. */
  readonly isReserve: boolean;
  hasAsked: boolean;
  isUpgraded: boolean;
  isGone: boolean;
  /** It was told to go, and has not. */
  isDropped: boolean;
  /** When it opened, asked or sent last, monotonic milliseconds. */
  movedAt: number;
  bytesRead: number;
}

const CONNECTION = Symbol('connection');
type Tracked = Socket & { [CONNECTION]?: Connection };

export class Connections {
  readonly #all = new Roster<Connection>();
  readonly #ofPeer = new Map<string, number>();
  readonly #servers: Server[] = [];
  readonly #most: number;
  readonly #limits: () => ConnectionLimits;
  readonly #timer: NodeJS.Timeout;
  #fruitlessAt = Number.NEGATIVE_INFINITY;

  /** @param most over all servers */
  constructor(most: number, limits: () => ConnectionLimits) {
    this.#most = most;
    this.#limits = limits;
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS).unref();
  }

  /** Counts a server's connections from now on. */
  watch(server: Server, door: Door): void {
    this.#servers.push(server);
    server.on('connection', (socket: Socket) => this.#opened(socket, door));
  }

  /** A request has come in. */
  began({ socket }: IncomingMessage, response: ServerResponse): void {
    const connection = (socket as Tracked)[CONNECTION];
    if (!connection) return;
    connection.response = response;
    connection.hasAsked = true;
    connection.movedAt = performance.now();
  }

  /** Whether a connection is there only because the operator may be at its other end. */
  isReserved({ socket }: Pick<IncomingMessage, 'socket'>): boolean {
    return this.#all.size > this.#most && (socket as Tracked)[CONNECTION]?.isReserve === true;
  }

  /** Whether an answer is on its way: the connection cannot change protocols in the middle of it. */
  isAnswering({ socket }: Pick<IncomingMessage, 'socket'>): boolean {
    const connection = (socket as Tracked)[CONNECTION];
    return connection !== undefined && !isIdle(connection);
  }

  /** It is a WebSocket from now on. */
  upgraded({ socket }: IncomingMessage): void {
    const connection = (socket as Tracked)[CONNECTION];
    if (connection) connection.isUpgraded = true;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #opened(socket: Socket, door: Door): void {
    const peer = peerOf(socket.remoteAddress);
    if (!this.#hasRoomFor(peer, door)) {
      socket.destroy();
      return;
    }
    const connection: Connection = {
      ...{ socket, peer, rosterPlace: -1, response: null, bytesRead: 0, movedAt: performance.now() },
      ...{
        isReserve: this.#all.size >= this.#most,
        hasAsked: false,
        isUpgraded: false,
        isGone: false,
        isDropped: false,
      },
    };
    (socket as Tracked)[CONNECTION] = connection;
    this.#all.add(connection);
    this.#ofPeer.set(peer, (this.#ofPeer.get(peer) ?? 0) + 1);
    socket.once('close', () => this.#forget(connection));
  }

  #hasRoomFor(peer: string, door: Door): boolean {
    const { perAddress } = this.#limits();
    const isCrowding = peer !== LOCAL_PEER && (this.#ofPeer.get(peer) ?? 0) >= perAddress;
    if (isCrowding && !this.#makeRoom(perAddress, peer)) return false;
    if (this.#all.size < this.#most || this.#makeRoomForAnybody()) return true;
    return door === 'operators' && this.#all.size < this.#most + RESERVE;
  }

  #makeRoomForAnybody(): boolean {
    const now = performance.now();
    if (now - this.#fruitlessAt < FRUITLESS_MS) return false;
    if (this.#makeRoom(this.#most, null)) return true;
    this.#fruitlessAt = now;
    return false;
  }

  /** Ends some that ask for nothing: those that never did before those that did, the oldest first. */
  #makeRoom(limit: number, peer: string | null): boolean {
    const idle = this.#all.all().filter((one) => isIdle(one) && (peer === null || one.peer === peer));
    idle.sort((a, b) => Number(a.hasAsked) - Number(b.hasAsked) || a.movedAt - b.movedAt);
    const ended = idle.slice(0, Math.max(1, Math.floor(limit * ROOM_SHARE)));
    for (const connection of ended) this.#end(connection);
    return ended.length > 0;
  }

  #end(connection: Connection): void {
    connection.socket.destroy();
    this.#forget(connection);
  }

  #forget(connection: Connection): void {
    if (connection.isGone) return;
    connection.isGone = true;
    connection.response = null;
    this.#all.remove(connection);
    this.#ofPeer.set(connection.peer, (this.#ofPeer.get(connection.peer) ?? 1) - 1);
  }

  #look(): void {
    const { headMs, bodyMs } = this.#limits();
    for (const server of this.#servers) server.headersTimeout = headMs;
    // Here and not when one closes: a map whose only entry comes and goes keeps what passed through it (decision 016).
    for (const [peer, count] of this.#ofPeer) if (count === 0) this.#ofPeer.delete(peer);
    const now = performance.now();
    for (const connection of this.#all.all()) {
      if (connection.isDropped) this.#end(connection);
      else if (isStalled(connection, now, bodyMs)) drop(connection, bodyMs);
      else if (isIdle(connection) && connection.response?.req.complete) connection.response = null;
    }
  }
}

function isIdle({ response, isUpgraded }: Connection): boolean {
  return !isUpgraded && (response === null || response.writableFinished || response.destroyed);
}

/** Whether the rest of a body has not come although we were ready for it all the time. */
function isStalled(connection: Connection, now: number, bodyMs: number): boolean {
  const { socket, response, bytesRead } = connection;
  if (response === null || response.req.complete) return false;
  if (socket.bytesRead !== bytesRead || isHeldBack(response.req)) {
    connection.bytesRead = socket.bytesRead;
    connection.movedAt = now;
    return false;
  }
  return now - connection.movedAt >= bodyMs;
}

/** Whether it is us who do not read: the upstream is slow, or the request waits for its turn. */
function isHeldBack(req: IncomingMessage): boolean {
  // Who reads with 'readable' does not flow, and has not paused either.
  const isPaused = req.readableFlowing === false && req.listenerCount('readable') === 0;
  return isPaused || req.readableLength >= req.readableHighWaterMark;
}

/** Says why, where no answer has begun; nothing behind it is read. */
function drop(connection: Connection, bodyMs: number): void {
  const { socket, response } = connection;
  connection.isDropped = true;
  endUnread(socket);
  // `socket` is the response's own only while it is the first in line.
  if (response?.socket === socket && !response.headersSent) {
    const body = JSON.stringify({ error: `no byte of the body came for ${bodyMs / 1000} s` });
    const head = `HTTP/1.1 408 Request Timeout\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`;
    socket.write(head + body);
  }
  socket.destroySoon();
}
