// Promises: a word goes out with the hash of what was seen; what is another by now is shown in its place and nothing is claimed; what left the core's
// lists is asked for until it is known what came of it.
import { ORPCError } from '@orpc/client';
import { expect, it } from 'vitest';
import type { Approval } from '../../../../shared/model/approval.ts';
import { anApproval, anExecution } from './approval.fixture.ts';
import { createApprovalsStore } from './approvals-store.ts';

type Calls = ReturnType<Parameters<typeof createApprovalsStore>[0]>;

/** A core that has these; what is said to it is noted. */
function aCore(...approvals: Approval[]) {
  const has = new Map(approvals.map((one) => [one.id, one]));
  const heard: unknown[] = [];
  let answer: (input: { readonly id: string }) => Approval = ({ id }) => {
    const one = {
      ...(has.get(id) ?? anApproval({ id })),
      status: 'approved',
      execution: anExecution(),
    } as const;
    has.set(id, one);
    return one;
  };
  const say = async (input: { readonly id: string }) => {
    heard.push(input);
    return answer(input);
  };
  const calls = {
    get: async ({ id }: { readonly id: string }) => {
      const one = has.get(id);
      if (!one) throw new ORPCError('NOT_FOUND', { message: `There is no approval ${id}.` });
      return one;
    },
    ...{ approve: say, deny: say, edit: say },
  } as unknown as Calls;
  const store = createApprovalsStore(() => calls);
  return {
    store,
    heard,
    put: (one: Approval) => void has.set(one.id, one),
    answers: (next: typeof answer) => {
      answer = next;
    },
  };
}

const stale = (details: Record<string, unknown>) => () => {
  throw new ORPCError('STALE_VERSION', { message: 'web-1 has changed.', data: details });
};

it('approves exactly what was seen, with the name that was typed', async () => {
  const { store, heard } = aCore(anApproval());
  const said = await store.getState().approve(anApproval(), 'web-1');
  expect(heard).toEqual([{ id: 'one', planHash: 'a'.repeat(64), typedName: 'web-1' }]);
  expect(said.kind).toBe('taken');
  expect(store.getState().known.get('one')?.execution?.state).toBe('started');
});

it('shows what waits in the place of what changed, says why, and says nothing was taken', async () => {
  const core = aCore(anApproval({ status: 'replaced' }), anApproval({ id: 'two' }));
  core.answers(stale({ approval_id: 'two' }));
  const said = await core.store.getState().approve(anApproval());
  expect(said).toEqual({ kind: 'instead', id: 'two' });
  const { known, instead } = core.store.getState();
  expect(instead.get('two')).toBe('web-1 has changed.');
  expect(known.get('two')?.status).toBe('pending');
  expect(known.get('one')?.status).toBe('replaced');
});

it('reads anew what was decided elsewhere, or is another under its own id', async () => {
  const decided = aCore(anApproval({ status: 'denied', reason: 'not now' }));
  decided.answers(stale({ status: 'denied' }));
  expect(await decided.store.getState().approve(anApproval())).toEqual({
    kind: 'over',
    why: 'web-1 has changed.',
  });
  expect(decided.store.getState().known.get('one')?.reason).toBe('not now');

  const other = aCore(anApproval({ planHash: 'b'.repeat(64) }));
  other.answers(stale({ approval_id: 'one', plan_hash: 'b'.repeat(64) }));
  expect((await other.store.getState().approve(anApproval())).kind).toBe('over');
  expect(other.store.getState().known.get('one')?.planHash).toBe('b'.repeat(64));
});

it('leaves a refusal to be shown, and the approval as it was', async () => {
  const core = aCore(anApproval());
  core.store.getState().take({ pending: [anApproval()], running: [], rules: [] });
  core.answers(() => {
    throw new ORPCError('LOCKED', { message: 'Something else is being done to web-1.' });
  });
  const said = await core.store.getState().approve(anApproval());
  expect(said).toMatchObject({ kind: 'failed', failure: { code: 'LOCKED' } });
  expect(core.store.getState().known.get('one')?.status).toBe('pending');
});

it('puts what was edited in the place of what waited', async () => {
  const core = aCore(anApproval());
  const edited = anApproval({ id: 'two' });
  core.put(edited);
  core.answers(() => {
    core.put(anApproval({ status: 'replaced', reason: 'edited' }));
    return edited;
  });
  const said = await core.store.getState().edit(anApproval(), { resource: 'web-1' }, 'look again');
  expect(said).toEqual({ kind: 'instead', id: 'two' });
  expect(core.store.getState().instead.get('two')).toBe('look again');
  expect(core.store.getState().known.get('one')?.status).toBe('replaced');
});

it('asks what became of what waits or runs no more, wherever it was decided', async () => {
  const core = aCore(anApproval());
  const { take } = core.store.getState();
  take({ pending: [anApproval()], running: [], rules: [] });
  const execution = anExecution({ state: 'done', verified: 'yes', finishedAt: 3000 });
  core.put(anApproval({ status: 'approved', execution }));
  take({ pending: [], running: [], rules: [] });
  await expect.poll(() => core.store.getState().known.get('one')?.execution?.verified).toBe('yes');
});

it('keeps what is the same as it was, so that nothing is drawn anew for it', () => {
  const { store } = aCore(anApproval());
  store.getState().take({ pending: [anApproval()], running: [], rules: [] });
  const [before] = store.getState().live?.pending ?? [];
  store.getState().take({ pending: [anApproval()], running: [], rules: [] });
  expect(store.getState().live?.pending[0]).toBe(before);
});

it('says why one that was looked at could not be read', async () => {
  const { store } = aCore();
  await store.getState().look('gone');
  expect(store.getState().failures.get('gone')?.code).toBe('NOT_FOUND');
});
