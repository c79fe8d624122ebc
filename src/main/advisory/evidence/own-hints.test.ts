import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TaskBoard } from '../../console/task-board.ts';
import { type TempStore, tempStore } from '../../store/testing/temp-store.ts';
import type { RuntimeHint } from '../formats/records.ts';
import { Evidence } from './evidence.ts';
import { OwnHints } from './own-hints.ts';
import { RemoteDocuments } from './remote-document.ts';
import { Uploads } from './uploads.ts';

const PROJECT = 'default';
const digest = (byte: string) => `sha256:${byte.repeat(32)}`;
const hint = (resource: string, byte: string): RuntimeHint => ({
  ...{
    resource,
    imageDigest: digest(byte),
    otherDigests: [digest('ee')],
    entrypoint: ['/bin/web'],
    user: null,
  },
  ports: [{ port: 80, exposure: 'lan' }],
});

let temp: TempStore;
let evidence: Evidence;
let changes: number;
beforeEach(async () => {
  temp = await tempStore('sqlite');
  const { store, clock } = temp;
  changes = 0;
  evidence = new Evidence({
    ...{ store, clock, ids: randomUUID, tasks: new TaskBoard(clock, randomUUID) },
    uploads: new Uploads(join(temp.dir, 'uploads'), clock),
    remote: new RemoteDocuments({ clock }),
    onChange: () => void changes++,
  });
});
afterEach(() => temp[Symbol.asyncDispose]());

it('takes in what runs, anew when it is another, and out what runs no more; what the operator took in stays', async () => {
  let now = [hint('container:here:a', 'aa'), hint('container:here:b', 'bb')];
  const warned: unknown[] = [];
  const own = new OwnHints({
    ...{ clock: temp.clock, evidence, project: PROJECT, newId: randomUUID, everyMs: () => 1000 },
    running: async () => now,
    warn: (error) => void warned.push(error),
  });
  const keys = async () =>
    (await evidence.documents({ project: PROJECT, format: 'runtime-hint', offset: 0, limit: 100 })).documents
      .map(({ key }) => key)
      .sort();
  await own.look();
  expect(await keys()).toEqual(['container:here:a', 'container:here:b']);
  const before = changes;
  await own.look();
  expect(changes).toBe(before);
  const upload = randomUUID();
  const theirs = { schema: 'runtime-hint.v1', resource: 'host:far', ports: [] };
  await evidence.uploads.put(
    upload,
    'theirs.json',
    (await import('node:stream')).Readable.from([Buffer.from(JSON.stringify(theirs))]),
  );
  await evidence.take({ project: PROJECT, upload, origin: 'theirs', by: 'me' }).result;
  now = [hint('container:here:b', 'cc')];
  await own.look();
  expect(await keys()).toEqual(['container:here:b', 'host:far']);
  now = [];
  await own.look();
  expect(await keys()).toEqual(['host:far']);
  expect(warned).toEqual([]);
});
