// Promise: the client sends every call of the contract. It is a function at each step of a name, and takes some names for the function's own: such a call would be
// made, answer at once and reach nobody.
import { createORPCClient } from '@orpc/client';
import { expect, it } from 'vitest';
import { proceduresOf } from './testing/procedures.ts';

type Step = { readonly [name: string]: Step } & ((input: object) => Promise<unknown>);

it('sends every call under its own name', async () => {
  const sent: string[] = [];
  const client = createORPCClient<never>({
    call: async (path: readonly string[]) => void sent.push(path.join('.')),
  } as never) as unknown as Step;
  const names = proceduresOf().map(({ name }) => name);
  for (const name of names) {
    const call = name.split('.').reduce<Step>((at, part) => at[part] as Step, client);
    await call({});
  }
  expect(sent).toEqual(names);
});
