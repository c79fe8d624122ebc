// Promises: the history goes on page by page without losing or doubling one, and an outcome that was chosen meanwhile wins.
import { expect, it } from 'vitest';
import { anApproval } from '../../session/approval/approval.fixture.ts';
import { createHistoryStore, PAGE } from './history-store.ts';

/** Three were asked in each millisecond: pages end among them. */
const all = Array.from({ length: 250 }, (_, nth) =>
  anApproval({
    id: `a${String(nth)}`,
    askedAt: 10_000 - Math.floor(nth / 3),
    status: nth % 2 ? 'denied' : 'approved',
  }),
);

const store = () =>
  createHistoryStore(() => ({
    list: async (input) => {
      const { status, limit = PAGE } = input ?? {};
      const before = Number(input?.before ?? Number.POSITIVE_INFINITY);
      const fit = all.filter((one) => one.askedAt < before && (!status || one.status === status));
      return { approvals: fit.slice(0, Number(limit)) };
    },
  }));

it('reads all of it, each once', async () => {
  const history = store();
  await history.getState().load();
  expect(history.getState().list).toHaveLength(PAGE);
  for (let pages = 0; history.getState().hasMore && pages < 5; pages++) await history.getState().loadOlder();
  expect(history.getState().list?.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
});

it('drops an older page when another outcome was chosen meanwhile', async () => {
  const history = store();
  await history.getState().load();
  const older = history.getState().loadOlder();
  history.getState().show('denied');
  await older;
  await expect.poll(() => history.getState().list?.length).toBe(PAGE);
  expect(history.getState().list?.every(({ status }) => status === 'denied')).toBe(true);
});
