// A program of this machine whose output is read as it comes, line by line: for logs that go on. It runs without a shell and in a
// clean environment; a line longer than the bound is cut; it is killed when it is no longer read. Called by the host's provider.
// Source: agent, What it acts on (Executors).
import { spawn } from 'node:child_process';
import { AppError } from '../../../../shared/model/envelope.ts';

const MOST_CHARS = 256 * 1024;

/** @throws AppError EXECUTION_FAILED when it cannot be started or ends with an error */
export async function* childLines(
  argv: readonly [string, ...string[]],
  signal: AbortSignal,
): AsyncGenerator<string> {
  if (signal.aborted) return;
  const [program, ...rest] = argv;
  const child = spawn(program, rest, {
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that what it starts in turn is ended with it.
    detached: true,
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C.UTF-8' },
  });
  const kill = () => {
    endGroup(child.pid);
    child.stdout.destroy();
  };
  signal.addEventListener('abort', kill, { once: true });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(0, 500);
  });
  const ended = new Promise<number | null | Error>((resolve) => {
    child.once('error', resolve).once('close', resolve);
  });
  try {
    yield* cutLines(child.stdout.setEncoding('utf8') as AsyncIterable<string>);
    const end = await ended;
    if (signal.aborted || end === 0) return;
    const why = end instanceof Error ? end.message : said.trim() || `it ended with ${end ?? 'a signal'}`;
    throw new AppError('EXECUTION_FAILED', `${program}: ${why}`);
  } catch (error) {
    // What is no longer read breaks off.
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener('abort', kill);
    kill();
  }
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/** What comes in pieces, as lines; of a line beyond the bound, its beginning. */
async function* cutLines(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  let isCut = false;
  for await (const piece of pieces) {
    const lines = piece.split('\n');
    for (const [index, text] of lines.entries()) {
      const room = MOST_CHARS - rest.length;
      if (!isCut) rest += text.length > room ? text.slice(0, room) : text;
      isCut ||= text.length > room;
      if (index === lines.length - 1) break;
      yield rest;
      rest = '';
      isCut = false;
    }
  }
  if (rest !== '') yield rest;
}
