// Promise: at most four files are under way at once, over all uploads; one that fails leaves the others alone and is named; what is cancelled is dropped and never taken in.
import { expect, it } from 'vitest';
import { createUploadStore, uuid } from './upload-store.ts';
import type { UploadWire } from './wire.ts';

function desk(refuse: (name: string) => string | null = () => null) {
  const log: string[] = [];
  const open = new Map<string, () => void>();
  let most = 0;
  const wire: UploadWire = {
    send: (upload, name, file, sent, signal) => {
      log.push(`send ${name}`);
      return new Promise((resolve, reject) => {
        const end = () => {
          open.delete(`${upload}/${name}`);
          const why = refuse(name);
          if (why !== null) return reject(new Error(why));
          sent(file.size + 200);
          resolve();
        };
        open.set(`${upload}/${name}`, end);
        most = Math.max(most, open.size);
        signal.addEventListener('abort', () => {
          open.delete(`${upload}/${name}`);
          reject(new DOMException('', 'AbortError'));
        });
      });
    },
    take: async (upload, title) => {
      log.push(`take ${upload} ${title}`);
      return { id: `task-${upload}` } as Awaited<ReturnType<UploadWire['take']>>;
    },
    drop: async (upload) => void log.push(`drop ${upload}`),
  };
  let next = 0;
  const store = createUploadStore({ wire, ids: () => `u${String(++next)}` });
  const finish = async () => {
    while (open.size > 0) {
      for (const end of [...open.values()]) end();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { store, log, finish, open, most: () => most };
}

const files = (count: number, prefix = 'f') =>
  Array.from({ length: count }, (_, n) => {
    const name = `${prefix}${String(n)}.json`;
    return { name, file: new File(['12345'], name) };
  });

it('sends four at a time over all uploads, and has each taken in when all of it is there', async () => {
  const { store, log, finish, most } = desk();
  const first = store.getState().add('first', files(9));
  const second = store.getState().add('second', files(3, 'g'));
  await finish();
  await Promise.all([first, second]);
  expect(most()).toBe(4);
  expect(log.filter((line) => line.startsWith('take'))).toEqual(['take u1 first', 'take u2 second']);
  expect(store.getState().uploads.find(({ id }) => id === 'u1')).toMatchObject({
    ...{ phase: 'taking', task: 'task-u1', done: 9, sent: 45, bytes: 45, unsent: [] },
  });
});

it('names what was not sent and takes in the rest', async () => {
  const { store, finish } = desk((name) => (name === 'f1.json' ? 'too long' : null));
  const all = store.getState().add('some', files(3));
  await finish();
  await all;
  expect(store.getState().uploads[0]).toMatchObject({
    ...{ phase: 'taking', done: 2, sent: 10, unsent: [{ name: 'f1.json', message: 'too long' }] },
  });
});

it('takes in nothing when nothing came, and lets go of it', async () => {
  const { store, log, finish } = desk(() => 'the disk is full');
  const all = store.getState().add('none', files(2));
  await finish();
  await all;
  expect(store.getState().uploads[0]).toMatchObject({ phase: 'failed', problem: 'the disk is full' });
  expect(log.at(-1)).toBe('drop u1');
});

it('drops what is cancelled, and sends no more of it', async () => {
  const { store, log, open } = desk();
  const all = store.getState().add('long', files(20));
  await new Promise((resolve) => setImmediate(resolve));
  store.getState().cancel('u1');
  await all;
  expect(log.filter((line) => line.startsWith('send'))).toHaveLength(4);
  expect(log.at(-1)).toBe('drop u1');
  expect(store.getState().uploads[0]).toMatchObject({ phase: 'cancelled', unsent: [] });
  expect(open.size).toBe(0);
});

it('makes ids that the core takes', () => {
  expect(uuid(new Uint8Array(16).fill(255))).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff');
});
