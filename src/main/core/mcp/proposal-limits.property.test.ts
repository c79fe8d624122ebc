// Promise: at most 20 proposals of one MCP client and 60 of all clients are pending at once, however many arrive in parallel and in however many
// processes on one database, and the operator and the assistant can still ask.
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../shared/model/envelope.ts';
import { fc, runsOnEach } from '../../../shared/testing/campaign.ts';
import { TOOLS } from '../../agent/tools/registry.ts';
import { askFor, type Console, consoleOver, World } from '../../infra/approvals/testing/world.ts';
import { TEST_DIALECTS, type TempStore, tempStore } from '../../store/testing/temp-store.ts';
import { mcpHands } from './mcp-hands.ts';

const OF_ONE = 20;
const OF_ALL = 60;
const CLIENTS = ['ada', 'ben', 'cyd', 'dan', 'eve'];

/** Processes that share a database, each with its own connection to it. */
async function openProcesses(temp: TempStore, count: number) {
  const world = new World();
  const consoles: Console[] = [await consoleOver(temp, world, 'host-0')];
  for (let n = 1; n < count; n++)
    consoles.push(await consoleOver(temp, world, `host-${n}`, await temp.again()));
  const doors = consoles.map(({ approvals }) =>
    mcpHands({
      hands: {
        tools: TOOLS,
        parse: () => ({ kind: 'write' }) as never,
        async call({ arguments: given, ...asker }, approvals) {
          try {
            return {
              ok: true,
              approval: await approvals.ask(await world.plan(given, 'agent', () => true), asker),
            };
          } catch (error) {
            if (error instanceof AppError) return { ok: false, error: error.toBody(), facts: [] };
            throw error;
          }
        },
      },
      approvals,
      redact: (text) => text,
      cardOf: (id) => id,
    }),
  );
  const propose = (client: string, resource: number, process: number, reason?: string) =>
    doors[process % count]?.propose(
      { client, project: 'default' },
      { tool: 'control', arguments: { resource: `docker_container:here:c${resource}` }, reason },
      AbortSignal.timeout(60_000),
    );
  return { world, consoles, propose };
}

/** Pending cards by client. */
async function countByClient({ store }: TempStore): Promise<Record<string, number>> {
  const rows = await store.reader
    .selectFrom('approval')
    .select('asked_by')
    .where('status', '=', 'pending')
    .execute();
  const counts: Record<string, number> = {};
  for (const { asked_by: by } of rows) {
    const client = /^agent (\S+) \(mcp\)/.exec(by)?.[1] ?? 'own';
    counts[client] = (counts[client] ?? 0) + 1;
  }
  return counts;
}

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, n) => all + n, 0);

describe.each(TEST_DIALECTS)('on %s', (dialect) => {
  it.each([
    { clients: 1, processes: 1, pending: OF_ONE },
    { clients: 1, processes: 3, pending: OF_ONE },
    { clients: 5, processes: 3, pending: OF_ALL },
  ])(
    '300 parallel proposals of $clients clients to $processes processes leave $pending',
    async ({ clients, processes, pending }) => {
      await using temp = await tempStore(dialect);
      const { world, consoles, propose } = await openProcesses(temp, processes);
      const proposed = await Promise.allSettled(
        Array.from({ length: 300 }, (_, n) => propose(CLIENTS[n % clients] ?? '', n, n)),
      );
      const refused = proposed.filter(({ status }) => status === 'rejected');
      expect(refused).toHaveLength(300 - pending);
      for (const one of refused)
        expect(one).toMatchObject({ reason: { code: 'BUDGET_EXCEEDED', retryable: true } });
      const counts = await countByClient(temp);
      expect(sum(counts)).toBe(pending);
      expect(Math.max(...Object.values(counts))).toBeLessThanOrEqual(OF_ONE);

      // A proposal that is pending already takes no room: it gets the card it has.
      const at = proposed.findIndex(({ status }) => status === 'fulfilled');
      const again = await propose(CLIENTS[at % clients] ?? '', at, at, 'asked once more');
      expect(again?.id).toBe((proposed[at] as PromiseFulfilledResult<{ id: string }>).value.id);
      expect(sum(await countByClient(temp))).toBe(pending);

      for (const [n, one] of consoles.entries())
        expect((await askFor(one, world, `own-${n}`)).status).toBe('pending');
    },
    60_000,
  );

  it('cards that expired on a host that is gone take no room', async () => {
    await using temp = await tempStore(dialect);
    const { propose } = await openProcesses(temp, 2);
    for (let n = 0; n < OF_ONE; n++) await propose('ada', n, 1);
    await expect(propose('ada', 900, 0)).rejects.toMatchObject({ code: 'BUDGET_EXCEEDED' });
    temp.clock.advance(300_001);
    expect(await propose('ada', 900, 0)).toMatchObject({ status: 'pending' });
  });

  it('hold in whatever order clients propose, the operator decides and asks', async () => {
    const step = fc.record({
      kind: fc.constantFrom('propose', 'propose', 'propose', 'propose', 'deny', 'own'),
      client: fc.constantFrom(...CLIENTS, 'ada', 'ada'),
      resource: fc.nat(60),
      process: fc.nat(1),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 80, maxLength: 200 }), async (steps) => {
        await using temp = await tempStore(dialect);
        const { world, consoles, propose } = await openProcesses(temp, 2);
        const take = async ({ kind, client, resource, process }: (typeof steps)[number]) => {
          const console = consoles[process] as Console;
          if (kind === 'own') return await askFor(console, world, `own-${resource}`);
          if (kind === 'propose') return await propose(client, resource, process);
          const [one] = await console.approvals.list({ status: 'pending', limit: 1 });
          return one && (await console.approvals.deny(one.id, 'no', 'grace'));
        };
        const taken = await Promise.allSettled(steps.map(take));
        for (const [n, one] of taken.entries()) {
          if (one.status === 'fulfilled') continue;
          const expected = { propose: 'BUDGET_EXCEEDED', deny: 'STALE_VERSION', own: 'nothing' } as const;
          expect(one.reason).toMatchObject({ code: expected[(steps[n] as { kind: 'own' }).kind] });
        }
        const { own = 0, ...agents } = await countByClient(temp);
        expect(own).toBeGreaterThanOrEqual(0);
        expect(sum(agents)).toBeLessThanOrEqual(OF_ALL);
        expect(Math.max(0, ...Object.values(agents))).toBeLessThanOrEqual(OF_ONE);
      }),
      { numRuns: Math.ceil(runsOnEach(TEST_DIALECTS) / 3), endOnFailure: true },
    );
  }, 600_000);
});
