// The log of a container, from its last lines on, until it ends or nobody wants it any more; the connection is closed either way. It
// keeps no more than the line it is in. Used by containers.ts.
import { setImmediate as turn } from 'node:timers/promises';
import { AppError } from '../../../../shared/model/envelope.ts';
import type { LogLine } from '../../../../shared/model/resource.ts';
import type { LogRequest } from '../../provider.ts';
import type { Engine, OpenAnswer } from './engine.ts';
import { unreachable } from './engine-error.ts';
import { LogLines } from './log-lines.ts';
import type { ContainerInfo } from './shapes.ts';

/** Bytes that are read before other work gets its turn. */
const AT_ONCE = 16_384;
/** Log drivers that keep nothing an engine could read back. */
const UNREADABLE = new Set(['none']);

export async function* logLines(
  engine: Engine,
  info: ContainerInfo,
  request: LogRequest,
  signal: AbortSignal,
): AsyncIterable<LogLine> {
  const driver = info.HostConfig.LogConfig?.Type ?? '';
  if (UNREADABLE.has(driver)) {
    throw new AppError(
      'NOT_ALLOWED',
      `${info.Name.replace(/^\//, '')} keeps no log: its log driver is ${driver}`,
    );
  }
  const answer = await engine.open(
    {
      method: 'GET',
      path: `/containers/${info.Id}/logs`,
      query: { stdout: 1, stderr: 1, timestamps: 1, tail: request.tail, follow: request.follow ? 1 : 0 },
    },
    signal,
  );
  try {
    yield* linesOf(engine, answer, new LogLines(info.Config.Tty ?? false), request.follow);
  } catch (error) {
    if (signal.aborted) return;
    if (answer.leash.late) throw late(engine);
    throw error instanceof AppError ? error : unreachable(engine.address, error, false);
  } finally {
    answer.stream.destroy();
    answer.leash.end();
  }
}

async function* linesOf(
  { timeoutMs }: Engine,
  { stream, leash }: OpenAnswer,
  lines: LogLines,
  follow: boolean,
): AsyncIterable<LogLine> {
  // One that is followed may say nothing for hours. While somebody reads what came, the engine is not waited for.
  if (!follow) leash.extend(timeoutMs);
  for await (const piece of stream as AsyncIterable<Buffer>) {
    leash.slacken();
    for (let at = 0; at < piece.length; at += AT_ONCE) {
      // A piece may hold sixty thousand empty lines.
      if (at > 0) await turn();
      yield* lines.add(piece.subarray(at, at + AT_ONCE));
    }
    if (!follow) leash.extend(timeoutMs);
  }
  yield* lines.end();
}

const late = ({ address }: Engine): AppError =>
  new AppError(
    'UNAVAILABLE',
    `The container engine at ${address} stopped in the middle of a log: see its own log`,
    {},
    true,
  );
