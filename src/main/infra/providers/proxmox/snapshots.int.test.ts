// Promises: a snapshot is taken by the call that was shown, under a name of ours, and proven by the guest's own list; a guest that cannot take one is
// refused with the disk that stands in the way; going back is to exactly the snapshot that was approved.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HastyClock } from '../remote/testing/hasty-clock.ts';
import type { ProxmoxProvider } from './provider.ts';
import { askOf, openProxmox, refusal, never as signal } from './testing/open-provider.ts';
import { type ProxmoxDouble, startProxmox } from './testing/proxmox-double.ts';
import type { Guest } from './testing/proxmox-guests.ts';

const DESK = 'vm:pve:100';
const MEDIA = 'lxc:pve:141';
const NAME = 'festinger-20260101-000000';

let double: ProxmoxDouble;
let provider: ProxmoxProvider;

beforeEach(async () => {
  double = await startProxmox();
  provider = openProxmox(double.url, new HastyClock());
});
afterEach(() => double.close());

const run = { signal, progress: () => {}, approval: '01APPROVAL' };
const posts = () => double.asked.filter((call) => call.startsWith('POST'));

function guest(vmid: number): Guest {
  const found = double.guests.find((one) => one.vmid === vmid);
  if (found === undefined) throw new Error(`no guest ${vmid}`);
  return found;
}

/** The container, without the directory of its node: it takes snapshots then. */
function media(): Guest {
  const one = guest(141);
  delete one.config.mp0;
  one.takesSnapshots = true;
  return one;
}

async function take(id: string, given: Readonly<Record<string, unknown>> = {}) {
  const request = await askOf(provider, id, 'snapshot', given);
  const { effect } = await provider.act(request, run);
  return { request, effect };
}

describe('a snapshot of a guest', () => {
  it.each([
    [DESK, 'POST /nodes/pve/qemu/100/snapshot'],
    [MEDIA, 'POST /nodes/pve/lxc/141/snapshot'],
  ])('%s is taken by the call that was shown, once, and proven by its own list', async (id, call) => {
    media();
    const request = await askOf(provider, id, 'snapshot');
    const { runs, undo } = await provider.plan(request, signal);
    expect([runs, undo]).toEqual([`${call} snapname=festinger-{time}`, expect.stringContaining('Delete')]);
    expect(posts()).toEqual([]);
    const { summary, effect } = await provider.act(request, run);
    expect(summary).toBe(`snapshot ${NAME} taken`);
    expect(posts()).toEqual([
      `${call} snapname=${NAME}&description=Taken+by+Festinger%2C+approval+01APPROVAL`,
    ]);
    expect(await provider.verify(request, signal, effect)).toEqual({
      ok: true,
      evidence: expect.stringContaining(`lists ${NAME}, 2026-01-03`),
    });
  });

  it('says what it is for, where that was said', async () => {
    await take(DESK, { description: 'before the update of web' });
    expect(guest(100).snapshots[0]?.description).toBe('before the update of web, approval 01APPROVAL\n');
  });

  it('is shown among the details of the guest, the one it goes on from marked', async () => {
    const { request } = await take(DESK);
    const { facts } = await provider.inspect(request.resource, signal);
    expect(facts).toContainEqual({
      label: 'snapshot (current)',
      value: expect.stringMatching(`^${NAME}, 2026-01-03 .* UTC: Taken by Festinger`),
    });
  });

  it('that the guest cannot take is refused before anything is sent, with the disk that stands in the way', async () => {
    const error = await refusal(provider.plan(await askOf(provider, MEDIA, 'snapshot'), signal));
    expect([error.code, error.message]).toEqual([
      'NOT_ALLOWED',
      expect.stringContaining("media can't take a snapshot: mp0 (/tank/films) is a path of the node."),
    ]);
    guest(100).takesSnapshots = false;
    guest(100).config.scsi0 = 'local:100/vm-100-disk-0.raw,size=64G';
    const other = await refusal(provider.plan(await askOf(provider, DESK, 'snapshot'), signal));
    expect(other.message).toContain('scsi0 is on local, a storage of type dir');
    expect(posts()).toEqual([]);
  });

  it('of a locked guest or a template is not offered', async () => {
    for (const id of ['lxc:pve:142', 'vm:pve:900']) {
      const error = await refusal(provider.plan(await askOf(provider, id, 'snapshot'), signal));
      expect(error.code).toBe('NOT_ALLOWED');
    }
  });

  it('of a guest that was locked after the approval fails in the words of the task, and is not proven', async () => {
    const request = await askOf(provider, DESK, 'snapshot');
    guest(100).lock = 'backup';
    const error = await refusal(provider.act(request, run));
    expect([error.code, error.message]).toEqual([
      'EXECUTION_FAILED',
      expect.stringContaining('VM is locked (backup)'),
    ]);
    expect(await provider.verify(request, signal)).toEqual({
      ok: false,
      evidence: expect.stringContaining('it has no snapshot'),
    });
  });

  it('whose name is taken, or whose task fails, has failed', async () => {
    guest(100).snapshots.push({ name: NAME, snaptime: 1_700_000_000, description: '', holds: 0 });
    const request = await askOf(provider, DESK, 'snapshot');
    expect((await refusal(provider.act(request, run))).message).toContain(
      `snapshot name '${NAME}' already used`,
    );
    double.nextExit = 'lvcreate failed: no space left in pool';
    expect((await refusal(provider.act(request, run))).message).toContain('no space left in pool');
    expect(guest(100).snapshots).toHaveLength(1);
  });

  it('that Proxmox calls taken and does not list, or lists as not complete, is not proven', async () => {
    const { request, effect } = await take(DESK);
    const row = guest(100).snapshots[0];
    if (row === undefined) throw new Error('no snapshot');
    row.snapstate = 'prepare';
    expect((await provider.verify(request, signal, effect)).evidence).toContain('not complete (prepare)');
    guest(100).snapshots = [];
    expect(await provider.verify(request, signal, effect)).toEqual({
      ok: false,
      evidence: `desk has no snapshot ${NAME}`,
    });
  });
});

