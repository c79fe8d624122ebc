// From the first press to the card: nothing is proposed before what it takes is given, and a refusal is said.
import { expect, it, vi } from 'vitest';
import type { Resource } from '../../../../../shared/model/resource.ts';
import { createProposalStore } from './proposal-store.ts';

const container = { id: 'docker_container:vm:a', kind: 'docker_container' } as Resource;

it('asks for what an action takes first, and proposes what takes nothing at once', async () => {
  const propose = vi.fn(() => Promise.resolve({ id: 'card-1' }));
  const store = createProposalStore(() => ({ propose }) as never);
  store.getState().begin(container, 'remove');
  expect(store.getState().now).toMatchObject({ phase: 'asks', action: 'remove' });
  expect(propose).not.toHaveBeenCalled();
  store.getState().begin(container, 'restart');
  await vi.waitFor(() => expect(store.getState().cards[container.id]).toBe('card-1'));
  expect(propose).toHaveBeenCalledWith({ id: container.id, action: 'restart', arguments: {} });
  expect(store.getState()).toMatchObject({ now: null, fresh: 'card-1' });
});

it('says why nothing waits when it was refused, and leaves no card', async () => {
  const store = createProposalStore(
    () => ({ propose: () => Promise.reject(new Error('It is never to be touched.')) }) as never,
  );
  await store.getState().propose(container, 'pause', {});
  expect(store.getState().now).toMatchObject({
    phase: 'refused',
    failure: { message: 'It is never to be touched.' },
  });
  expect(store.getState().cards).toEqual({});
});
