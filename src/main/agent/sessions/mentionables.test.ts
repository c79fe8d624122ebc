// Promise: what is typed whole is offered first, however short it is and however much begins with it.
import { expect, it } from 'vitest';
import type { AskedMemory, Known } from '../hands/parts.ts';
import { mentionables } from './mentionables.ts';

it('a name of one or two letters is offered before all that begin with it', async () => {
  const names = ['aa', 'a-one', 'ab', 'db-backup', 'a', 'db'];
  const resources = names.map((name) => ({
    ...{ id: `docker_container:box:${name}`, kind: 'docker_container', name, detail: '', state: 'running' },
    // Ids begin with letters too.
    aliases: [`a${name.length}db00000000`, `db${name.length}a0000000`],
  }));
  const known = { fresh: () => Promise.resolve(), resources: () => resources } as unknown as Known;
  const memory = { search: () => Promise.resolve({}) } as unknown as AskedMemory;
  const findings = { search: () => Promise.resolve([]), find: () => Promise.resolve(null) };
  for (const name of ['a', 'db'])
    expect((await mentionables({ known, memory, findings }, name, 3))[0]?.name).toBe(name);
});
