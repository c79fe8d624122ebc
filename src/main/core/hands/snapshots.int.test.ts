// Journey over HTTP as an operator, on each wire format: from a message to a snapshot of a Proxmox guest, and to a guest that is stopped after a snapshot of
// it, each by its card, proven, and in the record under the name the snapshot has. The model is scripted, Proxmox is doubled, the rest is a whole core.
import { expect, it } from 'vitest';
import { startDemoUpstream } from '../../fixtures/upstream.ts';
import {
  type ProxmoxDouble,
  startProxmox,
  TOKEN,
} from '../../infra/providers/proxmox/testing/proxmox-double.ts';
import { assistantRoad, calls, type Road, says, WIRES } from '../testing/assistant-road.ts';

const NAME = /festinger-\d{8}-\d{6}/;

interface Card {
  readonly approval_id: string;
  readonly plan_hash: string;
  readonly resource_name: string;
}

const looksAt = (name: string) => calls(['query', { action: 'search', text: name }]);

async function approve(road: Road, session: string, typed: boolean): Promise<void> {
  const card = (await road.asked(session)) as unknown as Card;
  const { error } = await road.post(`/approvals/${card.approval_id}/approve`, {
    plan_hash: card.plan_hash,
    ...(typed ? { typed_name: card.resource_name } : {}),
  });
  expect(error).toBeUndefined();
}

const posts = ({ asked }: ProxmoxDouble) => asked.filter((call) => call.startsWith('POST'));

it.each(WIRES)(
  'a guest is snapshotted, and stopped after a snapshot, over %s',
  { timeout: 120_000 },
  async (wire) => {
    const double = await startProxmox();
    const media = double.guests[0];
    if (media) media.takesSnapshots = true;
    process.env.SNAPSHOTS_TEST_TOKEN = TOKEN;
    const upstream = await startDemoUpstream();
    const proxmox = `{ name: home, url: "${double.url}", token_env: SNAPSHOTS_TEST_TOKEN }`;
    const config = `upstreams: [{ name: one, url: "${upstream.url}" }]\nproviders: { containers: [], proxmox: [${proxmox}] }\n`;
    const road = await assistantRoad({ wire, config });
    try {
      road.script(
        looksAt('desk'),
        calls(['control', { resource: 'vm:pve:100', action: 'snapshot', arguments: {} }]),
        says('The snapshot is taken.'),
      );
      const first = await road.begin('Take a snapshot of desk');
      const card = await road.asked(first.sessionId);
      expect(card.command).toBe('POST /nodes/pve/qemu/100/snapshot snapname=festinger-{time}');
      expect(posts(double)).toEqual([]);
      await approve(road, first.sessionId, false);
      const taken = await first.played();
      expect(taken.answer).toBe('The snapshot is taken.');
      const [desk] = double.guests.find(({ vmid }) => vmid === 100)?.snapshots ?? [];
      expect(desk?.name).toMatch(NAME);
      expect(desk?.description).toContain(`approval ${card.approval_id}`);
      expect(JSON.stringify(taken.tools.at(-1))).toContain(`desk lists ${desk?.name}`);

      road.script(
        looksAt('media'),
        calls(['control', { resource: 'lxc:pve:141', action: 'stop', arguments: { snapshot_first: true } }]),
        says('media is stopped.'),
      );
      const second = await road.begin('Stop media, with a snapshot first');
      await approve(road, second.sessionId, true);
      const stopped = await second.played();
      const kept = media?.snapshots[0]?.name ?? '';
      expect(kept).toMatch(NAME);
      expect(media?.status).toBe('stopped');
      expect(posts(double).map((call) => call.split(' ')[1])).toEqual([
        '/nodes/pve/qemu/100/snapshot',
        '/nodes/pve/lxc/141/snapshot',
        '/nodes/pve/lxc/141/status/stop',
      ]);
      expect(JSON.stringify(stopped.tools.at(-1))).toContain(`Snapshot taken before: media@${kept}`);

      const { body } = await road.test.operator('/api/console/audit/events?chain=agent&limit=50');
      const { events } = (body as { data: { events: readonly { kind: string; payload: unknown }[] } }).data;
      const finished = events.find(({ kind }) => kind === 'execution.finished');
      expect(finished?.payload).toMatchObject({
        result: 'done',
        verified: 'yes',
        undo: expect.stringContaining(`roll the LXC container media back to the snapshot ${kept}`),
      });
    } finally {
      await road[Symbol.asyncDispose]();
      await upstream.close();
      await double.close();
      delete process.env.SNAPSHOTS_TEST_TOKEN;
    }
  },
);
