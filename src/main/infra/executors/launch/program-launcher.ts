// The launcher: a process that holds next to nothing and starts programs for one that holds much, since starting one holds a process up for as long as
// the tables of its memory are copied. Forked by launched-programs.ts; it ends with that, and what it started goes on as it would have.
import type { Clock } from '../../../../shared/model/clock.ts';
import { AppError, type ErrorBody } from '../../../../shared/model/envelope.ts';
import { programsHere } from '../local-program.ts';
import type { FromLauncher, ToLauncher } from './protocol.ts';

const clock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};
const programs = programsHere(clock);
const running = new Map<number, AbortController>();

const errorBody = (error: unknown): ErrorBody =>
  error instanceof AppError
    ? error.toBody()
    : { code: 'EXECUTION_FAILED', message: error instanceof Error ? error.message : String(error) };

const tell = (message: FromLauncher): void => {
  if (process.connected) process.send?.(message);
};

process.on('message', (message: ToLauncher) => {
  if ('stop' in message) {
    running.get(message.stop)?.abort();
    return;
  }
  const { run: id, command } = message;
  const stop = new AbortController();
  running.set(id, stop);
  void programs
    .run(command, stop.signal)
    .then(
      (result) => tell({ ended: id, result }),
      (error: unknown) => tell({ ended: id, error: errorBody(error) }),
    )
    .finally(() => running.delete(id));
});
process.on('disconnect', () => process.exit(0));
