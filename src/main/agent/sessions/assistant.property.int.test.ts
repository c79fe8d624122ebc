// Property: whatever the model says, whenever the operator says what, and whatever fails, nothing is executed that was not discovered, not approved,
// locked, begun while an earlier write of its session is not proven, or begun twice. Two sessions at a time, a real machine and a real upstream;
// what ran is counted where it ran, not where it was noted.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Entry, EntryOf } from '../../../shared/model/assistant/transcript.ts';
import type { Clock } from '../../../shared/model/clock.ts';
import type { Resource } from '../../../shared/model/resource.ts';
import { chance, isLong, RUNS } from '../../../shared/testing/campaign.ts';
import { systemClock } from '../../core/clock.ts';
import { assistantRoad, type Played, type Road } from '../../core/testing/assistant-road.ts';
import { wildModel } from './testing/wild-model.ts';

vi.setConfig({ testTimeout: isLong ? 7_200_000 : 900_000, hookTimeout: 60_000 });

interface Card {
  readonly approval_id: string;
  readonly plan_hash: string;
  readonly resource_id: string;
  readonly resource_name: string;
  readonly tool: string;
  readonly command: string;
  readonly status: string;
  readonly session_id: string;
  readonly arguments: Record<string, unknown>;
  readonly execution: { state: string; verified: string | null } | null;
}

const MINUTE_MS = 60_000;
let road: Road;
let dir: string;
let host: string;
let models: string[];
let ahead = 0;
const clock: Clock = { ...systemClock, now: () => systemClock.now() + ahead };

beforeAll(async () => {
  // Not the temporary directory of the tests: files of programs are not edited there.
  dir = mkdtempSync('/var/tmp/festinger-wild-');
  const settings = {
    assistant_daily_tokens: 1_000_000_000,
    assistant_run_tokens: 100_000_000,
    budget_daily_cost: 10_000,
  };
  road = await assistantRoad({ wire: 'ollama', clock, settings });
  const { resources } = await road.get<{ resources: Resource[] }>('/resources');
  host = resources.find(({ kind }) => kind === 'host')?.id ?? '';
  models = resources.filter(({ kind }) => kind === 'model').map(({ id }) => id);
  expect(models.length).toBeGreaterThan(3);
});
afterAll(async () => {
  await road[Symbol.asyncDispose]();
  rmSync(dir, { recursive: true });
});

async function console_(path: string, body: unknown): Promise<void> {
  const { status } = await road.test.operator(`/api/console/${path}`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  });
  expect(status, path).toBe(200);
}

const cards = async (session: string) =>
  (await road.get<{ approvals: Card[] }>(`/approvals?session_id=${session}&limit=200`)).approvals;

