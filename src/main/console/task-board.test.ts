import { expect, it } from 'vitest';
import { AppError } from '../../shared/model/envelope.ts';
import { ManualClock } from '../store/testing/temp-store.ts';
import { TaskBoard } from './task-board.ts';

function board() {
  const clock = new ManualClock();
  let next = 0;
  return { clock, tasks: new TaskBoard(clock, () => `t${++next}`) };
}

const SPEC = {
  kind: 'export',
  title: 'Export of everything',
  unit: 'facts',
  describe: (n: number) => `${n} facts`,
} as const;

it('shows work under way with its progress, and what came of it', async () => {
  const { clock, tasks } = board();
  const gate = Promise.withResolvers<number>();
  let heard = 0;
  tasks.watch(() => heard++);
  const { task, result } = tasks.start(SPEC, async (handle) => {
    handle.progress(3, 10);
    return gate.promise;
  });
  expect(task).toMatchObject({ id: 't1', status: 'running', done: 0, total: null });
  await Promise.resolve();
  expect(tasks.list()).toMatchObject([{ done: 3, total: 10 }]);
  expect(heard, 'progress is told in its own time').toBe(1);
  clock.advance(250);
  expect(heard).toBe(2);
  gate.resolve(10);
  await result;
  await tasks.close();
  expect(tasks.list()).toMatchObject([{ status: 'done', result: '10 facts', cancellable: false }]);
});

it('names the file that came of it, once it is there', async () => {
  const { tasks } = board();
  const { task, result } = tasks.start({ ...SPEC, file: (n: number) => `facts-${n}.tar` }, async () => 3);
  expect(task.file).toBeUndefined();
  await result;
  await tasks.close();
  expect(tasks.list()).toMatchObject([{ status: 'done', file: 'facts-3.tar' }]);
});

it('cancels what can be cancelled, and says so of what cannot', async () => {
  const { tasks } = board();
  const { task, result } = tasks.start(SPEC, ({ signal }) => {
    const { promise, reject } = Promise.withResolvers<number>();
    signal.addEventListener('abort', () => reject(signal.reason));
    return promise;
  });
  await Promise.resolve();
  tasks.cancel(task.id);
  await expect(result).rejects.toMatchObject({ code: 'CANCELLED' });
  await tasks.close();
  expect(tasks.list()[0]).toMatchObject({ status: 'cancelled' });

  const gate = Promise.withResolvers<number>();
  const fixed = tasks.start({ ...SPEC, cancellable: false }, () => gate.promise);
  expect(() => tasks.cancel(fixed.task.id)).toThrow(expect.objectContaining({ code: 'NOT_ALLOWED' }));
  expect(() => tasks.cancel('nobody')).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
  gate.resolve(1);
  await fixed.result;
});

it('keeps a failure on the board even when nobody awaits it, and forgets the oldest of many', async () => {
  const { tasks } = board();
  tasks.start(SPEC, async () => {
    throw new AppError('UNAVAILABLE', 'The disk is full.');
  });
  await tasks.close();
  expect(tasks.list()[0]).toMatchObject({ status: 'failed', result: 'The disk is full.' });
  for (let i = 0; i < 60; i++) await tasks.start(SPEC, async () => i).result;
  await tasks.close();
  expect(tasks.list()).toHaveLength(50);
  expect(tasks.list()[0]).toMatchObject({ result: '59 facts' });
});
