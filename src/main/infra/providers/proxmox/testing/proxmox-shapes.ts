// What Proxmox VE answers, as its own API description says, for the double to be held to: every answer it gives is parsed by these
// before it leaves. Kept apart from what the provider reads, so that neither bends to the other. Facts from Proxmox's public sources:
// - cluster/resources: pve-manager PVE/API2/Cluster.pm (returns) and PVE/API2Tools.pm (which fields a kind of row has)
// - status/current, tasks, node status: the types Proxmox generates from its API (proxmox-rs, pve-api-types/src/generated/types.rs)
// - storage content: pve-storage PVE/API2/Storage/Content.pm; starts and stops: qemu-server PVE/API2/Qemu.pm (returns a task id)
import * as z from 'zod';

const Int = z.number().int();
const Flag = z.literal([0, 1]);
const Text = z.string();
const Running = z.enum(['running', 'stopped']);
/** `UPID:node:pid:pstart:starttime:type:id:user:`, the numbers in hex (pve-common, PVE/Tools.pm). */
const Upid = Text.regex(/^UPID:[^:\s]+:[0-9A-F]{8}:[0-9A-F]{8,9}:[0-9A-F]{8}:[^:\s]+:[^:\s]*:[^:\s]+:$/);

const usage = {
  cpu: z.number().optional(),
  maxcpu: z.number().optional(),
  mem: Int.optional(),
  maxmem: Int.optional(),
  uptime: Int.optional(),
};
const traffic = {
  netin: Int.optional(),
  netout: Int.optional(),
  diskread: Int.optional(),
  diskwrite: Int.optional(),
};

const ClusterResource = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('node'),
    id: Text,
    node: Text,
    status: z.enum(['unknown', 'online', 'offline']),
    level: Text.optional(),
    'cgroup-mode': Int.optional(),
    disk: Int.optional(),
    maxdisk: Int.optional(),
    ...usage,
  }),
  z.strictObject({
    type: z.literal(['qemu', 'lxc']),
    id: Text,
    node: Text,
    vmid: Int,
    status: Text,
    name: Text.optional(),
    template: Flag.optional(),
    lock: Text.optional(),
    tags: Text.optional(),
    pool: Text.optional(),
    hastate: Text.optional(),
    disk: Int.optional(),
    maxdisk: Int.optional(),
    memhost: Int.optional(),
    ...usage,
    ...traffic,
  }),
  z.strictObject({
    type: z.literal('storage'),
    id: Text,
    node: Text,
    storage: Text,
    status: z.enum(['unknown', 'available']),
    plugintype: Text,
    content: Text,
    shared: Int,
    disk: Int.optional(),
    maxdisk: Int.optional(),
  }),
]);

const guestStatus = {
  vmid: Int,
  status: Running,
  ha: z.record(z.string(), z.unknown()),
  name: Text.optional(),
  lock: Text.optional(),
  tags: Text.optional(),
  template: z.boolean().or(Flag).optional(),
  uptime: Int.optional(),
  cpu: z.number().optional(),
  cpus: z.number().optional(),
  mem: Int.optional(),
  maxmem: Int.optional(),
  maxdisk: Int.optional(),
  ...traffic,
};
const QemuStatus = z.strictObject({
  ...guestStatus,
  qmpstatus: Text.optional(),
  pid: Int.optional(),
  agent: Flag.optional(),
  spice: Flag.optional(),
  disk: Int.optional(),
  memhost: Int.optional(),
});
const LxcStatus = z.strictObject({
  ...guestStatus,
  disk: Int.optional(),
  maxswap: Int.optional(),
  pid: Int.optional(),
  type: z.literal('lxc').optional(),
  swap: Int.optional(),
});

const task = {
  upid: Upid,
  node: Text,
  pid: Int,
  pstart: Int,
  starttime: Int,
  type: Text,
  id: Text,
  user: Text,
  tokenid: Text.optional(),
};
const Fill = z.strictObject({
  used: Int,
  free: Int,
  total: Int,
  avail: Int.optional(),
  available: Int.optional(),
});
const Volume = z.strictObject({
  volid: Text,
  format: Text,
  vmid: Int.optional(),
  parent: Text.optional(),
  size: Int.optional(),
  'approximate-size': Int.optional(),
  used: Int.optional(),
  ctime: Int.min(0).optional(),
  notes: Text.optional(),
  encrypted: Text.optional(),
  verification: z.strictObject({ state: Text, upid: Text }).optional(),
  protected: Flag.optional(),
  content: Text.optional(),
  subtype: Text.optional(),
});

/** pve-container PVE/API2/LXC/Snapshot.pm and qemu-server PVE/API2/Qemu.pm; both fill in the row that is called `current`. */
const Snapshot = z.strictObject({
  name: Text,
  description: Text,
  snaptime: Int.optional(),
  parent: Text.optional(),
  snapstate: Text.optional(),
  vmstate: Flag.optional(),
  running: Flag.optional(),
  digest: Text.optional(),
});

/** By the path they answer, its changing parts as `*`. */
export const SHAPES: Readonly<Record<string, z.ZodType>> = {
  'GET /cluster/resources': z.array(ClusterResource),
  'GET /nodes/*/qemu/*/status/current': QemuStatus,
  'GET /nodes/*/lxc/*/status/current': LxcStatus,
  'GET /nodes/*/qemu/*/config': z.looseObject({ digest: Text }),
  'GET /nodes/*/lxc/*/config': z.looseObject({ digest: Text }),
  'POST /nodes/*/*/*/status/*': Upid,
  'GET /nodes/*/*/*/feature': z.strictObject({ hasFeature: Flag, nodes: z.array(Text).optional() }),
  'GET /nodes/*/*/*/snapshot': z.array(Snapshot),
  'POST /nodes/*/*/*/snapshot': Upid,
  'POST /nodes/*/*/*/snapshot/*/rollback': Upid,
  'GET /nodes/*/tasks': z.array(
    z.strictObject({ ...task, endtime: Int.optional(), status: Text.optional() }),
  ),
  'GET /nodes/*/tasks/*/status': z.strictObject({ ...task, status: Running, exitstatus: Text.optional() }),
  'GET /nodes/*/tasks/*/log': z.array(z.strictObject({ n: Int, t: Text })),
  'GET /nodes/*/storage/*/content': z.array(Volume),
  'GET /nodes/*/status': z.looseObject({
    cpu: z.number(),
    loadavg: z.array(Text),
    pveversion: Text,
    memory: Fill,
    rootfs: Fill,
  }),
};