/** An operator who says anything: yes, no, yes twice, yes to something else, too late, stop; and notes what was said yes to. */
function wildOperator(draw: () => number, session: string, saidYes: Set<string>) {
  const over = new AbortController();
  const decide = async (card: Card): Promise<void> => {
    const { approval_id: id, plan_hash, resource_name: typed_name } = card;
    const yes = () => {
      saidYes.add(id);
      return road.post(`/approvals/${id}/approve`, { plan_hash, typed_name });
    };
    const drawn = draw();
    if (drawn < 0.4) await yes();
    else if (drawn < 0.5) await Promise.all([yes(), yes(), yes()]);
    else if (drawn < 0.6) await Promise.all([yes(), road.post(`/approvals/${id}/deny`, { reason: 'no' })]);
    else if (drawn < 0.75) await road.post(`/approvals/${id}/deny`, { reason: 'not now' });
    else if (drawn < 0.85)
      await road.post(`/approvals/${id}/approve`, { plan_hash: 'b'.repeat(64), typed_name });
    else if (drawn < 0.92) ahead += 6 * MINUTE_MS;
    else if (drawn < 0.96) {
      // Said before it is known what of it still holds: a stop and a yes at once.
      await Promise.all([road.post(`/sessions/${session}/stop`), yes()]);
    } else await road.post(`/sessions/${session}/stop`);
  };
  const work = async () => {
    while (!over.signal.aborted) {
      for (const card of await cards(session)) if (card.status === 'pending') await decide(card);
      const { entries } = await road.session(session);
      for (const entry of entries)
        if (entry.kind === 'question' && entry.open)
          await road.post(`/questions/${entry.id}/answer`, { answer: 'a' });
        else if (entry.kind === 'plan' && entry.state === 'waiting')
          await road.post(`/plans/${entry.id}/decide`, {
            ...{ plan_hash: draw() < 0.2 ? 'c'.repeat(64) : entry.plan_hash, approve: draw() < 0.7 },
          });
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const done = work();
  return async () => {
    over.abort();
    await done;
  };
}

/** How often each mark stands in the ledger: how often that command really ran. */
function marksIn(ledger: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  if (!existsSync(ledger)) return found;
  for (const mark of readFileSync(ledger, 'utf8').match(/m\d+\./g) ?? [])
    found.set(mark, (found.get(mark) ?? 0) + 1);
  return found;
}

const isTool = (entry: Entry): entry is EntryOf<'tool'> => entry.kind === 'tool';

/** What the entries before one have found out about: ids in the results of reads that succeeded. */
const wasDiscovered = (entries: readonly Entry[], at: number, id: string) =>
  entries
    .slice(0, at)
    .some(
      (entry) =>
        (isTool(entry) && entry.status === 'done' && JSON.stringify(entry.result).includes(`"${id}"`)) ||
        (entry.kind === 'context' && entry.resources.some((one) => one.id === id)),
    );

async function play(name: string): Promise<{ executed: number; approved: number; refused: number }> {
  const draw = chance(name);
  const ledger = join(dir, name);
  const locked = models.filter(() => draw() < 0.3);
  for (const id of locked) await console_('resource-lock', { id, note: 'never' });
  const from = road.test.upstream.requests.length;
  const model = wildModel({ chance: draw, host, models, ledger });
  road.script(...Array.from({ length: 120 }, () => model()));
  const saidYes = new Set<string>();
  const profile = () => (draw() < 0.15 ? 'investigation' : draw() < 0.15 ? 'plan' : 'interactive');
  const play1 = async (): Promise<Played> => {
    const run = await road.begin('Do what you like', { profile: profile() });
    const leave = wildOperator(draw, run.sessionId, saidYes);
    const first = await run.played().finally(leave);
    if (draw() < 0.5) return first;
    // Gone on with: what was not proven then still is not.
    const next = await road.begin('And again', { session_id: first.sessionId });
    const leaveNext = wildOperator(draw, next.sessionId, saidYes);
    return await next.played().finally(leaveNext);
  };
  const all = await Promise.all([play1(), play1()]);
  const asked = (await Promise.all(all.map(({ sessionId }) => cards(sessionId)))).flat();
  for (const id of locked) await console_('resource-unlock', { id });
  // What stood in a plan that was approved whole has that word.
  for (const { sessionId } of all) {
    const { entries } = await road.session(sessionId);
    const steps = entries.flatMap((entry) =>
      entry.kind === 'plan' && entry.state === 'approved' ? entry.steps.map(({ runs }) => runs) : [],
    );
    for (const card of asked)
      if (card.session_id === sessionId && steps.includes(card.command)) saidYes.add(card.approval_id);
  }

  // Once, and only what the operator has said yes to.
  const ran = marksIn(ledger);
  for (const [mark, times] of ran) {
    const approved = asked.filter(
      ({ command, approval_id }) => command.includes(`echo ${mark}`) && saidYes.has(approval_id),
    );
    expect(times, `${name}: ${mark} ran more often than it was approved`).toBeLessThanOrEqual(
      approved.length,
    );
  }
  const sent = road.test.upstream.requests.slice(from);
  const modelCalls = new Map<string, number>();
  for (const { path, body } of sent) {
    if (path !== '/api/generate' && path !== '/api/delete') continue;
    const { model: named } = JSON.parse(body.toString()) as { model: string };
    modelCalls.set(named, (modelCalls.get(named) ?? 0) + 1);
  }
  for (const [named, times] of modelCalls) {
    const id = `model:ollama:${named}`;
    const approved = asked.filter(
      ({ resource_id, approval_id, tool }) =>
        resource_id === id && tool === 'control' && saidYes.has(approval_id),
    );
    expect(times, `${name}: ${named} was touched more often than approved`).toBeLessThanOrEqual(
      approved.length,
    );
    expect(locked, `${name}: what is locked was touched`).not.toContain(id);
  }

  for (const { sessionId } of all) {
    const { entries } = await road.session(sessionId);
    const ofSession = asked.filter((card) =>
      entries.some((entry) => isTool(entry) && entry.approval_id === card.approval_id),
    );
    let before: { at: number; card: Card } | undefined;
    for (const [at, entry] of entries.entries()) {
      if (entry.kind === 'end') {
        // What code itself has proven at the end of a run needs no read of the model.
        if (entry.unverified.length === 0) before = undefined;
        continue;
      }
      if (!isTool(entry)) continue;
      const card = ofSession.find(({ approval_id }) => approval_id === entry.approval_id);
      const hasRun = card?.execution && card.execution.state !== 'refused';
      if (!card || !hasRun) {
        const reads =
          entry.status === 'done' && JSON.stringify([entry.resource, entry.result]).includes(host);
        const same =
          before && JSON.stringify([entry.resource, entry.result]).includes(before.card.resource_id);
        if (entry.status === 'done' && (reads || same)) before = undefined;
        continue;
      }
      expect(wasDiscovered(entries, at, card.resource_id), `${name}: ${card.command} undiscovered`).toBe(
        true,
      );
      expect(before?.card.command, `${name}: begun before that was proven: ${card.command}`).toBeUndefined();
      before = card.execution?.verified === 'yes' ? undefined : { at, card };
    }
  }
  const executed = asked.filter(({ execution }) => execution && execution.state !== 'refused').length;
  const refused = all.flatMap(({ tools }) => tools).filter(({ status }) => status === 'blocked').length;
  return { executed, approved: saidYes.size, refused };
}

it('executes nothing undiscovered, unapproved, locked, before the last is proven, or twice', async () => {
  const total = { executed: 0, approved: 0, refused: 0 };
  for (let n = 0; n < RUNS; n++) {
    const played = await play(`wild-${n}`);
    for (const key of ['executed', 'approved', 'refused'] as const) total[key] += played[key];
  }
  // It has really been tried: much was approved and done, and much was refused.
  expect(total.executed).toBeGreaterThan(RUNS * 2);
  expect(total.refused).toBeGreaterThan(RUNS);
});
