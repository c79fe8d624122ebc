// What the provider reads of Proxmox's answers, and nothing more of them. Numbers may come as strings and truths as 0 and 1, since
// Perl does not tell them apart. Never trusts a length. Called within this folder. Source: the API Proxmox documents of itself.
import * as z from 'zod';
import { NodeName } from './config.ts';
import { isStorage } from './ids.ts';

const PerlNumber = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d{1,20}(?:\.\d{1,20})?$/, 'a number')
    .transform(Number),
]);
const PerlTruth = z
  .union([z.boolean(), z.literal([0, 1, '0', '1', ''])])
  .transform((value) => value === true || value === 1 || value === '1');
const Short = z.string().max(200);
const Count = PerlNumber.nullish().transform((value) => value ?? null);
const Word = Short.nullish().transform((value) => value ?? null);
const Truth = PerlTruth.nullish().transform((value) => value ?? false);
const Vmid = PerlNumber.pipe(z.number().int().min(100).max(999_999_999));
const Storage = z.string().refine(isStorage, 'the name of a storage');

export const Rows = z.object({ data: z.array(z.unknown()).max(200_000) });

export const NodeRow = z.object({
  node: NodeName,
  status: Word,
  maxcpu: Count,
  maxmem: Count,
  uptime: Count,
});
export type NodeRow = z.infer<typeof NodeRow>;

/** A guest of cluster/resources. */
export const GuestRow = z.object({
  type: z.enum(['qemu', 'lxc']),
  vmid: Vmid,
  node: NodeName,
  name: Word,
  status: Word,
  lock: Word,
  tags: z.string().max(2000).nullish(),
  template: Truth,
  maxcpu: Count,
  maxmem: Count,
  uptime: Count,
  hastate: Word,
});
export type GuestRow = z.infer<typeof GuestRow>;

/** A guest as its node answers at once. */
export const GuestStatus = z.object({
  data: z.object({
    status: Short,
    qmpstatus: Word,
    vmid: Vmid.nullish(),
    name: Word,
    lock: Word,
    tags: z.string().max(2000).nullish(),
    template: Truth,
    cpus: Count,
    cpu: Count,
    mem: Count,
    maxmem: Count,
    disk: Count,
    maxdisk: Count,
    uptime: Count,
    ha: z.object({ state: Word }).nullish().catch(null),
  }),
});
export type GuestStatus = z.infer<typeof GuestStatus>['data'];

export const StorageRow = z.object({
  storage: Storage,
  node: NodeName,
  status: Word,
  plugintype: Word,
  content: z.string().max(500).nullish(),
  shared: Truth,
  disk: Count,
  maxdisk: Count,
});
export type StorageRow = z.infer<typeof StorageRow>;

export const BackupRow = z.object({
  volid: z.string().min(3).max(400).includes(':'),
  vmid: Vmid.nullish(),
  ctime: PerlNumber.pipe(z.number().int().min(0).max(100_000_000_000)),
  size: Count,
  'approximate-size': Count,
  format: Word,
  protected: Truth.catch(false),
  verification: z.object({ state: Short }).nullish().catch(null),
});
export type BackupRow = z.infer<typeof BackupRow>;

const Upid = z.string().regex(/^UPID:[\x21-\x7e]{5,290}$/, 'the id of a task (UPID:…)');

export const Begun = z.object({ data: Upid });

export const TaskStatus = z.object({
  data: z.object({ status: z.enum(['running', 'stopped']), exitstatus: z.string().max(2000).nullish() }),
});

export const TaskRow = z.object({
  upid: Upid,
  type: Short,
  id: Short.nullish(),
  user: Short.nullish(),
  starttime: PerlNumber,
  status: z.string().max(2000).nullish(),
});
export type TaskRow = z.infer<typeof TaskRow>;

export const TaskLine = z.object({ n: PerlNumber, t: z.string().max(100_000) });

export const NodeStatus = z.object({
  data: z.object({
    cpu: Count,
    uptime: Count,
    pveversion: Word,
    memory: z.object({ used: PerlNumber, total: PerlNumber }).nullish(),
    rootfs: z.object({ used: PerlNumber, total: PerlNumber }).nullish(),
  }),
});

/** A snapshot of a guest, or `current`: the guest as it is, whose parent is the snapshot it goes on from. */
export const SnapshotRow = z.object({
  name: Short,
  description: z.string().max(10_000).nullish(),
  /** Epoch seconds. */
  snaptime: Count,
  parent: Word,
  /** Only while it is being taken or removed. */
  snapstate: Word,
});
export type SnapshotRow = z.infer<typeof SnapshotRow>;

export const Feature = z.object({ data: z.object({ hasFeature: Truth }) });

/** Of a guest, any value at all: which of them are shown is said by inspection.ts. */
export const GuestConfig = z.object({ data: z.record(z.string().max(200), z.unknown()) });