describe('going back to a snapshot', () => {
  it('stops a guest that runs, starts it again and is proven by what it goes on from', async () => {
    media();
    await take(MEDIA);
    guest(141).parentSnapshot = 'other';
    const request = await askOf(provider, MEDIA, 'rollback', { snapshot: NAME });
    const plan = await provider.plan(request, signal);
    expect([plan.runs, plan.undo]).toEqual([
      `POST /nodes/pve/lxc/141/snapshot/${NAME}/rollback start=1`,
      null,
    ]);
    expect(plan.preview).toContain('all that was written to its disks since then is lost');
    const { effect } = await provider.act(request, run);
    expect(posts().at(-1)).toBe(`POST /nodes/pve/lxc/141/snapshot/${NAME}/rollback start=1`);
    expect(await provider.verify(request, signal, effect)).toEqual({
      ok: true,
      evidence: `media goes on from ${NAME}, running`,
    });
    guest(141).parentSnapshot = 'other';
    expect((await provider.verify(request, signal, effect)).ok).toBe(false);
  });

  it('leaves a stopped guest stopped, and means the newest where none is named', async () => {
    await take(DESK);
    const request = await askOf(provider, DESK, 'rollback');
    expect((await provider.plan(request, signal)).runs).toBe(
      `POST /nodes/pve/qemu/100/snapshot/${NAME}/rollback`,
    );
    const { effect } = await provider.act(request, run);
    expect(await provider.verify(request, signal, effect)).toEqual({
      ok: true,
      evidence: `desk goes on from ${NAME}, stopped`,
    });
  });

  it('relies on the snapshot that was shown: another one by that name is another plan', async () => {
    await take(DESK);
    const plan = async () => provider.plan(await askOf(provider, DESK, 'rollback'), signal);
    const [before] = (await plan()).preconditions ?? [];
    guest(100).snapshots = [{ name: NAME, snaptime: 1, description: '', holds: 0 }];
    const [after] = (await plan()).preconditions ?? [];
    expect(after?.what).toBe(before?.what);
    expect(after?.digest).not.toBe(before?.digest);
  });

  it('is refused where there is none, or none of that name, and names those there are', async () => {
    const none = await refusal(provider.plan(await askOf(provider, DESK, 'rollback'), signal));
    expect([none.code, none.message]).toEqual(['NOT_FOUND', 'desk has no snapshot to go back to.']);
    await take(DESK);
    const other = await refusal(
      provider.plan(await askOf(provider, DESK, 'rollback', { snapshot: 'before-x' }), signal),
    );
    expect(other.message).toBe(`desk has no snapshot before-x. It has ${NAME}.`);
  });
});
