// Promise: what is kept of a prompt has lost its secrets before it is cut to size, so that no half of one is left at the cut.
import { describe, expect, it } from 'vitest';
import { post, startRig } from '../testing/rig.ts';

describe('a kept prompt', () => {
  it('shows no half of a secret, wherever it is cut', async () => {
    await using rig = await startRig({ settings: { traffic_keep_bodies: true } });
    const messages = [
      { role: 'system', content: 'gnommoweb logs in with hunter2 here.' },
      { role: 'user', content: 'what is gnommoweb' },
    ];
    for (let max = 15; max <= 40; max++) {
      rig.setSettings({ traffic_body_max_bytes: max, injection_position: 'system_append' });
      await post(`${rig.url}/api/chat`, JSON.stringify({ model: 'm', stream: false, messages }));
      const id = rig.traffic.list({ limit: 1 }).rows[0]?.id ?? '';
      await expect.poll(() => rig.traffic.get(id)?.segments?.length).toBeGreaterThan(0);
      const { diff, segments } = rig.traffic.get(id) ?? {};
      expect(diff?.before?.length).toBeLessThanOrEqual(max);
      expect(JSON.stringify([diff?.before, diff?.after, segments])).not.toMatch(/with h/);
    }
  });
});
