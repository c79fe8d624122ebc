// Plays an answer out over an exchange, token by token, with whatever a script wants to go wrong on the way.
// Headers go out with the first token only, as Ollama's do: until then a client sees nothing, not even a status.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ClientLeft, type DemoHost, type Exchange, until, wait } from './demo-host.ts';
import { type Answer, answerOf, type Delta, type Usage } from './prompt.ts';
import { UpstreamError } from './reply.ts';
import type { Behaviour } from './script.ts';
import type { WireFormat } from './wire-format.ts';

export interface Performance {
  readonly deltas: readonly Delta[];
  readonly doneReason: Answer['doneReason'];
  readonly usage: Usage;
  readonly wire: WireFormat;
  readonly behaviour: Behaviour;
  readonly stream: boolean;
  /** Milliseconds of loading and prefill. */
  readonly prefillMs: number;
}

/** Whether to go on after so many tokens, or how it ends here. */
type Turn = 'on' | 'cut';

/**
 * Sends the answer, streamed or whole.
 * @throws UpstreamError for a scripted failure before the first byte; ClientLeft when nobody listens any more
 */
export async function playAnswer(host: DemoHost, exchange: Exchange, play: Performance): Promise<void> {
  if (play.stream) await playStream(host, exchange, play);
  else await playWhole(host, exchange, play);
}

async function playStream(host: DemoHost, exchange: Exchange, play: Performance): Promise<void> {
  const { res } = exchange;
  res.setHeader('content-type', play.wire.streamType);
  const write = (bytes: string): Promise<void> => writeBytes(exchange, bytes, play.behaviour);
  for (const [sent, delta] of play.deltas.entries()) {
    if ((await reach(host, exchange, play, sent)) === 'cut') return endEarly(exchange, play, sent, write);
    if (play.behaviour.insert?.afterTokens === sent) await write(play.behaviour.insert.bytes);
    await write(play.wire.delta(delta));
  }
  const sent = play.deltas.length;
  if ((await reach(host, exchange, play, sent)) === 'cut') return endEarly(exchange, play, sent, write);
  await write(play.wire.done(answerOf(play.deltas, play.doneReason), play.usage));
  res.end();
}

async function playWhole(host: DemoHost, exchange: Exchange, play: Performance): Promise<void> {
  let sent = 0;
  let turn: Turn = 'on';
  while (turn === 'on' && sent <= play.deltas.length) {
    turn = await reach(host, exchange, play, sent);
    if (turn === 'on') sent += 1;
  }
  const how = turn === 'cut' ? play.behaviour.cut?.how : undefined;
  if (how === 'destroy') return exchange.cut();
  if (how === 'error') throw new UpstreamError(500, cutMessage(play));
  const answer = answerOf(play.deltas.slice(0, sent), play.doneReason);
  const body = play.wire.whole(answer, play.usage, how === undefined);
  exchange.res.writeHead(200, {
    'content-type': play.wire.wholeType,
    'content-length': Buffer.byteLength(body),
  });
  exchange.res.end(body);
}

/** Waits as long as the model would before token number `sent`, and obeys the script's hold and cut. */
async function reach(host: DemoHost, exchange: Exchange, play: Performance, sent: number): Promise<Turn> {
  const { behaviour } = play;
  const { hold, cut } = behaviour;
  if (hold?.afterTokens === sent) await until(hold.until ?? new Promise(() => {}), exchange.signal);
  if (cut !== undefined && sent >= cut.afterTokens) return 'cut';
  const tokenMs = behaviour.tokenMs ?? host.speed.tokenMs;
  const ms = sent === 0 ? (behaviour.firstTokenMs ?? play.prefillMs) : tokenMs;
  await wait(host.clock, ms, exchange.signal);
  return 'on';
}

async function endEarly(
  exchange: Exchange,
  play: Performance,
  sent: number,
  write: (bytes: string) => Promise<void>,
): Promise<void> {
  switch (play.behaviour.cut?.how) {
    case 'destroy':
      return exchange.cut();
    case 'error':
      // Nothing has gone out yet: the error still has a status to travel by.
      if (sent === 0) throw new UpstreamError(500, cutMessage(play));
      await write(play.wire.failure(cutMessage(play)));
      exchange.res.end();
      return;
    default:
      exchange.res.end();
  }
}

const cutMessage = (play: Performance): string =>
  play.behaviour.cut?.message ?? 'an error was encountered while running the model: unexpected EOF';

/** Writes with back-pressure; in small pieces, each in a segment of its own, where a script asks for it. */
async function writeBytes(exchange: Exchange, bytes: string, behaviour: Behaviour): Promise<void> {
  const whole = Buffer.from(bytes);
  const step = behaviour.splitBytes ?? whole.length;
  for (let at = 0; at < whole.length; at += step) {
    if (exchange.signal.aborted) throw new ClientLeft();
    const piece = whole.subarray(at, at + step);
    // What was said before a scripted break must have left: breaking a socket drops what it has not sent.
    if (behaviour.cut?.how === 'destroy') await writeThrough(exchange, piece);
    else if (!exchange.res.write(piece)) await drained(exchange);
    if (behaviour.splitBytes !== undefined) await nextTurn();
  }
}

async function writeThrough(exchange: Exchange, piece: Buffer): Promise<void> {
  const sent = Promise.withResolvers<void>();
  exchange.res.write(piece, () => sent.resolve());
  await until(sent.promise, exchange.signal);
}

async function drained(exchange: Exchange): Promise<void> {
  const drain = Promise.withResolvers<void>();
  exchange.res.once('drain', drain.resolve);
  await until(drain.promise, exchange.signal);
}
