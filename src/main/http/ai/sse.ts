// A stream of events over plain HTTP: one JSON object an event, each with an id to come back with. A client that reads slowly is waited for; one that
// has gone ends the stream and nothing else. Called by chat-routes.ts. Source: agent, Over HTTP.
import { once } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ChatEvent } from '../../../shared/model/assistant/events.ts';
import { idsOf, type Told } from '../../streams/ordered-events.ts';

const BEAT_MS = 15_000;

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-accel-buffering': 'no',
} as const;

export interface SseStream {
  readonly events: AsyncGenerator<Told<ChatEvent>, void, void>;
  /** The last one to be sent. */
  ends(event: ChatEvent): boolean;
}

/** Aborted when the client has gone. */
export function goneSignal(request: FastifyRequest, reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  request.raw.once('aborted', () => gone.abort());
  return gone.signal;
}

export async function sendEvents(reply: FastifyReply, { events, ends }: SseStream): Promise<void> {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, HEADERS);
  raw.flushHeaders();
  const beat = setInterval(() => raw.write(': beat\n\n'), BEAT_MS);
  beat.unref();
  try {
    for await (const told of events) {
      if (told.events === null) {
        // It fell too far behind: what it missed is in the session.
        raw.write('event: gap\ndata: {"type":"gap"}\n\n');
        break;
      }
      const ids = idsOf(told);
      const text = told.events.map((event, n) => line(ids[n] ?? told.id, event)).join('');
      if (!raw.write(text)) await Promise.race([once(raw, 'drain'), once(raw, 'close')]);
      if (raw.destroyed || told.events.some(ends)) break;
    }
  } finally {
    clearInterval(beat);
    raw.end();
  }
}

const line = (id: string, event: ChatEvent): string =>
  `id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
